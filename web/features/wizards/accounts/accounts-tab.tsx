import { Checkbox, Tabs } from 'antd';
import { useMemo } from 'react';
import type { WizardNode } from '#domain/contract/wizards.ts';
import { setSameAccounts } from '#domain/rules/wizards/edit.ts';
import { TabLabel } from '#web/ui/tab-label.tsx';
import { cellsOf, DiagramView } from '../diagram-view.tsx';
import { openNode } from '../editor/place.ts';
import { TierTabs } from '../editor/tier-tabs.tsx';
import type { WizardForm } from '../editor/use-wizard-form.ts';
import { NodeAccounts } from './node-accounts.tsx';
import { PersonalInfo } from './personal-info.tsx';

/** Tab Accounts: with which accounts each project posts. */
export function AccountsTab({ form }: { form: WizardForm }) {
  const { value, place, go } = form;
  const cells = useMemo(() => cellsOf(value.strategy.strategy), [value.strategy.strategy]);
  const node = openNode(value, place);
  const openBox = (box: string) => {
    const found = value.projects.find((one) => boxOf(one) === box);
    if (found) go({ tier: found.tier, node: found.id });
  };
  return (
    <>
      <div className="wizard-diagram">
        <DiagramView name={value.strategy.name} cells={cells} active={node ? boxOf(node) : null} onBox={openBox} />
      </div>
      <TierTabs form={form} tab="accounts">
        {(tier) => <AccountsOfTier form={form} tier={tier} />}
      </TierTabs>
      <PersonalInfo form={form} />
    </>
  );
}

/** The box of a node; those of a generic project have its id and their module. */
const boxOf = ({ id, module }: WizardNode): string =>
  id.endsWith(`:${module}`) ? id.slice(0, -module.length - 1) : id;

function AccountsOfTier({ form, tier }: { form: WizardForm; tier: number }) {
  const { value, place, go, kind } = form;
  const own = value.projects.filter((node) => node.tier === tier);
  const open = openNode(value, place);
  return (
    <>
      {kind === 'duplicate' && (
        <p>
          <Checkbox
            checked={value.useSameAccounts[tier - 1] ?? false}
            onChange={(event) => form.change((now) => setSameAccounts(now, tier, event.target.checked))}
          >
            Use the accounts of the first campaign
          </Checkbox>
        </p>
      )}
      <Tabs
        size="small"
        type="card"
        destroyOnHidden
        {...(open ? { activeKey: open.id } : {})}
        onChange={(node) => go({ node })}
        items={own.map((node) => ({
          key: node.id,
          label: <TabLabel label={node.name} hasProblem={form.hasProblem({ tab: 'accounts', node: node.id })} />,
          children: node.id === open?.id ? <NodeAccounts key={node.id} form={form} node={node} /> : null,
        }))}
      />
    </>
  );
}

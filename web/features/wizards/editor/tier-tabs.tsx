import { Tabs } from 'antd';
import type { ReactNode } from 'react';
import type { WizardTab } from '#domain/contract/wizard-plan.ts';
import { tiersOf } from '#domain/rules/wizards/problems.ts';
import { TabLabel } from '#web/ui/tab-label.tsx';
import type { WizardForm } from './use-wizard-form.ts';

interface TierTabsProps {
  form: WizardForm;
  tab: WizardTab;
  children: (tier: number) => ReactNode;
}

/** The tiers of a tab, one at a time. */
export function TierTabs({ form, tab, children }: TierTabsProps) {
  const { value, place, go, hasProblem } = form;
  if (value.depth === 0) return <p className="quiet">The diagram has no projects: choose another one.</p>;
  return (
    <Tabs
      size="small"
      destroyOnHidden
      activeKey={String(place.tier)}
      onChange={(tier) => go({ tier: Number(tier), node: null })}
      items={tiersOf(value).map((tier) => ({
        key: String(tier),
        label: <TabLabel label={`Tier ${tier}`} hasProblem={hasProblem({ tab, tier })} />,
        children: tier === place.tier ? children(tier) : null,
      }))}
    />
  );
}

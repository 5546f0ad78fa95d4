import { RocketOutlined, SaveOutlined } from '@ant-design/icons';
import { Button, Tabs } from 'antd';
import { type WizardTab, wizardTabs } from '#domain/contract/wizard-plan.ts';
import { truncate } from '#web/lib/truncate.ts';
import { ActionBar } from '#web/ui/action-bar.tsx';
import { ErrorBoundary } from '#web/ui/error-boundary.tsx';
import { PageFrame } from '#web/ui/page-frame.tsx';
import { TabLabel } from '#web/ui/tab-label.tsx';
import { AccountsTab } from '../accounts/accounts-tab.tsx';
import { ConfirmTab } from '../confirm/confirm-tab.tsx';
import { ErrorDialog } from '../confirm/problem-list.tsx';
import { ContentTab } from '../tabs/content-tab.tsx';
import { EmailsTab } from '../tabs/emails-tab.tsx';
import { IndexerTab } from '../tabs/indexer-tab.tsx';
import { LinksTab } from '../tabs/links-tab.tsx';
import { ScheduleTab } from '../tabs/schedule-tab.tsx';
import { SitesTab } from '../tabs/sites-tab.tsx';
import { StrategyTab } from '../tabs/strategy-tab.tsx';
import { shownName } from '../texts.ts';
import { EditorAlert } from '../unsaved/editor-alert.tsx';
import { tabNames } from './place.ts';
import { type Opened, useSaving } from './use-saving.ts';
import type { WizardForm } from './use-wizard-form.ts';
import '#web/ui/fields.css';
import '../wizards.css';

const panes: Record<WizardTab, (props: { form: WizardForm }) => React.ReactNode> = {
  strategy: StrategyTab,
  sites: SitesTab,
  links: LinksTab,
  content: ContentTab,
  accounts: AccountsTab,
  emails: EmailsTab,
  indexer: IndexerTab,
  schedule: ScheduleTab,
  confirm: ConfirmTab,
};

/** The wizard editor: nine tabs, from the diagram to the campaign. */
export function WizardEditor(opened: Opened) {
  const saving = useSaving(opened);
  const { form, busy, isDirty } = saving;
  const { value, place, kind } = form;
  const isKept = kind === 'stored' || kind === 'newWizard';
  const name = (isKept ? value.name : value.campaignName) || (isKept ? 'New wizard' : 'New campaign');
  const way = isKept ? { text: 'Wizards', to: '/xwizards' } : { text: 'Campaigns', to: '/campaigns' };
  const create = (
    <Button
      type="primary"
      icon={<RocketOutlined aria-hidden />}
      loading={busy === 'creating'}
      disabled={busy === 'saving'}
      onClick={() => void saving.create()}
    >
      Create Campaign
    </Button>
  );
  return (
    <PageFrame
      title={truncate(name, shownName)}
      crumbs={[way, { text: truncate(name, shownName) }]}
      actions={
        isKept ? (
          <ActionBar main={create}>
            <Button
              icon={<SaveOutlined aria-hidden />}
              loading={busy === 'saving'}
              disabled={busy === 'creating' || (!isDirty && value.id !== null)}
              onClick={() => void saving.save()}
            >
              Save Wizard
            </Button>
          </ActionBar>
        ) : (
          create
        )
      }
    >
      <EditorAlert saving={saving} />
      <Tabs
        className="wizard-tabs"
        destroyOnHidden
        activeKey={place.tab}
        onChange={(tab) => form.go({ tab: tab as WizardTab })}
        items={wizardTabs.map((tab) => {
          const Pane = panes[tab];
          return {
            key: tab,
            label: <TabLabel label={tabNames[tab]} hasProblem={form.hasProblem({ tab })} />,
            children: (
              <ErrorBoundary>
                <Pane form={form} />
              </ErrorBoundary>
            ),
          };
        })}
      />
      <ErrorDialog problems={saving.errors} onMend={form.mend} onClose={() => saving.setErrors(null)} />
    </PageFrame>
  );
}

import { AccountTab } from '../form/account-tab.tsx';
import { EmailTab } from '../form/email-tab.tsx';
import { type KindPageProps, ProjectFrame, useEditing } from '../frame/project-frame.tsx';
import { SitesTab } from '../sites/sites-tab.tsx';
import { VerifyButton } from '../verify-button.tsx';

/** An account creation project: accounts to make, mail to confirm them by, sites to make them on. */
export function AccountPage(props: KindPageProps<'account'>) {
  const { data, runs } = props;
  const editing = useEditing('account', props, 'account');
  const { form } = editing;
  const panes = [
    { tab: 'account' as const, label: 'Account', pane: <AccountTab data={data} form={form} /> },
    { tab: 'email' as const, label: 'Email', pane: <EmailTab form={form} /> },
    { tab: 'sites' as const, label: 'Sites', pane: <SitesTab projectId={data.project.id} runs={runs} form={form} /> },
  ];
  return (
    <ProjectFrame
      data={data}
      editing={editing}
      panes={panes}
      actions={<VerifyButton project={data.project} isEditing={form.isEditing} />}
    />
  );
}

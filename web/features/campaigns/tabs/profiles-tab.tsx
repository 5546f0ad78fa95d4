import { DownloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { exportProfiles, type Profile, profileName } from '#domain/contract/accounts.ts';
import { download } from '#web/lib/call.ts';
import { attempt } from '#web/lib/notices.ts';
import type { ListColumn } from '#web/ui/list-column.ts';
import { compareText, NameLink } from '#web/ui/list-table.tsx';
import { NameDialog } from '#web/ui/name-dialog.tsx';
import type { CampaignData } from '../campaign/live.ts';
import { profileActions } from '../campaign/queries.ts';
import { nounTexts, texts } from '../campaign/texts.ts';
import { NounTab } from './noun-tab.tsx';

const words = nounTexts.profile;
const columns: ListColumn<Profile>[] = [
  { title: 'ID', key: 'id', width: 90, first: 'descend', sorter: (a, b) => a.id - b.id, render: (row) => row.id },
  {
    title: 'Name',
    key: 'name',
    sorter: (a, b) => compareText(a.name, b.name),
    stays: true,
    render: (row) => <NameLink to={`/accounts/${row.id}`} name={row.name} />,
  },
  {
    title: 'Accounts',
    key: 'count',
    width: 140,
    sorter: (a, b) => a.count - b.count,
    render: (row) => row.count.toLocaleString(),
  },
];

/** Tab Accounts of the campaign page. */
export function ProfilesTab({ data: { campaign, profiles } }: { data: CampaignData }) {
  const actions = profileActions(campaign.id);
  const navigate = useNavigate();
  const [isAdding, setIsAdding] = useState(false);
  const save = (ids: number[]) =>
    attempt(
      () => download(exportProfiles, { params: { id: campaign.id }, body: ids }, `${campaign.name}_accounts.csv`),
      {
        failed: texts.profilesFileFailed,
      },
    );
  return (
    <NounTab<Profile>
      list="profiles"
      rows={profiles}
      columns={columns}
      actions={actions}
      texts={words}
      renameTitle="Rename Account Profile"
      nameSchema={profileName}
      emptyTitle="No account profiles yet"
      emptyText="An account profile is a store of the accounts with which projects post to sites."
      onAdd={() => setIsAdding(true)}
      lossOf={() => texts.usersLose}
      extra={(selected) => (
        <Button
          icon={<DownloadOutlined aria-hidden />}
          disabled={profiles.length === 0}
          onClick={() => void save(selected)}
        >
          Download CSV
        </Button>
      )}
    >
      <NameDialog
        open={isAdding}
        title="Add New Account Profile"
        schema={profileName}
        done={words.created}
        failed={words.createFailed}
        onSubmit={async (name) => {
          const id = await actions.create(name);
          return () => navigate(`/accounts/${id}`);
        }}
        onClose={() => setIsAdding(false)}
      />
    </NounTab>
  );
}

import { DownloadOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { exportLinkSets } from '#domain/contract/link-files.ts';
import { linkSetName, type UrlList } from '#domain/contract/links.ts';
import { download } from '#web/lib/call.ts';
import { attempt } from '#web/lib/notices.ts';
import type { ListColumn } from '#web/ui/list-column.ts';
import { compareText, NameLink } from '#web/ui/list-table.tsx';
import { NameDialog } from '#web/ui/name-dialog.tsx';
import type { CampaignData } from '../campaign/live.ts';
import { linkSetActions } from '../campaign/queries.ts';
import { nounTexts, texts } from '../campaign/texts.ts';
import { NounTab } from './noun-tab.tsx';

const words = nounTexts.linkSet;
const columns: ListColumn<UrlList>[] = [
  { title: 'ID', key: 'id', width: 90, first: 'descend', sorter: (a, b) => a.id - b.id, render: (row) => row.id },
  {
    title: 'Name',
    key: 'name',
    sorter: (a, b) => compareText(a.name, b.name),
    stays: true,
    render: (row) => <NameLink to={`/url_list/${row.id}`} name={row.name} />,
  },
  {
    title: 'Links',
    key: 'count',
    width: 140,
    sorter: (a, b) => a.count - b.count,
    render: (row) => row.count.toLocaleString(),
  },
];

/** Tab Backlinks of the campaign page. */
export function LinkSetsTab({ data: { campaign, urlLists } }: { data: CampaignData }) {
  const actions = linkSetActions(campaign.id);
  const navigate = useNavigate();
  const [isAdding, setIsAdding] = useState(false);
  const save = (ids: number[], fullInfo: boolean) =>
    attempt(
      () =>
        download(
          exportLinkSets,
          { params: { id: campaign.id }, body: { ids, fullInfo } },
          `${campaign.name}_urls.${fullInfo ? 'csv' : 'txt'}`,
        ),
      { failed: texts.linkSetsFileFailed },
    );
  return (
    <NounTab<UrlList>
      list="link sets"
      rows={urlLists}
      columns={columns}
      actions={actions}
      texts={words}
      renameTitle="Rename Link Set"
      nameSchema={linkSetName}
      emptyTitle="No link sets yet"
      emptyText="A link set is a list of addresses: the targets that projects link to, or the pages they have made."
      onAdd={() => setIsAdding(true)}
      lossOf={() => texts.usersLose}
      extra={(selected) => (
        <Dropdown
          trigger={['click']}
          disabled={urlLists.length === 0}
          menu={{
            items: [
              { key: 'urls', label: 'URLs only (text)', onClick: () => void save(selected, false) },
              { key: 'full', label: 'All information (CSV)', onClick: () => void save(selected, true) },
            ],
          }}
        >
          <Button icon={<DownloadOutlined aria-hidden />}>Download</Button>
        </Dropdown>
      )}
    >
      <NameDialog
        open={isAdding}
        title="Add New Link Set"
        schema={linkSetName}
        done={words.created}
        failed={words.createFailed}
        onSubmit={async (name) => {
          const id = await actions.create(name);
          return () => navigate(`/url_list/${id}`);
        }}
        onClose={() => setIsAdding(false)}
      />
    </NounTab>
  );
}

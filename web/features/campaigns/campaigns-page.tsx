import { DeleteOutlined, DownloadOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { type ReactNode, useState } from 'react';
import { type Campaign, exportCampaignBacklinks } from '#domain/contract/campaigns.ts';
import { download } from '#web/lib/call.ts';
import { askToDo, attempt, tellGone } from '#web/lib/notices.ts';
import { countOf } from '#web/lib/plural.ts';
import { ActionBar } from '#web/ui/action-bar.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { fetchedPart } from '#web/ui/fetched-part.tsx';
import { ListTable } from '#web/ui/list-table.tsx';
import { NoneFits } from '#web/ui/none-fits.tsx';
import { PageFrame } from '#web/ui/page-frame.tsx';
import { QueryGate } from '#web/ui/query-gate.tsx';
import type { DialogState } from './campaign-dialogs.tsx';
import { forgottenPosts } from './forgotten-posts.ts';
import { campaignColumns } from './list/campaign-columns.tsx';
import { useCampaignFilter } from './list/use-campaign-filter.tsx';
import { AdviceBanner, NoticeBanner } from './notice-banner.tsx';
import { remove, useCampaigns } from './queries.ts';
import { texts } from './texts.ts';

/** Wanted only once something is made or renamed. */
const CampaignDialogs = fetchedPart(async () => (await import('./campaign-dialogs.tsx')).CampaignDialogs);

interface CampaignsPageProps {
  /** Stands above the list. */
  lead: ReactNode;
  /** While it is not known how much room the lead takes. */
  waits: boolean;
}

/** The campaigns list: the first screen after sign-in. */
export function CampaignsPage({ lead, waits }: CampaignsPageProps) {
  const loaded = useCampaigns();
  const query = waits ? { ...loaded, data: undefined } : loaded;
  const [picked, setPicked] = useState<number[]>([]);
  const [dialog, setDialog] = useState<DialogState>(null);
  const campaigns = query.data?.campaigns ?? [];
  const filtered = useCampaignFilter(campaigns);
  const selected = picked.filter((id) => campaigns.some((row) => row.id === id));
  const ids = selected.length > 0 ? selected : campaigns.map((row) => row.id);
  const add = (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setDialog({ kind: 'new' })}>
      Add
    </Button>
  );
  const backlinks = () =>
    attempt(() => download(exportCampaignBacklinks, { body: ids }, 'all_links.zip'), { failed: texts.downloadFailed });
  const menu = {
    items: [
      {
        key: 'backlinks',
        label: selected.length > 0 ? 'Backlinks of the selected' : 'Backlinks',
        onClick: () => void backlinks(),
      },
    ],
  };
  const chosen = campaigns.filter((row) => selected.includes(row.id));
  const nDoomed = chosen.reduce((sum, row) => sum + row.tally.projects, 0);
  const askDelete = () =>
    askToDo(
      {
        title: `Delete ${countOf(selected.length, 'campaign')}${nDoomed > 0 ? ` with ${countOf(nDoomed, 'project')}` : ''}?`,
        content: texts.deleteHint + forgottenPosts(chosen.map((row) => row.tally)),
        okText: `Delete ${selected.length}`,
        danger: true,
      },
      async () => tellGone(texts.deleted, selected.length, await remove(selected)),
      { failed: texts.deleteFailed },
    );
  return (
    <PageFrame
      title={texts.title}
      crumbs={[{ text: texts.title }]}
      actions={
        <ActionBar main={add}>
          <Button icon={<DeleteOutlined aria-hidden />} disabled={selected.length === 0} onClick={askDelete}>
            Delete
          </Button>
          <Dropdown menu={menu} trigger={['click']} disabled={campaigns.length === 0}>
            <Button icon={<DownloadOutlined aria-hidden />}>Download</Button>
          </Dropdown>
        </ActionBar>
      }
    >
      <NoticeBanner />
      <AdviceBanner advice={query.data?.captchaAdvice ?? null} />
      {lead}
      {filtered.filter && <div className="toolbar">{filtered.filter}</div>}
      <QueryGate query={query} failed={texts.loadFailed}>
        {(data) => (
          <ListTable<Campaign>
            list="campaigns"
            rows={filtered.shown}
            columns={campaignColumns(setDialog)}
            selected={selected}
            onSelect={setPicked}
            empty={
              data.campaigns.length > 0 ? (
                <NoneFits title="No campaign fits the filter" onClear={filtered.clear} />
              ) : (
                <EmptyState title="No campaigns yet" action={add}>
                  A campaign holds projects, the accounts they post with, and the links they place.
                </EmptyState>
              )
            }
          />
        )}
      </QueryGate>
      <CampaignDialogs open={dialog !== null} state={dialog} onClose={() => setDialog(null)} />
    </PageFrame>
  );
}

import { DeleteOutlined, DownloadOutlined, ImportOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { useMemo } from 'react';
import { moduleLabels } from '#domain/contract/modules.ts';
import {
  exportPrivateSites,
  type PrivateNetwork,
  type PrivateSite,
  type PrivateSiteKey,
} from '#domain/contract/private-networks.ts';
import { download } from '#web/lib/call.ts';
import { askToDo, attempt, tellGone } from '#web/lib/notices.ts';
import { countOf } from '#web/lib/plural.ts';
import { ActionBar } from '#web/ui/action-bar.tsx';
import { Clip } from '#web/ui/clip.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import type { GridColumn } from '#web/ui/grouped-grid/grid-line-view.tsx';
import type { GridRow } from '#web/ui/grouped-grid/grid-tree.ts';
import { GroupedGrid } from '#web/ui/grouped-grid/grouped-grid.tsx';
import { SecretText } from '#web/ui/secret-text.tsx';
import { type TagTone, ToneTag } from '#web/ui/status-tag.tsx';
import { WholeMessage } from '#web/ui/whole-message.tsx';
import { keyOfSite } from './queries.ts';
import { texts } from './texts.ts';

interface NetworkGridProps {
  network: PrivateNetwork;
  sites: PrivateSite[];
  chosen: PrivateSite[];
  onSelect: (keys: ReadonlySet<string>) => void;
  onDelete: (ids: PrivateSiteKey[]) => Promise<number>;
  onImport: (how: 'typed' | 'profile') => void;
}

type NetworkRow = GridRow & { site: PrivateSite };

/** Sites of a network by module and platform, with what can be done to them. */
export function NetworkGrid({ network, sites, chosen, onSelect, onDelete, onImport }: NetworkGridProps) {
  const rows = useMemo(() => sites.map(toRow), [sites]);
  const selected = useMemo(() => new Set(chosen.map(keyOfSite)), [chosen]);
  const askDelete = () =>
    askToDo(
      {
        title: `Delete ${countOf(chosen.length, 'site')} of this network?`,
        content: texts.sitesDeleteHint,
        okText: `Delete ${chosen.length}`,
        danger: true,
      },
      async () => {
        const ids = chosen.map(({ siteId, email }) => ({ siteId, email }));
        tellGone(texts.sitesDeleted, ids.length, await onDelete(ids));
      },
      { failed: texts.sitesDeleteFailed },
    );
  const save = () =>
    attempt(() => download(exportPrivateSites, { params: { id: network.id } }, 'private_network.txt'), {
      failed: texts.exportFailed,
    });
  return (
    <>
      <div className="toolbar">
        <ActionBar main={<ImportButton onImport={onImport} />}>
          <Button icon={<DownloadOutlined aria-hidden />} disabled={sites.length === 0} onClick={() => void save()}>
            Export
          </Button>
          <Button icon={<DeleteOutlined aria-hidden />} disabled={chosen.length === 0} onClick={askDelete}>
            Delete{chosen.length > 0 ? ` (${chosen.length.toLocaleString()})` : ''}
          </Button>
        </ActionBar>
      </div>
      <GroupedGrid<NetworkRow>
        label="Private sites"
        rows={rows}
        columns={columns}
        hasRank={false}
        selected={selected}
        onSelect={onSelect}
        empty={
          <EmptyState
            title="No sites in this network yet"
            action={
              <Button type="primary" onClick={() => onImport('typed')}>
                Import sites
              </Button>
            }
          >
            Import your own blogs with their logins, one per line. They enter Custom Sites too, where their pace is set.
          </EmptyState>
        }
      />
    </>
  );
}

const toRow = (site: PrivateSite): NetworkRow => ({
  key: keyOfSite(site),
  groups: [moduleLabels[site.group], site.platform],
  label: nameOf(site),
  da: 0,
  dofollow: false,
  site,
});

const nameOf = ({ siteUrl, siteId }: PrivateSite) => {
  const address = siteUrl.replace(/^https?:\/\//, '').replace(/\/$/, '');
  return address.toLowerCase().includes(siteId.toLowerCase()) ? address : `${siteId} (${address})`;
};

function ImportButton({ onImport }: Pick<NetworkGridProps, 'onImport'>) {
  const items = [
    { key: 'typed', label: 'Manually', onClick: () => onImport('typed') },
    { key: 'profile', label: 'From Account Profiles', onClick: () => onImport('profile') },
  ];
  return (
    <Dropdown menu={{ items }} trigger={['click']}>
      <Button type="primary" icon={<ImportOutlined aria-hidden />}>
        Import
      </Button>
    </Dropdown>
  );
}

const stateOf = ({ stopped, status }: PrivateSite): { word: string; tone: TagTone } => {
  if (stopped !== null) return { word: 'STOPPED', tone: 'orange' };
  if (status === null) return { word: 'GONE', tone: 'red' };
  return { word: status, tone: ({ NEW: 'plain', WORKING: 'green', FAILED: 'orange' } as const)[status] };
};

const findingOf = ({ stopped, status, statusReason }: PrivateSite) =>
  stopped ?? (status === null ? texts.notListed : statusReason);

const columns: GridColumn<NetworkRow>[] = [
  {
    key: 'email',
    title: 'Email',
    narrow: 'below',
    width: 'minmax(140px, 1fr)',
    render: ({ site }) => <Clip text={site.email} />,
  },
  {
    key: 'username',
    title: 'Username',
    width: 'minmax(110px, .8fr)',
    render: ({ site }) => <Clip text={site.username} />,
  },
  {
    key: 'password',
    title: 'Password',
    width: '170px',
    render: ({ site }) => <SecretText value={site.password} owner={`${site.username} on ${site.siteId}`} />,
  },
  {
    key: 'status',
    title: 'Status',
    narrow: 'beside',
    width: '120px',
    hint: 'What was found of the site under Custom Sites; a login that was refused is stopped until a project starts with it again',
    render: ({ site }) => <ToneTag tone={stateOf(site).tone}>{stateOf(site).word}</ToneTag>,
  },
  {
    key: 'finding',
    title: 'Finding',
    width: 'minmax(140px, .9fr)',
    render: ({ site }) => <WholeMessage text={findingOf(site)} />,
  },
];

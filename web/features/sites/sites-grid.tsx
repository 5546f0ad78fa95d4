import { Button } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import { moduleLabels } from '#domain/contract/modules.ts';
import type { CustomSite } from '#domain/contract/sites.ts';
import { useAddress } from '#web/lib/address.ts';
import type { LiveStore } from '#web/lib/live-store.ts';
import { compareNatural } from '#web/lib/natural-order.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ChoiceFilter } from '#web/ui/filter-fields.tsx';
import type { GridColumn } from '#web/ui/grouped-grid/grid-line-view.tsx';
import type { GridRow } from '#web/ui/grouped-grid/grid-tree.ts';
import { GroupedGrid } from '#web/ui/grouped-grid/grouped-grid.tsx';
import { permissionTexts } from '#web/ui/permission-fields.tsx';
import { siteTerms } from '#web/ui/site-terms.ts';
import { siteKeyText } from './queries.ts';
import {
  ActionCell,
  DofollowCell,
  PaceCell,
  PermissionCell,
  ReasonCell,
  type SiteCellActions,
  StatusCell,
} from './site-cells.tsx';

interface SitesGridProps {
  sites: CustomSite[];
  store: LiveStore<CustomSite>;
  selected: ReadonlySet<string>;
  onSelect: (next: ReadonlySet<string>) => void;
  onAdd: () => void;
  onEdit: (site: CustomSite) => void;
  onSwitchHost: SiteCellActions['onSwitchHost'];
}

const nameOf = (site: CustomSite) => {
  const address = site.url.replace(/^https?:\/\//, '').replace(/\/$/, '');
  return address.includes(site.id.siteId) ? address : `${site.id.siteId} (${address})`;
};

const noFilter = { status: '', permission: '', platform: '' };
const states = [
  { value: 'NEW', label: 'Not verified' },
  { value: 'WORKING', label: 'Working' },
  { value: 'FAILED', label: 'Failed' },
];
const permissions = Object.entries(permissionTexts).map(([value, label]) => ({ value, label }));

/** How often rows are filtered anew while a check changes them, in ms: there may be 50,000. */
const filterEveryMs = 1_000;

/** Counts changes of the sites, at most one a second, while somebody wants to know. */
function useChanges(store: LiveStore<CustomSite>, isWanted: boolean): number {
  const [nth, setNth] = useState(0);
  useEffect(() => {
    if (!isWanted) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = store.subscribeAny(() => {
      timer ??= setTimeout(() => {
        timer = undefined;
        setNth((now) => now + 1);
      }, filterEveryMs);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [store, isWanted]);
  return nth;
}

/** Custom sites by module and platform. */
export function SitesGrid({ sites, store, onEdit, onSwitchHost, ...props }: SitesGridProps) {
  const rows = useMemo<GridRow[]>(
    () =>
      sites.map((site) => ({
        key: siteKeyText(site.id),
        groups: [moduleLabels[site.id.module], site.platform],
        label: nameOf(site),
        da: site.pr,
        dofollow: site.dofollow,
      })),
    [sites],
  );
  const [view, setView] = useAddress(noFilter);
  const { status, permission, platform } = view;
  const isFiltered = status !== '' || permission !== '' || platform !== '';
  const platforms = [...new Set(sites.map((site) => site.platform)), ...(platform ? [platform] : [])];
  const options = [...new Set(platforms)].toSorted(compareNatural).map((name) => ({ value: name, label: name }));
  const nth = useChanges(store, isFiltered);
  // biome-ignore lint/correctness/useExhaustiveDependencies: its answers change with the sites
  const accepts = useMemo(() => {
    if (!isFiltered) return undefined;
    return ({ key }: GridRow) => {
      const site = store.get(key);
      return (
        site !== undefined &&
        (status === '' || site.status === status) &&
        (permission === '' || site.permission === permission) &&
        (platform === '' || site.platform === platform)
      );
    };
  }, [isFiltered, status, permission, platform, store, sites, nth]);
  const filters = (
    <>
      <ChoiceFilter label="State" value={status} options={states} onChange={(next) => setView({ status: next })} />
      <ChoiceFilter
        label="Permission"
        value={permission}
        options={permissions}
        onChange={(next) => setView({ permission: next })}
      />
      <ChoiceFilter
        label="Platform"
        value={platform}
        options={options}
        onChange={(next) => setView({ platform: next })}
      />
    </>
  );
  const columns: GridColumn<GridRow>[] = [
    {
      key: 'status',
      narrow: 'beside',
      title: 'Status',
      width: '120px',
      render: (row) => <StatusCell store={store} id={row.key} />,
    },
    {
      key: 'reason',
      narrow: 'below',
      title: 'Finding',
      hint: 'What the last check of the site found; a click shows all of it',
      width: 'minmax(140px, .9fr)',
      render: (row) => <ReasonCell store={store} id={row.key} />,
    },
    {
      key: 'permission',
      title: 'Permission',
      hint: 'What your right to post there rests on; without it nothing is posted',
      width: '150px',
      render: (row) => <PermissionCell store={store} id={row.key} />,
    },
    { key: 'da', title: 'DA', hint: siteTerms.da, width: '72px', render: (row) => row.da },
    {
      key: 'dofollow',
      title: 'Dofollow',
      hint: siteTerms.dofollow,
      width: '165px',
      render: (row) => <DofollowCell store={store} id={row.key} />,
    },
    {
      key: 'pace',
      title: 'Pace',
      hint: 'Posts side by side, and the least time from one post to the next',
      width: '160px',
      render: (row) => <PaceCell store={store} id={row.key} />,
    },
    {
      key: 'action',
      stays: true,
      narrow: 'beside',
      title: 'Action',
      hint: 'The switch allows or stops all traffic to the host of the site',
      width: '128px',
      render: (row) => <ActionCell store={store} id={row.key} onEdit={onEdit} onSwitchHost={onSwitchHost} />,
    },
  ];
  return (
    <GroupedGrid<GridRow>
      label="Custom sites"
      accepts={accepts}
      filters={sites.length > 0 && filters}
      onClear={() => setView(noFilter)}
      rows={rows}
      columns={columns}
      selected={props.selected}
      onSelect={props.onSelect}
      empty={
        <EmptyState
          title="No custom sites yet"
          action={
            <Button type="primary" onClick={props.onAdd}>
              Add a site
            </Button>
          }
        >
          Add sites that you own or may post to, or import a list. Verify then finds out which of them can be used.
        </EmptyState>
      }
    />
  );
}

import { Button } from 'antd';
import { useMemo } from 'react';
import { moduleLabels } from '#domain/contract/modules.ts';
import type { CustomSite } from '#domain/contract/sites.ts';
import type { LiveStore } from '#web/lib/live-store.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import type { GridColumn } from '#web/ui/grouped-grid/grid-line-view.tsx';
import type { GridRow } from '#web/ui/grouped-grid/grid-tree.ts';
import { GroupedGrid } from '#web/ui/grouped-grid/grouped-grid.tsx';
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
      width: 'minmax(160px, .9fr)',
      render: (row) => <ReasonCell store={store} id={row.key} />,
    },
    {
      key: 'permission',
      title: 'Permission',
      width: '150px',
      render: (row) => <PermissionCell store={store} id={row.key} />,
    },
    { key: 'da', title: 'DA', width: '64px', render: (row) => row.da },
    {
      key: 'dofollow',
      title: 'Dofollow',
      width: '165px',
      render: (row) => <DofollowCell store={store} id={row.key} />,
    },
    { key: 'pace', title: 'Pace', width: '150px', render: (row) => <PaceCell store={store} id={row.key} /> },
    {
      key: 'action',
      narrow: 'beside',
      title: 'Traffic, edit',
      width: '120px',
      render: (row) => <ActionCell store={store} id={row.key} onEdit={onEdit} onSwitchHost={onSwitchHost} />,
    },
  ];
  return (
    <GroupedGrid<GridRow>
      label="Custom sites"
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

import { Alert } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import type { ProjectPage } from '#domain/contract/projects.ts';
import type { LiveStore } from '#web/lib/live-store.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import type { GridColumn } from '#web/ui/grouped-grid/grid-line-view.tsx';
import type { GridRow } from '#web/ui/grouped-grid/grid-tree.ts';
import { GroupedGrid } from '#web/ui/grouped-grid/grouped-grid.tsx';
import { rowKey, type SiteRun } from '../queries.ts';
import type { PostingForm } from '../use-posting-form.ts';
import { ProgressCell, RunCell } from './run-cells.tsx';

interface SitesTabProps {
  data: ProjectPage;
  runs: LiveStore<SiteRun>;
  form: PostingForm;
}

type SiteLine = GridRow & { site: ProjectPage['sites'][number] };

/** Tab Sites: where the project posts, and how that goes. */
export function SitesTab({ data, runs, form }: SitesTabProps) {
  const problem = form.problemAt('sites');
  const rows = useMemo<SiteLine[]>(
    () =>
      data.sites.map((site) => ({
        key: rowKey(site),
        groups: [site.platform],
        label: site.id.siteId,
        da: site.pr,
        dofollow: site.dofollow,
        site,
      })),
    [data.sites],
  );
  const columns: GridColumn<SiteLine>[] = [
    { key: 'status', title: 'Status', width: '130px', render: (row) => <RunCell runs={runs} id={row.key} /> },
    { key: 'da', title: 'DA', width: '70px', render: (row) => row.da },
    { key: 'dofollow', title: 'Dofollow', width: '100px', render: (row) => (row.dofollow ? 'Yes' : 'No') },
    {
      key: 'progress',
      title: 'Progress',
      width: 'minmax(320px, 1.6fr)',
      render: (row) => <ProgressCell runs={runs} id={row.key} projectId={data.project.id} site={row.site} />,
    },
  ];
  return (
    <>
      {problem && <Alert type="error" showIcon role="alert" title={problem} className="sites-problem" />}
      <GroupedGrid<SiteLine>
        label="Sites of the project"
        rows={rows}
        columns={columns}
        selected={form.selected}
        onSelect={form.isEditing ? form.select : undefined}
        counters={<RunCounts runs={runs} />}
        empty={
          <EmptyState title="No site fits this type of project" action={<a href="/custom-sites">Open Custom Sites</a>}>
            Add sites that you own or may post to under Custom Sites; they appear here.
          </EmptyState>
        }
      />
    </>
  );
}

/** Successes and failures so far. */
function RunCounts({ runs }: { runs: LiveStore<SiteRun> }) {
  const [, setTick] = useState(0);
  useEffect(() => runs.subscribeAny(() => setTick((tick) => tick + 1)), [runs]);
  let [succeeded, failed] = [0, 0];
  for (const { status } of runs.values()) {
    if (status === 'SUCCESS') succeeded += 1;
    else if (status === 'FAILED') failed += 1;
  }
  return ` · ${succeeded.toLocaleString()} succeeded, ${failed.toLocaleString()} failed`;
}

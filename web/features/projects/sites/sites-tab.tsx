import { Alert } from 'antd';
import { useMemo, useState } from 'react';
import { moduleLabels } from '#domain/contract/modules.ts';
import type { ProjectKind } from '#domain/contract/projects/kinds.ts';
import type { SiteRow } from '#domain/contract/projects/projects.ts';
import { useAddress } from '#web/lib/address.ts';
import type { LiveStore } from '#web/lib/live-store.ts';
import { basePath } from '#web/lib/path-prefix.ts';
import { DofollowText } from '#web/ui/dofollow-text.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import type { GridColumn } from '#web/ui/grouped-grid/grid-line-view.tsx';
import type { GridRow } from '#web/ui/grouped-grid/grid-tree.ts';
import { GroupedGrid } from '#web/ui/grouped-grid/grouped-grid.tsx';
import { siteTerms } from '#web/ui/site-terms.ts';
import { worded } from '#web/ui/worded.tsx';
import { rowKey, type SiteRun } from '../queries.ts';
import type { AnyForm } from '../use-project-form.ts';
import { PrivateStatusButton } from './private-status.tsx';
import { ProgressCell, RunCell } from './run-cells.tsx';
import { RunFilter, type RunState, runStateOf, runStates, useRunCounts } from './run-filter.tsx';
import { UseSelection } from './use-selection.tsx';

interface SitesTabProps {
  projectId: number;
  runs: LiveStore<SiteRun>;
  form: AnyForm;
}

type SiteLine = GridRow & { site: SiteRow };

/** What each kind groups its rows by, and calls them. */
const groupsOf: Record<ProjectKind, (site: SiteRow) => readonly string[]> = {
  posting: (site) => [site.platform],
  private: (site) => [site.platform],
  account: (site) => [moduleLabels[site.id.module], site.platform],
  indexer: () => ['Indexing services'],
};

/** Tab Sites: where the project works, and how that goes. */
export function SitesTab({ projectId, runs, form }: SitesTabProps) {
  const { kind } = form;
  const problem = form.problemAt('sites');
  const rows = useMemo<SiteLine[]>(
    () =>
      form.rows.map((site) => ({
        key: rowKey(site),
        groups: groupsOf[kind](site),
        label: kind === 'indexer' ? site.platform : site.id.siteId,
        da: site.pr,
        dofollow: site.dofollow,
        site,
      })),
    [form.rows, kind],
  );
  const counts = useRunCounts(runs);
  const [{ state: typed }, setAddress] = useAddress({ state: '' });
  const state = runStates.find((name) => name === typed) ?? null;
  const [jump, setJump] = useState<{ holds: (row: SiteLine) => boolean } | null>(null);
  const isIn = (name: RunState) => (row: SiteLine) => runStateOf(runs.get(row.key)) === name;
  // biome-ignore lint/correctness/useExhaustiveDependencies: its answers change with the counts
  const accepts = useMemo(() => (state ? isIn(state) : undefined), [state, runs, state && counts]);
  return (
    <>
      {problem && <Alert type="error" showIcon role="alert" title={worded(problem)} className="sites-problem" />}
      {kind !== 'indexer' && <UseSelection form={form} />}
      <RunFilter
        counts={counts}
        state={state}
        onState={(next) => setAddress({ state: next ?? '' })}
        onJump={(name) => setJump({ holds: isIn(name) })}
      />
      <GroupedGrid<SiteLine>
        accepts={accepts}
        onClear={() => setAddress({ state: '' })}
        jump={jump}
        label={kind === 'indexer' ? 'Indexing services of the project' : 'Sites of the project'}
        noun={kind === 'indexer' ? 'service' : 'site'}
        rowTitle={kind === 'indexer' ? 'Service' : 'Site'}
        rows={rows}
        columns={columnsOf(form, projectId, runs)}
        hasRank={kind === 'posting' || kind === 'account'}
        selected={form.selected}
        onSelect={form.isEditing ? form.select : undefined}
        empty={kind === 'private' ? <NoPrivateSites /> : <NoSites />}
      />
    </>
  );
}

function columnsOf({ kind, isEditing }: AnyForm, projectId: number, runs: LiveStore<SiteRun>): GridColumn<SiteLine>[] {
  const status = {
    key: 'status',
    narrow: 'beside' as const,
    title: 'Status',
    width: '130px',
    render: (row: SiteLine) => <RunCell runs={runs} id={row.key} />,
  };
  const progress = {
    key: 'progress',
    narrow: 'below' as const,
    title: 'Progress',
    width: 'minmax(320px, 1.6fr)',
    render: (row: SiteLine) => <ProgressCell runs={runs} id={row.key} projectId={projectId} site={row.site} />,
  };
  if (kind === 'indexer') return [status, progress];
  if (kind === 'private')
    return [
      { key: 'email', title: 'Email', width: 'minmax(160px, 0.6fr)', render: (row) => row.site.email },
      status,
      progress,
      {
        key: 'posts',
        narrow: 'beside',
        title: 'Posts',
        width: '90px',
        render: (row) => <PrivateStatusButton projectId={projectId} site={row.site} disabled={isEditing} />,
      },
    ];
  return [
    status,
    { key: 'da', title: 'DA', hint: siteTerms.da, width: '72px', render: (row) => row.da },
    {
      key: 'dofollow',
      title: 'Dofollow',
      hint: siteTerms.dofollow,
      width: '165px',
      render: (row) => <DofollowText dofollow={row.dofollow} readAt={row.site.dofollowReadAt} />,
    },
    progress,
  ];
}

function NoSites() {
  return (
    <EmptyState
      title="No site fits this type of project"
      action={<a href={`${basePath}/custom-sites`}>Open Custom Sites</a>}
    >
      Add sites that you own or may post to under Custom Sites; they appear here.
    </EmptyState>
  );
}

function NoPrivateSites() {
  return (
    <EmptyState title="No site of this type in the private network">
      Choose a private network under General; its sites appear here.
    </EmptyState>
  );
}

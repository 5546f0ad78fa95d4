import { moduleLabels } from '#domain/contract/modules.ts';
import { projectPath } from '#domain/contract/projects/kinds.ts';
import type { ProjectRow } from '#domain/contract/projects/row.ts';
import { noTally, type ProjectTally } from '#domain/contract/tallies.ts';
import { describeSchedule } from '#domain/rules/schedule-wording.ts';
import { showWire } from '#web/lib/dates.ts';
import type { ListColumn } from '#web/ui/list-column.ts';
import { compareText, NameLink } from '#web/ui/list-table.tsx';
import { Moment } from '#web/ui/moment.tsx';
import { ProjectStatusTag } from '#web/ui/project-status-tag.tsx';
import { SiteProgress } from '#web/ui/site-progress.tsx';

/** Columns of a campaign's projects: what they are, how far they are, and when they run. */
export function projectColumns(
  projects: readonly ProjectRow[],
  tallies: readonly ProjectTally[],
): ListColumn<ProjectRow>[] {
  const names = new Map(projects.map((row) => [row.id, row.name]));
  const byProject = new Map(tallies.map((tally) => [tally.projectId, tally]));
  const tallyOf = (row: ProjectRow) => byProject.get(row.id) ?? noTally;
  const share = (row: ProjectRow) => tallyOf(row).done / Math.max(1, tallyOf(row).chosen);
  return [
    { title: 'ID', key: 'id', width: 60, first: 'descend', sorter: (a, b) => a.id - b.id, render: (row) => row.id },
    {
      title: 'Name',
      key: 'name',
      sorter: (a, b) => compareText(a.name, b.name),
      stays: true,
      render: (row) => <NameLink to={projectPath(row.module, row.id)} name={row.name} />,
    },
    {
      title: 'Type',
      key: 'module',
      width: 112,
      from: 'lg',
      sorter: (a, b) => compareText(moduleLabels[a.module], moduleLabels[b.module]),
      render: (row) => moduleLabels[row.module],
    },
    {
      title: 'Status',
      key: 'status',
      width: 128,
      sorter: (a, b) => compareText(a.status, b.status),
      render: (row) => <ProjectStatusTag status={row.status} />,
    },
    {
      title: 'Sites',
      key: 'sites',
      width: 160,
      from: 'md',
      sorter: (a, b) => share(a) - share(b),
      render: (row) => <SiteProgress tally={tallyOf(row)} what={row.module === 'Indexer' ? 'services' : 'sites'} />,
    },
    {
      title: 'Links live',
      hint: 'Pages of its sites on which a stranger sees the links',
      key: 'live',
      width: 116,
      from: 'lg',
      sorter: (a, b) => tallyOf(a).live - tallyOf(b).live,
      render: (row) => tallyOf(row).live.toLocaleString(),
    },
    {
      title: 'Last run',
      key: 'lastRun',
      width: 100,
      from: 'lg',
      sorter: (a, b) => compareText(tallyOf(a).lastRunAt ?? '', tallyOf(b).lastRunAt ?? ''),
      render: (row) => <Moment at={tallyOf(row).lastRunAt} none="Never" />,
    },
    {
      title: 'Schedule',
      key: 'schedule',
      width: 130,
      from: 'lg',
      render: (row) =>
        row.schedule ? (
          describeSchedule(row.schedule, showWire, (id) => names.get(id))
        ) : (
          <span className="quiet">None</span>
        ),
    },
  ];
}

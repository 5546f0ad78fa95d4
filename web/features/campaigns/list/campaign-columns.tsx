import { CopyOutlined, EditOutlined } from '@ant-design/icons';
import type { Campaign } from '#domain/contract/campaigns.ts';
import { countOf } from '#web/lib/plural.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import type { ListColumn } from '#web/ui/list-column.ts';
import { compareText, NameLink } from '#web/ui/list-table.tsx';
import { Moment } from '#web/ui/moment.tsx';
import { SiteProgress } from '#web/ui/site-progress.tsx';
import { type TagTone, ToneTag } from '#web/ui/status-tag.tsx';
import type { DialogState } from '../campaign-dialogs.tsx';

/** Columns of the campaigns list (1-core section 2). */
export function campaignColumns(open: (state: DialogState) => void): ListColumn<Campaign>[] {
  return [
    { title: 'ID', key: 'id', width: 60, first: 'descend', sorter: (a, b) => a.id - b.id, render: (row) => row.id },
    {
      title: 'Name',
      key: 'name',
      sorter: (a, b) => compareText(a.name, b.name),
      stays: true,
      render: (row) => <NameLink to={`/campaign/${row.id}`} name={row.name} />,
    },
    {
      title: 'Sites',
      key: 'sites',
      width: 160,
      from: 'md',
      sorter: (a, b) => a.tally.done - b.tally.done,
      render: (row) => <SiteProgress tally={row.tally} />,
    },
    {
      title: 'Links live',
      hint: 'Pages of its sites on which a stranger sees the links',
      key: 'live',
      width: 116,
      from: 'lg',
      sorter: (a, b) => a.tally.live - b.tally.live,
      render: (row) => row.tally.live.toLocaleString(),
    },
    {
      title: 'Last run',
      key: 'lastRun',
      width: 100,
      from: 'lg',
      sorter: (a, b) => compareText(a.tally.lastRunAt ?? '', b.tally.lastRunAt ?? ''),
      render: (row) => <Moment at={row.tally.lastRunAt} none="Never" />,
    },
    {
      title: 'Next run',
      key: 'nextRun',
      width: 100,
      from: 'lg',
      sorter: (a, b) => compareText(a.tally.nextRunAt ?? '', b.tally.nextRunAt ?? ''),
      render: (row) => <Moment at={row.tally.nextRunAt} none="None" />,
    },
    {
      title: 'Scheduler Status',
      hint: 'While it is inactive, no schedule of the campaign starts a project',
      key: 'campaignStatus',
      width: 122,
      from: 'md',
      render: (row) => <SchedulerTag isActive={row.campaignStatus === 'ACTIVE'} />,
    },
    {
      title: 'Action',
      key: 'action',
      width: 84,
      stays: true,
      render: (row) => (
        <>
          <IconButton
            label={`Rename ${row.name}`}
            icon={<EditOutlined aria-hidden />}
            onClick={() => open({ kind: 'rename', campaign: row })}
          />
          {row.creatingType === 'XWizard' && (
            <IconButton
              label={`Duplicate ${row.name}`}
              icon={<CopyOutlined aria-hidden />}
              onClick={() => open({ kind: 'duplicate', campaign: row })}
            />
          )}
        </>
      ),
    },
    {
      title: 'Project Count',
      key: 'count',
      width: 160,
      from: 'md',
      sorter: (a, b) => a.tally.projects - b.tally.projects,
      render: (row) => <CountTags count={row.projectCount} total={row.tally.projects} />,
    },
  ];
}

function SchedulerTag({ isActive }: { isActive: boolean }) {
  return <ToneTag tone={isActive ? 'green' : 'plain'}>{isActive ? 'Active' : 'Inactive'}</ToneTag>;
}

const tones = { scheduled: 'plain', running: 'blue', starting: 'blue', failed: 'orange' } satisfies Record<
  string,
  TagTone
>;

/** All, and counts by status; zero counts are not drawn (D-CAMP-08). */
function CountTags({ count, total }: { count: Campaign['projectCount']; total: number }) {
  const shown = (['scheduled', 'running', 'starting', 'failed'] as const).filter((name) => count[name] > 0);
  if (total === 0) return <span className="quiet">No projects</span>;
  return (
    <span style={{ display: 'inline-flex', gap: 6, flexWrap: 'wrap', alignItems: 'center' }}>
      {countOf(total, 'project')}
      {shown.map((name) => (
        <ToneTag key={name} tone={tones[name]} isBusy={tones[name] === 'blue'}>
          {count[name]} {name}
        </ToneTag>
      ))}
    </span>
  );
}

import { CopyOutlined, EditOutlined } from '@ant-design/icons';
import type { TableColumnsType } from 'antd';
import type { Campaign } from '#domain/contract/campaigns.ts';
import { showMoment } from '#web/lib/dates.ts';
import { countOf } from '#web/lib/plural.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { compareText, NameLink } from '#web/ui/list-table.tsx';
import { SiteProgress } from '#web/ui/site-progress.tsx';
import { type TagTone, ToneTag } from '#web/ui/status-tag.tsx';
import type { DialogState } from '../campaign-dialogs.tsx';

/** Columns of the campaigns list (1-core section 2). */
export function campaignColumns(open: (state: DialogState) => void): TableColumnsType<Campaign> {
  return [
    { title: 'ID', dataIndex: 'id', width: 68, defaultSortOrder: 'descend', sorter: (a, b) => a.id - b.id },
    {
      title: 'Name',
      dataIndex: 'name',
      sorter: (a, b) => compareText(a.name, b.name),
      render: (name: string, row) => <NameLink to={`/campaign/${row.id}`} name={name} />,
    },
    {
      title: 'Sites',
      key: 'sites',
      width: 170,
      responsive: ['md'],
      sorter: (a, b) => a.tally.done - b.tally.done,
      render: (_, row) => <SiteProgress tally={row.tally} />,
    },
    {
      title: 'Links live',
      key: 'live',
      width: 100,
      responsive: ['lg'],
      sorter: (a, b) => a.tally.live - b.tally.live,
      render: (_, row) => (
        <span title="Pages of its sites on which a stranger sees the links">{row.tally.live.toLocaleString()}</span>
      ),
    },
    {
      title: 'Last run',
      key: 'lastRun',
      width: 112,
      responsive: ['lg'],
      sorter: (a, b) => compareText(a.tally.lastRunAt ?? '', b.tally.lastRunAt ?? ''),
      render: (_, row) => showMoment(row.tally.lastRunAt) || <span className="quiet">Never</span>,
    },
    {
      title: 'Next run',
      key: 'nextRun',
      width: 112,
      responsive: ['lg'],
      sorter: (a, b) => compareText(a.tally.nextRunAt ?? '', b.tally.nextRunAt ?? ''),
      render: (_, row) => showMoment(row.tally.nextRunAt) || <span className="quiet">None</span>,
    },
    {
      title: 'Scheduler Status',
      dataIndex: 'campaignStatus',
      width: 110,
      responsive: ['md'],
      render: (_, row) => <SchedulerTag isActive={row.campaignStatus === 'ACTIVE'} />,
    },
    {
      title: 'Action',
      key: 'action',
      width: 84,
      render: (_, row) => (
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
      responsive: ['md'],
      sorter: (a, b) => a.tally.projects - b.tally.projects,
      render: (_, row) => <CountTags count={row.projectCount} total={row.tally.projects} />,
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

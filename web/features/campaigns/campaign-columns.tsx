import { CopyOutlined, EditOutlined } from '@ant-design/icons';
import type { TableColumnsType } from 'antd';
import type { Campaign } from '#domain/contract/campaigns.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { compareText, NameLink } from '#web/ui/list-table.tsx';
import { type TagTone, ToneTag } from '#web/ui/status-tag.tsx';
import type { DialogState } from './campaign-dialogs.tsx';

/** Columns of the campaigns list (1-core section 2). */
export function campaignColumns(open: (state: DialogState) => void): TableColumnsType<Campaign> {
  return [
    { title: 'ID', dataIndex: 'id', width: 90, defaultSortOrder: 'descend', sorter: (a, b) => a.id - b.id },
    {
      title: 'Name',
      dataIndex: 'name',
      sorter: (a, b) => compareText(a.name, b.name),
      render: (name: string, row) => <NameLink to={`/campaign/${row.id}`} name={name} />,
    },
    {
      title: 'Scheduler Status',
      dataIndex: 'campaignStatus',
      width: 180,
      render: (_, row) => <SchedulerTag isActive={row.campaignStatus === 'ACTIVE'} />,
    },
    {
      title: 'Action',
      key: 'action',
      width: 120,
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
    { title: 'Project Count', key: 'count', width: 300, render: (_, row) => <CountTags count={row.projectCount} /> },
  ];
}

function SchedulerTag({ isActive }: { isActive: boolean }) {
  return <ToneTag tone={isActive ? 'green' : 'plain'}>{isActive ? 'Active' : 'Inactive'}</ToneTag>;
}

const tones = { scheduled: 'plain', running: 'blue', starting: 'blue', failed: 'orange' } satisfies Record<
  string,
  TagTone
>;

/** Counts by status; zero counts are not drawn (D-CAMP-08). */
function CountTags({ count }: { count: Campaign['projectCount'] }) {
  const shown = (['scheduled', 'running', 'starting', 'failed'] as const).filter((name) => count[name] > 0);
  if (shown.length === 0) return <span className="quiet">–</span>;
  return (
    <span style={{ display: 'inline-flex', gap: 6, flexWrap: 'wrap' }}>
      {shown.map((name) => (
        <ToneTag key={name} tone={tones[name]} isBusy={tones[name] === 'blue'}>
          {count[name]} {name}
        </ToneTag>
      ))}
    </span>
  );
}

import { DownloadOutlined } from '@ant-design/icons';
import { Button, type TableColumnsType } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { exportProjectBacklinks } from '#domain/contract/campaigns.ts';
import { type Module, moduleLabels } from '#domain/contract/modules.ts';
import { projectName } from '#domain/contract/projects/kind.ts';
import { projectPath } from '#domain/contract/projects/kinds.ts';
import type { ProjectRow } from '#domain/contract/projects/row.ts';
import { describeSchedule } from '#domain/rules/schedule-wording.ts';
import { download } from '#web/lib/call.ts';
import { showWire } from '#web/lib/dates.ts';
import { attempt } from '#web/lib/notices.ts';
import { fetchedPart } from '#web/ui/fetched-part.tsx';
import { compareText, NameLink } from '#web/ui/list-table.tsx';
import { NameDialog } from '#web/ui/name-dialog.tsx';
import { ProjectStatusTag } from '#web/ui/project-status-tag.tsx';
import type { CampaignData } from '../campaign/live.ts';
import { projectActions } from '../campaign/queries.ts';
import { nounTexts, texts } from '../campaign/texts.ts';
import { NounTab } from './noun-tab.tsx';

const words = nounTexts.project;
const NewProjectDialog = fetchedPart(async () => (await import('./new-project-dialog.tsx')).NewProjectDialog);

/** Tab Projects of the campaign page. */
export function ProjectsTab({ data }: { data: CampaignData }) {
  const { campaign, projects } = data;
  const actions = projectActions(campaign.id);
  const navigate = useNavigate();
  const create = async (module: Module, name: string) => {
    const { id } = await actions.create(module, name);
    await navigate(projectPath(module, id));
  };
  const [isAdding, setIsAdding] = useState(false);
  const [copied, setCopied] = useState<ProjectRow | null>(null);
  const backlinks = (ids: number[]) =>
    attempt(
      () => download(exportProjectBacklinks, { params: { id: campaign.id }, body: ids }, `${campaign.name}_links.zip`),
      {
        failed: texts.backlinksFailed,
      },
    );
  return (
    <NounTab<ProjectRow>
      rows={projects}
      columns={columnsOf(projects)}
      actions={actions}
      texts={words}
      renameTitle="Rename Project"
      nameSchema={projectName}
      emptyTitle="No projects yet"
      emptyText="A project posts articles to sites you own or may post to, and places your links in them."
      onAdd={() => setIsAdding(true)}
      onDuplicate={setCopied}
      extra={(selected) => (
        <Button
          icon={<DownloadOutlined aria-hidden />}
          disabled={projects.length === 0}
          onClick={() => void backlinks(selected)}
        >
          Download backlinks
        </Button>
      )}
    >
      <NewProjectDialog open={isAdding} onCreate={create} onClose={() => setIsAdding(false)} />
      <NameDialog
        open={copied !== null}
        title="Duplicate Project"
        okText="Duplicate"
        initialName={`Copy of ${copied?.name ?? ''}`.slice(0, 255)}
        schema={projectName}
        done={words.duplicated}
        failed={words.duplicateFailed}
        onSubmit={(name) => actions.duplicate(copied?.id ?? 0, name)}
        onClose={() => setCopied(null)}
      />
    </NounTab>
  );
}

function columnsOf(projects: readonly ProjectRow[]): TableColumnsType<ProjectRow> {
  const nameOf = (id: number) => projects.find((row) => row.id === id)?.name;
  return [
    { title: 'ID', dataIndex: 'id', width: 90, defaultSortOrder: 'descend', sorter: (a, b) => a.id - b.id },
    {
      title: 'Name',
      dataIndex: 'name',
      sorter: (a, b) => compareText(a.name, b.name),
      render: (name: string, row) => <NameLink to={projectPath(row.module, row.id)} name={name} />,
    },
    {
      title: 'Type',
      dataIndex: 'module',
      width: 180,
      sorter: (a, b) => compareText(moduleLabels[a.module], moduleLabels[b.module]),
      render: (_, row) => moduleLabels[row.module],
    },
    {
      title: 'Status',
      dataIndex: 'status',
      width: 160,
      sorter: (a, b) => compareText(a.status, b.status),
      render: (_, row) => <ProjectStatusTag status={row.status} />,
    },
    {
      title: 'Schedule',
      key: 'schedule',
      width: 320,
      render: (_, row) => row.schedule && describeSchedule(row.schedule, showWire, nameOf),
    },
  ];
}

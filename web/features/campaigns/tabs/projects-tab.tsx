import { DownloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { exportProjectBacklinks } from '#domain/contract/campaigns.ts';
import type { Module } from '#domain/contract/modules.ts';
import { projectName } from '#domain/contract/projects/kind.ts';
import { projectPath } from '#domain/contract/projects/kinds.ts';
import type { ProjectRow } from '#domain/contract/projects/row.ts';
import { download } from '#web/lib/call.ts';
import { attempt } from '#web/lib/notices.ts';
import { fetchedPart } from '#web/ui/fetched-part.tsx';
import { NameDialog } from '#web/ui/name-dialog.tsx';
import type { CampaignData } from '../campaign/live.ts';
import { projectActions } from '../campaign/queries.ts';
import { nounTexts, texts } from '../campaign/texts.ts';
import { forgottenPosts } from '../forgotten-posts.ts';
import { NounTab } from './noun-tab.tsx';
import { projectColumns } from './project-columns.tsx';
import { useProjectFilter } from './use-project-filter.tsx';

const words = nounTexts.project;
const NewProjectDialog = fetchedPart(async () => (await import('./new-project-dialog.tsx')).NewProjectDialog);

/** Wanted only once projects are chosen. */
const BulkBar = fetchedPart(async () => (await import('../bulk/bulk-bar.tsx')).BulkBar);

/** Tab Projects of the campaign page. */
export function ProjectsTab({ data }: { data: CampaignData }) {
  const { campaign, projects, tallies } = data;
  const filtered = useProjectFilter(projects);
  const actions = projectActions(campaign.id);
  const navigate = useNavigate();
  const create = async (module: Module, name: string) => {
    const { id } = await actions.create(module, name);
    return () => navigate(projectPath(module, id));
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
      list="projects"
      rows={projects}
      shown={filtered.shown}
      filter={filtered.filter}
      onClear={filtered.clear}
      columns={projectColumns(projects, tallies)}
      actions={actions}
      texts={words}
      renameTitle="Rename Project"
      nameSchema={projectName}
      emptyTitle="No projects yet"
      emptyText="A project posts articles to sites you own or may post to, and places your links in them."
      onAdd={() => setIsAdding(true)}
      onDuplicate={setCopied}
      lossOf={(rows) => forgottenPosts(tallies.filter((tally) => rows.some((row) => row.id === tally.projectId)))}
      extra={(selected) => (
        <>
          <BulkBar
            open={selected.length > 0}
            campaignId={campaign.id}
            chosen={projects.filter((row) => selected.includes(row.id))}
            projects={projects}
          />
          <Button
            icon={<DownloadOutlined aria-hidden />}
            disabled={projects.length === 0}
            onClick={() => void backlinks(selected)}
          >
            Download backlinks
          </Button>
        </>
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

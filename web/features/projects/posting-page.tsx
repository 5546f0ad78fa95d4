import { Alert, Button, Tabs } from 'antd';
import { useState } from 'react';
import { type ProjectPage, type ProjectTab, tabs } from '#domain/contract/projects.ts';
import type { LiveStore } from '#web/lib/live-store.ts';
import { ErrorBoundary } from '#web/ui/error-boundary.tsx';
import { useLeaveGuard } from '#web/ui/leave-guard.tsx';
import { PageFrame } from '#web/ui/page-frame.tsx';
import { GeneralTab } from './form/general-tab.tsx';
import { IndexerTab } from './form/indexer-tab.tsx';
import { MediaTab } from './form/media-tab.tsx';
import { SitesTab } from './form/sites-tab.tsx';
import { ProjectActions } from './project-actions.tsx';
import { ProjectState } from './project-state.tsx';
import { reloadProject, type SiteRun, useProjectLive } from './queries.ts';
import { texts } from './texts.ts';
import { type PostingForm, usePostingForm } from './use-posting-form.ts';
import './projects.css';

interface PostingPageProps {
  data: ProjectPage;
  runs: LiveStore<SiteRun>;
}

/** Name of this editing session; `randomUUID` is missing on plain http. */
function sessionName(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A posting project: five tabs, edit mode, run and schedule. */
export function PostingPage({ data, runs }: PostingPageProps) {
  const { project, campaign } = data;
  const [uuid] = useState(sessionName);
  const [isStale, setIsStale] = useState(false);
  const form = usePostingForm(data, uuid);
  useLeaveGuard(form.isEditing);
  useProjectLive(data, runs, uuid, () => {
    // Typed text is not thrown away: while editing, the operator decides (D-GEN-10).
    if (form.isEditing) setIsStale(true);
    else void reloadProject(project.id);
  });
  const reload = () => {
    setIsStale(false);
    form.cancel();
    void reloadProject(project.id);
  };
  return (
    <PageFrame
      title={`Project: ${project.name}`}
      crumbs={[
        { text: 'Campaigns', to: '/campaigns' },
        { text: `Campaign: ${campaign.name}`, to: `/campaign/${campaign.id}` },
        { text: `Project: ${project.name}` },
      ]}
      actions={<ProjectActions data={data} form={form} />}
    >
      <ProjectState project={project} siblings={data.siblings} />
      {isStale && form.isEditing && (
        <Alert
          type="warning"
          showIcon
          title={texts.foreignSave}
          description="Reload shows what was saved there and drops what you changed here. Saving here replaces it."
          style={{ marginBottom: 16 }}
          action={<Button onClick={reload}>Reload</Button>}
        />
      )}
      <Tabs
        activeKey={form.tab}
        onChange={(tab) => form.openTab(tab as ProjectTab)}
        items={itemsOf(data, runs, form)}
      />
    </PageFrame>
  );
}

const labels: Record<ProjectTab, string> = {
  general: 'General',
  image: 'Image',
  video: 'Video',
  sites: 'Sites',
  indexer: 'Indexer',
};
const order: ProjectTab[] = [tabs.general, tabs.image, tabs.video, tabs.sites, tabs.indexer];

function itemsOf(data: ProjectPage, runs: LiveStore<SiteRun>, form: PostingForm) {
  const panes = {
    general: <GeneralTab data={data} form={form} />,
    image: <MediaTab kind="image" form={form} />,
    video: <MediaTab kind="video" form={form} />,
    sites: <SitesTab data={data} runs={runs} form={form} />,
    indexer: <IndexerTab form={form} />,
  };
  return order.map((tab) => ({
    key: tab,
    label: (
      <span>
        {labels[tab]}
        {form.problems.some((problem) => problem.tab === tab) && (
          <span className="tab-problem">
            <span className="visually-hidden"> has errors</span>
          </span>
        )}
      </span>
    ),
    children: <ErrorBoundary>{panes[tab]}</ErrorBoundary>,
  }));
}

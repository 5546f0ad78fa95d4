import { Alert, Button, Tabs } from 'antd';
import { type ReactNode, useState } from 'react';
import type { ProjectKind } from '#domain/contract/projects/kinds.ts';
import type { ProjectPage } from '#domain/contract/projects/projects.ts';
import type { ProjectTab } from '#domain/contract/projects/rules.ts';
import type { LiveStore } from '#web/lib/live-store.ts';
import { sessionName } from '#web/lib/session-name.ts';
import { ErrorBoundary } from '#web/ui/error-boundary.tsx';
import { useLeaveGuard } from '#web/ui/leave-guard.tsx';
import { PageFrame } from '#web/ui/page-frame.tsx';
import { TabLabel } from '#web/ui/tab-label.tsx';
import { ProjectOutlook } from '../outlook/project-outlook.tsx';
import { reloadProject, type SiteRun, useProjectLive } from '../queries.ts';
import { texts } from '../texts.ts';
import { type AnyForm, type ProjectForm, useProjectForm } from '../use-project-form.ts';
import { ProjectActions } from './project-actions.tsx';
import { ProjectNeeds } from './project-needs.tsx';
import { ProjectState } from './project-state.tsx';
import '#web/ui/fields.css';
import '../projects.css';

/** What the page of a kind is given. */
export interface KindPageProps<K extends ProjectKind> {
  data: ProjectPage<K>;
  runs: LiveStore<SiteRun>;
}

/** The form of a project page, kept in step with what other windows save. */
export function useEditing<K extends ProjectKind>(kind: K, { data, runs }: KindPageProps<K>, firstTab: ProjectTab) {
  const [uuid] = useState(sessionName);
  const [isStale, setIsStale] = useState(false);
  const form = useProjectForm(kind, data, { uuid, firstTab });
  useLeaveGuard(form.isEditing, form.isDirty);
  useProjectLive(data, uuid, () => {
    // Typed text is not thrown away: while editing, the operator decides (D-GEN-10).
    if (form.isEditing) setIsStale(true);
    else void reloadProject(data.project.id);
  });
  const reload = () => {
    setIsStale(false);
    form.drop();
    void reloadProject(data.project.id);
  };
  return { form, runs, isStale: isStale && form.isEditing, reload };
}

/** One tab of a project page. */
export interface ProjectPane {
  tab: ProjectTab;
  label: string;
  pane: ReactNode;
}

interface ProjectFrameProps {
  data: ProjectPage;
  editing: { form: AnyForm | ProjectForm; runs: LiveStore<SiteRun>; isStale: boolean; reload: () => void };
  panes: ProjectPane[];
  /** Words of the breadcrumb; private projects have plain ones. */
  crumbs?: { campaign: string; project: string };
  /** Buttons of this kind beside Start. */
  actions?: ReactNode;
}

/** What all project pages share: header, buttons, status, tabs. A page with one pane shows it without a tab bar. */
export function ProjectFrame({ data, editing, panes, crumbs, actions }: ProjectFrameProps) {
  const { project, campaign } = data;
  const form = editing.form as AnyForm;
  const words = crumbs ?? { campaign: `Campaign: ${campaign.name}`, project: `Project: ${project.name}` };
  return (
    <PageFrame
      title={`Project: ${project.name}`}
      crumbs={[
        { text: 'Campaigns', to: '/campaigns' },
        { text: words.campaign, to: `/campaign/${campaign.id}` },
        { text: words.project },
      ]}
      actions={
        <ProjectActions data={data} form={form}>
          {actions}
        </ProjectActions>
      }
    >
      <ProjectState project={project} siblings={data.siblings} />
      <ProjectNeeds
        status={project.status}
        form={form}
        tabName={(tab) => panes.find((pane) => pane.tab === tab)?.label ?? 'Sites'}
      />
      <ProjectOutlook project={project} runs={editing.runs} />
      {editing.isStale && (
        <Alert
          type="warning"
          showIcon
          title={texts.foreignSave}
          description="Reload shows what was saved there and drops what you changed here. Saving here asks first."
          style={{ marginBottom: 16 }}
          action={<Button onClick={editing.reload}>Reload</Button>}
        />
      )}
      {panes.length === 1 ? (
        <ErrorBoundary>{panes[0]?.pane}</ErrorBoundary>
      ) : (
        <Tabs
          activeKey={form.tab}
          onChange={(tab) => form.openTab(tab as ProjectTab)}
          items={panes.map(({ tab, label, pane }) => ({
            key: tab,
            label: <TabLabel label={label} hasProblem={form.problems.some((problem) => problem.tab === tab)} />,
            children: <ErrorBoundary>{pane}</ErrorBoundary>,
          }))}
        />
      )}
    </PageFrame>
  );
}

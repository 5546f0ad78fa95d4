import type { ReactNode } from 'react';
import type { ProjectPage } from '#domain/contract/projects/projects.ts';
import type { LiveStore } from '#web/lib/live-store.ts';
import { GeneralTab } from '../form/general-tab.tsx';
import { IndexerTab } from '../form/indexer-tab.tsx';
import { MediaTab } from '../form/media-tab.tsx';
import type { ProjectPane } from '../frame/project-frame.tsx';
import type { SiteRun } from '../queries.ts';
import { SitesTab } from '../sites/sites-tab.tsx';
import type { PostingForm } from '../use-project-form.ts';

interface PostingParts {
  data: ProjectPage<'posting' | 'private'>;
  runs: LiveStore<SiteRun>;
  form: PostingForm;
  /** Whose accounts post. */
  source: ReactNode;
}

/** The five tabs of posting and private projects. */
export function postingPanes({ data, runs, form, source }: PostingParts): ProjectPane[] {
  const { module } = data.project;
  return [
    { tab: 'general', label: 'General', pane: <GeneralTab data={data} form={form} source={source} /> },
    { tab: 'image', label: 'Image', pane: <MediaTab kind="image" form={form} module={module} /> },
    { tab: 'video', label: 'Video', pane: <MediaTab kind="video" form={form} module={module} /> },
    { tab: 'sites', label: 'Sites', pane: <SitesTab projectId={data.project.id} runs={runs} form={form} /> },
    { tab: 'indexer', label: 'Indexer', pane: <IndexerTab projectId={data.project.id} form={form} /> },
  ];
}

import type { ComponentType } from 'react';
import { Navigate, useLocation, useParams } from 'react-router';
import { projectKind, projectPath } from '#domain/contract/projects/kinds.ts';
import type { ProjectPage as ProjectPageData } from '#domain/contract/projects/projects.ts';
import type { LiveStore } from '#web/lib/live-store.ts';
import { QueryGate } from '#web/ui/query-gate.tsx';
import { WhileHere } from '#web/ui/while-here.tsx';
import { AccountPage } from './kinds/account-page.tsx';
import { IndexerPage } from './kinds/indexer-page.tsx';
import { PostingPage } from './kinds/posting-page.tsx';
import { PrivatePage } from './kinds/private-page.tsx';
import { type SiteRun, useProject } from './queries.ts';
import { texts } from './texts.ts';

/** Any project: sends to the address of its kind (D-PROJ-01) and shows that kind's page. */
export function ProjectPage() {
  const id = Number(useParams().id);
  const { query, runs } = useProject(id);
  const { pathname } = useLocation();
  return (
    <QueryGate query={query} failed={texts.loadFailed}>
      {(data) => {
        const own = projectPath(data.project.module, data.project.id);
        if (pathname !== own) return <Navigate to={own} replace />;
        return (
          <WhileHere key={id} campaignId={data.project.campaignId} part={{ id, deleted: 'projectsDeleted' }}>
            <KindPage data={data} runs={runs} />
          </WhileHere>
        );
      }}
    </QueryGate>
  );
}

const pages = { posting: PostingPage, private: PrivatePage, indexer: IndexerPage, account: AccountPage };

/** The kind of a project is that of its module, and so are its fields. */
function KindPage(props: { data: ProjectPageData; runs: LiveStore<SiteRun> }) {
  const Page = pages[projectKind(props.data.project.module)] as ComponentType<typeof props>;
  return <Page {...props} />;
}

import { Button, Result } from 'antd';
import { Link, Navigate, useLocation, useParams } from 'react-router';
import { moduleLabels, projectKind, projectPath } from '#domain/contract/modules.ts';
import type { ProjectPage as ProjectData } from '#domain/contract/projects.ts';
import { QueryGate } from '#web/ui/query-gate.tsx';
import { PostingPage } from './posting-page.tsx';
import { useProject } from './queries.ts';
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
        if (projectKind(data.project.module) !== 'posting') return <LaterKind data={data} />;
        return <PostingPage key={id} data={data} runs={runs} />;
      }}
    </QueryGate>
  );
}

function LaterKind({ data: { project, campaign } }: { data: ProjectData }) {
  return (
    <Result
      status="info"
      title={<h1 className="result-title">{project.name}</h1>}
      subTitle={`Projects of the type ${moduleLabels[project.module]} come with a later version.`}
      extra={
        <Link to={`/campaign/${campaign.id}`}>
          <Button type="primary" tabIndex={-1}>
            Back to the campaign
          </Button>
        </Link>
      }
    />
  );
}

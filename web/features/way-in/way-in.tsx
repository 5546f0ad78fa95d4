import { CheckCircleFilled, CloseOutlined } from '@ant-design/icons';
import { Alert, Button } from 'antd';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { Link } from 'react-router';
import { projectPath } from '#domain/contract/projects/kinds.ts';
import type { WayIn as Way } from '#domain/contract/way-in.ts';
import { canStart } from '#domain/states/project.ts';
import { wayInState } from '#web/lib/local-memory.ts';
import { attempt, toast } from '#web/lib/notices.ts';
import { fetchedPart } from '#web/ui/fetched-part.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { ProjectStatusTag } from '#web/ui/project-status-tag.tsx';
import { startFirst, useWayIn } from './queries.ts';
import { texts } from './texts.ts';
import './way-in.css';

// Forms are no part of the first load of whoever is past them.
const fetchForms = () => import('./steps.tsx');
const FormOfStep = fetchedPart(async () => (await fetchForms()).FormOfStep);

interface WayInProps {
  /** Told once it is known what is shown, or that nothing is. */
  onSettled: () => void;
}

/** The steps from an empty product to the first proved link, until they are done. */
export function WayIn({ onSettled }: WayInProps) {
  const { data, isError } = useWayIn(fetchForms);
  const settle = useEffectEvent(onSettled);
  const isSettled = isError || data !== undefined;
  useEffect(() => {
    if (isSettled) settle();
  }, [isSettled]);
  // Whoever was under way sees the end; a product that has long proved links never shows the steps.
  const [wasUnderWay, setWasUnderWay] = useState(false);
  if (data && !data.isProved && !wasUnderWay) setWasUnderWay(true);
  if (!data || (data.isProved && !wasUnderWay)) return null;
  if (data.isProved) return <Proved way={data} />;
  const hide = () => {
    wayInState.set('hidden');
    toast.info(texts.dismissed, 5);
  };
  const steps = stepsOf(data);
  const current = steps.findIndex((step) => !step.isDone);
  return (
    <section className="panel way-in" aria-labelledby="way-in-title">
      <div className="way-head">
        <h2 id="way-in-title">{texts.title}</h2>
        <IconButton label={texts.dismiss} icon={<CloseOutlined aria-hidden />} onClick={hide} />
      </div>
      <p className="quiet">{texts.lead}</p>
      <ol className="way-steps">
        {steps.map((step, at) => (
          <li key={step.name} className={at === current ? 'is-current' : ''} aria-current={at === current && 'step'}>
            <StepMark number={at + 1} isDone={step.isDone} />
            <div className="way-step">
              <h3>
                {step.name}
                <span className="quiet">{step.isDone ? step.made : step.hint}</span>
              </h3>
              {at === current && step.form}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

function StepMark({ number, isDone }: { number: number; isDone: boolean }) {
  if (!isDone) return <span className="way-mark">{number}</span>;
  return (
    <span className="way-mark is-done">
      <CheckCircleFilled aria-hidden />
      <span className="visually-hidden">Done</span>
    </span>
  );
}

interface Step {
  name: string;
  isDone: boolean;
  /** What the step is for, and what it has made. */
  hint: string;
  made: ReactNode;
  form: ReactNode;
}

function stepsOf(way: Way): Step[] {
  const { site, campaign, profile, group, links, project } = way;
  const at = (to: string, name: string) => <Link to={to}>{name}</Link>;
  return [
    {
      name: 'Site',
      isDone: site !== null,
      hint: 'where to post',
      made: site && at('/custom-sites', site.id.siteId),
      form: <FormOfStep step="site" way={way} />,
    },
    {
      name: 'Account',
      isDone: profile?.hasAccount ?? false,
      hint: 'who posts there',
      made: profile && at(`/accounts/${profile.id}`, profile.name),
      form: <FormOfStep step="account" way={way} />,
    },
    {
      name: 'Content',
      isDone: group?.hasArticle ?? false,
      hint: 'what is posted',
      made: group && at(`/content-group/${group.id}`, group.name),
      form: <FormOfStep step="content" way={way} />,
    },
    {
      name: 'Links',
      isDone: links !== null,
      hint: 'what the post links to',
      made: links && at(`/url_list/${links.id}`, links.name),
      form: <FormOfStep step="links" way={way} />,
    },
    {
      name: 'Project',
      isDone: project?.isReady ?? false,
      hint: `puts it together${campaign ? ` in ${campaign.name}` : ''}`,
      made: project && at(projectPath(project.module, project.id), project.name),
      form: project ? <OpenProject project={project} /> : <FormOfStep step="project" way={way} />,
    },
    {
      name: 'Start',
      isDone: false,
      hint: 'posts, reads the page back and proves the link',
      made: null,
      form: project && <StartStep project={project} />,
    },
  ];
}

/** A project that somebody began by hand: its page says what it still needs. */
function OpenProject({ project }: { project: NonNullable<Way['project']> }) {
  return (
    <Link to={projectPath(project.module, project.id)}>
      <Button type="primary" tabIndex={-1}>{`Complete “${project.name}”`}</Button>
    </Link>
  );
}

function StartStep({ project }: { project: NonNullable<Way['project']> }) {
  const [isAsking, setIsAsking] = useState(false);
  const start = async () => {
    setIsAsking(true);
    await attempt(() => startFirst(project.id), { failed: texts.startFailed }, 5);
    setIsAsking(false);
  };
  return (
    <div className="way-start">
      {canStart(project.status) && project.status !== 'COMPLETED' ? (
        <Button type="primary" loading={isAsking} onClick={() => void start()}>
          Start
        </Button>
      ) : null}
      <span role="status">
        <ProjectStatusTag status={project.status} />
      </span>
      <Link to={projectPath(project.module, project.id)}>Open the project</Link>
    </div>
  );
}

function Proved({ way: { project, provedPage } }: { way: Way }) {
  return (
    <Alert
      type="success"
      showIcon
      role="status"
      className="way-proved"
      title={texts.provedTitle}
      description={texts.provedHint}
      action={
        <span className="way-links">
          {provedPage && (
            <a href={provedPage} target="_blank" rel="noopener noreferrer">
              Open the proved page<span className="visually-hidden"> (opens in a new tab)</span>
            </a>
          )}
          {project && <Link to={`${projectPath(project.module, project.id)}?tab=sites`}>Open the project</Link>}
        </span>
      }
      closable={{ onClose: () => wayInState.set('hidden') }}
    />
  );
}

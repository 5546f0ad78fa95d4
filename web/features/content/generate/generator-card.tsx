import { Alert, Button, Progress } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { type GeneratorJob, stopGenerating } from '#domain/contract/generator.ts';
import { retryTask } from '#domain/contract/tasks.ts';
import { send } from '#web/lib/call.ts';
import { showMoment } from '#web/lib/dates.ts';
import { attempt } from '#web/lib/notices.ts';
import { countOf } from '#web/lib/plural.ts';
import { texts } from './texts.ts';

interface GeneratorCardProps {
  /** The last order of the group; null where there was none. */
  job: GeneratorJob | null;
  onJob: (job: GeneratorJob) => void;
}

/** How far the articles are that are being written, or why they are not; nothing where they were, or were stopped. */
export function GeneratorCard({ job, onJob }: GeneratorCardProps) {
  const [isAsking, setIsAsking] = useState(false);
  const [isHidden, setIsHidden] = useState(false);
  if (!job || job.completed || (job.isStopped && !job.isFailed)) return null;
  const ask = async (work: () => Promise<unknown>, failed: string) => {
    setIsAsking(true);
    await attempt(work, { failed });
    setIsAsking(false);
  };
  const stop = async () => {
    const { generatorJob } = await send(stopGenerating, { params: { id: job.contentGroupId } });
    onJob(generatorJob);
  };
  if (!job.isFailed)
    return (
      <section className="panel generator-card" aria-label={texts.card}>
        <strong>{texts.card}</strong>
        <Progress percent={percentOf(job)} aria-label={texts.percent} />
        <div className="generator-foot">
          <span role="status">{describe(job)}</span>
          <Button loading={isAsking} onClick={() => void ask(stop, texts.stopFailed)}>
            {texts.cancel}
          </Button>
        </div>
      </section>
    );
  if (isHidden) return null;
  return (
    <Alert
      type="error"
      showIcon
      closable={{ onClose: () => setIsHidden(true) }}
      className="generator-failed"
      title={`${texts.ended}: ${storedOf(job)}`}
      description={
        <>
          <p>{job.note}</p>
          <div className="generator-foot">
            <Button
              loading={isAsking}
              onClick={() => void ask(() => send(retryTask, { params: { id: job.taskId } }), texts.againFailed)}
            >
              {texts.goOn}
            </Button>
            <Link to="/options?tab=content">{texts.toOptions}</Link>
          </div>
        </>
      }
    />
  );
}

const percentOf = ({ progress, numberOfArticles }: GeneratorJob): number =>
  Math.floor((100 * progress) / numberOfArticles);

const storedOf = ({ progress, numberOfArticles }: GeneratorJob): string =>
  `${progress.toLocaleString()} of ${countOf(numberOfArticles, 'article')}`;

/** How far it is, and what it waits for. */
function describe(job: GeneratorJob): string {
  if (job.note === null) return storedOf(job);
  const until = job.nextTryAt === null ? '' : ` (${showMoment(job.nextTryAt)})`;
  return `${storedOf(job)} · ${texts.waits}${until}: ${job.note}`;
}

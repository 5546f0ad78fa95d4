import { useQuery } from '@tanstack/react-query';
import { listSubmissions, type Submission } from '#domain/contract/indexing.ts';
import { topics } from '#domain/contract/live.ts';
import { submissionWords } from '#domain/rules/submission-words.ts';
import { send } from '#web/lib/call.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { useTopic } from '#web/lib/use-topic.ts';
import { Moment } from '#web/ui/moment.tsx';
import { type TagTone, ToneTag } from '#web/ui/status-tag.tsx';
import { worded } from '#web/ui/worded.tsx';

const faces: Record<Submission['state'], { text: string; tone: TagTone }> = {
  WAITING: { text: 'Waiting', tone: 'plain' },
  RUNNING: { text: 'Running', tone: 'blue' },
  DONE: { text: 'Told', tone: 'green' },
  FAILED: { text: 'Failed', tone: 'orange' },
  STOPPED: { text: 'Stopped', tone: 'plain' },
};

/** How far the services are with the pages that the last run made; nothing before the first one. */
export function SubmissionList({ projectId }: { projectId: number }) {
  const queryKey = ['submissions', projectId];
  useTopic(topics.project(projectId), (events) => {
    if (events.some(({ action }) => action === 'linksSubmitted')) void queryClient.invalidateQueries({ queryKey });
  });
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => send(listSubmissions, { params: { id: projectId }, signal }),
  });
  if (!data || data.submissions.length === 0) return null;
  return (
    <section aria-label="Pages told" className="submissions">
      <h2>Pages of the last run</h2>
      <ul>
        {data.submissions.map(({ indexer, label, state, said, addedAt, ...counts }) => (
          <li key={indexer}>
            <span className="submission-head">
              <strong>{label}</strong>
              <ToneTag tone={faces[state].tone} isBusy={state === 'RUNNING'}>
                {faces[state].text}
              </ToneTag>
              <span className="quiet">
                <Moment at={addedAt} />
              </span>
            </span>
            <span>{worded(submissionWords({ ...counts, said: asCounts(said) }))}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const asCounts = (said: Submission['said']) => Object.fromEntries(said.map(({ text, links }) => [text, links]));

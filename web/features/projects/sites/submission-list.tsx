import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { continueSubmission, listSubmissions, type Submission, stopSubmission } from '#domain/contract/indexing.ts';
import { topics } from '#domain/contract/live.ts';
import { wordsWith } from '#domain/rules/submission-words.ts';
import { send } from '#web/lib/call.ts';
import { attempt } from '#web/lib/notices.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { useTopic } from '#web/lib/use-topic.ts';
import { Moment } from '#web/ui/moment.tsx';
import { type TagTone, ToneTag } from '#web/ui/status-tag.tsx';
import { worded } from '#web/ui/worded.tsx';
import { texts } from '../texts.ts';

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
        {data.submissions.map((one) => (
          <SubmissionLine key={one.indexer} projectId={projectId} submission={one} />
        ))}
      </ul>
    </section>
  );
}

function SubmissionLine({ projectId, submission }: { projectId: number; submission: Submission }) {
  const { indexer, label, state, said, addedAt, waits, dueAt, ...counts } = submission;
  const isOpen = state === 'WAITING' || state === 'RUNNING';
  const of = { params: { id: projectId }, body: { indexer } };
  return (
    <li>
      <span className="submission-head">
        <strong>{label}</strong>
        <ToneTag tone={faces[state].tone} isBusy={state === 'RUNNING'}>
          {faces[state].text}
        </ToneTag>
        <span className="quiet">
          <Moment at={addedAt} />
        </span>
        {isOpen && (
          <WordButton
            text="Stop"
            of={label}
            say={() => send(stopSubmission, of)}
            done={texts.tellingStopped}
            failed={texts.tellingStopFailed}
          />
        )}
        {state === 'STOPPED' && (
          <WordButton
            text="Go on"
            of={label}
            say={() => send(continueSubmission, of)}
            done={texts.tellingGoesOn}
            failed={texts.tellingGoFailed}
          />
        )}
      </span>
      <span>{worded(wordsWith(counts, said))}</span>
      {waits && (
        <span>
          {worded(waits)}
          {dueAt && (
            <span className="quiet">
              {' '}
              – waits until <Moment at={dueAt} />
            </span>
          )}
        </span>
      )}
    </li>
  );
}

interface WordButtonProps {
  text: string;
  /** Label of the service. */
  of: string;
  say: () => Promise<unknown>;
  done: string;
  failed: string;
}

function WordButton({ text, of, say, done, failed }: WordButtonProps) {
  const [isBusy, setIsBusy] = useState(false);
  const press = async () => {
    setIsBusy(true);
    await attempt(say, { done, failed });
    setIsBusy(false);
  };
  return (
    <Button size="small" aria-label={`${text} telling ${of}`} loading={isBusy} onClick={() => void press()}>
      {text}
    </Button>
  );
}

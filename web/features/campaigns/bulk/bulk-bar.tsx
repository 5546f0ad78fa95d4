import { CaretRightOutlined, ClockCircleOutlined, PauseOutlined } from '@ant-design/icons';
import { Button, Checkbox } from 'antd';
import { type ReactNode, useState } from 'react';
import { projectKind, projectKinds } from '#domain/contract/projects/kinds.ts';
import type { ProjectRow } from '#domain/contract/projects/row.ts';
import { asksAgain, type ScheduleInput } from '#domain/contract/schedules.ts';
import { type BulkResult, scheduleProjects, startProjects, stopManyProjects } from '#domain/contract/tallies.ts';
import { canStart, canStop } from '#domain/states/project.ts';
import { send } from '#web/lib/call.ts';
import { useIsNarrow } from '#web/lib/narrow.ts';
import { askToDo } from '#web/lib/notices.ts';
import { countOf } from '#web/lib/plural.ts';
import { ScheduleForm } from '#web/ui/schedule-form.tsx';
import { texts } from '../campaign/texts.ts';
import { BulkResults, inTurns, type Told, tellResults } from './bulk-results.tsx';
import '../campaigns.css';

interface BulkBarProps {
  campaignId: number;
  chosen: readonly ProjectRow[];
  /** All of the campaign: a schedule may wait for those that are not chosen. */
  projects: readonly ProjectRow[];
}

/** Start, stop and schedule the chosen projects, with one call for all of them. */
export function BulkBar({ campaignId, chosen, projects }: BulkBarProps) {
  const [isScheduling, setIsScheduling] = useState(false);
  const [told, setTold] = useState<Told | null>(null);
  const params = { id: campaignId };
  const ids = chosen.map((row) => row.id);
  const tell = (verb: string, results: BulkResult[], again?: Told['again']) =>
    setTold(tellResults(verb, results, { projects, again }));
  const stoppable = chosen.filter((row) => canStop(row.status)).map((row) => row.id);
  const stop = () =>
    askToDo(
      {
        title: `Stop ${countOf(stoppable.length, 'project')}?`,
        content: texts.bulkStopHint,
        okText: `Stop ${stoppable.length}`,
      },
      async () =>
        tell('Stopped', await inTurns(stoppable, (some) => send(stopManyProjects, { params, body: { ids: some } }))),
      { failed: texts.bulkStopFailed },
    );
  const schedule = async (input: ScheduleInput) => {
    const call = (some: number[]) => send(scheduleProjects, { params, body: { ids: some, schedule: input } });
    tell('Scheduled', await inTurns(ids, call));
    return true;
  };
  const results = <BulkResults told={told} onClose={() => setTold(null)} />;
  if (chosen.length === 0) return results;
  return (
    <>
      {results}
      <Floating nChosen={ids.length}>
        <StartButton chosen={chosen} campaignId={campaignId} tell={tell} />
        <Button icon={<PauseOutlined aria-hidden />} disabled={stoppable.length === 0} onClick={stop}>
          Stop {stoppable.length > 0 && stoppable.length.toLocaleString()}
        </Button>
        <Button icon={<ClockCircleOutlined aria-hidden />} onClick={() => setIsScheduling(true)}>
          Schedule {ids.length.toLocaleString()}
        </Button>
      </Floating>
      <ScheduleForm
        open={isScheduling}
        title={`Schedule ${countOf(ids.length, 'project')}`}
        okText={`Schedule ${ids.length.toLocaleString()}`}
        schedule={null}
        isPrivate={chosen.some((row) => projectKinds[projectKind(row.module)].asksNumberOfPosts)}
        nDone={chosen.filter(asksAgain).length}
        others={projects.filter((row) => !ids.includes(row.id))}
        failed={texts.bulkScheduleFailed}
        onSubmit={schedule}
        onClose={() => setIsScheduling(false)}
      />
    </>
  );
}

/** Over the page, so that nothing moves under the pointer; on phones in the menu of the list. */
function Floating({ nChosen, children }: { nChosen: number; children: ReactNode }) {
  if (useIsNarrow()) return children;
  return (
    <div className="floating-bar">
      <span role="status">
        <strong>{nChosen.toLocaleString()}</strong> selected
      </span>
      {children}
    </div>
  );
}

/** Starts those that can be started; completed ones only when that is said on purpose (D-ENG-27). */
interface StartButtonProps extends Pick<BulkBarProps, 'chosen' | 'campaignId'> {
  tell: (verb: string, results: BulkResult[], again?: Told['again']) => void;
}

function StartButton({ chosen, campaignId, tell }: StartButtonProps) {
  const startable = chosen.filter((row) => canStart(row.status));
  const completed = startable.filter((row) => row.status === 'COMPLETED');
  const nFresh = startable.length - completed.length;
  const start = (ids: number[], isAgain: boolean) =>
    inTurns(ids, (some) => send(startProjects, { params: { id: campaignId }, body: { ids: some, again: isAgain } }));
  const ask = () => {
    let isAgain = nFresh === 0;
    // Completed ones that are left out are named with the others that did not start, and asked about there.
    const work = async () => {
      const ids = startable.map((row) => row.id);
      tell('Started', await start(ids, isAgain), async (done) => tell('Started', await start(done, true)));
    };
    const onAgain = (next: boolean) => {
      isAgain = next;
    };
    const content = <StartWords nFresh={nFresh} nCompleted={completed.length} onAgain={onAgain} />;
    askToDo({ title: 'Start the chosen projects?', content, okText: 'Start' }, work, { failed: texts.bulkStartFailed });
  };
  const nStarting = nFresh > 0 ? nFresh : completed.length;
  return (
    <Button icon={<CaretRightOutlined aria-hidden />} disabled={startable.length === 0} onClick={ask}>
      Start {nStarting > 0 && nStarting.toLocaleString()}
    </Button>
  );
}

interface StartWordsProps {
  nFresh: number;
  nCompleted: number;
  onAgain: (isAgain: boolean) => void;
}

/** How many will start: completed ones only when they are asked for. */
function StartWords({ nFresh, nCompleted, onAgain }: StartWordsProps) {
  const [isAgain, setIsAgain] = useState(nFresh === 0);
  return (
    <>
      <p role="status">
        <strong>{countOf(nFresh + (isAgain ? nCompleted : 0), 'project starts', 'projects start')}.</strong>{' '}
        {texts.bulkStartHint}
      </p>
      {nCompleted > 0 && (
        <Checkbox
          checked={isAgain}
          onChange={({ target }) => {
            setIsAgain(target.checked);
            onAgain(target.checked);
          }}
        >
          {nCompleted === 1 ? 'One is' : `${nCompleted.toLocaleString()} are`} completed: post to all their sites again
        </Checkbox>
      )}
    </>
  );
}

import { Button } from 'antd';
import { useEffect, useState } from 'react';
import type { SiteRow } from '#domain/contract/projects/projects.ts';
import type { LiveStore } from '#web/lib/live-store.ts';
import { FilterButtons } from '#web/ui/filter-buttons.tsx';
import { type TagTone, ToneTag } from '#web/ui/status-tag.tsx';
import type { SiteRun } from '../queries.ts';

/** What a chosen site can be in a run, in the order of the buttons. */
export const runStates = ['done', 'failed', 'decide', 'running', 'waiting', 'stopped'] as const;
export type RunState = (typeof runStates)[number];
const labels: Record<RunState, [label: string, tone: TagTone]> = {
  done: ['Done', 'green'],
  failed: ['Failed', 'orange'],
  decide: ['To decide', 'purple'],
  running: ['Running', 'blue'],
  waiting: ['Waiting', 'amber'],
  stopped: ['Stopped', 'plain'],
};
const byStatus: Record<Exclude<SiteRow['status'], 'NONE'>, RunState> = {
  SUCCESS: 'done',
  FAILED: 'failed',
  UNKNOWN: 'decide',
  RUNNING: 'running',
  STOPPED: 'stopped',
};

/** What a site is in the run; null for one that has nothing to do with it. */
export function runStateOf(run: SiteRun | undefined): RunState | null {
  if (!run) return null;
  if (run.status !== 'NONE') return byStatus[run.status];
  return run.waitInfo || run.dueAt ? 'waiting' : null;
}

/** How often counts are made anew while a run changes its rows, in ms: there may be 50,000. */
const countEveryMs = 1_000;

/** Counts of the run by state, made anew at most once a second. */
export function useRunCounts(runs: LiveStore<SiteRun>) {
  const [counts, setCounts] = useState(() => countRuns(runs));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const count = () => {
      timer = undefined;
      setCounts(countRuns(runs));
    };
    count();
    const stop = runs.subscribeAny(() => {
      timer ??= setTimeout(count, countEveryMs);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [runs]);
  return counts;
}

function countRuns(runs: LiveStore<SiteRun>): Record<RunState, number> {
  const counts = { done: 0, failed: 0, decide: 0, running: 0, waiting: 0, stopped: 0 };
  for (const run of runs.values()) {
    const state = runStateOf(run);
    if (state) counts[state] += 1;
  }
  return counts;
}

interface RunFilterProps {
  counts: Record<RunState, number>;
  state: RunState | null;
  onState: (state: RunState | null) => void;
  onJump: (state: RunState) => void;
}

/** Counts that filter the sites by their state, and a way to the next one of a state in the whole list. */
export function RunFilter({ counts, state, onState, onJump }: RunFilterProps) {
  const shown = runStates.filter((name) => counts[name] > 0 || name === state);
  if (shown.length === 0) return null;
  const toSee = (['failed', 'decide', 'running', 'waiting'] as const).filter((name) => counts[name] > 0);
  return (
    <div className="toolbar">
      <FilterButtons
        label="Filter by state"
        choices={shown.map((name) => ({
          value: name,
          face: <ToneTag tone={labels[name][1]}>{labels[name][0]}</ToneTag>,
          count: counts[name],
        }))}
        chosen={state}
        onChoose={onState}
      />
      {state === null &&
        toSee.map((name) => (
          <Button key={name} size="small" onClick={() => onJump(name)}>
            Next {labels[name][0].toLowerCase()}
          </Button>
        ))}
    </div>
  );
}

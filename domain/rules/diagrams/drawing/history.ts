import type { AnyCell } from '../cells.ts';

/** Most steps that are kept; the cells of steps are shared, so that one costs what it changed. */
const mostSteps = 500;
/** So long after the last letter, in ms, a new step begins. */
const longestPause = 3_000;

/** A diagram with what it was before, and what was taken back. */
export interface History {
  readonly past: readonly (readonly AnyCell[])[];
  readonly cells: readonly AnyCell[];
  readonly future: readonly (readonly AnyCell[])[];
  /** Of the last step: changes of one key in a row are one step, as the letters of a word are. */
  readonly key?: string | undefined;
  /** When that was, in ms of any clock. */
  readonly at?: number;
}

export const startHistory = (cells: readonly AnyCell[]): History => ({ past: [], cells, future: [] });

/** The diagram after a change; one that changes nothing is no step. */
export function step(history: History, cells: readonly AnyCell[], key?: string, at = 0): History {
  const { past, cells: before } = history;
  const isSame = cells.length === before.length && cells.every((cell, at) => cell === before[at]);
  if (isSame) return history;
  const goesOn = key !== undefined && key === history.key && at - (history.at ?? 0) < longestPause;
  return { past: goesOn ? past : [...past.slice(-mostSteps + 1), before], cells, future: [], key, at };
}

/** What comes is a step of its own: what is here was saved, or its field was left. */
export const endStep = ({ past, cells, future }: History): History => ({ past, cells, future });

export function undo({ past, cells, future }: History): History | null {
  const before = past.at(-1);
  return before ? { past: past.slice(0, -1), cells: before, future: [cells, ...future] } : null;
}

export function redo({ past, cells, future }: History): History | null {
  const [next, ...later] = future;
  return next ? { past: [...past, cells], cells: next, future: later } : null;
}

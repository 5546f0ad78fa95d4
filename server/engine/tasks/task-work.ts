import type { PayloadOf, TaskKindName } from '#domain/contract/tasks.ts';

/** What the work of a task is given. */
export interface TaskWork<Payload> {
  id: string;
  payload: Payload;
  /** Aborts when the task is cancelled, its time is up, or the process ends. */
  signal: AbortSignal;
  /** Says how far it is, in the unit of its kind; told on screen a few times a second at most. */
  progress(done: number, total: number | null, note?: string): void;
  /** Waits a moment, in ms, and leaves its place in the process to others meanwhile; rejects when the signal aborts. */
  rest(forMs: number): Promise<void>;
}

/** How each kind is done; what it throws is told as the reason of the failed try. */
export type TaskRuns = { [K in TaskKindName]: (work: TaskWork<PayloadOf<K>>) => Promise<void> };

/** Thrown by a task that another try cannot help. */
export class TaskRefused extends Error {
  override name = 'TaskRefused';
}

/** Thrown by a task that goes on later, in ms: it is given back to the store, and this was no try. */
export class TaskPostponed extends Error {
  override name = 'TaskPostponed';
  readonly forMs: number;
  constructor(forMs: number) {
    super('It waits');
    this.forMs = forMs;
  }
}

/** Reason of a break that is nobody's fault: the process ends. */
export class ProgramEnds extends Error {
  override name = 'ProgramEnds';
}

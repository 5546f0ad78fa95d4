import { setTimeout as pause } from 'node:timers/promises';
import type { Job } from 'pg-boss';
import type { Logger } from 'pino';
import { topics } from '#domain/contract/live.ts';
import type { TaskKind } from '#domain/contract/tasks.ts';
import { storableText } from '#domain/rules/storable-text.ts';
import type { Store } from '../../db/store.ts';
import { untilStored } from '../../db/store-away.ts';
import type { Live } from '../../live/live.ts';
import type { Queue, Work } from '../queue.ts';
import { TaskClaims } from './task-claims.ts';
import { TaskOutbox } from './task-outbox.ts';
import { heartbeatSeconds, type TaskRoom } from './task-room.ts';
import {
  type Attempt,
  dueKinds,
  forgetOldProgress,
  giveBack,
  type JobData,
  makeLastTry,
  noLongerOurs,
} from './task-rows.ts';
import { createTeller } from './task-teller.ts';
import { ProgramEnds, TaskPostponed, TaskRefused, type TaskRuns, type TaskWork } from './task-work.ts';

interface LoopParts {
  store: Store;
  live: Live;
  log: Logger;
  room: TaskRoom;
  runs: TaskRuns;
  bootId: string;
}

interface InHand extends Attempt {
  kind: string;
  abort: AbortController;
  /** True while it needs no place. */
  rests: boolean;
}

/** Tasks in hand are looked at this often: whether they were cancelled, in ms. */
const lookEveryMs = 2_000;
const tidyEveryMs = 3_600_000;

/** Claims tasks of every kind up to its room, works on them, and settles them in batches. */
export class TaskLoop implements Queue {
  private readonly parts: LoopParts;
  private readonly inHand = new Set<InHand>();
  private readonly outbox: TaskOutbox;
  private readonly claims: TaskClaims;
  private readonly stopHearing: () => void;
  private readonly wake: () => void;
  /** Kinds that may have something to do, as far as this process heard. */
  private readonly asked: Set<string>;
  private lookAt = 0;
  private beatAt = 0;
  private tidyAt = 0;

  constructor(parts: LoopParts, wake: () => void) {
    this.parts = parts;
    this.wake = wake;
    this.asked = new Set(Object.keys(parts.room.kinds));
    this.outbox = new TaskOutbox(parts.room);
    this.claims = new TaskClaims(parts);
    this.stopHearing = parts.live.subscribe(topics.tasks, ({ body }) => {
      if (body.action === 'taskChanged' && body.task.state === 'CANCELLED') this.breakOff([body.task.id]);
      if (body.action !== 'tasksAdded' || !(body.kind in parts.room.kinds)) return;
      this.asked.add(body.kind);
      wake();
    });
  }

  /** Tasks in work. */
  get size(): number {
    return this.inHand.size;
  }

  /** Once a second: which kinds are due, who was cancelled, and a word that we are alive. */
  async tick(now: number): Promise<void> {
    await this.claims.letGoUnheld(now, this.inHand);
    for (const name of await dueKinds(this.parts.store.db, Object.keys(this.parts.room.kinds))) this.asked.add(name);
    if (this.inHand.size > 0 && now >= this.lookAt) {
      this.lookAt = now + lookEveryMs;
      await this.breakOffLost();
    }
    if (this.inHand.size > 0 && now >= this.beatAt) {
      this.beatAt = now + (heartbeatSeconds * 1_000) / 2;
      await this.beat();
    }
    if (now >= this.tidyAt) {
      this.tidyAt = now + tidyEveryMs;
      await forgetOldProgress(this.parts.store.db);
    }
  }

  async claim(): Promise<Work[]> {
    const works: Work[] = [];
    for (const kind of [...this.asked]) {
      const room = this.kind(kind).atOnce - this.inWorkOf(kind);
      if (room <= 0) continue;
      this.asked.delete(kind);
      try {
        const jobs = await this.claims.claim(kind, room);
        if (jobs.length === room) this.asked.add(kind);
        for (const job of jobs) works.push(this.take(kind, job));
      } catch (error) {
        this.asked.add(kind);
        // What was claimed before is begun; the next round meets the fault again.
        if (works.length === 0) throw error;
        break;
      }
    }
    return works;
  }

  private kind(name: string): TaskKind {
    const kind = this.parts.room.kinds[name];
    if (!kind) throw new Error(`There is no kind of task "${name}"`);
    return kind;
  }

  private inWorkOf(kind: string): number {
    let count = 0;
    for (const held of this.inHand) if (held.kind === kind && !held.rests) count += 1;
    return count;
  }

  private take(kind: string, job: Job<JobData>): Work {
    const held = { kind, id: job.id, retryCount: job.retryCount, abort: new AbortController(), rests: false };
    this.inHand.add(held);
    return () => this.work(held, job.data.payload);
  }

  private async work(held: InHand, payload: unknown): Promise<void> {
    const { kind, id, abort } = held;
    const { isShown, maxSeconds } = this.kind(kind);
    const late = setTimeout(() => abort.abort(new Error('It took longer than its bound')), maxSeconds * 1_000);
    const teller = createTeller(this.parts, id, isShown);
    try {
      if (isShown) await this.parts.room.tell(id);
      const rest = (forMs: number) => this.rest(held, forMs);
      await this.run(kind, { id, payload, signal: abort.signal, progress: teller.progress, rest });
      await teller.end();
      await untilStored(abort.signal, () => this.outbox.complete(kind, { id, retryCount: held.retryCount }));
    } catch (error) {
      await teller.end().catch(() => {});
      await untilStored(abort.signal, () => this.settleBroken(held, error)).catch(() => {});
    } finally {
      clearTimeout(late);
      this.inHand.delete(held);
      this.asked.add(kind);
      if (isShown) await this.parts.room.tell(id).catch(() => undefined);
    }
  }

  private async run(name: string, work: TaskWork<unknown>): Promise<void> {
    const read = this.kind(name).payload.safeParse(work.payload);
    if (!read.success)
      throw new TaskRefused('Fault in the program: this task was given facts that do not fit its kind');
    // The payload was read by the schema of its own kind.
    const run = (this.parts.runs as Record<string, (work: TaskWork<never>) => Promise<void>>)[name];
    await run?.({ ...work, payload: read.data as never });
  }

  /** It needs no place while it waits; afterwards it goes on at once, even where others took all places meanwhile. */
  private async rest(held: InHand, forMs: number): Promise<void> {
    held.rests = true;
    this.asked.add(held.kind);
    this.wake();
    try {
      await pause(forMs, undefined, { signal: held.abort.signal });
    } finally {
      held.rests = false;
    }
  }

  private async settleBroken({ kind, id, retryCount, abort }: InHand, error: unknown): Promise<void> {
    const { room, store, log } = this.parts;
    const attempt = { id, retryCount };
    if (abort.signal.reason instanceof ProgramEnds) return giveBack(store.db, kind, attempt);
    if (error instanceof TaskPostponed) return giveBack(store.db, kind, attempt, error.forMs);
    const reason = storableText(error instanceof Error ? error.message : String(error));
    log.warn({ err: error, task: id, kind }, 'a task failed');
    if (error instanceof TaskRefused) await makeLastTry(store.db, kind, attempt);
    await room.boss.fail(kind, attempt, { reason });
  }

  /** What is in hand, by kind. */
  private held(): Map<string, InHand[]> {
    return Map.groupBy(this.inHand, (held) => held.kind);
  }

  private async beat(): Promise<void> {
    for (const [kind, held] of this.held())
      await this.parts.room.boss.touch(
        kind,
        held.map(({ id, retryCount }) => ({ id, retryCount })),
      );
  }

  private async breakOffLost(): Promise<void> {
    for (const [kind, held] of this.held()) this.breakOff(await noLongerOurs(this.parts.store.db, kind, held));
  }

  /** Also called when the word of a Cancel is heard, so that nothing goes on until the next look. */
  private breakOff(ids: string[]): void {
    for (const { id, abort } of this.inHand) if (ids.includes(id)) abort.abort(new Error('The task was cancelled'));
  }

  /** Breaks off what is in hand: another process, or the next start, goes on with it. */
  abort(): void {
    for (const { abort } of this.inHand) abort.abort(new ProgramEnds('The program ended'));
  }

  /** Hears no more. */
  close(): void {
    this.stopHearing();
  }
}

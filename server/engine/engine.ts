import type { Logger } from 'pino';
import type { Store } from '../db/store.ts';
import type { Live } from '../live/live.ts';
import type { ClaimedAct } from './acts/claim.ts';
import { PostQueue } from './acts/post-queue.ts';
import { tellEnds } from './checks/check-progress.ts';
import { CheckQueue } from './checks/check-queue.ts';
import type { ClaimedCheck } from './checks/link-checks.ts';
import { ProbeQueue } from './checks/probe-queue.ts';
import type { CurrentOptions } from './options.ts';
import type { Queue, Work } from './queue.ts';
import { beat, heartbeatEveryMs, rescue, settleStatuses } from './rescue.ts';
import type { ReadPlan } from './runs/planning/to-plan.ts';
import { tick } from './runs/schedule-tick.ts';
import { TaskLoop } from './tasks/task-loop.ts';
import type { TaskRoom } from './tasks/task-room.ts';
import type { TaskRuns } from './tasks/task-work.ts';

/** The kinds of work, handed in by main; each must settle its post or check and never throws for outside reasons. */
export interface Jobs {
  workOnPost(post: ClaimedAct, signal: AbortSignal): Promise<void>;
  checkLink(check: ClaimedCheck, signal: AbortSignal): Promise<void>;
  /** Counts checks as done whose host has to be left alone. */
  settleHeldChecks(): Promise<number>;
  /** Begins what is checked by itself: link sets by their rhythm, balances of services. */
  startDueChecks(): Promise<void>;
  /** Ends what tasks and probes that were cancelled, given up, or lost with a process left as if it went on. */
  endAbandoned(): Promise<void>;
  /** Probes one site that asks for it; false when none does. */
  verifySite(signal: AbortSignal): Promise<boolean>;
  /** Tells counts and usage that changed since the last call. */
  tellCounts(): Promise<void>;
  readPlan: ReadPlan;
  tasks: TaskRuns;
}

interface EngineParts {
  store: Store;
  live: Live;
  log: Logger;
  bootId: string;
  roles: string;
  tasks: TaskRoom;
  options: CurrentOptions;
  jobs: Jobs;
}

/** With nothing to do the queues are looked at this often, in ms; wake() cuts the wait short. */
const idleMs = 500;
const tickEveryMs = 1_000;

/** The engine of one process: claims, works, ticks, rescues, until it is stopped. */
export class Engine {
  private readonly parts: EngineParts;
  private readonly abort = new AbortController();
  private readonly inWork = new Set<Promise<void>>();
  private readonly posts: PostQueue;
  private readonly checks: CheckQueue;
  private readonly probes: ProbeQueue;
  private readonly tasks: TaskLoop;
  private readonly queues: Queue[];
  private roundAt = Date.now();
  private nextTickAt = 0;
  private nextBeatAt = 0;
  private wakeUp: (() => void) | undefined;
  private woken = false;
  private loop: Promise<void> | undefined;
  private stopping = false;
  private died = false;

  constructor(parts: EngineParts) {
    this.parts = parts;
    const { store, live, log, bootId, tasks: room, jobs } = parts;
    const { signal } = this.abort;
    const wake = () => this.signal();
    this.posts = new PostQueue(parts, (post) => jobs.workOnPost(post, signal));
    this.checks = new CheckQueue(parts, (check) => jobs.checkLink(check, signal), wake);
    this.probes = new ProbeQueue(async () => !this.stopping && (await jobs.verifySite(signal)));
    this.tasks = new TaskLoop({ store, live, log, room, runs: jobs.tasks, bootId }, wake);
    this.queues = [this.posts, this.checks, this.probes, this.tasks];
  }

  /** Takes up what an earlier process left, then begins. */
  async start(): Promise<void> {
    const { store, bootId, roles, log } = this.parts;
    await beat(store, bootId, roles);
    await settleStatuses(store);
    const freed = await rescue(this.parts, bootId);
    if (freed > 0) log.info({ posts: freed }, 'took up posts that an earlier process left');
    this.loop = this.run();
  }

  /** What /health and /metrics show. */
  get health() {
    return {
      running: this.loop !== undefined && !this.died,
      sinceRoundMs: Date.now() - this.roundAt,
      inWork: this.posts.size + this.checks.size + this.tasks.size,
    };
  }

  /** Something new was asked for: the next round also ticks. */
  wake(): void {
    this.nextTickAt = 0;
    this.signal();
  }

  /** There may be work: the wait ends now, or does not begin. */
  private signal(): void {
    this.woken = true;
    this.wakeUp?.();
  }

  /** Begins nothing more and waits for what is in work; after `forMs` that is cut off and left to the rescue. */
  async stop(forMs = 10_000): Promise<void> {
    this.stopping = true;
    this.signal();
    await this.loop;
    this.tasks.close();
    // A task is broken off between its portions, another process or the next start goes on.
    this.tasks.abort();
    const cut = setTimeout(() => this.abort.abort(), forMs);
    await Promise.allSettled(this.inWork);
    clearTimeout(cut);
  }

  private async run(): Promise<void> {
    while (!this.stopping) {
      try {
        const busy = await this.round();
        this.roundAt = Date.now();
        if (!busy) await this.rest();
      } catch (error) {
        this.parts.log.error({ err: error }, 'an engine round failed');
        await this.rest();
      }
    }
    this.died = true;
  }

  private async round(): Promise<boolean> {
    const now = Date.now();
    if (now >= this.nextBeatAt) {
      this.nextBeatAt = now + heartbeatEveryMs;
      await this.beat();
    }
    if (now >= this.nextTickAt) {
      this.nextTickAt = now + tickEveryMs;
      await this.tick(now);
    }
    let claimed = 0;
    for (const queue of this.queues)
      for (const work of await queue.claim()) {
        claimed += 1;
        this.begin(work);
      }
    return claimed > 0;
  }

  private async beat(): Promise<void> {
    const { store, bootId, roles } = this.parts;
    await beat(store, bootId, roles);
    await rescue(this.parts, bootId);
    await this.posts.letGoUnheld();
  }

  private async tick(now: number): Promise<void> {
    const { jobs } = this.parts;
    const { toVerify } = await tick(this.parts, jobs.readPlan);
    await jobs.tellCounts();
    await jobs.startDueChecks();
    await jobs.endAbandoned();
    if ((await jobs.settleHeldChecks()) > 0) this.nextTickAt = 0;
    await tellEnds(this.parts);
    await this.tasks.tick(now);
    this.checks.look();
    if (toVerify) this.probes.look();
  }

  private begin(work: Work): void {
    const done = work()
      .catch((error: Error) => this.parts.log.error({ err: error }, 'work failed; the rescue takes it up'))
      .finally(() => {
        this.inWork.delete(done);
        // A free place, and perhaps a site that is ready again.
        this.signal();
      });
    this.inWork.add(done);
  }

  private rest(): Promise<void> {
    if (this.stopping || this.woken) {
      this.woken = false;
      return Promise.resolve();
    }
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, idleMs);
      this.wakeUp = () => {
        clearTimeout(timer);
        this.wakeUp = undefined;
        this.woken = false;
        resolve();
      };
    });
  }
}

import type { Logger } from 'pino';
import type { Store } from '../db/store.ts';
import type { Live } from '../live/live.ts';
import { type ClaimedPost, claimPosts } from './acts/claim.ts';
import { letGoUnheld } from './acts/post-outcome.ts';
import { tellEnds } from './checks/check-progress.ts';
import { type ClaimedCheck, claimChecks, hostGapMs } from './checks/link-checks.ts';
import type { CurrentOptions } from './options.ts';
import { beat, heartbeatEveryMs, rescue, settleStatuses, signOffProcess } from './rescue.ts';
import type { ReadProject } from './runs/plan-project.ts';
import { tick } from './runs/schedule-tick.ts';
import { TaskLoop, type TaskRuns } from './tasks/task-loop.ts';
import type { TaskRoom } from './tasks/task-room.ts';

/** The kinds of work, handed in by main; each must settle its post or check and never throws for outside reasons. */
export interface Jobs {
  workOnPost(post: ClaimedPost, signal: AbortSignal): Promise<void>;
  checkLink(check: ClaimedCheck, signal: AbortSignal): Promise<void>;
  /** Counts checks as done whose host has to be left alone. */
  settleHeldChecks(): Promise<number>;
  /** Probes one site that asks for it; false when none does. */
  verifySite(signal: AbortSignal): Promise<boolean>;
  /** Tells counts and usage that changed since the last call. */
  tellCounts(): Promise<void>;
  readProject: ReadProject;
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

/** A claim takes few, so that several processes share a run; enough that it, and what follows, is done for many at once. */
const claimSize = 32;
const maxChecksAtOnce = 8;
const maxVerifiesAtOnce = 4;
/** With nothing to do the queues are looked at this often, in ms; wake() cuts the wait short. */
const idleMs = 500;
const tickEveryMs = 1_000;

/** The engine of one process: claims, works, ticks, rescues, until it is stopped. */
export class Engine {
  private readonly parts: EngineParts;
  private readonly abort = new AbortController();
  private readonly inWork = new Set<Promise<void>>();
  private readonly posts = new Set<number>();
  private checks = 0;
  private lookForChecks = true;
  private verifies = 0;
  private readonly tasks: TaskLoop;
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
    const { store, live, log, tasks: room, jobs } = parts;
    this.tasks = new TaskLoop({ store, live, log, room, runs: jobs.tasks }, () => this.signal());
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
      inWork: this.posts.size + this.checks + this.tasks.count,
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
    await signOffProcess(this.parts.store, this.parts.bootId);
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
    const { store, bootId, roles, jobs } = this.parts;
    const now = Date.now();
    if (now >= this.nextBeatAt) {
      this.nextBeatAt = now + heartbeatEveryMs;
      await beat(store, bootId, roles);
      await rescue(this.parts, bootId);
      await letGoUnheld(store.db, bootId, [...this.posts]);
    }
    if (now >= this.nextTickAt) {
      this.nextTickAt = now + tickEveryMs;
      const { toVerify } = await tick(this.parts, jobs.readProject);
      await jobs.tellCounts();
      if ((await jobs.settleHeldChecks()) > 0) this.nextTickAt = 0;
      await tellEnds(this.parts);
      await this.tasks.tick(now);
      this.lookForChecks = true;
      for (let at = this.verifies; toVerify && at < maxVerifiesAtOnce; at += 1)
        this.work('verifies', () => this.verify());
    }
    const claimed = await this.claim();
    const tasks = await this.tasks.claim((work) => this.work('tasks', work));
    return claimed + tasks > 0;
  }

  private async claim(): Promise<number> {
    const { store, bootId, jobs } = this.parts;
    const { maxPostingThreads } = await this.parts.options.read();
    const postRoom = Math.min(claimSize, maxPostingThreads - this.posts.size);
    const posts =
      postRoom > 0 ? await claimPosts(this.parts, { bootId, limit: postRoom, maxThreads: maxPostingThreads }) : [];
    for (const post of posts) {
      this.posts.add(post.id);
      this.work('posts', () => jobs.workOnPost(post, this.abort.signal).finally(() => this.posts.delete(post.id)));
    }
    const checkRoom = this.lookForChecks ? maxChecksAtOnce - this.checks : 0;
    this.lookForChecks = false;
    const checks = checkRoom > 0 ? await claimChecks(store, bootId, checkRoom) : [];
    for (const check of checks) this.work('checks', () => jobs.checkLink(check, this.abort.signal));
    if (checks.length > 0) this.lookAgainAfterGap();
    return posts.length + checks.length;
  }

  /** The hosts that were read may be read again when their gap is over. */
  private lookAgainAfterGap(): void {
    const timer = setTimeout(() => {
      this.lookForChecks = true;
      this.signal();
    }, hostGapMs);
    timer.unref();
  }

  /** Probes sites until none asks for it. */
  private async verify(): Promise<void> {
    let found = true;
    while (found && !this.stopping) found = await this.parts.jobs.verifySite(this.abort.signal);
  }

  private work(kind: 'posts' | 'checks' | 'verifies' | 'tasks', job: () => Promise<void>): void {
    if (kind === 'checks' || kind === 'verifies') this[kind] += 1;
    const done = job()
      .catch((error: Error) => this.parts.log.error({ err: error }, 'work failed; the rescue takes it up'))
      .finally(() => {
        if (kind === 'checks' || kind === 'verifies') this[kind] -= 1;
        this.inWork.delete(done);
        if (kind === 'checks') this.lookForChecks = true;
        // A free place, and perhaps a site that is ready again.
        if (kind !== 'verifies') this.signal();
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

import type { Store } from '../../db/store.ts';
import type { Queue, Work } from '../queue.ts';
import { type ClaimedCheck, claimChecks, hostGapMs } from './link-checks.ts';

const maxAtOnce = 8;

/** Readings of links that are due, one at a time per host. */
export class CheckQueue implements Queue {
  size = 0;
  private mayBeDue = true;
  private readonly parts: { store: Store; bootId: string };
  private readonly work: (check: ClaimedCheck) => Promise<void>;
  private readonly wake: () => void;

  constructor(parts: { store: Store; bootId: string }, work: (check: ClaimedCheck) => Promise<void>, wake: () => void) {
    this.parts = parts;
    this.work = work;
    this.wake = wake;
  }

  /** Something may be due: the next round looks. */
  look(): void {
    this.mayBeDue = true;
  }

  async claim(): Promise<Work[]> {
    const limit = this.mayBeDue ? maxAtOnce - this.size : 0;
    this.mayBeDue = false;
    if (limit <= 0) return [];
    const checks = await claimChecks(this.parts.store, this.parts.bootId, limit);
    this.size += checks.length;
    if (checks.length > 0) this.lookAfterGap();
    return checks.map((check) => () => this.work(check).finally(() => this.end()));
  }

  private end(): void {
    this.size -= 1;
    this.look();
  }

  /** The hosts that were read may be read again when their gap is over. */
  private lookAfterGap(): void {
    const timer = setTimeout(() => {
      this.look();
      this.wake();
    }, hostGapMs);
    timer.unref();
  }
}

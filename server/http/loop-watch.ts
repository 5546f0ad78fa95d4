import { monitorEventLoopDelay } from 'node:perf_hooks';

/** How long a window of the measure is, in ms. */
const windowMs = 15_000;

/** Delays of the event loop in ms, over the last one or two windows. */
export interface LoopDelay {
  maxMs: number;
  p99Ms: number;
}

/** Measures at all times how long the event loop was held up: whatever holds it holds everybody. */
export class LoopWatch {
  readonly #histogram = monitorEventLoopDelay({ resolution: 10 });
  readonly #timer: NodeJS.Timeout;
  #before: LoopDelay = { maxMs: 0, p99Ms: 0 };

  constructor() {
    this.#histogram.enable();
    this.#timer = setInterval(() => {
      this.#before = this.#now();
      this.#histogram.reset();
    }, windowMs);
    this.#timer.unref();
  }

  get delay(): LoopDelay {
    const now = this.#now();
    return { maxMs: Math.max(now.maxMs, this.#before.maxMs), p99Ms: Math.max(now.p99Ms, this.#before.p99Ms) };
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#histogram.disable();
  }

  #now(): LoopDelay {
    // Nothing measured yet is told as a not-a-number or the smallest value.
    const inMs = (value: number) => (Number.isFinite(value) ? Math.round(value / 1e5) / 10 : 0);
    return { maxMs: inMs(this.#histogram.max), p99Ms: inMs(this.#histogram.percentile(99)) };
  }
}

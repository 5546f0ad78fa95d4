import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

/** How a room is made. */
export interface RoomOptions {
  /** The script of its workers: answers every message with one. */
  script: URL;
  /** Memory of one worker, in MB. */
  memoryMb: number;
  /** Memory beside its heap, in MB: what buffers hold, which no limit of a heap bounds. Missing: not looked at. */
  buffersMb?: number;
  /** Longest time for one piece of work; its worker is ended then. */
  maxMs: number;
  /** What may wait, in bytes of all its inputs. */
  waitingBytes: number;
}

/** More waits already than a room has space for. */
export class RoomFull extends Error {
  override name = 'RoomFull';
}

/** A worker ran out of time or memory over its work. */
export class WorkGone extends Error {
  override name = 'WorkGone';
}

interface Work<I, O> {
  input: I;
  size: number;
  transfer: ArrayBuffer[];
  signal: AbortSignal | undefined;
  resolve(output: O): void;
  reject(error: Error): void;
}

/** A worker without work is ended after this time: what it has grown to is given back. */
const idleMs = 20_000;
/** How often its buffers are looked at while it works: the fastest unpacking adds some 50 MB meanwhile. */
const lookMs = 50;
/** One processor is left to the event loop. */
const mostWorkers = Math.max(1, Math.min(4, availableParallelism() - 1));

/** A few worker threads that are used again and again, with a bounded queue before them. */
export class WorkerRoom<I, O> {
  readonly #options: RoomOptions;
  readonly #idle = new Map<Worker, NodeJS.Timeout>();
  readonly #all = new Set<Worker>();
  readonly #waiting: Work<I, O>[] = [];
  #waitingBytes = 0;

  constructor(options: RoomOptions) {
    this.#options = options;
  }

  /**
   * Has a piece of work done; `transfer` is handed over instead of copied, and not ours any more. When `signal` fires, work
   * that waits is dropped, and the worker that does it is ended: it holds nobody up.
   */
  run(input: I, size: number, transfer: ArrayBuffer[] = [], signal?: AbortSignal): Promise<O> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const work = { input, size, transfer, signal, resolve, reject };
      const worker = this.#free();
      if (worker) return this.#begin(worker, work);
      if (this.#waitingBytes + size > this.#options.waitingBytes) return reject(new RoomFull());
      this.#waitingBytes += size;
      this.#waiting.push(work);
      signal?.addEventListener('abort', () => this.#drop(work), { once: true });
    });
  }

  #drop(work: Work<I, O>): void {
    const at = this.#waiting.indexOf(work);
    if (at < 0) return;
    this.#waiting.splice(at, 1);
    this.#waitingBytes -= work.size;
    work.reject(work.signal?.reason);
  }

  async close(): Promise<void> {
    for (const { reject } of this.#waiting.splice(0)) reject(new WorkGone());
    await Promise.all([...this.#all].map((worker) => worker.terminate()));
  }

  #free(): Worker | undefined {
    const [known] = this.#idle;
    if (known) {
      clearTimeout(known[1]);
      this.#idle.delete(known[0]);
      return known[0];
    }
    if (this.#all.size >= mostWorkers) return undefined;
    const limits = { maxOldGenerationSizeMb: this.#options.memoryMb, maxYoungGenerationSizeMb: 32 };
    const worker = new Worker(this.#options.script, { resourceLimits: limits });
    // It may fail once more while it ends: nobody listening would end the process.
    worker.on('error', () => {});
    this.#all.add(worker);
    return worker;
  }

  #begin(worker: Worker, { input, transfer, signal, resolve, reject }: Work<I, O>): void {
    let isOver = false;
    const end = (isLost: boolean) => {
      isOver = true;
      clearTimeout(timer);
      clearInterval(watch);
      worker.off('error', fail).off('exit', fail).off('message', finish);
      signal?.removeEventListener('abort', leave);
      if (isLost) this.#lose(worker);
      else this.#rest(worker);
    };
    const fail = () => {
      if (isOver) return;
      end(true);
      reject(new WorkGone());
    };
    const leave = () => {
      if (isOver) return;
      end(true);
      reject(signal?.reason);
    };
    const timer = setTimeout(fail, this.#options.maxMs);
    const watch = this.#watchBuffers(worker, fail);
    const finish = (output: O) => {
      end(false);
      resolve(output);
    };
    worker.on('error', fail).on('exit', fail).on('message', finish);
    signal?.addEventListener('abort', leave, { once: true });
    worker.ref();
    worker.postMessage(input, transfer);
  }

  #watchBuffers(worker: Worker, fail: () => void): NodeJS.Timeout | undefined {
    const { buffersMb } = this.#options;
    if (buffersMb === undefined) return undefined;
    const look = async () => {
      // One that has not begun, or has ended, has no heap to tell of; Node before 24 tells of none.
      const heap = await worker.getHeapStatistics?.().catch(() => undefined);
      if (heap && heap.external_memory > buffersMb * 1024 * 1024) fail();
    };
    return setInterval(() => void look(), lookMs);
  }

  #lose(worker: Worker): void {
    this.#all.delete(worker);
    void worker.terminate();
    this.#next();
  }

  #rest(worker: Worker): void {
    const timer = setTimeout(() => {
      this.#idle.delete(worker);
      this.#lose(worker);
    }, idleMs);
    timer.unref();
    worker.unref();
    this.#idle.set(worker, timer);
    this.#next();
  }

  #next(): void {
    const [work] = this.#waiting;
    const worker = work && this.#free();
    if (!worker) return;
    this.#waiting.shift();
    this.#waitingBytes -= work.size;
    this.#begin(worker, work);
  }
}

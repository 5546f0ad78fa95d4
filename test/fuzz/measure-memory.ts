import { Worker } from 'node:worker_threads';
import { type Recipe, textOf } from './worst-text.ts';

/** What the worker of a measure is asked. */
export interface MemoryOrder {
  /** Of the parser; '' for none. */
  name: string;
  /** Made elsewhere: making it takes memory too. */
  text: string;
}

/** Heap before the parser runs, and most of the buffers beside it while it runs. */
export interface MemoryReport {
  heapBytes: number;
  bufferBytes: number;
}

const mib = 1_024 * 1_024;
/** No parser takes more than so many times its text, the text itself counted. */
export const mostTimes = 10;
/** What the heap needs around any work, in MB: room for young objects, and pages that are half full. */
const slackMb = 24;
let baseMb: number | undefined;

/**
 * True when a parser stays within ten times its text: it runs in a worker that has no more heap than that, so that what a
 * collector would free does not count; buffers, which lie beside the heap, are watched.
 */
export async function staysInMemory(name: string, recipe: Recipe, length: number): Promise<boolean> {
  baseMb ??= ((await runIn(1_024, { name: '', text: '' }))?.heapBytes ?? 0) / mib;
  const allowed = length * mostTimes;
  const report = await runIn(Math.ceil(baseMb + slackMb + allowed / mib), { name, text: textOf(recipe, length) });
  return report !== undefined && report.bufferBytes <= allowed;
}

/** Undefined when it ran out of memory. */
function runIn(heapMb: number, order: MemoryOrder): Promise<MemoryReport | undefined> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./memory-worker.ts', import.meta.url), {
      workerData: order,
      resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 16 },
    });
    worker.once('message', resolve);
    worker.once('error', () => resolve(undefined));
    worker.once('exit', () => resolve(undefined));
  });
}

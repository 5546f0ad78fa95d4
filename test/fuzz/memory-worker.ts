import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parentPort, workerData } from 'node:worker_threads';
import type { MemoryOrder, MemoryReport } from './measure-memory.ts';
import { parsers } from './parsers.ts';

const { name, text } = workerData as MemoryOrder;
const parser = parsers.find((one) => one.name === name);
setFlagsFromString('--expose-gc');
(runInNewContext('gc') as () => void)();
const { heapUsed, arrayBuffers } = process.memoryUsage();
let most = arrayBuffers;
const timer = setInterval(() => {
  most = Math.max(most, process.memoryUsage().arrayBuffers);
}, 2);
if (parser) {
  try {
    await parser.run(text);
  } catch {
    // Refused.
  }
}
clearInterval(timer);
most = Math.max(most, process.memoryUsage().arrayBuffers);
parentPort?.postMessage({ heapBytes: heapUsed, bufferBytes: most - arrayBuffers } satisfies MemoryReport);

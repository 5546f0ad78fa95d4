import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { readPdf } from './read-pdf.ts';

// A thread has a priority of its own on Linux: where processors are scarce, the event loop goes first.
if (process.platform === 'linux') setPriority(0, 10);

parentPort?.on('message', async (bytes: Uint8Array) => {
  parentPort?.postMessage(await readPdf(bytes));
});

import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { TooLong } from './pdf/lay-out.ts';
import { type PdfInput, renderPdf } from './pdf/render-pdf.ts';

// A thread has a priority of its own on Linux: where processors are scarce, the event loop goes first.
if (process.platform === 'linux') setPriority(0, 10);

parentPort?.on('message', async (input: PdfInput) => {
  const refusal = (error: unknown) => {
    if (error instanceof TooLong) return error.message;
    throw error;
  };
  parentPort?.postMessage(await renderPdf(input).catch(refusal));
});

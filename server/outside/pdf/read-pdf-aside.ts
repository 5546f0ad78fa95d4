import { WorkerRoom } from '../../workers/worker-room.ts';
import { answerLimit } from '../exchange.ts';
import type { ParsedPage } from '../page-parser.ts';

/** Where PDFs of strangers are read. */
export type PdfRoom = WorkerRoom<Uint8Array, ParsedPage | string>;

/** A few kilobytes of a PDF may unpack to gigabytes, which lie outside of a worker's heap. */
export function createPdfRoom(maxMs = 30_000): PdfRoom {
  const script = new URL('./pdf-worker.ts', import.meta.url);
  return new WorkerRoom({ script, memoryMb: 256, buffersMb: 384, maxMs, waitingBytes: 6 * answerLimit });
}

/** True for what is a PDF by its type, or by its first letters where the type tells nothing. */
export function isPdf(type: string, body: Uint8Array): boolean {
  if (/^application\/(x-)?pdf\b/i.test(type.trim())) return true;
  if (/html|xml|^text\//i.test(type)) return false;
  return Buffer.from(body.subarray(0, 1_024)).includes('%PDF-');
}

import { parentPort } from 'node:worker_threads';
import { openPackedText, packText } from '#domain/rules/packed-text.ts';
import { storable } from '#domain/rules/storable-text.ts';

/** A wizard to pack, or a packed one to open. */
export type PackTask = { pack: string } | { open: string };

function done(task: PackTask): string | null {
  if ('pack' in task) return packText(task.pack);
  try {
    return JSON.stringify(storable(openPackedText(task.open)));
  } catch {
    return null;
  }
}

parentPort?.on('message', (task: PackTask) => parentPort?.postMessage(done(task)));

import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Wizard, wizardTexts } from '#domain/contract/wizards.ts';
import { Refusal } from '../../../errors/refusal.ts';
import { WorkerRoom } from '../../../workers/worker-room.ts';
import type { PackTask } from './packed-worker.ts';
import { readInTurns } from './read-in-turns.ts';

/** Packing is slow and a packed text may be a bomb: neither holds up the event loop. What waits is held by its request. */
const room = new WorkerRoom<PackTask, string | null>({
  script: new URL('./packed-worker.ts', import.meta.url),
  memoryMb: 512,
  maxMs: 20_000,
  waitingBytes: Number.POSITIVE_INFINITY,
});

/** The wizard of a call, as compressed text or as it is, with all that it lacks filled in (D-GEN-08). */
export async function openWizard(sent: string | Record<string, unknown>): Promise<Wizard> {
  const opened = typeof sent === 'string' ? await unpacked(sent) : sent;
  const wizard = opened === null ? null : await readInTurns(opened);
  if (!wizard) throw new Refusal('INVALID', wizardTexts.unreadable, { field: 'wizard' });
  return wizard;
}

async function unpacked(text: string): Promise<unknown> {
  const json = await room.run({ open: text }, text.length).catch(() => null);
  // Reading and checking tens of thousands of marks are turns of the event loop of their own.
  await nextTurn();
  const value: unknown = json === null ? null : JSON.parse(json);
  await nextTurn();
  return value;
}

/** A wizard as compressed text. */
export async function packWizard(wizard: Wizard): Promise<string> {
  const json = JSON.stringify(wizard);
  const packed = await room.run({ pack: json }, json.length);
  if (packed === null) throw new Error('A wizard could not be packed');
  return packed;
}

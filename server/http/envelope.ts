import { setImmediate as nextTurn } from 'node:timers/promises';
import { openEnvelope } from '#domain/rules/envelope.ts';
import { Malformed } from '../errors/refusal.ts';
import { WorkerRoom } from '../workers/worker-room.ts';
import type { Opened } from './envelope-worker.ts';
import { refuseBadText } from './well-formed.ts';

/** Payloads up to this length are opened on the spot; longer ones may take time and memory. */
const inlineLength = 8_000;
/** What waits is held by its request in any case. */
const room = new WorkerRoom<string, Opened>({
  script: new URL('./envelope-worker.ts', import.meta.url),
  memoryMb: 512,
  maxMs: 20_000,
  waitingBytes: Number.POSITIVE_INFINITY,
});

/**
 * Opens a wire envelope (D-GEN-07); plain bodies pass as they are (D-GEN-06). Long payloads are
 * opened in a worker with a memory limit, so that neither a large save nor a packed bomb
 * holds up the event loop.
 */
export async function openBody(body: unknown): Promise<unknown> {
  if (typeof body !== 'object' || body === null || !('payload' in body)) return body;
  const { payload } = body;
  if (typeof payload !== 'string') throw new Malformed('payload: Invalid input: expected string');
  if (payload.length > inlineLength) {
    const long: unknown = JSON.parse(await openInWorker(payload));
    // Reading and checking 200,000 marks are two turns of the event loop, not one.
    await nextTurn();
    return long;
  }
  const value = openHere(payload);
  refuseBadText(value);
  return value;
}

function openHere(payload: string): unknown {
  try {
    return openEnvelope(payload);
  } catch {
    throw new Malformed('payload: could not be read');
  }
}

/** The value as JSON text, free of what the store cannot take. */
async function openInWorker(payload: string): Promise<string> {
  const opened = await room.run(payload, payload.length).catch((): Opened => ({}));
  if (opened.json === undefined) throw new Malformed(opened.refusal ?? 'payload: could not be read');
  return opened.json;
}

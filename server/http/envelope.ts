import { Worker } from 'node:worker_threads';
import { openEnvelope } from '#domain/rules/envelope.ts';
import { Malformed } from '../errors/refusal.ts';

/** Payloads up to this length are opened on the spot; longer ones may take time and memory. */
const inlineLength = 8_000;
const workerLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 64 };
const maxWorkMs = 20_000;

/**
 * Opens a wire envelope (D-GEN-07); plain bodies pass as they are (D-GEN-06). Long payloads are
 * opened in a worker with a memory limit, so that neither a large save nor a packed bomb
 * holds up the event loop.
 */
export async function openBody(body: unknown): Promise<unknown> {
  if (typeof body !== 'object' || body === null || !('payload' in body)) return body;
  const { payload } = body;
  if (typeof payload !== 'string') throw new Malformed('payload: Invalid input: expected string');
  if (payload.length > inlineLength) return openInWorker(payload);
  try {
    return openEnvelope(payload);
  } catch {
    throw new Malformed('payload: could not be read');
  }
}

function openInWorker(payload: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./envelope-worker.ts', import.meta.url), {
      workerData: payload,
      resourceLimits: workerLimits,
    });
    const refuse = () => {
      void worker.terminate();
      reject(new Malformed('payload: could not be read'));
    };
    const timer = setTimeout(refuse, maxWorkMs);
    worker.once('error', refuse);
    worker.once('message', (message: { value?: unknown }) => {
      clearTimeout(timer);
      void worker.terminate();
      if ('value' in message) resolve(message.value);
      else refuse();
    });
  });
}

import type { Envelope } from '#domain/rules/envelope.ts';
import type { Packing } from './pack.ts';

/** Above this many characters the packing would be felt: it goes to a worker. */
const inlineLength = 20_000;

/** Packs JSON text for the wire. */
export const seal = (json: string): Promise<Envelope> => packed<Envelope>({ json, as: 'envelope' });

/** JSON text as compressed URI-safe text. */
export const compressed = (json: string): Promise<string> => packed<string>({ json, as: 'text' });

/** The cipher is loaded when first needed: no screen needs it for its first paint. */
async function packed<T extends Envelope | string>(packing: Packing): Promise<T> {
  if (packing.json.length > inlineLength) return inWorker<T>(packing);
  const { pack } = await import('./pack.ts');
  return pack(packing) as T;
}

function inWorker<T>(packing: Packing): Promise<T> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./seal-worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<T>) => {
      worker.terminate();
      resolve(data);
    };
    worker.onerror = (event) => {
      worker.terminate();
      reject(new Error(event.message || 'The change could not be packed for sending'));
    };
    worker.postMessage(packing);
  });
}

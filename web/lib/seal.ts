import type { Envelope } from '#domain/rules/envelope.ts';

/** Above this many characters the packing would be felt: it goes to a worker. */
const inlineLength = 20_000;

/** Packs JSON text for the wire. The cipher is loaded when first needed: no screen needs it for its first paint. */
export async function seal(json: string): Promise<Envelope> {
  if (json.length > inlineLength) return sealInWorker(json);
  const { sealText } = await import('#domain/rules/envelope.ts');
  return sealText(json, crypto.getRandomValues(new Uint8Array(12)));
}

function sealInWorker(json: string): Promise<Envelope> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./seal-worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<Envelope>) => {
      worker.terminate();
      resolve(data);
    };
    worker.onerror = (event) => {
      worker.terminate();
      reject(new Error(event.message || 'The change could not be packed for sending'));
    };
    worker.postMessage(json);
  });
}

import { Readable } from 'node:stream';
import type { Product } from './product.ts';

/** Times work against the product; prints its duration, the longest event-loop delay and the memory over idle. */
export function measure(product: Product) {
  const idle = product.memoryMb();
  console.log(`idle: ${idle.own.toFixed(0)} MB product, ${idle.store.toFixed(0)} MB store`);
  return async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    await product.loopMaxMs();
    let peak = product.memoryMb();
    let ownPeak = peak.own;
    const sample = setInterval(() => {
      const now = product.memoryMb();
      if (now.own + now.store > peak.own + peak.store) peak = now;
      ownPeak = Math.max(ownPeak, now.own);
    }, 250);
    const began = performance.now();
    const result = await work();
    const ms = performance.now() - began;
    clearInterval(sample);
    const loop = await product.loopMaxMs();
    const over = Math.max(0, peak.own + peak.store - idle.own - idle.store);
    const own = Math.max(0, ownPeak - idle.own);
    console.log(
      `${name.padEnd(46)} ${ms.toFixed(ms < 100 ? 1 : 0).padStart(8)} ms   loop max ${loop.toFixed(0).padStart(3)} ms   memory +${over.toFixed(0)} MB (product +${own.toFixed(0)})`,
    );
    return result;
  };
}

/** Sends lines as one file, as a stream; `lineOf` makes the line of a number. */
export async function sendLines(
  product: Product,
  { path, nLines, lineOf }: { path: string; nLines: number; lineOf: (number: number) => string },
): Promise<Response> {
  async function* multipart(): AsyncIterable<Buffer> {
    const head = 'Content-Disposition: form-data; name="file"; filename="lines.txt"\r\nContent-Type: text/plain';
    let text = `--b\r\n${head}\r\n\r\n`;
    for (let number = 0; number < nLines; number += 1) {
      text += `${lineOf(number)}\n`;
      if (text.length > 65_536) {
        yield Buffer.from(text);
        text = '';
      }
    }
    yield Buffer.from(`${text}\r\n--b--\r\n`);
  }
  return product.request(path, {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    body: Readable.toWeb(Readable.from(multipart())) as ReadableStream,
    duplex: 'half',
  });
}

/** Reads an answer to its end; gives its size in bytes. */
export async function drain(response: Response): Promise<number> {
  let bytes = 0;
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) bytes += chunk.length;
  return bytes;
}

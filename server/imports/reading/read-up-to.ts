import type { Readable } from 'node:stream';

/** The bytes of a stream, undefined when they are more than `max`: what is more is read, but not kept. */
export async function readUpTo(stream: Readable, max: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    length += chunk.length;
    // Read on to the end: the next part of an upload comes after it.
    if (length <= max) chunks.push(chunk);
  }
  return length > max ? undefined : Buffer.concat(chunks);
}

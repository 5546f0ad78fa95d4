import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw, createZstdDecompress } from 'node:zlib';
import { answerLimit } from './exchange.ts';

/** No page shrinks to so small a part of itself; what does, from this length on, is a bomb. */
const bombRatio = 200;
const bombLength = 1_024 * 1_024;

/** The body of a page unpacked, at most `most` of it; undefined when it cannot be unpacked. */
export async function unpackBody(
  packed: Buffer,
  packing: string,
  most = answerLimit,
): Promise<Buffer | 'bomb' | undefined> {
  const packings = packing
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity');
  let body: Buffer | 'bomb' | undefined = packed;
  for (const name of packings.reverse().slice(0, 3))
    if (typeof body === 'object') body = await unpack(body, name, most);
  return body;
}

/** Reads what comes out only up to the limit, and of a bomb only until it shows: a small answer may hold gigabytes. */
async function unpack(body: Buffer, packing: string, most: number): Promise<Buffer | 'bomb' | undefined> {
  const unpacker = unpackerOf(packing, body);
  if (unpacker === undefined) return undefined;
  const parts: Buffer[] = [];
  let length = 0;
  // Its fault may come before or after we read: nobody listening would end the process.
  unpacker.on('error', () => {});
  unpacker.end(body);
  try {
    for await (const part of unpacker as AsyncIterable<Buffer>) {
      parts.push(part.subarray(0, most - length));
      length += part.length;
      if (length >= bombLength && length > unpacker.bytesWritten * bombRatio) return 'bomb';
      if (length >= most) break;
    }
  } catch {
    return undefined;
  }
  return Buffer.concat(parts);
}

/** Each piece is a turn of the event loop. */
const chunkSize = 64 * 1_024;

function unpackerOf(packing: string, body: Buffer) {
  if (packing === 'gzip' || packing === 'x-gzip') return createGunzip({ chunkSize });
  if (packing === 'br') return createBrotliDecompress({ chunkSize });
  if (packing === 'zstd') return createZstdDecompress({ chunkSize });
  // "deflate" means zlib, but some servers send it bare.
  if (packing === 'deflate')
    return ((body[0] ?? 0) & 0x0f) === 8 ? createInflate({ chunkSize }) : createInflateRaw({ chunkSize });
  return undefined;
}

/** The text of a page: by its byte-order mark, its header, its own meta element, else UTF-8 or Latin-1. */
export function decodePage(body: Buffer, contentType: string): string {
  const named = markOf(body) ?? charsetIn(contentType) ?? ownCharset(body);
  const text = decode(body, named ?? 'utf-8', named === undefined);
  return text ?? decode(body, named === undefined ? 'windows-1252' : 'utf-8', false) ?? '';
}

function markOf(body: Buffer): string | undefined {
  if (body[0] === 0xff && body[1] === 0xfe) return 'utf-16le';
  if (body[0] === 0xfe && body[1] === 0xff) return 'utf-16be';
  return body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? 'utf-8' : undefined;
}

function charsetIn(text: string): string | undefined {
  return /charset\s*=\s*["']?\s*([\w.:-]+)/i.exec(text)?.[1]?.toLowerCase();
}

/** As the page says itself; one that can be read so far is not in UTF-16. */
function ownCharset(body: Buffer): string | undefined {
  const head = body.toString('latin1', 0, 4096).replace(/<!--.*?(-->|$)/gs, '');
  const meta = head.split(/<meta/i).slice(1);
  const found = meta.map((part) => charsetIn(part.split('>', 1)[0] ?? '')).find((name) => name !== undefined);
  const charset = found ?? /^\s*<\?xml[^>]*encoding\s*=\s*["']([\w.:-]+)/i.exec(head)?.[1];
  return charset && /^utf-?16/i.test(charset) ? 'utf-8' : charset;
}

/** Undefined for an unknown charset, or, when it is a guess, for a text that is not written in it. */
function decode(body: Buffer, charset: string, fatal: boolean): string | undefined {
  try {
    // A letter that the end cuts through is no fault.
    return new TextDecoder(charset, { fatal }).decode(body, { stream: true });
  } catch {
    return undefined;
  }
}

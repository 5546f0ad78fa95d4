import { setImmediate as nextTurn } from 'node:timers/promises';
import { WorkerRoom } from '../workers/worker-room.ts';
import { answerLimit } from './exchange.ts';
import { PageParser, type ParsedPage } from './page-parser.ts';
import { decodePage, unpackBody } from './page-text.ts';
import type { WireAnswer } from './send-request.ts';

/** A page as it came over the wire. */
export interface PageBody {
  bytes: Uint8Array;
  /** Its Content-Encoding, '' for none. */
  packing: string;
  type: string;
  address: string;
}

/** What a page holds, or why it cannot be read. */
export type BodyRead = ParsedPage | string;

/** Pages up to this length are read on the spot. */
const inlineLength = 200_000;
/** Letters that are read at one go, and the time after which other work comes in between, in ms. */
const portion = 8 * 1024;
const longestTurnMs = 10;

/** Reads a page that came packed or plain; what unpacks to more than is read of an answer is cut there. */
export async function readBody(body: PageBody): Promise<BodyRead> {
  return readUnpacked(body, await unpackBody(bufferOf(body), body.packing));
}

const bufferOf = ({ bytes }: PageBody) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

async function readUnpacked(body: PageBody, bytes: Awaited<ReturnType<typeof unpackBody>>): Promise<BodyRead> {
  if (bytes === 'bomb') return 'The page unpacks to far more than a page holds';
  if (bytes === undefined) return `The page could not be unpacked (${body.packing})`;
  const page = await parseInPortions(decodePage(bytes, body.type), body.address);
  if (bytes.length >= answerLimit) page.isCut = true;
  return page;
}

/** Where long pages are read, off the event loop. */
export type PageRoom = WorkerRoom<PageBody, BodyRead>;

/** A page of the longest kind takes a worker two seconds on a slow machine; in memory it is four times its text. */
export function createPageRoom(): PageRoom {
  const script = new URL('./page-worker.ts', import.meta.url);
  return new WorkerRoom({ script, memoryMb: 384, maxMs: 60_000, waitingBytes: 6 * answerLimit });
}

/** Reads a page on the spot when it is short, and in a worker when it is, or unpacks to, a long one. */
export async function readBodyAside(room: PageRoom, { body, headers }: WireAnswer, address: string): Promise<BodyRead> {
  const packing = String(headers['content-encoding'] ?? '');
  const page: PageBody = { bytes: body, packing, type: headers['content-type'] ?? 'text/html', address };
  if (body.length < inlineLength) {
    const bytes = await unpackBody(body, packing, inlineLength);
    if (typeof bytes !== 'object' || bytes.length < inlineLength) return readUnpacked(page, bytes);
  }
  const owns =
    body.length >= inlineLength && body.byteLength === body.buffer.byteLength && body.buffer instanceof ArrayBuffer;
  return room.run(page, body.length, owns ? [body.buffer as ArrayBuffer] : []);
}

/** Parses a page in turns with the rest of the process, however slow its text makes it. */
export async function parseInPortions(html: string, address: string): Promise<ParsedPage> {
  const parser = new PageParser(html, address);
  let from = performance.now();
  while (parser.read(portion)) {
    if (performance.now() - from < longestTurnMs) continue;
    await nextTurn();
    from = performance.now();
  }
  return parser.end();
}

import { Retryable } from '#connectors/kit/errors.ts';
import { describeStatus, retryAfterMs } from '#connectors/kit/read-answer.ts';
import type { PageReading } from '#domain/rules/page-reading.ts';
import { RoomFull, WorkGone } from '../workers/worker-room.ts';
import { checkUrl, RefusedAddress } from './address-policy.ts';
import { describeDeath } from './describe-death.ts';
import { answerLimit, WireDeath } from './exchange.ts';
import type { HostHolds, HostWait } from './host-holds.ts';
import { unpackBody } from './page-text.ts';
import { isPdf, type PdfRoom } from './pdf/read-pdf-aside.ts';
import { type BodyRead, type PageRoom, readBodyAside } from './read-body.ts';
import { sendRequest, type WireAnswer } from './send-request.ts';
import { strangerTo, type WayOut } from './way-out.ts';
import { redirectTarget } from './wire-answer.ts';

/** What a page reader needs of the outside. */
export interface PageReader {
  way: WayOut;
  userAgent: string;
  timeoutMs: number;
  /** Where long pages are read. */
  room: PageRoom;
  /** Where PDFs are read. */
  pdfRoom: PdfRoom;
  /** Hosts that asked to be left alone. */
  holds?: HostHolds | undefined;
}

const maxRedirects = 5;

/** How far a reading may go. */
export interface Route {
  /** Redirects that were followed before. */
  hops?: number;
  /** Stop where a redirect leaves the host: the answer says where it leads. */
  staysOnHost?: boolean;
}

/** Reads a public page without login or cookies. Throws Retryable when called off; every other trouble is in `reason`. */
export async function readPage(
  reader: PageReader,
  address: string,
  { signal, hops = 0, staysOnHost = false }: Route & { signal: AbortSignal },
): Promise<PageReading> {
  let finalUrl = address;
  try {
    let url = new URL(address);
    for (let hop = hops; ; hop += 1) {
      checkUrl(url);
      finalUrl = url.href;
      const wait = reader.holds?.waitOf(url.host);
      if (wait) return heldReading(finalUrl, wait);
      const wire = await fetchOnce(reader, url, signal);
      const { reading, refreshTo } = await readAnswer(reader, wire, url);
      if (wire.status === 429 || wire.status === 503) reader.holds?.hold(url.host, reading.retryAfterMs ?? 0);
      const target = redirectTarget(wire, url) ?? refreshTarget(refreshTo, url);
      if (target === undefined) return reading;
      if (hop >= maxRedirects) return { ...reading, unreadable: true, reason: 'The page redirects too often' };
      if (staysOnHost && target.host !== url.host) return { ...reading, movedTo: { url: target.href, hops: hop + 1 } };
      url = target;
    }
  } catch (error) {
    if (signal.aborted || (error instanceof WireDeath && error.kind === 'cancelled'))
      throw new Retryable('Reading the page was called off');
    if (error instanceof WorkGone) return intricate(finalUrl);
    const reason = describeTrouble(error, finalUrl, reader.timeoutMs);
    return { httpStatus: null, finalUrl, robots: null, links: [], reason };
  }
}

/** It will not be easier to read the next time. */
function intricate(finalUrl: string): PageReading {
  const reason = 'The page is too long or too intricate to be read';
  return { httpStatus: null, finalUrl, robots: null, links: [], unreadable: true, reason };
}

/** Not asked at all: nothing may leave for its host. */
function heldReading(finalUrl: string, { reason, forMs }: HostWait): PageReading {
  const wait = forMs === undefined ? {} : { retryAfterMs: forMs };
  return { httpStatus: null, finalUrl, robots: null, links: [], reason, ...wait };
}

async function fetchOnce(
  { way, userAgent, timeoutMs }: PageReader,
  url: URL,
  signal: AbortSignal,
): Promise<WireAnswer> {
  const headers = {
    'user-agent': userAgent,
    accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
    'accept-language': 'en,*;q=0.5',
  };
  const proxy = await way.proxyOf(strangerTo(url.href));
  return way.send(proxy, { method: 'GET', url, headers, timeoutMs, signal }, sendRequest);
}

function describeTrouble(error: unknown, address: string, timeoutMs: number): string {
  if (error instanceof RefusedAddress) return error.message;
  if (error instanceof RoomFull) return 'Too many long pages came in at once; this one is read later';
  if (error instanceof Retryable) return error.message;
  if (!(error instanceof WireDeath)) return `"${address}" is not a web address`;
  if (error.cause instanceof RefusedAddress) return error.cause.message;
  return describeDeath(error, new URL(address).host, timeoutMs);
}

/** Where a page sends its reader on by itself; one that only loads itself again does not. */
function refreshTarget(to: string | undefined, from: URL): URL | undefined {
  if (to === undefined || !URL.canParse(to)) return undefined;
  const target = new URL(to);
  target.hash = '';
  return target.href === from.href.replace(/#.*$/, '') || !/^https?:$/.test(target.protocol) ? undefined : target;
}

interface Read {
  reading: PageReading;
  refreshTo?: string | undefined;
}

async function readAnswer(reader: PageReader, wire: WireAnswer, url: URL): Promise<Read> {
  const { status, headers } = wire;
  // The body may be gone when it was read.
  const isCut = wire.body.length >= answerLimit;
  const reading: PageReading = { httpStatus: status, finalUrl: url.href, robots: null, links: [], reason: null };
  const wait = waitOf(wire);
  if (wait !== undefined) reading.retryAfterMs = wait;
  if (status < 200 || status >= 300)
    return { reading: { ...reading, reason: `The page answered ${describeStatus(status)}` } };
  const unreadable = (reason: string): Read => ({ reading: { ...reading, unreadable: true, reason } });
  const type = headers['content-type'] ?? 'text/html';
  const isFile = isPdf(headers['content-type'] ?? '', wire.body);
  if (!isFile && !/html|xml/i.test(type)) return unreadable(`The page is not HTML (${type})`);
  const page = isFile ? await readPdfBody(reader, wire) : await readBodyAside(reader.room, wire, url.href);
  if (typeof page === 'string') return unreadable(page);
  const header = headers['x-robots-tag'];
  const robots = [Array.isArray(header) ? header.join(', ') : header, page.robots].filter(Boolean);
  reading.links = page.links;
  reading.robots = robots.length > 0 ? robots.join(', ') : null;
  if (page.asksPassword) reading.asksPassword = true;
  if (page.isCut || isCut) reading.isCut = true;
  return { reading, refreshTo: page.refreshTo };
}

/** The table of a PDF stands at its end: one that is cut is not read. */
async function readPdfBody({ pdfRoom }: PageReader, { body, headers }: WireAnswer): Promise<BodyRead> {
  const packing = String(headers['content-encoding'] ?? '');
  const bytes = await unpackBody(body, packing);
  if (typeof bytes !== 'object') return `The PDF could not be unpacked (${packing})`;
  if (bytes.length >= answerLimit) return 'The PDF is too long to be read';
  const own = new Uint8Array(bytes);
  return pdfRoom.run(own, own.length, [own.buffer]);
}

/** The wait of a Retry-After header; a date in it is read by the server's own clock. */
function waitOf({ headers }: WireAnswer): number | undefined {
  const now = Date.parse(headers.date ?? '');
  return retryAfterMs(headers['retry-after'], Number.isNaN(now) ? Date.now() : now);
}

import { Parser } from 'htmlparser2';
import type { Agent } from 'undici';
import { Retryable } from '#connectors/kit/errors.ts';
import { describeStatus } from '#connectors/kit/read-answer.ts';
import type { PageLink, PageReading } from '#domain/rules/proof.ts';
import { checkUrl, RefusedAddress } from './address-policy.ts';
import { describeDeath } from './describe-death.ts';
import { sendRequest, type WireAnswer, WireDeath } from './send-request.ts';
import { decodeBody, redirectTarget } from './wire-answer.ts';

/** What a page reader needs of the outside. */
export interface PageReader {
  agent: Agent;
  userAgent: string;
  timeoutMs: number;
}

const maxRedirects = 5;

/** Reads a public page without login or cookies. Throws Retryable when called off; every other trouble is in `reason`. */
export async function readPage(reader: PageReader, address: string, signal: AbortSignal): Promise<PageReading> {
  const empty = { httpStatus: null, finalUrl: address, robots: null, links: [] };
  try {
    let url = new URL(address);
    for (let hop = 0; ; hop += 1) {
      checkUrl(url);
      const wire = await fetchOnce(reader, url, signal);
      const target = redirectTarget(wire, url);
      if (target === undefined) return readAnswer(wire, url);
      if (hop === maxRedirects) return { ...empty, httpStatus: wire.status, reason: 'The page redirects too often' };
      url = target;
    }
  } catch (error) {
    if (error instanceof WireDeath && error.kind === 'cancelled')
      throw new Retryable('Reading the page was called off');
    return { ...empty, reason: describeTrouble(error, address, reader.timeoutMs) };
  }
}

function fetchOnce(reader: PageReader, url: URL, signal: AbortSignal): Promise<WireAnswer> {
  const headers = {
    'user-agent': reader.userAgent,
    accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
    'accept-language': 'en,*;q=0.5',
  };
  return sendRequest(reader.agent, { method: 'GET', url, headers, timeoutMs: reader.timeoutMs, signal });
}

function describeTrouble(error: unknown, address: string, timeoutMs: number): string {
  if (error instanceof RefusedAddress) return error.message;
  if (!(error instanceof WireDeath)) return `"${address}" is not a web address`;
  if (error.cause instanceof RefusedAddress) return error.cause.message;
  return describeDeath(error, new URL(address).host, timeoutMs);
}

function readAnswer(wire: WireAnswer, url: URL): PageReading {
  const header = wire.headers['x-robots-tag'];
  const robots = Array.isArray(header) ? header.join(', ') : (header ?? null);
  const type = wire.headers['content-type'] ?? 'text/html';
  const reading: PageReading = { httpStatus: wire.status, finalUrl: url.href, robots, links: [], reason: null };
  if (wire.status < 200 || wire.status >= 300) reading.reason = `The page answered ${describeStatus(wire.status)}`;
  if (!/html|xml/i.test(type)) return { ...reading, reason: reading.reason ?? `The page is not HTML (${type})` };
  const page = parsePage(decodePage(wire), url.href);
  const robotsTexts = [reading.robots, page.robots].filter((text) => text !== null && text !== '');
  return { ...reading, links: page.links, robots: robotsTexts.length > 0 ? robotsTexts.join(', ') : null };
}

/** Takes the charset of a meta element when the header names none. */
function decodePage(wire: WireAnswer): string {
  const type = wire.headers['content-type'] ?? '';
  if (/charset/i.test(type)) return decodeBody(wire);
  const charset = /<meta[^>]+charset\s*=\s*["']?([\w.:-]+)/i.exec(wire.body.toString('latin1', 0, 2048))?.[1];
  const named = charset === undefined ? type : `text/html; charset=${charset}`;
  return decodeBody({ ...wire, headers: { ...wire.headers, 'content-type': named } });
}

/** Links and robots rule of an HTML text; hrefs resolved against its base, anchors folded and decoded. */
export function parsePage(html: string, address: string): { links: PageLink[]; robots: string | null } {
  const links: PageLink[] = [];
  const robots: string[] = [];
  let base = address;
  let open: { href: string; rel: string; text: string; alt: string } | undefined;
  const close = () => {
    if (open === undefined) return;
    const url = URL.canParse(open.href, base) ? new URL(open.href, base).href : open.href;
    links.push({ url, anchor: fold(open.text) || fold(open.alt), rel: fold(open.rel) });
    open = undefined;
  };
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (name === 'a') {
          close();
          if (attributes.href) open = { href: attributes.href.trim(), rel: attributes.rel ?? '', text: '', alt: '' };
        } else if (name === 'img' && open !== undefined) open.alt += ` ${attributes.alt ?? ''}`;
        else if (name === 'br' && open !== undefined) open.text += ' ';
        else if (name === 'base' && attributes.href && URL.canParse(attributes.href, address)) {
          base = new URL(attributes.href, address).href;
        } else if (name === 'meta' && attributes.name?.toLowerCase() === 'robots')
          robots.push(attributes.content ?? '');
      },
      ontext(text) {
        if (open !== undefined) open.text += text;
      },
      onclosetag(name) {
        if (name === 'a') close();
      },
    },
    { decodeEntities: true },
  );
  parser.end(html);
  close();
  return { links, robots: robots.length > 0 ? robots.join(', ') : null };
}

function fold(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

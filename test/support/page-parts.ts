import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ProofChange, ProofState } from '#domain/contract/proofs.ts';
import { pickOne, type Random, randomInt } from '#domain/rules/random.ts';
import type { ExpectedLink } from '#domain/rules/standing-links.ts';

export interface Seed {
  number: number;
  random: Random;
  /** Placed link of the page, as code and as facts. */
  link: { url: string; anchor: string; rel: string };
  html: string;
}
export interface Kind {
  states: ProofState[];
  changes?: ProofChange[];
  /** HTML of the body for pages that just answer. */
  body?: (seed: Seed) => string;
  answer?: (seed: Seed, request: IncomingMessage, response: ServerResponse) => void;
  wanted?: (seed: Seed) => ExpectedLink[];
}

const words = 'garden stone path tools shade water bench apple winter light gravel seed border hedge rain'.split(' ');
export const text = (random: Random, n: number) => Array.from({ length: n }, () => pickOne(random, words)).join(' ');
export const escaped = (value: string) =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

function paragraphs(random: Random, n: number): string {
  const menu = '<nav><ul><li><a href="/">Home</a><li><a href="/about" rel="nofollow">About us</a></ul></nav>';
  const lines = Array.from(
    { length: n },
    () => `<p>${text(random, 12)} <a href="/tag/${text(random, 1)}">${text(random, 2)}</a>.</p>`,
  );
  return `${menu}${lines.join('\n')}`;
}

/** A whole page around what the kind brings. */
export function wrap({ random }: Seed, inner: string, head = ''): string {
  const before = paragraphs(random, randomInt(random, 0, 4));
  const after = paragraphs(random, randomInt(random, 0, 4));
  return `<!doctype html><html lang="en"><head><title>${text(random, 3)}</title>${head}</head><body><main>${before}<p>${text(random, 4)} ${inner} ${text(random, 4)}</p>${after}</main></body></html>`;
}

export const html = { 'content-type': 'text/html; charset=utf-8' };
export const send = (
  response: ServerResponse,
  status: number,
  headers: Record<string, string>,
  body: string | Buffer = '',
) => void response.writeHead(status, headers).end(body);
export const say =
  (status: number, headers: Record<string, string> = {}) =>
  (_: Seed, __: IncomingMessage, response: ServerResponse) =>
    send(response, status, { ...html, ...headers }, '<h1>Sorry</h1>');
export const packed =
  (name: string, pack: (text: string) => Buffer) => (seed: Seed, _: IncomingMessage, response: ServerResponse) =>
    send(response, 200, { ...html, 'content-encoding': name }, pack(wrap(seed, seed.html)));
export const around = (open: string, close: string) => (seed: Seed) => `${open}${seed.html}${close}`;
export const onward = (status: number) => (seed: Seed, request: IncomingMessage, response: ServerResponse) =>
  request.url?.endsWith('/target')
    ? send(response, 200, html, wrap(seed, seed.html))
    : send(response, status, { location: `/p/${seed.number}/target` });
export const coded = (charset: string, encode: (text: string) => Buffer, meta: boolean) => ({
  states: ['LIVE' as const],
  wanted: (seed: Seed) => [{ ...seed.link, anchor: 'Grün & Blüte' }],
  answer: (seed: Seed, _: IncomingMessage, response: ServerResponse) => {
    const page = wrap(
      seed,
      `<a href="${escaped(seed.link.url)}">Gr&uuml;n &amp; Blüte</a>`,
      meta ? `<meta charset="${charset}">` : '',
    );
    send(response, 200, { 'content-type': meta ? 'text/html' : `text/html; charset=${charset}` }, encode(page));
  },
});
export const gone: Pick<Kind, 'states'> = { states: ['MISSING'] };
export const live: Pick<Kind, 'states'> = { states: ['LIVE'] };
export const unread: Pick<Kind, 'states'> = { states: ['UNREADABLE'] };
export const hidden: Pick<Kind, 'states' | 'changes'> = { states: ['CHANGED'], changes: ['hidden'] };
export const signIn = '<form action="/login" method="post"><input name="u"><input type="password" name="p"></form>';
export const toLogin =
  (page: string, body: string) => (seed: Seed, request: IncomingMessage, response: ServerResponse) =>
    request.url?.startsWith(page)
      ? send(response, 200, html, wrap(seed, body))
      : send(response, 302, { location: `${page}?next=/p/${seed.number}` });

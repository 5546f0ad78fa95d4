import type { IncomingMessage, ServerResponse } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { ProofChange, ProofState } from '#domain/contract/proofs.ts';
import { type Random, randomInt, seededRandom } from '#domain/rules/random.ts';
import type { ExpectedLink } from '#domain/rules/standing-links.ts';

/** One page of a small web: what it should show, how it answers, and what a reader makes of it. */
export interface TestPage {
  kind: string;
  path: string;
  wanted: ExpectedLink[];
  /** The words that fit; more than one where the server throws dice. */
  states: ProofState[];
  changes: ProofChange[];
  answer(request: IncomingMessage, response: ServerResponse): void;
}

import {
  around,
  coded,
  escaped,
  gone,
  hidden,
  html,
  type Kind,
  live,
  onward,
  packed,
  type Seed,
  say,
  send,
  signIn,
  text,
  toLogin,
  unread,
  wrap,
} from './page-parts.ts';

/** Kinds of pages of the web, by name. */
const kinds: Record<string, Kind> = {
  plain: live,
  'tags in capitals': {
    ...live,
    body: ({ link }) => `<A HREF="${escaped(link.url)}" REL=NOOPENER>${escaped(link.anchor)}</A>`,
  },
  'encoded address': {
    ...live,
    body: ({ link }) =>
      `<a href="${link.url.replaceAll('/', '&#x2F;').replaceAll('&', '&amp;').replaceAll('&amp;#x2F;', '&#47;')}">${escaped(link.anchor)}</a>`,
  },
  'relative to a base': {
    ...live,
    answer: (seed, _, response) => {
      const { origin, pathname, search } = new URL(seed.link.url);
      const link = `<a href="${escaped(pathname.slice(1) + search)}">${escaped(seed.link.anchor)}</a>`;
      send(response, 200, html, wrap(seed, link, `<base href="${origin}/"><base href="http://other.test/">`));
    },
  },
  'redirect 301': { ...live, answer: onward(301) },
  'redirect 302': { ...live, answer: onward(302) },
  'redirect 308': { ...live, answer: onward(308) },
  'another host': {
    ...live,
    answer: (seed, request, response) =>
      request.headers.host?.startsWith('localhost')
        ? send(response, 200, html, wrap(seed, seed.html))
        : send(response, 301, { location: `http://localhost:${request.socket.localPort}${request.url}` }),
  },
  'meta refresh': {
    ...live,
    answer: (seed, request, response) =>
      send(
        response,
        200,
        html,
        request.url?.endsWith('/target')
          ? wrap(seed, seed.html)
          : `<meta http-equiv="Refresh" content="0; URL='/p/${seed.number}/target'"><p>Moved</p>`,
      ),
  },
  'gzip unasked': { ...live, answer: packed('gzip', (page) => gzipSync(page)) },
  'brotli unasked': { ...live, answer: packed('br', (page) => brotliCompressSync(page)) },
  'deflate unasked': { ...live, answer: packed('deflate', (page) => deflateSync(page)) },
  'latin-1 by header': coded('iso-8859-1', (page) => Buffer.from(page, 'latin1'), false),
  'latin-1 by meta': coded('windows-1252', (page) => Buffer.from(page, 'latin1'), true),
  'latin-1 unsaid': {
    ...coded('', (page) => Buffer.from(page, 'latin1'), true),
  },
  'utf-16 by header': coded('utf-16le', (page) => Buffer.from(page, 'utf16le'), false),
  'utf-16 by mark': coded('utf-8', (page) => Buffer.from(`\ufeff${page}`, 'utf16le'), false),
  'gb2312 by header': {
    ...live,
    wanted: ({ link }) => [{ ...link, anchor: '中文' }],
    answer: (seed, _, response) => {
      const [before = '', after = ''] = wrap(seed, `<a href="${escaped(seed.link.url)}">@@</a>`).split('@@');
      const page = Buffer.concat([Buffer.from(before), Buffer.from([0xd6, 0xd0, 0xce, 0xc4]), Buffer.from(after)]);
      send(response, 200, { 'content-type': 'text/html; charset=gb2312' }, page);
    },
  },
  'nofollow where none was set': {
    ...live,
    body: ({ link }) => `<a rel="nofollow" class="external" href="${escaped(link.url)}">${escaped(link.anchor)}</a>`,
  },
  'nofollow gone that was set': {
    states: ['CHANGED'],
    changes: ['rel'],
    wanted: ({ link }) => [{ ...link, rel: 'nofollow' }],
  },
  'anchor changed': {
    states: ['CHANGED'],
    changes: ['anchor'],
    body: ({ link, random }) => `<a href="${escaped(link.url)}">other ${text(random, 2)}</a>`,
  },
  'anchor with markup and curly quotes': {
    ...live,
    wanted: ({ link }) => [{ ...link, anchor: `it's "so" -- ${link.anchor}` }],
    body: ({ link }) =>
      `<a href='${escaped(link.url)}'>it&rsquo;s <b>&ldquo;so&rdquo;</b>\n&ndash; <i>${escaped(link.anchor)}</i></a>`,
  },
  'emoji as a picture': {
    ...live,
    wanted: ({ link }) => [{ ...link, anchor: 'Tools 🌱' }],
    body: ({ link }) => `<a href="${escaped(link.url)}">Tools <img alt="🌱" src="e.svg"></a>`,
  },
  'address changed': {
    states: ['CHANGED'],
    changes: ['address'],
    body: ({ link }) => `<a href="https://hijack.test/">${escaped(link.anchor)}</a>`,
  },
  'link removed': { ...gone, body: ({ link }) => escaped(link.anchor) },
  'one of two removed': {
    states: ['CHANGED'],
    changes: ['missing'],
    wanted: ({ link }) => [link, { url: 'https://second.test/', anchor: 'nowhere else', rel: '' }],
  },
  'in a comment': { ...gone, body: around('<!-- ', ' -->') },
  'in a script': { ...gone, body: ({ link }) => `<script>document.title = '<a href="${link.url}">x</a>'</script>` },
  'in a style': { ...gone, body: around('<style>/* ', ' */</style>') },
  'in an attribute': { ...gone, body: ({ link }) => `<div data-html='<a href="${link.url}">x</a>'>x</div>` },
  'in a template': { ...hidden, body: around('<template><div>', '</div></template>') },
  'in a noscript': { ...hidden, body: around('<noscript>', '</noscript>') },
  'in a textarea': { ...hidden, body: around('<textarea>', '</textarea>') },
  'hidden attribute': { ...hidden, body: around('<div hidden><div>', '</div></div>') },
  'display none around': {
    ...hidden,
    body: around('<div style="color: red; DISPLAY : None !important"><ul><li>', '</ul></div>'),
  },
  'visibility hidden around': { ...hidden, body: around('<span style="visibility:hidden">', '</span>') },
  'hidden beside, not around': {
    ...live,
    body: around('<div hidden><p>more<div style="display:none">x</div></div>', ''),
  },
  'in an iframe': { ...gone, body: ({ link }) => `<iframe srcdoc='<a href="${link.url}">x</a>'></iframe>` },
  '404': { ...gone, answer: say(404) },
  '410': { ...gone, answer: say(410) },
  '401': { ...unread, answer: say(401) },
  '403': { ...unread, answer: say(403) },
  '429': { ...unread, answer: say(429, { 'retry-after': '120' }) },
  '503': { ...unread, answer: say(503, { 'retry-after': '30' }) },
  '500 now and then': {
    states: ['LIVE', 'UNREADABLE'],
    answer: (seed, request, response) =>
      seed.random() < 0.5 ? say(500)(seed, request, response) : send(response, 200, html, wrap(seed, seed.html)),
  },
  'dropped connection': { ...unread, answer: (_, __, response) => void response.destroy() },
  'dropped in the middle': {
    ...unread,
    answer: (_, __, response) =>
      void response.writeHead(200, { ...html, 'content-length': '5000' }).write('<p>So far', () => response.destroy()),
  },
  'endless body': { ...unread, answer: (_, __, response) => void response.writeHead(200, html).write('<p>and so on') },
  'packed wrongly': {
    ...unread,
    answer: (_, __, response) => send(response, 200, { ...html, 'content-encoding': 'gzip' }, 'this is no gzip'),
  },
  'sent to a sign-in': { ...unread, answer: toLogin('/account/login', signIn) },
  'sent to a wall': { ...unread, answer: toLogin('/members', signIn) },
  'sign-in in the side bar': {
    ...live,
    answer: (seed, _, response) => send(response, 200, html, wrap(seed, seed.html + signIn)),
  },
  'soft noindex': {
    ...live,
    answer: (seed, _, response) => send(response, 200, { ...html, 'x-robots-tag': 'noindex' }, wrap(seed, seed.html)),
  },
  'a picture instead of a page': {
    ...unread,
    answer: (_, __, response) => send(response, 200, { 'content-type': 'image/png' }, 'PNG'),
  },
  '10,000 links': {
    ...live,
    body: (seed) =>
      `${Array.from({ length: 10_000 }, (_, at) => `<div><a href="/item/${at}?from=${seed.number}&amp;long=${'x'.repeat(120)}">Item ${at}</a></div>`).join('\n')}${seed.html}`,
  },
  'link not closed': {
    ...live,
    body: ({ link }) => `<div><a href="${escaped(link.url)}">${escaped(link.anchor)}</div><p>next`,
  },
  'link in a link': { ...live, body: (seed) => `<a href="/outer">outer ${seed.html} rest</a>` },
  'stray quotes': {
    ...live,
    body: ({ link }) => `<a title="x" " href="${escaped(link.url)}" ' class=y">${escaped(link.anchor)}</a>`,
  },
  'ends that fit nothing': {
    ...live,
    body: (seed) => `</div></span></p></b><b><div>${seed.html}</b></i></div></section>`,
  },
};

/** Pages, the kinds by turns; the ones that cost much less often. */
export function testPages(count: number, randomSeed: string): TestPage[] {
  const names = Object.keys(kinds);
  const rare = new Set(['10,000 links', 'endless body']);
  return Array.from({ length: count }, (_, number) => {
    const turn = Math.floor(number / names.length);
    const name = names[number % names.length] ?? 'plain';
    const kind = rare.has(name) && turn % 8 > 0 ? 'plain' : name;
    return makePage(kind, number, seededRandom(`${randomSeed} ${number}`));
  });
}

function makePage(name: string, number: number, random: Random): TestPage {
  const kind: Kind = kinds[name] ?? live;
  const url = `https://money-${randomInt(random, 1, 9)}.test/${text(random, 1)}/${number}?a=1&b=${randomInt(random, 1, 99)}`;
  const link = { url, anchor: `${text(random, 2)} ${number}`, rel: '' };
  const seed: Seed = { number, random, link, html: `<a href="${escaped(url)}">${escaped(link.anchor)}</a>` };
  const body = wrap(seed, (kind.body ?? (() => seed.html))(seed));
  return {
    kind: name,
    path: `/p/${number}`,
    wanted: kind.wanted?.(seed) ?? [link],
    states: kind.states,
    changes: kind.changes ?? [],
    answer: (request, response) =>
      kind.answer ? kind.answer(seed, request, response) : send(response, 200, html, body),
  };
}

import type { IncomingHttpHeaders } from 'node:http';
import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import type { ProofState } from '#domain/contract/proofs.ts';
import type { ExpectedLink } from '#domain/rules/standing-links.ts';

/*
 * A reader of pages that shares nothing with the product's: its own requests, a full tree by parse5, and rules written
 * down a second time.
 */
type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;
interface Seen {
  href: string;
  text: string;
  rel: string;
  shown: boolean;
}
interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** One request; rejects when it is not answered to its end in time. */
function get(url: string, timeoutMs: number): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent: false, timeout: timeoutMs }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('error', reject);
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) }),
      );
    });
    sent.on('timeout', () => sent.destroy(new Error('time-out')));
    sent.on('error', reject);
    sent.end();
  });
}

/** The word of the second reader on the links of a page. */
export async function readAgain(url: string, wanted: readonly ExpectedLink[], timeoutMs: number): Promise<ProofState> {
  let at = url;
  for (let hop = 0; hop < 6; hop += 1) {
    const answer = await get(at, timeoutMs).catch(() => undefined);
    if (answer === undefined) return 'UNREADABLE';
    const { status, headers } = answer;
    if (status === 404 || status === 410) return 'MISSING';
    if (status >= 300 && status < 400 && headers.location) {
      at = new URL(headers.location, at).href;
      continue;
    }
    if (status !== 200 || !String(headers['content-type']).includes('html')) return 'UNREADABLE';
    const html = textOf(answer);
    if (html === undefined) return 'UNREADABLE';
    const tree = parse(html);
    const refresh = all(tree.childNodes).find(
      (it) => it.tagName === 'meta' && /refresh/i.test(attribute(it, 'http-equiv')),
    );
    const target = refresh && /url\s*=\s*['"]?([^'"]+)/i.exec(attribute(refresh, 'content'))?.[1];
    if (target) at = new URL(target, at).href;
    else return judge(tree.childNodes, { url, at, wanted });
  }
  return 'UNREADABLE';
}

function textOf({ headers, body }: Answer): string | undefined {
  const unpack = { gzip: gunzipSync, br: brotliDecompressSync, deflate: inflateSync }[
    String(headers['content-encoding'])
  ];
  try {
    const plain = unpack ? unpack(body) : body;
    if (plain[0] === 0xff && plain[1] === 0xfe) return plain.subarray(2).toString('utf16le');
    const named = /charset=([\w-]+)/.exec(String(headers['content-type']))?.[1];
    const own = /<meta charset="([\w-]+)"/.exec(plain.toString('latin1'))?.[1];
    if (named ?? own) return new TextDecoder(named ?? own).decode(plain);
    const guess = plain.toString('utf8');
    return guess.includes('\ufffd') ? plain.toString('latin1') : guess;
  } catch {
    return undefined;
  }
}

function judge(nodes: Node[], page: { url: string; at: string; wanted: readonly ExpectedLink[] }): ProofState {
  const everything = all(nodes);
  const base = everything.find((it) => it.tagName === 'base' && attribute(it, 'href') !== '');
  const seen = linksOf(nodes, base ? new URL(attribute(base, 'href'), page.at).href : page.at);
  const words = page.wanted.map((wanted) => {
    const same = seen.filter((link) => link.href === wanted.url);
    if (same.length === 0) {
      const own = new URL(page.at).host;
      const moved = seen.some(
        (link) => link.shown && plain(link.text) === plain(wanted.anchor) && new URL(link.href).host !== own,
      );
      return moved ? 'CHANGED' : 'MISSING';
    }
    const fits = same.some(
      (link) => link.shown && plain(link.text) === plain(wanted.anchor) && link.rel.includes(wanted.rel ?? ''),
    );
    return fits ? 'LIVE' : 'CHANGED';
  });
  const isElsewhere = new URL(page.at).pathname !== new URL(page.url).pathname;
  const asksPassword = everything.some((it) => it.tagName === 'input' && attribute(it, 'type') === 'password');
  if (words.every((word) => word === 'MISSING')) return isElsewhere && asksPassword ? 'UNREADABLE' : 'MISSING';
  return words.every((word) => word === 'LIVE') ? 'LIVE' : 'CHANGED';
}

const plain = (text = '') =>
  text.replace(/[‘’]/g, "'").replace(/[“”]/g, '"').replace(/–|--/g, '-').replace(/\s+/g, ' ').trim();

const attribute = (element: Element, name: string) => element.attrs.find((it) => it.name === name)?.value ?? '';
const isElement = (node: Node): node is Element => 'tagName' in node;

/** All elements that a browser makes, those inside templates left out. */
function all(nodes: Node[]): Element[] {
  return nodes.flatMap((node) => (isElement(node) ? [node, ...all(node.childNodes)] : []));
}

const unseen = [
  'script',
  'style',
  'noscript',
  'textarea',
  'select',
  'iframe',
  'title',
  'template',
  'object',
  'video',
  'datalist',
];

/** True when the element itself keeps its content from a reader. */
function hides(element: Element): boolean {
  const style = attribute(element, 'style').toLowerCase().replace(/\s/g, '');
  return (
    unseen.includes(element.tagName) ||
    element.attrs.some((it) => it.name === 'hidden') ||
    /(^|;)display:none/.test(style) ||
    /(^|;)visibility:hidden/.test(style)
  );
}

/** Links with what a reader sees of them; what stands in templates and textareas is found, but not shown. */
export function linksOf(nodes: Node[], base: string, shown = true): Seen[] {
  return nodes.flatMap((node) => {
    if (!isElement(node)) return [];
    const isShown = shown && !hides(node);
    const inner = 'content' in node ? node.content.childNodes : node.childNodes;
    const raw = node.tagName === 'textarea' || node.tagName === 'noscript' ? parse(rawText(node)).childNodes : inner;
    const links = linksOf(raw, base, isShown);
    const href = attribute(node, 'href').trim();
    if (node.tagName !== 'a' || href === '') return links;
    const url = URL.canParse(href, base) ? new URL(href, base).href : href;
    return [
      {
        href: url,
        text: shownText(node, isShown).replace(/\s+/g, ' ').trim(),
        rel: attribute(node, 'rel'),
        shown: isShown,
      },
      ...links,
    ];
  });
}

function rawText(element: Element): string {
  return element.childNodes.map((node) => ('value' in node ? node.value : '')).join('');
}

function shownText(element: Element, isShown: boolean): string {
  const parts = element.childNodes.map((node) => {
    if ('value' in node) return node.value;
    if (!isElement(node) || (isShown && hides(node))) return '';
    if (node.tagName === 'img') return ` ${attribute(node, 'alt')} `;
    return shownText(node, isShown);
  });
  return parts.join('');
}

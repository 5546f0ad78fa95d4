import { matchBraces } from '../spin-braces.ts';
import type { Stretch } from './mask-pieces.ts';

/** Elements that are kept whole: links with their anchors, and what is no prose. */
const wholeElements = new Set(['a', 'script', 'style', 'pre', 'code', 'textarea', 'iframe', 'video', 'svg', 'title']);
const blocks = new Set(
  'p div h1 h2 h3 h4 h5 h6 ul ol li dl dt dd br hr table thead tbody tr td th blockquote section article header footer'.split(
    ' ',
  ),
);

const candidate = /<!--|<[/!?]?[a-z][a-z\d-]*|[{}|[%&@]|https?:\/\/|www\./gi;
const placeholder = /\[[^[\]\s]{1,60}\]|%[\w-]{1,40}%/y;
const entity = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30});/iy;
const address = /[^\s<>{}|"']*/y;

/**
 * What a spinner must not touch in the text of an article, in order: tags, links with their anchors, comments, spin syntax that
 * stands there already and loose signs of it, placeholders, addresses, and words with an entity in them. Linear.
 */
export function keptStretches(text: string): Stretch[] {
  const braces = matchBraces(text);
  const closers = new Closers(text);
  const found: Stretch[] = [];
  candidate.lastIndex = 0;
  for (let match = candidate.exec(text); match; match = candidate.exec(text)) {
    const sign = match[0];
    const least = found.at(-1)?.to ?? 0;
    const stretch = sign.startsWith('<')
      ? markupAt(text, match.index, sign, closers)
      : plainAt(text, { at: match.index, least, sign, close: braces.get(match.index) });
    candidate.lastIndex = stretch?.to ?? match.index + 1;
    if (stretch) found.push(stretch);
  }
  return found;
}

interface Place {
  at: number;
  /** End of the stretch before. */
  least: number;
  sign: string;
  /** Where the brace that stands here is closed. */
  close: number | undefined;
}

function plainAt(text: string, { at, least, sign, close }: Place): Stretch | undefined {
  if (/[{}|]/.test(sign)) return { from: at, to: (close ?? at) + 1 };
  if (sign === '[' || sign === '%') return sized(at, lengthOf(placeholder, text, at));
  if (sign === '&') return lengthOf(entity, text, at) > 0 ? wordAround(text, at, least) : undefined;
  if (sign === '@') return wordAround(text, at, least);
  return wordAround(text, at, at);
}

const sized = (from: number, length: number) => (length > 0 ? { from, to: from + length } : undefined);

function lengthOf(shape: RegExp, text: string, at: number): number {
  shape.lastIndex = at;
  return shape.exec(text)?.[0].length ?? 0;
}

/** From the last space before a place, or `least`, to the next behind it, without the signs that end a sentence. */
function wordAround(text: string, at: number, least: number): Stretch {
  let from = at;
  while (from > least && !/[\s>"'(]/.test(text[from - 1] ?? '')) from -= 1;
  let to = at + lengthOf(address, text, at);
  while (to > at + 1 && /[.,:!?)]/.test(text[to - 1] ?? '')) to -= 1;
  return { from, to: Math.max(to, at + 1) };
}

function markupAt(text: string, at: number, sign: string, closers: Closers): Stretch {
  if (sign === '<!--') return { from: at, to: endOf(text, '-->', at) };
  const name = sign.replace(/^<[/!?]?/, '').toLowerCase();
  const to = endOfTag(text, at + sign.length);
  const isOpening = !/^<[/!?]/.test(sign) && text[to - 2] !== '/';
  const close = isOpening && wholeElements.has(name) ? closers.behind(name, to) : undefined;
  return { from: at, to: close ?? to, isBlock: blocks.has(name) };
}

function endOf(text: string, sign: string, from: number): number {
  const at = text.indexOf(sign, from);
  return at < 0 ? text.length : at + sign.length;
}

/** Behind the ">" of a tag; ">" inside of quotes is none. A tag without an end takes all the rest. */
function endOfTag(text: string, from: number): number {
  let quote = '';
  for (let at = from; at < text.length; at += 1) {
    const letter = text[at] as string;
    if (quote !== '') quote = letter === quote ? '' : quote;
    else if (letter === '>') return at + 1;
    else if (/["']/.test(letter) && text[at - 1] === '=') quote = letter;
  }
  return text.length;
}

/** Looks for the ends of elements; what was not found once is not looked for again. */
class Closers {
  readonly #text: string;
  readonly #none = new Set<string>();
  constructor(text: string) {
    this.#text = text;
  }

  /** Behind the end of an element that begins before `from`; undefined where it has none. */
  behind(name: string, from: number): number | undefined {
    if (this.#none.has(name)) return undefined;
    const shape = new RegExp(`</${name}(?=[\\s>])`, 'gi');
    shape.lastIndex = from;
    const match = shape.exec(this.#text);
    if (!match) this.#none.add(name);
    return match ? endOf(this.#text, '>', match.index) : undefined;
  }
}

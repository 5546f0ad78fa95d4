import { Parser } from 'htmlparser2';
import { normalForm } from '#domain/rules/comparable.ts';

/** Letters of one look, and the address they lead to. */
export interface Span {
  text: string;
  isBold: boolean;
  isSlanted: boolean;
  /** Number of the link in the text, and its address; undefined outside of links. */
  link?: { n: number; url: string };
}

export type BlockKind = 'title' | 'author' | 'h2' | 'h3' | 'h4' | 'text' | 'quote';

/** A paragraph, a heading or a point of a list. */
export interface Block {
  kind: BlockKind;
  spans: Span[];
  /** Depth of lists around it. */
  depth: number;
  /** What stands before a point of a list; '' elsewhere. */
  sign: string;
  isRightToLeft: boolean;
}

const headings = ['h2', 'h3', 'h4'];
const ofBlocks = new Set([...headings, 'p', 'li', 'ul', 'ol', 'blockquote', 'table', 'tr', 'pre']);
const bold = new Set(['strong', 'b', 'th', ...headings]);
const slanted = new Set(['em', 'i']);

interface List {
  isOrdered: boolean;
  nPoints: number;
}

/** Reads the clean HTML of a post. What stands in cells of tables is written in lines; images are left out. */
class Reader {
  readonly blocks: Block[] = [];
  #spans: Span[] = [];
  #sign = '';
  #bold = 0;
  #slanted = 0;
  #quotes = 0;
  #preformatted = 0;
  #heading: BlockKind | undefined;
  #link: Span['link'];
  #nLinks = 0;
  readonly #lists: List[] = [];
  readonly #directions: boolean[] = [];

  open(name: string, attributes: Record<string, string>): void {
    if (ofBlocks.has(name)) {
      this.#endBlock();
      this.#directions.push(
        attributes.dir === undefined ? (this.#directions.at(-1) ?? false) : attributes.dir === 'rtl',
      );
    }
    if (headings.includes(name)) this.#heading = name as BlockKind;
    if (bold.has(name)) this.#bold += 1;
    if (slanted.has(name)) this.#slanted += 1;
    if (name === 'blockquote') this.#quotes += 1;
    if (name === 'pre') this.#preformatted += 1;
    if (name === 'ul' || name === 'ol') this.#lists.push({ isOrdered: name === 'ol', nPoints: 0 });
    if (name === 'li') this.#sign = this.#nextSign();
    if (name === 'br') this.#add('\n');
    if (name === 'a') this.#enterLink(attributes.href ?? '');
  }

  text(text: string): void {
    this.#add(
      this.#preformatted > 0 ? text : text.replace(/[\s\u00ad]+/g, (space) => (space === '\u00a0' ? space : ' ')),
    );
  }

  close(name: string): void {
    if (name === 'td' || name === 'th') this.#add('  ');
    if (ofBlocks.has(name)) {
      this.#endBlock();
      this.#directions.pop();
    }
    if (headings.includes(name)) this.#heading = undefined;
    if (bold.has(name)) this.#bold -= 1;
    if (slanted.has(name)) this.#slanted -= 1;
    if (name === 'blockquote') this.#quotes -= 1;
    if (name === 'pre') this.#preformatted -= 1;
    if (name === 'ul' || name === 'ol') this.#lists.pop();
    if (name === 'a') this.#link = undefined;
  }

  end(): Block[] {
    this.#endBlock();
    return this.blocks;
  }

  #enterLink(url: string): void {
    if (url === '') return;
    this.#link = { n: this.#nLinks, url };
    this.#nLinks += 1;
  }

  #nextSign(): string {
    const list = this.#lists.at(-1);
    if (!list) return '•';
    list.nPoints += 1;
    return list.isOrdered ? `${list.nPoints}.` : '•';
  }

  #add(text: string): void {
    const look = { isBold: this.#bold > 0, isSlanted: this.#slanted > 0 };
    this.#spans.push({ text, ...look, ...(this.#link ? { link: this.#link } : {}) });
  }

  #endBlock(): void {
    const spans = trimmed(this.#spans);
    this.#spans = [];
    if (spans.length === 0) return;
    const kind = this.#heading ?? (this.#quotes > 0 ? 'quote' : 'text');
    const isRightToLeft = this.#directions.at(-1) ?? false;
    this.blocks.push({ kind, spans, depth: this.#lists.length, sign: this.#sign, isRightToLeft });
    this.#sign = '';
  }
}

/** Without white space at its ends, and with one space where several would follow each other. */
function trimmed(spans: Span[]): Span[] {
  const kept: Span[] = [];
  let before = ' ';
  for (const span of spans) {
    const text = /\s$/.test(before) ? span.text.replace(/^ +/, '') : span.text;
    if (text === '') continue;
    kept.push({ ...span, text: normalForm(text, 'NFC') });
    before = text;
  }
  for (let last = kept.at(-1); last && /\s$/.test(last.text); last = kept.at(-1)) {
    last.text = last.text.trimEnd();
    if (last.text !== '') break;
    kept.pop();
  }
  return kept;
}

/** The blocks of a post's HTML, in their order. */
export function blocksOfHtml(html: string): Block[] {
  const reader = new Reader();
  const parser = new Parser({
    onopentag: (name, attributes) => reader.open(name, attributes),
    ontext: (text) => reader.text(text),
    onclosetag: (name) => reader.close(name),
  });
  parser.end(html);
  return reader.end();
}

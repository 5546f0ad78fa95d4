import { Tokenizer } from 'htmlparser2';
import type { PageLink } from '#domain/rules/page-reading.ts';
import { FoundLinks } from './found-links.ts';
import { type Look, lookOf, namesIn } from './look-of.ts';
import { OpenElements } from './open-elements.ts';
import { endedLink, type OpenLink } from './open-link.ts';

/** What a page holds for a proof. */
export interface ParsedPage {
  links: PageLink[];
  robots: string | null;
  asksPassword: boolean;
  /** Where the page sends its reader on by itself, within a few seconds. */
  refreshTo: string | undefined;
  /** It holds more links than are looked at. */
  isCut: boolean;
}

const breaksLine = namesIn(
  'br p div li ul ol table tr td th h1 h2 h3 h4 h5 h6 section article header footer blockquote dt dd figure figcaption pre hr',
);
const longestRefreshS = 5;
/** Letters of an anchor that are kept: a link that is never closed would hold the rest of the page. */
const longestAnchor = 10_000;
/** What an aside costs however short it is, in letters. */
const costOfAside = 200;

/** Reads links and notes of an HTML text as a reader sees them; its cost grows with the length alone, whatever stands there. */
export class PageParser {
  readonly #html: string;
  readonly #address: string;
  readonly #isAllHidden: boolean;
  readonly #tokenizer: Tokenizer;
  readonly #elements = new OpenElements();
  readonly #found: FoundLinks;
  readonly #robots: string[] = [];
  #refresh: string | undefined;
  #asksPassword = false;
  #link: OpenLink | undefined;
  /** What stands in a textarea or noscript is text for a browser; its links are looked for when it ends. */
  #aside: { name: string; text: string; from: number } | undefined;
  /** Readers of asides that have ended. */
  #asides: PageParser[] = [];
  #written = 0;
  #isRead = false;
  #isResolved = false;
  #tag = '';
  #attribute = '';
  #value = '';
  #attributes: Record<string, string> = {};

  constructor(html: string, address: string, isAllHidden = false) {
    this.#html = html;
    this.#found = new FoundLinks(html.length, address);
    this.#address = address;
    this.#isAllHidden = isAllHidden;
    this.#tokenizer = new Tokenizer({ decodeEntities: true }, this.#callbacks());
  }

  /** Reads the next portion, and at last resolves the addresses by portions; false when nothing is left. */
  read(nLetters: number): boolean {
    if (this.#asides.length > 0) this.#readAsides(nLetters);
    else if (this.#written < this.#html.length) {
      this.#tokenizer.write(this.#html.slice(this.#written, this.#written + nLetters));
      this.#written += nLetters;
    } else if (!this.#isRead) {
      this.#isRead = true;
      this.#tokenizer.end();
      if (this.#aside) this.#endAside(this.#html.length);
      this.#endLink();
    } else this.#isResolved = !this.#found.resolveSome();
    return !this.#isResolved;
  }

  /** What was read; nothing may be left to read. */
  end(): ParsedPage {
    return {
      links: this.#found.links,
      robots: this.#robots.length > 0 ? this.#robots.join(', ') : null,
      asksPassword: this.#asksPassword,
      refreshTo: this.#refresh === undefined ? undefined : this.#found.resolve(this.#refresh),
      isCut: this.#found.isCut,
    };
  }

  /** About so many letters of the asides, one after the other; each costs something of its own. */
  #readAsides(nLetters: number): void {
    let nDone = 0;
    for (let nRead = 0; nRead < nLetters; ) {
      const aside = this.#asides[nDone];
      if (aside === undefined) break;
      nRead += Math.min(nLetters, aside.#html.length) + costOfAside;
      if (aside.read(nLetters)) continue;
      nDone += 1;
      const { links, isCut } = aside.end();
      for (const link of links) this.#found.add(link);
      this.#found.isCut ||= isCut;
    }
    this.#asides = this.#asides.slice(nDone);
  }

  #callbacks(): ConstructorParameters<typeof Tokenizer>[1] {
    const slice = (from: number, to: number) => this.#html.slice(from, to);
    return {
      isInForeignContext: () => this.#elements.isForeign,
      onopentagname: (from, to) => {
        this.#tag = slice(from, to).toLowerCase();
        this.#attributes = {};
      },
      onattribname: (from, to) => {
        this.#attribute = slice(from, to).toLowerCase();
        this.#value = '';
      },
      onattribdata: (from, to) => {
        this.#value += slice(from, to);
      },
      onattribentity: (code) => {
        this.#value += String.fromCodePoint(code);
      },
      onattribend: () => {
        if (!Object.hasOwn(this.#attributes, this.#attribute)) this.#attributes[this.#attribute] = this.#value;
      },
      onopentagend: (to) => this.#open(to + 1),
      onselfclosingtag: (to) => {
        const isForeign = this.#elements.isForeign || this.#tag === 'svg' || this.#tag === 'math';
        this.#open(to + 1);
        if (isForeign) this.#close(this.#tag, to);
      },
      onclosetag: (from, to) => this.#close(slice(from, to).toLowerCase().trim(), from - 2),
      ontext: (from, to) => this.#addText(slice(from, to)),
      ontextentity: (code) => this.#addText(String.fromCodePoint(code)),
      oncdata: (from, to, less) => {
        if (this.#elements.isForeign) this.#addText(slice(from, to - less));
      },
      oncomment: () => {},
      ondeclaration: () => {},
      onprocessinginstruction: () => {},
      onend: () => {},
    };
  }

  #open(from: number): void {
    if (this.#aside) return;
    const name = this.#tag === 'image' ? 'img' : this.#tag;
    const attributes = this.#attributes;
    if (name === 'a' && !this.#elements.isForeign) this.#endLink();
    const look = lookOf(name, attributes);
    this.#elements.open(name, look);
    this.#splitLink();
    if (name === 'a') this.#openLink(attributes, look);
    else if (name === 'img') this.#addImage(attributes.alt ?? '', look);
    else if (name === 'input' && /^password$/i.test(attributes.type ?? '')) this.#asksPassword ||= !this.#isHidden;
    else if (name === 'base' && !this.#elements.isHidden) this.#found.setBase(attributes.href);
    else if (name === 'meta') this.#noteMeta(attributes);
    else if (name === 'textarea' || (name === 'noscript' && !this.#isAllHidden)) this.#aside = { name, text: '', from };
    if (breaksLine.has(name)) this.#addText(' ');
  }

  #close(name: string, to: number): void {
    if (this.#aside && this.#aside.name !== name) return;
    if (this.#aside) this.#endAside(to);
    if (name === 'a') this.#endLink();
    this.#elements.close(name);
    this.#splitLink();
    if (name === 'br' || breaksLine.has(name)) this.#addText(' ');
  }

  get #isHidden(): boolean {
    return this.#isAllHidden || this.#elements.isHidden;
  }

  #openLink(attributes: Record<string, string>, own: Look): void {
    const href = (attributes.href ?? attributes['xlink:href'] ?? '').trim();
    if (href === '') return;
    this.#link = this.#piece({ href, rel: attributes.rel ?? '', own, isFirst: true });
  }

  #piece(of: Pick<OpenLink, 'href' | 'rel' | 'own' | 'isFirst'>): OpenLink {
    const isShown = of.own.visibility === 'visible' && !this.#isAllHidden && !this.#elements.isGone;
    const isHidden = of.own.isGone || (this.#isHidden && !isShown);
    return { ...of, depth: this.#elements.depth, isHidden, text: '', withImages: '', unseenText: '', nImages: 0 };
  }

  /** A link that was not closed goes on behind the block it began in, as a link of its own. */
  #splitLink(): void {
    const lowest = this.#elements.takeLowest();
    const link = this.#link;
    if (link === undefined || lowest >= link.depth) return;
    this.#endLink();
    if (this.#elements.isFormatting('a')) this.#link = this.#piece({ ...link, isFirst: false });
  }

  #endLink(): void {
    const link = this.#link;
    this.#link = undefined;
    const found = link && endedLink(link);
    if (found) this.#found.add(found);
  }

  #addText(text: string): void {
    if (this.#aside) {
      this.#aside.text += text;
      return;
    }
    this.#elements.touch();
    const link = this.#link;
    if (link !== undefined && !link.isFirst && link.withImages === '' && text.trim() !== '')
      Object.assign(link, this.#piece(link));
    if (link === undefined || link.withImages.length > longestAnchor) return;
    if (!link.isHidden && this.#isHidden && link.own.visibility !== 'visible') link.unseenText += text;
    else {
      link.text += text;
      link.withImages += text;
    }
  }

  #addImage(words: string, look: Look): void {
    if (this.#link === undefined || look.isGone || (this.#isHidden && !this.#link.isHidden)) return;
    this.#link.nImages += 1;
    this.#link.withImages += ` ${words} `;
  }

  #endAside(to: number): void {
    const { name, text, from } = this.#aside as { name: string; text: string; from: number };
    this.#aside = undefined;
    const html = name === 'textarea' ? text : this.#html.slice(from, to);
    if (this.#isAllHidden || !/<a\s/i.test(html)) return;
    this.#asides.push(new PageParser(html, this.#address, true));
  }

  #noteMeta({ name, content = '', 'http-equiv': equiv }: Record<string, string>): void {
    if (this.#elements.isGone) return;
    if (name?.toLowerCase() === 'robots') this.#robots.push(content);
    const [, seconds, to] = /^\s*(\d+)[\d.]*\s*[;,]?\s*(?:url\s*=\s*)?(?:["']\s*)?([^"']*)/i.exec(content) ?? [];
    if (equiv?.toLowerCase() === 'refresh' && to?.trim() && Number(seconds) <= longestRefreshS)
      this.#refresh ??= to.trim();
  }
}

/** Links and notes of an HTML text at once. */
export function parsePage(html: string, address: string): ParsedPage {
  const parser = new PageParser(html, address);
  while (parser.read(html.length));
  return parser.end();
}

import { Parser } from 'htmlparser2';
import { shallowHtml } from '../shallow-html.ts';

/** Where a text stands: in some places a markup knows no marks. */
export type Place = 'text' | 'heading' | 'link';

/** How a markup writes what clean HTML says. */
export interface Markup {
  strong: string;
  em: string;
  lineBreak: string;
  /** Places in which marks would stand as letters. */
  plain: ReadonlySet<Place>;
  /** False: a heading that holds a link is written as a strong paragraph. */
  linksInHeadings: boolean;
  /** Text in which nothing is read as markup. */
  escape(text: string, place: Place): string;
  /** The same for marks that mean something at the beginning of a paragraph only. */
  escapeStart(line: string): string;
  /** `level` is 2 to 6, as in HTML. */
  heading(line: string, level: number): string;
  /** `lists` are those that are open, the outermost first. */
  item(line: string, lists: readonly ('ul' | 'ol')[]): string;
  link(url: string, label: string): string;
  /** Lines around a quote, or what each of its paragraphs begins with. */
  quote: { open: string; close: string } | { mark: string };
  /** A last look at the whole text, where what stands beside a link decides how it is written. */
  finish?(text: string): string;
}

/** A sign as a character reference, for markups that leave those as they are. */
export const asEntity = (sign: string): string => `&#${sign.codePointAt(0)};`;

/**
 * Turns the clean HTML of PostContent into a wiki's markup: headings, paragraphs, nested lists, strong, em, links,
 * blockquotes, line breaks. Images are dropped: wikis show outside images as bare links by default.
 */
export function writeMarkup(html: string, markup: Markup): string {
  const writer = new Writer(markup);
  const parser = new Parser(
    {
      onopentag: (name, attributes) => writer.open(name, attributes),
      ontext: (text) => writer.text(text),
      onclosetag: (name) => writer.close(name),
    },
    { decodeEntities: true },
  );
  parser.end(shallowHtml(html));
  return writer.finish();
}

type BlockKind = 'text' | 'heading' | 'item' | 'raw';
/** Part of a line; texts side by side are one, however the parser cut them. */
type Piece = { kind: 'text' | 'mark'; text: string } | { kind: 'link'; url: string; label: Piece[]; alt: string };

const isBlock = /^(p|div|h[1-6]|li|ul|ol|blockquote)$/;

class Writer {
  readonly #markup: Markup;
  readonly #blocks: { kind: BlockKind; text: string }[] = [];
  readonly #lists: ('ul' | 'ol')[] = [];
  #line: Piece[] = [];
  #endsInSpace = true;
  #heading = 0;
  #quotes = 0;
  #link: Extract<Piece, { kind: 'link' }> | undefined;

  constructor(markup: Markup) {
    this.#markup = markup;
  }

  open(name: string, attributes: Record<string, string>): void {
    if (isBlock.test(name)) this.#flush();
    if (/^h[1-6]$/.test(name)) this.#heading = Math.max(2, Number(name[1]));
    else if (name === 'ul' || name === 'ol') this.#lists.push(name);
    else if (name === 'blockquote') this.#openQuote();
    else if (name === 'br') this.#mark(this.#markup.lineBreak);
    else if (name === 'a') this.#openLink(attributes.href ?? '');
    else if (name === 'img' && this.#link) this.#link.alt ||= attributes.alt ?? '';
    else this.#emphasis(name);
  }

  text(text: string): void {
    const folded = text.replace(/\s+/g, ' ');
    const shown = this.#endsInSpace ? folded.trimStart() : folded;
    if (shown === '') return;
    const pieces = this.#link ? this.#link.label : this.#line;
    const last = pieces.at(-1);
    if (last?.kind === 'text') last.text += shown;
    else pieces.push({ kind: 'text', text: shown });
    this.#endsInSpace = shown.endsWith(' ');
  }

  close(name: string): void {
    this.#emphasis(name);
    if (name === 'a') this.#closeLink();
    else if (isBlock.test(name)) this.#flush();
    if (name === 'ul' || name === 'ol') this.#lists.pop();
    else if (name === 'blockquote') this.#closeQuote();
    else if (/^h[1-6]$/.test(name)) this.#heading = 0;
  }

  finish(): string {
    this.#flush();
    let result = '';
    let before: BlockKind | undefined;
    for (const { kind, text } of this.#blocks) {
      const isTight = kind === 'raw' || before === 'raw' || (kind === 'item' && before === 'item');
      result += `${before === undefined ? '' : isTight ? '\n' : '\n\n'}${text}`;
      before = kind;
    }
    return this.#markup.finish?.(result) ?? result;
  }

  #emphasis(name: string): void {
    if (name === 'strong' || name === 'b') this.#mark(this.#markup.strong);
    else if (name === 'em' || name === 'i') this.#mark(this.#markup.em);
  }

  #mark(text: string): void {
    (this.#link ? this.#link.label : this.#line).push({ kind: 'mark', text });
    this.#endsInSpace = false;
  }

  #openQuote(): void {
    this.#quotes += 1;
    const { quote } = this.#markup;
    if ('open' in quote) this.#blocks.push({ kind: 'raw', text: quote.open });
  }

  #closeQuote(): void {
    this.#quotes = Math.max(0, this.#quotes - 1);
    const { quote } = this.#markup;
    if ('close' in quote) this.#blocks.push({ kind: 'raw', text: quote.close });
  }

  #openLink(href: string): void {
    this.#closeLink();
    const url = linkAddress(href);
    if (url === undefined) return;
    this.#link = { kind: 'link', url, label: [], alt: '' };
    this.#endsInSpace = true;
  }

  #closeLink(): void {
    const link = this.#link;
    if (link === undefined) return;
    this.#link = undefined;
    this.#line.push(link);
    this.#endsInSpace = false;
  }

  #flush(): void {
    this.#closeLink();
    const pieces = this.#line;
    this.#line = [];
    this.#endsInSpace = true;
    const block = this.#blockOf(pieces);
    if (block.text !== '') this.#blocks.push(block);
  }

  #blockOf(pieces: Piece[]): { kind: BlockKind; text: string } {
    const markup = this.#markup;
    const line = (place: Place, of = pieces) => this.#render(of, place).trim();
    const hasLink = pieces.some((piece) => piece.kind === 'link');
    if (this.#heading > 0 && hasLink && !markup.linksInHeadings) {
      const strong = line(
        'text',
        pieces.filter(({ kind }) => kind !== 'mark'),
      );
      return { kind: 'text', text: strong && `${markup.strong}${strong}${markup.strong}` };
    }
    if (this.#heading > 0) {
      const heading = line('heading');
      return { kind: 'heading', text: heading && markup.heading(heading, this.#heading) };
    }
    const text = line('text');
    if (text === '') return { kind: 'text', text };
    if (this.#lists.length > 0) return { kind: 'item', text: markup.item(text, this.#lists) };
    const mark = this.#quotes > 0 && 'mark' in markup.quote ? markup.quote.mark : '';
    return { kind: 'text', text: `${mark}${markup.escapeStart(text)}` };
  }

  #render(pieces: readonly Piece[], place: Place): string {
    const { plain, lineBreak } = this.#markup;
    return pieces
      .map((piece) => {
        if (piece.kind === 'link') return this.#renderLink(piece);
        if (piece.kind === 'text') return this.#markup.escape(piece.text, place);
        if (plain.has(place)) return piece.text === lineBreak ? ' ' : '';
        return piece.text;
      })
      .join('');
  }

  #renderLink({ url, label, alt }: Extract<Piece, { kind: 'link' }>): string {
    const text = this.#render(label, 'link').trimEnd();
    const isEmpty = !label.some((piece) => piece.kind === 'text' && piece.text.trim() !== '');
    return this.#markup.link(url, isEmpty ? text + this.#markup.escape(alt.trim() || url, 'link') : text);
  }
}

/** An absolute web address with the characters that would end an external link percent-encoded; else undefined. */
function linkAddress(href: string): string | undefined {
  if (!/^https?:\/\//i.test(href.trim())) return undefined;
  return href.trim().replace(/[\s[\]<>"{}|]|'(?=')/g, (character) => {
    const code = character.charCodeAt(0).toString(16).toUpperCase();
    return `%${code.padStart(2, '0')}`;
  });
}

import type { Block, BlockKind } from './blocks-of-html.ts';
import { Paragraph, type Piece, visualOrder, type Word } from './break-text.ts';
import type { TextFonts } from './fonts.ts';
import { Shaper } from './shape-text.ts';

/** A4 in points, and the white around the text. */
export const paper = { width: 595.28, height: 841.89, margin: 64 };

/** Pieces of one look that stand side by side. */
export interface PlacedPiece extends Piece {
  x: number;
  /** Of the line on which the letters stand, from the foot of the page. */
  y: number;
  size: number;
}
/** Where a link can be clicked: one for each line that it stands on. */
export interface PlacedLink {
  url: string;
  /** Left, bottom, right, top. */
  box: [number, number, number, number];
}
/** What stands on a page. */
export interface Page {
  pieces: PlacedPiece[];
  links: PlacedLink[];
}

interface Look {
  size: number;
  /** White above, in points. */
  above: number;
  isBold: boolean;
}

const looks: Record<BlockKind, Look> = {
  title: { size: 22, above: 0, isBold: true },
  author: { size: 10, above: 6, isBold: false },
  h2: { size: 16, above: 20, isBold: true },
  h3: { size: 13.5, above: 16, isBold: true },
  h4: { size: 11.5, above: 14, isBold: true },
  text: { size: 11, above: 8, isBold: false },
  quote: { size: 11, above: 8, isBold: false },
};
const leading = 1.5;
/** How far letters reach above and below their line, in parts of their size: Noto Sans's own. */
const ascent = 1.069;
const descent = 0.293;
const step = 20;

/** Too many pages for a post. */
export class TooLong extends Error {
  override name = 'TooLong';
}

/** Lines of a block, from its first word to its last. */
function linesOf(paragraph: Paragraph, room: number): Word[][] {
  const lines: Word[][] = [];
  let line: Word[] = [];
  let width = 0;
  const end = () => {
    while (line.at(-1)?.isSpace) line.pop();
    if (line.length > 0) lines.push(line);
    line = [];
    width = 0;
  };
  const add = (word: Word) => {
    if (word.isSpace && line.length === 0) return;
    if (!word.isSpace && line.length > 0 && width + word.width > room) end();
    line.push(word);
    width += word.width;
  };
  for (const word of paragraph.words()) {
    if (word.width > room && !word.isSpace) for (const letter of paragraph.letters(word)) add(letter);
    else add(word);
    if (word.endsLine) end();
  }
  end();
  return lines;
}

/** Puts blocks on pages. */
class Layout {
  readonly pages: Page[] = [];
  readonly #fonts: TextFonts;
  readonly #shaper = new Shaper();
  readonly #mostPages: number;
  #y = 0;

  constructor(fonts: TextFonts, mostPages: number) {
    this.#fonts = fonts;
    this.#mostPages = mostPages;
  }

  add(block: Block): void {
    const look = looks[block.kind];
    const paragraph = this.#paragraph(block, look);
    const depth = block.depth + (block.kind === 'quote' ? 1 : 0);
    const indent = Math.min(depth, 8) * step;
    const room = paper.width - 2 * paper.margin - indent;
    const lines = linesOf(paragraph, (room / look.size) * 1_000);
    this.#y -= look.above;
    // No heading at the foot of a page without what it is above of.
    const needed = look.isBold ? 4 : Math.min(2, lines.length);
    if (this.pages.length === 0 || this.#y - needed * look.size * leading < paper.margin) this.#turnPage();
    for (const [at, line] of lines.entries()) {
      if (this.#y - look.size * leading < paper.margin) this.#turnPage();
      this.#y -= look.size * leading;
      if (at === 0 && block.sign !== '') this.#sign(block, look, indent);
      this.#line(line, { block, look, indent, room });
    }
  }

  #paragraph(block: Block, { isBold }: Look): Paragraph {
    return new Paragraph(block, { fonts: this.#fonts, shaper: this.#shaper, isBold });
  }

  #turnPage(): void {
    if (this.pages.length >= this.#mostPages) throw new TooLong(`It would have more than ${this.#mostPages} pages`);
    this.pages.push({ pieces: [], links: [] });
    this.#y = paper.height - paper.margin;
  }

  /** The dot or number of a point stands in the white beside it. */
  #sign(block: Block, look: Look, indent: number): void {
    const spans = [{ text: block.sign, isBold: false, isSlanted: false }];
    const [line = []] = linesOf(this.#paragraph({ ...block, spans }, look), 100_000);
    const width = (line.reduce((sum, word) => sum + word.width, 0) * look.size) / 1_000;
    const { width: all, margin } = paper;
    const x = block.isRightToLeft ? all - margin - indent + 6 : margin + indent - 6 - width;
    this.#place(visualOrder(line.flatMap(({ pieces }) => pieces)), x, look);
  }

  #line(line: Word[], at: { block: Block; look: Look; indent: number; room: number }): void {
    const { block, look, indent, room } = at;
    const width = (line.reduce((sum, word) => sum + word.width, 0) * look.size) / 1_000;
    const left = paper.margin + (block.isRightToLeft ? 0 : indent);
    const x = block.isRightToLeft ? left + room - width : left;
    this.#place(visualOrder(line.flatMap(({ pieces }) => pieces)), x, look);
  }

  #place(pieces: Piece[], from: number, { size }: Look): void {
    const page = this.pages.at(-1);
    if (!page) return;
    let x = from;
    let open: { n: number; link: PlacedLink } | undefined;
    for (const piece of pieces) {
      const width = (piece.width * size) / 1_000;
      page.pieces.push({ ...piece, x, y: this.#y, size });
      const { link } = piece.span;
      if (link && open?.n === link.n) open.link.box[2] = x + width;
      else if (link) {
        const box: PlacedLink['box'] = [x, this.#y - descent * size, x + width, this.#y + ascent * size];
        open = { n: link.n, link: { url: link.url, box } };
        page.links.push(open.link);
      } else open = undefined;
      x += width;
    }
  }
}

/** Puts the blocks of a text on pages of A4; throws TooLong beyond so many. */
export function layOut(blocks: Block[], fonts: TextFonts, mostPages: number): Page[] {
  const layout = new Layout(fonts, mostPages);
  for (const block of blocks) layout.add(block);
  return layout.pages;
}

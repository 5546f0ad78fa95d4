import bidiFactory from 'bidi-js';
import type { Block, Span } from './blocks-of-html.ts';
import type { FontSlice, TextFonts } from './fonts.ts';
import type { Glyph, Shaper } from './shape-text.ts';

/** Letters of one font, look and direction, shaped. */
export interface Piece {
  slice: FontSlice;
  span: Span;
  isBold: boolean;
  /** Level of the bidirectional algorithm: odd ones run from right to left. */
  level: number;
  glyphs: Glyph[];
  /** In thousandths of the size of the type. */
  width: number;
}

/** What no line is broken within, in the order of the letters. */
export interface Word {
  pieces: Piece[];
  width: number;
  isSpace: boolean;
  /** A new line begins after it, however much space is left. */
  endsLine: boolean;
}

const bidi = bidiFactory();
const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });
const words = new Intl.Segmenter('th', { granularity: 'word' });

const space = /^[ \t\n\u2000-\u2006\u2008-\u200a\u200b\u3000]/;
const eastAsian =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\u3000-\u303f\uff00-\uff60]/u;
const withoutSpaces = /^[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** Signs that begin no line, and those that end none (JIS X 4051 and GB/T 15834, the common part). */
const beginsNone =
  /^[\p{Pe}\p{Pf}、。，．・：；！？,.:;!?…‥ー々〻ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶ～％%]/u;
const endsNone = /[\p{Ps}\p{Pi}￥＄£]$/u;
const hyphen = /[-\u2010\u2012\u2013\u2014/]$/;

interface Character {
  from: number;
  to: number;
  text: string;
}

const charactersOf = (text: string): Character[] =>
  [...characters.segment(text)].map(({ index, segment }) => ({
    from: index,
    to: index + segment.length,
    text: segment,
  }));

/** Places at which a line may begin, beside those around white space. */
function mayBreak(before: string, after: string, isWordEnd: boolean): boolean {
  if (beginsNone.test(after) || endsNone.test(before)) return false;
  if (eastAsian.test(before) || eastAsian.test(after)) return true;
  if (withoutSpaces.test(before) && withoutSpaces.test(after)) return isWordEnd;
  return hyphen.test(before) && /^\p{L}/u.test(after);
}

/** A paragraph, ready to be broken into words. */
export class Paragraph {
  /** By letter, as are levels and slices. */
  readonly #spans: Span[];
  readonly #levels: Uint8Array;
  readonly #slices: FontSlice[] = [];
  readonly #isBold: boolean;
  readonly #shaper: Shaper;
  readonly #characters: Character[];
  readonly #text: string;

  constructor(block: Block, tools: { fonts: TextFonts; shaper: Shaper; isBold: boolean }) {
    this.#spans = block.spans.flatMap((span) => Array.from({ length: span.text.length }, () => span));
    this.#isBold = tools.isBold;
    this.#shaper = tools.shaper;
    this.#text = block.spans.map(({ text }) => text).join('');
    this.#levels = bidi.getEmbeddingLevels(this.#text, block.isRightToLeft ? 'rtl' : 'ltr').levels;
    this.#characters = charactersOf(this.#text);
    let before: FontSlice | undefined;
    for (const { from, to, text } of this.#characters) {
      const isNeutral = !/[\p{L}\p{N}]/u.test(text);
      const slice = tools.fonts.pick(text, isNeutral ? before : undefined);
      for (let at = from; at < to; at += 1) this.#slices[at] = slice;
      before = slice;
    }
  }

  words(): Word[] {
    const wordEnds = new Set<number>();
    if (withoutSpacesAnywhere.test(this.#text)) for (const { index } of words.segment(this.#text)) wordEnds.add(index);
    const found: Word[] = [];
    let from = 0;
    for (const [at, one] of this.#characters.entries()) {
      const next = this.#characters[at + 1];
      const isSpace = space.test(one.text);
      const ends =
        !next ||
        isSpace !== space.test(next.text) ||
        one.text === '\n' ||
        mayBreak(one.text, next.text, wordEnds.has(one.to));
      if (!ends) continue;
      found.push(this.#word(from, one.to));
      from = one.to;
    }
    return found;
  }

  #word(from: number, to: number): Word {
    const isSpace = space.test(this.#text.slice(from, from + 1));
    const endsLine = this.#text.charAt(to - 1) === '\n';
    const pieces: Piece[] = [];
    let start = from;
    for (let at = from + 1; at <= to; at += 1) {
      if (at < to && this.#isAlike(at - 1, at)) continue;
      pieces.push(this.#piece(start, at));
      start = at;
    }
    return { pieces, isSpace, endsLine, width: pieces.reduce((sum, { width }) => sum + width, 0) };
  }

  #isAlike(a: number, b: number): boolean {
    return (
      this.#slices[a] === this.#slices[b] && this.#levels[a] === this.#levels[b] && this.#spans[a] === this.#spans[b]
    );
  }

  #piece(from: number, to: number): Piece {
    const span = this.#spans[from];
    const slice = this.#slices[from];
    if (!span || !slice) throw new Error('A text ends before its letters do');
    const level = this.#levels[from] ?? 0;
    const isBold = this.#isBold || span.isBold;
    const text = this.#text.slice(from, to).replaceAll('\n', ' ');
    const glyphs = this.#shaper.glyphsOf({ slice, isBold, isRightToLeft: level % 2 === 1, text });
    return { slice, span, isBold, level, glyphs, width: glyphs.reduce((sum, { advance }) => sum + advance, 0) };
  }

  /** A word that is too long for a line, letter by letter. */
  letters(word: Word): Word[] {
    return word.pieces.flatMap((piece) => {
      const glyphs = piece.level % 2 === 1 ? piece.glyphs.toReversed() : piece.glyphs;
      return glyphs.map((glyph) => ({
        ...word,
        pieces: [{ ...piece, glyphs: [glyph], width: glyph.advance }],
        width: glyph.advance,
      }));
    });
  }
}

const withoutSpacesAnywhere = new RegExp(withoutSpaces.source.slice(1), 'u');

/** The pieces of a line from left to right (UAX 9, rule L2). */
export function visualOrder(pieces: Piece[]): Piece[] {
  const order = [...pieces];
  const most = Math.max(0, ...pieces.map(({ level }) => level));
  for (let level = most; level > 0; level -= 1) {
    for (let from = 0; from < order.length; from += 1) {
      let to = from;
      while (to < order.length && (order[to]?.level ?? 0) >= level) to += 1;
      if (to > from + 1) order.splice(from, to - from, ...order.slice(from, to).toReversed());
      from = to;
    }
  }
  return order;
}

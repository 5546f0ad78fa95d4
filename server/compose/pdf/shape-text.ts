import { Direction, Buffer as ShapingBuffer, shape } from 'harfbuzzjs';
import type { FontSlice } from './fonts.ts';

/** An outline beside a letter: a dot, an accent, a part of a vowel. */
export interface Mark {
  id: number;
  /** From where its letter stands. */
  x: number;
  y: number;
}
/** A glyph as it is drawn; all lengths in thousandths of the size of the type. */
export interface Glyph {
  id: number;
  /** Letters that whoever copies the text gets for it. */
  text: string;
  /** How far the next one stands. */
  advance: number;
  /** As the file tells it: the font's own, with those of marks that take space. */
  width: number;
  dx: number;
  dy: number;
  /** Drawn as pictures, so that no reader takes them for letters of their own or for another line. */
  marks: Mark[];
}

/** A word or less in one font, direction and look. */
export interface Wording {
  slice: FontSlice;
  isBold: boolean;
  isRightToLeft: boolean;
  text: string;
}

const mostKept = 20_000;

/** Turns words into glyphs, each word once. */
export class Shaper {
  readonly #known = new Map<string, Glyph[]>();

  glyphsOf(wording: Wording): Glyph[] {
    const { slice, isBold, isRightToLeft, text } = wording;
    const key = `${slice.name} ${isBold} ${isRightToLeft} ${text}`;
    const known = this.#known.get(key);
    if (known) return known;
    if (this.#known.size >= mostKept) this.#known.clear();
    const glyphs = shapeWord(wording);
    this.#known.set(key, glyphs);
    return glyphs;
  }
}

type Shaped = ReturnType<ShapingBuffer['getGlyphInfosAndPositions']>[number];

function shapeWord({ slice, isBold, isRightToLeft, text }: Wording): Glyph[] {
  const buffer = new ShapingBuffer();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  buffer.setDirection(isRightToLeft ? Direction.RTL : Direction.LTR);
  const font = isBold ? slice.bold : slice.regular;
  shape(font, buffer);
  const scale = 1_000 / slice.unitsPerEm;
  const glyphOf = (one: Shaped): Glyph => ({
    id: one.codepoint,
    text: '',
    advance: (one.xAdvance ?? 0) * scale,
    width: font.glyphHAdvance(one.codepoint) * scale,
    dx: (one.xOffset ?? 0) * scale,
    dy: (one.yOffset ?? 0) * scale,
    marks: [],
  });
  const shaped = buffer.getGlyphInfosAndPositions();
  const groups = groupsOf(shaped);
  return groups.flatMap(({ cluster, from, to }, at) => {
    const end = groups[isRightToLeft ? at - 1 : at + 1]?.cluster ?? text.length;
    return withText(shaped.slice(from, to).map(glyphOf), text.slice(cluster, end), isRightToLeft);
  });
}

/** Neighbours of one cluster. */
function groupsOf(shaped: Shaped[]): { cluster: number; from: number; to: number }[] {
  const groups: { cluster: number; from: number; to: number }[] = [];
  for (const [at, { cluster }] of shaped.entries()) {
    const last = groups.at(-1);
    if (last?.cluster === cluster) last.to = at + 1;
    else groups.push({ cluster, from: at, to: at + 1 });
  }
  return groups;
}

/**
 * Gives the letters of a cluster to its glyphs in the order of the letters, whichever glyph shows which: read one after
 * the other they are the word as it is written (a Hindi vowel may be drawn before its consonant). Glyphs beyond the letters
 * and those that take no space become marks of the others.
 */
function withText(glyphs: Glyph[], text: string, isRightToLeft: boolean): Glyph[] {
  const groups = text.match(/\P{Mn}\p{Mn}*|^\p{Mn}+/gu) ?? [text];
  const wide = glyphs.filter(({ advance }) => advance > 0);
  const kept = new Set((wide.length > 0 ? wide : glyphs.slice(0, 1)).slice(0, groups.length));
  const standing = withMarks(glyphs, kept);
  const inOrder = isRightToLeft ? standing.toReversed() : standing;
  const all = inOrder.flatMap((glyph, at) => {
    const isLast = at === inOrder.length - 1;
    return withUnseen(glyph, isLast ? groups.slice(at).join('') : (groups[at] ?? ''), isRightToLeft);
  });
  return isRightToLeft ? all.toReversed() : all;
}

/**
 * A glyph with its letters. Accents and what follows them have codes of their own that show nothing and take no space:
 * readers (pdf.js) believe that a code with an accent takes none.
 */
function withUnseen(glyph: Glyph, text: string, isRightToLeft: boolean): Glyph[] {
  const [own = text] = /^.\P{Mn}*/u.exec(text) ?? [];
  glyph.text = own;
  // Within its letter: on the edge it could be taken for a part of the next word, or fall out of a link.
  const dx = isRightToLeft ? inwards : -inwards;
  const unseen = [...text.slice(own.length)].map((letter) => ({ ...nothing, dx, text: letter, marks: [] }));
  return [glyph, ...unseen];
}

/** Glyph 0 of a font that was cut has no outline. */
const nothing = { id: 0, advance: 0, width: 0, dy: 0 };
const inwards = 20;

/** The glyphs that are kept, each with the others around it. What takes space and is not kept stands behind them. */
function withMarks(glyphs: Glyph[], kept: ReadonlySet<Glyph>): Glyph[] {
  let [owner] = kept;
  /** Where the pen is, from where the owner stands. */
  let pen = 0;
  for (const glyph of glyphs) {
    if (kept.has(glyph)) {
      owner = glyph;
      pen = glyph.advance;
    } else if (owner) {
      owner.marks.push({ id: glyph.id, x: pen + glyph.dx, y: glyph.dy });
      pen += glyph.advance;
      owner.advance += glyph.advance;
      owner.width += glyph.advance;
    }
  }
  return [...kept];
}

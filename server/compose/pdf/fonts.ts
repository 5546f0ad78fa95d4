import { readFileSync } from 'node:fs';
import { Blob, Face, Font, Variation } from 'harfbuzzjs';
import unpackFont from 'woff2-encoder/decompress';

/** A font of the Noto family cut to some letters, in both weights. */
export interface FontSlice {
  /** Short and the same in every process: "noto-sans-thai-thai". */
  name: string;
  bytes: Uint8Array;
  /** Units of its outlines in one em. */
  unitsPerEm: number;
  has: ReadonlySet<number>;
  regular: Font;
  bold: Font;
}

type Range = [from: number, to: number];
interface SliceFile {
  name: string;
  file: string;
  ranges: Range[];
}

const scripts = ['noto-sans', 'noto-sans-arabic', 'noto-sans-hebrew', 'noto-sans-thai', 'noto-sans-bengali'];
const ofLanguage: Record<string, string> = { ja: 'noto-sans-jp', ko: 'noto-sans-kr', 'zh-Hant': 'noto-sans-tc' };
const simplified = 'noto-sans-sc';

/** Weights of text and of what is set in bold. */
export const weights = { regular: 400, bold: 700 };

const listed = new Map<string, SliceFile[]>();
const loaded = new Map<string, Promise<FontSlice>>();

/** The slices of a package of fonts; each package says which letters stand in which. */
function slicesOf(family: string): SliceFile[] {
  const known = listed.get(family);
  if (known) return known;
  const place = (path: string) => new URL(import.meta.resolve(`@fontsource-variable/${family}/${path}`));
  const ranges = JSON.parse(readFileSync(place('unicode.json'), 'utf8')) as Record<string, string>;
  const slices = Object.entries(ranges).map(([key, text]) => {
    const part = key.replace(/[[\]]/g, '');
    const file = place(`files/${family}-${part}-wght-normal.woff2`).pathname;
    return { name: `${family}-${part}`, file, ranges: text.split(',').map(rangeOf) };
  });
  listed.set(family, slices);
  return slices;
}

function rangeOf(text: string): Range {
  const [from = '', to = from] = text.trim().replace(/^U\+/, '').split('-');
  return [Number.parseInt(from, 16), Number.parseInt(to, 16)];
}

async function load({ name, file }: SliceFile): Promise<FontSlice> {
  const bytes = await unpackFont(readFileSync(file));
  const face = new Face(new Blob(bytes));
  const [regular, bold] = [weights.regular, weights.bold].map((weight) => {
    const font = new Font(face);
    font.setVariations([new Variation('wght', weight)]);
    return font;
  }) as [Font, Font];
  return { name, bytes, unitsPerEm: face.upem, has: new Set(face.collectUnicodes()), regular, bold };
}

/** The fonts that the letters of a text need. */
export class TextFonts {
  readonly #base: FontSlice;
  readonly #byLetter: ReadonlyMap<number, FontSlice[]>;

  private constructor(base: FontSlice, byLetter: Map<number, FontSlice[]>) {
    this.#base = base;
    this.#byLetter = byLetter;
  }

  /** Reads the slices that hold the letters of a text; of the Han letters those of its language. */
  static async of(text: string, language: string): Promise<TextFonts> {
    const han = ofLanguage[language] ?? simplified;
    const families = [...scripts, ...new Set([han, ...Object.values(ofLanguage), simplified])];
    const byLetter = new Map<number, FontSlice[]>();
    for (const letter of new Set(text)) {
      const code = letter.codePointAt(0) ?? 0;
      byLetter.set(code, await slicesWith(code, families));
    }
    const [base] = await slicesWith(0x20, families);
    if (!base) throw new Error('The fonts are not installed');
    return new TextFonts(base, byLetter);
  }

  /** The slice that has all letters of a character; that of the letter before where it has them too. */
  pick(character: string, before: FontSlice | undefined): FontSlice {
    const codes = [...character].map((letter) => letter.codePointAt(0) ?? 0);
    const hasAll = (slice: FontSlice) => codes.every((code) => slice.has.has(code));
    if (before && hasAll(before)) return before;
    const able = codes.flatMap((code) => this.#byLetter.get(code) ?? []);
    return able.find(hasAll) ?? able[0] ?? this.#base;
  }
}

/** One slice that has a letter, as a rule: packages overlap, and what is named may be missing. */
async function slicesWith(code: number, families: string[]): Promise<FontSlice[]> {
  for (const family of families) {
    for (const slice of slicesOf(family)) {
      if (!slice.ranges.some(([from, to]) => code >= from && code <= to)) continue;
      const reading = loaded.get(slice.name) ?? load(slice);
      loaded.set(slice.name, reading);
      const font = await reading;
      if (font.has.has(code)) return [font];
    }
  }
  return [];
}

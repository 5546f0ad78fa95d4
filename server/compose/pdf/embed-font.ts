import { readFileSync } from 'node:fs';
import type { FontSlice } from './fonts.ts';
import { weights } from './fonts.ts';
import { dictionary, hexOf, numberText, type PdfFile, type PdfText } from './pdf-file.ts';
import type { Glyph } from './shape-text.ts';

/** What HarfBuzz's subsetter gives to its callers (hb-subset.h). */
interface Subsetter {
  memory: WebAssembly.Memory;
  _initialize?(): void;
  malloc(size: number): number;
  free(at: number): void;
  hb_blob_create(at: number, length: number, mode: number, data: number, destroy: number): number;
  hb_blob_destroy(blob: number): void;
  hb_blob_get_data(blob: number, length: number): number;
  hb_blob_get_length(blob: number): number;
  hb_face_create(blob: number, index: number): number;
  hb_face_destroy(face: number): void;
  hb_face_reference_blob(face: number): number;
  hb_set_add(set: number, value: number): void;
  hb_subset_input_create_or_fail(): number;
  hb_subset_input_destroy(input: number): void;
  hb_subset_input_glyph_set(input: number): number;
  hb_subset_input_set(input: number, kind: number): number;
  hb_subset_input_set_flags(input: number, flags: number): void;
  hb_subset_input_pin_axis_location(input: number, face: number, axis: number, value: number): number;
  hb_subset_or_fail(face: number, input: number): number;
}

let subsetter: Promise<Subsetter> | undefined;

async function startSubsetter(): Promise<Subsetter> {
  const file = new URL(import.meta.resolve('harfbuzzjs/dist/harfbuzz-subset.wasm'));
  const { instance } = await WebAssembly.instantiate(readFileSync(file));
  const exports = instance.exports as Subsetter;
  exports._initialize?.();
  return exports;
}

const tagOf = (name: string) => Buffer.from(name).readUInt32BE();
/** HB_SUBSET_FLAGS_NO_HINTING, _RETAIN_GIDS and _NO_LAYOUT_CLOSURE. */
const flags = 0x1 | 0x2 | 0x200;
const dropTables = 3;
/** Shaping is done, and nobody types with the font. */
const unneeded = ['GSUB', 'GPOS', 'GDEF', 'name', 'post', 'STAT'];

/** The outlines of some glyphs of a font in one weight, under their old numbers. */
async function cutFont(bytes: Uint8Array, glyphs: Iterable<number>, weight: number): Promise<Uint8Array> {
  subsetter ??= startSubsetter();
  const hb = await subsetter;
  const at = hb.malloc(bytes.length);
  new Uint8Array(hb.memory.buffer).set(bytes, at);
  const blob = hb.hb_blob_create(at, bytes.length, 2, 0, 0);
  const face = hb.hb_face_create(blob, 0);
  const input = hb.hb_subset_input_create_or_fail();
  const wanted = hb.hb_subset_input_glyph_set(input);
  for (const glyph of glyphs) hb.hb_set_add(wanted, glyph);
  const dropped = hb.hb_subset_input_set(input, dropTables);
  for (const name of unneeded) hb.hb_set_add(dropped, tagOf(name));
  hb.hb_subset_input_set_flags(input, flags);
  hb.hb_subset_input_pin_axis_location(input, face, tagOf('wght'), weight);
  const cut = hb.hb_subset_or_fail(face, input);
  try {
    if (cut === 0) throw new Error('A font could not be cut to the letters of the text');
    const result = hb.hb_face_reference_blob(cut);
    const from = hb.hb_blob_get_data(result, 0);
    const copy = new Uint8Array(hb.memory.buffer).slice(from, from + hb.hb_blob_get_length(result));
    hb.hb_blob_destroy(result);
    return copy;
  } finally {
    if (cut !== 0) hb.hb_face_destroy(cut);
    hb.hb_subset_input_destroy(input);
    hb.hb_face_destroy(face);
    hb.hb_blob_destroy(blob);
    hb.free(at);
  }
}

/**
 * A font of a file. Its codes are not the font's glyphs but these with the letters they stand for: one glyph may stand for
 * different letters at different places, and each is read as what it is.
 */
export class EmbeddedFont {
  /** As it is named on pages. */
  readonly name: string;
  readonly #slice: FontSlice;
  readonly #weight: number;
  readonly #isBold: boolean;
  readonly #codes = new Map<string, { code: number; glyph: Glyph }>();
  readonly #marks = new Set<number>();

  constructor(at: number, slice: FontSlice, isBold: boolean) {
    this.name = `F${at}`;
    this.#slice = slice;
    this.#isBold = isBold;
    this.#weight = isBold ? weights.bold : weights.regular;
  }

  /** The name of a mark's picture, a thousand units to one of its size. */
  markOf(id: number): string {
    this.#marks.add(id);
    return `${this.name}M${id}`;
  }

  /** The pictures of marks, by name. */
  writeMarks(file: PdfFile): Record<string, PdfText> {
    const { bold, regular, unitsPerEm } = this.#slice;
    const scale = numberText(1_000 / unitsPerEm);
    const head = {
      Type: '/XObject',
      Subtype: '/Form',
      BBox: '[-2000 -2000 3000 3000]',
      Matrix: `[${scale} 0 0 ${scale} 0 0]`,
    };
    const pictures = [...this.#marks].map((id) => {
      const path = (this.#isBold ? bold : regular).glyphToPath(id);
      return [`${this.name}M${id}`, file.addStream(`${pathOf(path)} f`, head)];
    });
    return Object.fromEntries(pictures);
  }

  /** Four hexadecimal digits. */
  codeOf(glyph: Glyph): string {
    const key = `${glyph.id} ${glyph.width} ${glyph.text}`;
    const known = this.#codes.get(key) ?? { code: this.#codes.size + 1, glyph };
    this.#codes.set(key, known);
    return known.code.toString(16).toUpperCase().padStart(4, '0');
  }

  async write(file: PdfFile): Promise<PdfText> {
    const used = [...this.#codes.values()];
    const outlines = await cutFont(this.#slice.bytes, new Set(used.map(({ glyph }) => glyph.id)), this.#weight);
    const tag = [...this.name.slice(1).padStart(6, '0')]
      .map((digit) => String.fromCharCode(65 + Number(digit)))
      .join('');
    const name = `/${tag}+${this.#slice.name}-${this.#weight}`;
    const toGlyphs = Buffer.alloc(2 * (used.length + 1));
    for (const { code, glyph } of used) toGlyphs.writeUInt16BE(glyph.id, 2 * code);
    const descriptor = dictionary({
      Type: '/FontDescriptor',
      FontName: name,
      Flags: '4',
      FontBBox: '[-1000 -400 2000 1200]',
      ItalicAngle: '0',
      Ascent: '1069',
      Descent: '-293',
      CapHeight: '714',
      StemV: this.#weight === weights.bold ? '140' : '80',
      FontFile2: file.addStream(outlines, { Length1: String(outlines.length) }),
    });
    const descendant = dictionary({
      Type: '/Font',
      Subtype: '/CIDFontType2',
      BaseFont: name,
      CIDSystemInfo: '<</Registry (Adobe) /Ordering (Identity) /Supplement 0>>',
      FontDescriptor: file.add(descriptor),
      W: `[1 [${used.map(({ glyph }) => numberText(glyph.width)).join(' ')}]]`,
      CIDToGIDMap: file.addStream(toGlyphs),
    });
    return file.add(
      dictionary({
        Type: '/Font',
        Subtype: '/Type0',
        BaseFont: name,
        Encoding: '/Identity-H',
        DescendantFonts: `[${file.add(descendant)}]`,
        ToUnicode: file.addStream(unicodeMap(used)),
      }),
    );
  }
}

/** An outline as SVG writes it, as a PDF does: curves of the second degree are raised to the third. */
function pathOf(svg: string): string {
  let [x, y] = [0, 0];
  const steps = [...svg.matchAll(/([MLQCZ])([^MLQCZ]*)/g)].map(([, sign = '', text = '']) => {
    const numbers = text
      .split(/[\s,]+|(?=-)/)
      .filter(Boolean)
      .map(Number);
    if (sign === 'Z') return 'h';
    const [a = 0, b = 0, c = 0, d = 0] = numbers;
    const raised =
      sign === 'Q'
        ? [x + (2 * (a - x)) / 3, y + (2 * (b - y)) / 3, c + (2 * (a - c)) / 3, d + (2 * (b - d)) / 3, c, d]
        : numbers;
    [x, y] = [raised.at(-2) ?? 0, raised.at(-1) ?? 0];
    return `${raised.map(numberText).join(' ')} ${sign === 'M' ? 'm' : sign === 'L' ? 'l' : 'c'}`;
  });
  return steps.join(' ');
}

/** Which letters a code stands for (ISO 32000-1, 9.10.3), a hundred to a block. */
function unicodeMap(used: { code: number; glyph: Glyph }[]): string {
  const lines = used.map(({ code, glyph }) => `<${code.toString(16).padStart(4, '0')}> <${hexOf(glyph.text)}>`);
  const blocks: string[] = [];
  for (let at = 0; at < lines.length; at += 100) {
    const block = lines.slice(at, at + 100);
    blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`);
  }
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <FFFF>
endcodespacerange
${blocks.join('\n')}
endcmap
CMapName currentdict /CMap defineresource pop
end
end`;
}

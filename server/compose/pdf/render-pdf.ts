import { normalForm } from '#domain/rules/comparable.ts';
import { directionOf, languageOfText } from '../dress/writing-direction.ts';
import { type Block, blocksOfHtml } from './blocks-of-html.ts';
import { EmbeddedFont } from './embed-font.ts';
import { type FontSlice, TextFonts } from './fonts.ts';
import { layOut, type Page, type PlacedPiece, paper, TooLong } from './lay-out.ts';
import { byteString, dictionary, numberText, PdfFile, type PdfText, textString } from './pdf-file.ts';
import type { Glyph } from './shape-text.ts';

/** What a file is made of. */
export interface PdfInput {
  title: string;
  /** Clean HTML of a post. */
  html: string;
  author: string;
  /** ISO 8601 UTC. */
  madeAt: string;
  mostPages: number;
  mostBytes: number;
}

/** A text as a PDF of A4 pages: the same input makes the same bytes. */
export async function renderPdf(input: PdfInput): Promise<Uint8Array> {
  const blocks = [...headOf(input), ...blocksOfHtml(input.html)];
  const text = blocks.flatMap(({ spans, sign }) => [sign, ...spans.map((span) => span.text)]).join(' ');
  const language = languageOfText(text);
  const fonts = await TextFonts.of(text, language ?? '');
  const pages = layOut(blocks, fonts, input.mostPages);
  const file = new PdfFile();
  const tree = file.reserve();
  const used = new UsedFonts();
  const contents = pages.map((page) => drawPage(page, used));
  const resources = file.add(dictionary(await used.write(file)));
  const kids = pages.map((page, at) => addPage(file, page, { tree, resources, content: contents[at] ?? '' }));
  file.set(tree, dictionary({ Type: '/Pages', Kids: `[${kids.join(' ')}]`, Count: String(kids.length) }));
  const pdf = file.end(rootOf(file, tree, language), infoOf(file, input));
  if (pdf.length > input.mostBytes) throw new TooLong(`It would be longer than ${input.mostBytes} bytes`);
  return pdf;
}

function headOf({ title, author }: PdfInput): Block[] {
  const block = (kind: Block['kind'], text: string): Block => ({
    kind,
    spans: [{ text: normalForm(text, 'NFC'), isBold: false, isSlanted: false }],
    depth: 0,
    sign: '',
    isRightToLeft: directionOf(text) !== '',
  });
  return [...(title === '' ? [] : [block('title', title)]), ...(author === '' ? [] : [block('author', author)])];
}

function rootOf(file: PdfFile, tree: number, language: string | undefined): PdfText {
  const Lang = language === undefined ? {} : { Lang: byteString(language) };
  const preferences = '<</DisplayDocTitle true>>';
  return file.add(dictionary({ Type: '/Catalog', Pages: `${tree} 0 R`, ViewerPreferences: preferences, ...Lang }));
}

function infoOf(file: PdfFile, { title, author, madeAt }: PdfInput): PdfText {
  const made = byteString(`D:${madeAt.replace(/\D/g, '').slice(0, 14).padEnd(14, '0')}Z`);
  const Author = author === '' ? {} : { Author: textString(author) };
  return file.add(dictionary({ Title: textString(title), ...Author, CreationDate: made, ModDate: made }));
}

/** The fonts of a file, by slice and weight. */
class UsedFonts {
  readonly #fonts = new Map<string, EmbeddedFont>();

  of(slice: FontSlice, isBold: boolean): EmbeddedFont {
    const key = `${slice.name} ${isBold}`;
    const font = this.#fonts.get(key) ?? new EmbeddedFont(this.#fonts.size + 1, slice, isBold);
    this.#fonts.set(key, font);
    return font;
  }

  /** What pages name: the fonts, and the pictures of marks. */
  async write(file: PdfFile): Promise<Record<string, PdfText>> {
    const fonts: Record<string, PdfText> = {};
    for (const font of this.#fonts.values()) fonts[font.name] = await font.write(file);
    const marks = Object.assign({}, ...[...this.#fonts.values()].map((font) => font.writeMarks(file)));
    return { Font: dictionary(fonts), XObject: dictionary(marks) };
  }
}

function addPage(
  file: PdfFile,
  { links }: Page,
  { tree, resources, content }: { tree: number; resources: PdfText; content: string },
): PdfText {
  const annotations = links.map(({ url, box }) =>
    file.add(
      dictionary({
        Type: '/Annot',
        Subtype: '/Link',
        Rect: `[${box.map(numberText).join(' ')}]`,
        Border: '[0 0 0]',
        F: '4',
        A: dictionary({ Type: '/Action', S: '/URI', URI: byteString(plainAddress(url)) }),
      }),
    ),
  );
  return file.add(
    dictionary({
      Type: '/Page',
      Parent: `${tree} 0 R`,
      MediaBox: `[0 0 ${paper.width} ${paper.height}]`,
      Resources: resources,
      Contents: file.addStream(content),
      ...(annotations.length > 0 ? { Annots: `[${annotations.join(' ')}]` } : {}),
    }),
  );
}

/** Addresses are plain letters there (ISO 32000-1, 12.6.4.7). */
function plainAddress(url: string): string {
  if (/^[\x21-\x7e]*$/.test(url)) return url;
  return URL.canParse(url) ? new URL(url).href : encodeURI(url);
}

const inks = { text: '0.13 0.13 0.13 rg', link: '0.02 0.3 0.62 rg' };

/** The drawing of a page. */
function drawPage({ pieces }: Page, fonts: UsedFonts): string {
  const lines: string[] = [];
  for (const [first, ...rest] of alike(pieces)) {
    if (!first) continue;
    const all = [first, ...rest];
    const { size, x, y } = first;
    const font = fonts.of(first.slice, first.isBold);
    const ink = first.span.link ? inks.link : inks.text;
    const slant = first.span.isSlanted ? '0.2' : '0';
    const place = `1 0 ${slant} 1 ${numberText(x)} ${numberText(y)} Tm`;
    const glyphs = all.flatMap((piece) => piece.glyphs);
    lines.push(`${ink} BT /${font.name} ${size} Tf ${place} ${drawGlyphs(glyphs, font, size)} ET`);
    lines.push(...drawMarks(glyphs, font, { size, x, y, slant }));
    if (!first.span.link) continue;
    const width = all.reduce((sum, piece) => sum + (piece.width * size) / 1_000, 0);
    lines.push(`${[x, y - size * 0.14, width, size * 0.05].map(numberText).join(' ')} re f`);
  }
  return lines.join('\n');
}

/** Neighbours that are drawn in one go. */
function alike(pieces: PlacedPiece[]): PlacedPiece[][] {
  const groups: PlacedPiece[][] = [];
  for (const piece of pieces) {
    const last = groups.at(-1)?.at(-1);
    const goesOn =
      last?.slice === piece.slice &&
      last.isBold === piece.isBold &&
      last.span === piece.span &&
      last.y === piece.y &&
      last.level === piece.level &&
      Math.abs(last.x + (last.width * last.size) / 1_000 - piece.x) < 0.01;
    if (goesOn) groups.at(-1)?.push(piece);
    else groups.push([piece]);
  }
  return groups;
}

/** Glyphs side by side: where the text has another distance than the font, the way is corrected. */
function drawGlyphs(glyphs: Glyph[], font: EmbeddedFont, size: number): string {
  let drawn = '';
  let codes = '';
  let line = '';
  let owed = 0;
  let rise = 0;
  const endCodes = () => {
    if (codes !== '') line += `<${codes}>`;
    codes = '';
  };
  const endLine = () => {
    endCodes();
    if (line !== '') drawn += `[${line}] TJ `;
    line = '';
  };
  for (const glyph of glyphs) {
    if (glyph.dy !== rise) {
      endLine();
      rise = glyph.dy;
      drawn += `${numberText((rise * size) / 1_000)} Ts `;
    }
    const back = numberText(owed - glyph.dx);
    if (back !== '0') {
      endCodes();
      line += back;
    }
    codes += font.codeOf(glyph);
    owed = glyph.dx + glyph.width - glyph.advance;
  }
  endLine();
  return rise === 0 ? drawn.trimEnd() : `${drawn}0 Ts`;
}

interface Place {
  size: number;
  x: number;
  y: number;
  slant: string;
}

function drawMarks(glyphs: Glyph[], font: EmbeddedFont, { size, x, y, slant }: Place): string[] {
  const scale = size / 1_000;
  const drawn: string[] = [];
  let pen = x;
  for (const glyph of glyphs) {
    for (const mark of glyph.marks) {
      const place = [pen + mark.x * scale, y + mark.y * scale].map(numberText).join(' ');
      drawn.push(`q ${scale} 0 ${Number(slant) * scale} ${scale} ${place} cm /${font.markOf(mark.id)} Do Q`);
    }
    pen += glyph.advance * scale;
  }
  return drawn;
}

import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';

/** A value as it stands in a file. */
export type PdfText = string;

/** Letters for people: title, author. */
export function textString(text: string): PdfText {
  return `<FEFF${hexOf(text)}>`;
}

/** Letters as hexadecimal UTF-16. */
export function hexOf(text: string): string {
  return Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase();
}

/** Plain letters in brackets. */
export function byteString(text: string): PdfText {
  return `(${text.replace(/[\\()]/g, (sign) => `\\${sign}`)})`;
}

/** A number as short as it may be written: two places behind the point. */
export function numberText(value: number): PdfText {
  return String(Math.round(value * 100) / 100 || 0);
}

/** A dictionary; entries that are undefined are left out. */
export function dictionary(entries: Record<string, PdfText | undefined>): PdfText {
  const written = Object.entries(entries).filter(([, value]) => value !== undefined);
  return `<<${written.map(([key, value]) => `/${key} ${value}`).join(' ')}>>`;
}

/** The objects of a PDF (ISO 32000-1, 7.5): the same ones make the same bytes. */
export class PdfFile {
  readonly #objects: Buffer[] = [];

  /** A number for an object that is written later. */
  reserve(): number {
    this.#objects.push(Buffer.alloc(0));
    return this.#objects.length;
  }

  set(id: number, body: PdfText | Buffer): PdfText {
    this.#objects[id - 1] = Buffer.from(body);
    return `${id} 0 R`;
  }

  add(body: PdfText | Buffer): PdfText {
    return this.set(this.reserve(), body);
  }

  /** A packed stream of bytes. */
  addStream(bytes: string | Uint8Array, entries: Record<string, PdfText> = {}): PdfText {
    const packed = deflateSync(bytes, { level: 9 });
    const head = dictionary({ ...entries, Filter: '/FlateDecode', Length: String(packed.length) });
    return this.add(Buffer.concat([Buffer.from(`${head}\nstream\n`), packed, Buffer.from('\nendstream')]));
  }

  get size(): number {
    return this.#objects.reduce((sum, { length }) => sum + length, 0);
  }

  /** The whole file; its id is that of what stands in it. */
  end(root: PdfText, info: PdfText): Uint8Array {
    const chunks = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
    const places: number[] = [];
    let length = chunks[0]?.length ?? 0;
    for (const [at, body] of this.#objects.entries()) {
      places.push(length);
      const object = Buffer.concat([Buffer.from(`${at + 1} 0 obj\n`), body, Buffer.from('\nendobj\n')]);
      length += object.length;
      chunks.push(object);
    }
    const id = createHash('sha256').update(Buffer.concat(chunks)).digest('hex').slice(0, 32).toUpperCase();
    const lines = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
    const size = String(places.length + 1);
    const trailer = dictionary({ Size: size, Root: root, Info: info, ID: `[<${id}> <${id}>]` });
    const table = `xref\n0 ${size}\n0000000000 65535 f \n${lines}trailer\n${trailer}\nstartxref\n${length}\n%%EOF\n`;
    return Buffer.concat([...chunks, Buffer.from(table)]);
  }
}

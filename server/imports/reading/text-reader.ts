import { isUtf8 } from 'node:buffer';

/** Encodings that uploads are read in. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** Letters by which UTF-16 without a mark is known. */
const sampleSize = 1_000;

/**
 * Reads the bytes of a file as text, in pieces: by its byte-order mark (Unicode 16, section 23.8), else UTF-8, else what
 * old programs wrote. UTF-16 without a mark shows by the zeros of its letters. What cannot be read becomes U+FFFD.
 */
export class TextReader {
  encoding: Encoding = 'utf-8';
  #decoder: InstanceType<typeof TextDecoder> | undefined;
  /** Bytes of a letter, or of the mark, that are not complete yet. */
  #rest: Buffer = Buffer.alloc(0);
  #hasBegun = false;
  #hasLetters = false;

  write(chunk: Buffer, isLast = false): string {
    const bytes = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk;
    if (!this.#hasBegun && bytes.length < 4 && !isLast) {
      this.#rest = bytes;
      return '';
    }
    if (!this.#hasBegun) this.#begin(bytes);
    this.#hasBegun = true;
    this.#rest = Buffer.alloc(0);
    if (this.#decoder) return this.#decoder.decode(bytes, { stream: !isLast });
    return this.#readUtf8(bytes, isLast);
  }

  end(): string {
    return this.write(Buffer.alloc(0), true);
  }

  #begin(bytes: Buffer): void {
    const encoding = utf16Of(bytes);
    if (encoding) this.#switchTo(encoding);
  }

  #switchTo(encoding: Encoding): void {
    this.encoding = encoding;
    this.#decoder = new TextDecoder(encoding, { ignoreBOM: true });
  }

  #readUtf8(bytes: Buffer, isLast: boolean): string {
    const end = isLast ? bytes.length : completeLength(bytes);
    const whole = bytes.subarray(0, end);
    const text = whole.toString('utf8');
    if (!isUtf8(whole) && !this.#hasLetters && isForeign(text)) {
      this.#switchTo('windows-1252');
      return this.#decoder?.decode(bytes, { stream: !isLast }) ?? '';
    }
    this.#hasLetters ||= text.length < whole.length;
    this.#rest = bytes.subarray(end);
    return text;
  }
}

/** A whole file as text. */
export function readText(bytes: Buffer): { text: string; encoding: Encoding } {
  const reader = new TextReader();
  const text = reader.write(bytes, true).replace(/^\uFEFF/, '');
  return { text, encoding: reader.encoding };
}

function utf16Of(bytes: Buffer): Encoding | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const zeros = [0, 0];
  const nLooked = Math.min(bytes.length, sampleSize);
  for (let at = 0; at < nLooked; at += 1) if (bytes[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (odd > nLooked / 4 && even === 0) return 'utf-16le';
  return even > nLooked / 4 && odd === 0 ? 'utf-16be' : undefined;
}

/** More letters that are no UTF-8 than letters that are. */
function isForeign(text: string): boolean {
  const bad = text.match(/\uFFFD/g)?.length ?? 0;
  const good = text.match(/[^\x00-\x7f\uFFFD]/g)?.length ?? 0;
  return bad > good;
}

/** Length without the bytes of a letter whose end has not come yet. */
function completeLength(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) break;
    if (byte < 0xc0) continue;
    const wanted = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return wanted > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

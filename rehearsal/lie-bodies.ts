import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const mib = 1_024 * 1_024;

/** Zeros that unpack to 200 MB, made once. */
const bombs = new Map<string, Buffer>();
function bomb(name: string, pack: (zeros: Buffer) => Buffer): Buffer {
  const known = bombs.get(name) ?? pack(Buffer.alloc(200 * mib, 0x20));
  bombs.set(name, known);
  return known;
}

/** 200 MB of blanks as gzip. */
export const gzipBomb = () => bomb('gzip', (blanks) => gzipSync(blanks, { level: 9 }));
/** 200 MB of blanks as brotli. */
export const brotliBomb = () =>
  bomb('brotli', (blanks) =>
    brotliCompressSync(blanks, { params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_LGWIN]: 22 } }),
  );
/** A bomb inside a bomb. */
export const doubleBomb = () => gzipSync(gzipBomb());

/** A ZIP of one entry that says it holds 4 GB. */
export function zipBomb(): Buffer {
  const packed = gzipBomb().subarray(10, -8);
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(20, 4);
  head.writeUInt16LE(8, 8);
  head.writeUInt32LE(packed.length, 18);
  head.writeUInt32LE(0xfffffffe, 22);
  return Buffer.concat([head, packed]);
}

/** JSON of a million lists inside each other. */
export const deepJson = () => Buffer.from(`${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`);
/** One object whose values are objects, a million deep, never closed. */
export const deepObjects = () => Buffer.from('{"a":'.repeat(1_000_000));
/** JSON of five million bytes, a list of small objects. */
export const wideJson = () => Buffer.from(`[${'{"id":1,"link":"http://a.test/"},'.repeat(150_000)}{}]`);
/** One megabyte of tags that never end. */
export const openTags = (tag: string) => Buffer.from(tag.repeat(Math.ceil(mib / tag.length)));

/** What the three platforms answer to a post, with an address that is none. */
export function saidAddress(link: unknown, id: unknown = 1): Buffer {
  const edit = { result: 'Success', pageid: id, title: link, new: true };
  const query = { pages: [{ pageid: id, title: 'A', fullurl: link }], tokens: { csrftoken: 't', logintoken: 't' } };
  const clientlogin = { status: 'PASS', username: 'a' };
  return Buffer.from(
    JSON.stringify({ id, link, url: link, shorturl: link, status: 'publish', edit, query, clientlogin }),
  );
}

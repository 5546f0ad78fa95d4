import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import yauzl from 'yauzl';
import { Malformed } from '../../errors/refusal.ts';

/** Bounds of an uploaded archive (D-GEN-12). */
const maxEntries = 10_000;
const maxUnpacked = 200 * 1024 * 1024;

const open = promisify<Buffer, yauzl.Options, yauzl.ZipFile>(yauzl.fromBuffer);

/**
 * Hands every file of a ZIP to `take` under the last part of its path. False when it is no
 * ZIP; above the bounds it throws. Nested ZIPs are handed on by name like any other file.
 */
export async function readZip(bytes: Buffer, take: (name: string, bytes: Buffer) => void): Promise<boolean> {
  const zip = await open(bytes, { lazyEntries: true, validateEntrySizes: true, strictFileNames: false }).catch(
    () => undefined,
  );
  if (!zip) return false;
  const openEntry = promisify(zip.openReadStream.bind(zip)) as (entry: yauzl.Entry) => Promise<NodeJS.ReadableStream>;
  let nEntries = 0;
  let unpacked = 0;
  for await (const entry of zip as unknown as AsyncIterable<yauzl.Entry>) {
    nEntries += 1;
    unpacked += entry.uncompressedSize;
    if (nEntries > maxEntries) throw new Malformed(`The archive holds more than ${maxEntries} files`);
    if (unpacked > maxUnpacked) throw new Malformed('The archive holds more than 200 MB');
    const name = entry.fileName.split(/[\\/]/).at(-1) ?? '';
    if (name !== '') take(name, await buffer(await openEntry(entry)));
  }
  return true;
}

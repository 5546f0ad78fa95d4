import { buffer } from 'node:stream/consumers';
import yauzl from 'yauzl';
import { Malformed } from '../../errors/refusal.ts';

/** Bounds of an uploaded archive (D-GEN-12). */
const maxEntries = 10_000;
const maxUnpacked = 200 * 1024 * 1024;

/**
 * Hands every file of a ZIP to `take` under the last part of its path. False when it is no ZIP, or
 * breaks off; what was read before stays. Above the bounds it throws. Nested ZIPs are handed on by
 * name like any other file.
 */
export async function readZip(bytes: Buffer, take: (name: string, bytes: Buffer) => void): Promise<boolean> {
  try {
    // Paths are not judged by the library: only their last part is used.
    const zip = await yauzl.fromBufferPromise(bytes, { lazyEntries: true, decodeStrings: false });
    await readEntries(zip, take);
    return true;
  } catch (error) {
    if (error instanceof Malformed) throw error;
    return false;
  }
}

async function readEntries(zip: yauzl.ZipFile, take: (name: string, bytes: Buffer) => void): Promise<void> {
  let nEntries = 0;
  let unpacked = 0;
  for await (const entry of zip.eachEntry()) {
    nEntries += 1;
    unpacked += entry.uncompressedSize;
    if (nEntries > maxEntries) throw new Malformed(`The archive holds more than ${maxEntries} files`);
    if (unpacked > maxUnpacked) throw new Malformed('The archive holds more than 200 MB');
    const path = yauzl.getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, false);
    const name = path.split(/[\\/]/).at(-1) ?? '';
    // macOS adds a shadow file to each.
    if (name === '' || path.startsWith('__MACOSX/')) continue;
    take(name, await buffer(await zip.openReadStreamPromise(entry)));
  }
}

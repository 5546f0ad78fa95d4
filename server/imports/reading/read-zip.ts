import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import yauzl from 'yauzl';
import { limits } from '#domain/limits.ts';
import { storableText } from '#domain/rules/storable-text.ts';
import { Malformed } from '../../errors/refusal.ts';

/** The unpacking of the ZIPs of one upload. */
export interface Unpacking {
  /** Bytes that one file may have. */
  maxFile: number;
  /** Bytes that all files have, so far. */
  bytes: number;
}

/** Takes one file of an archive, undefined for one that is larger than a file may be; what it does not read is not unpacked. */
type Take = (name: string, stream: Readable | undefined) => Promise<void>;

/**
 * Hands every file of a ZIP to `take` under the last part of its path, one after the other. False when it is no ZIP, or
 * breaks off; what was read before stays. Above the bounds it throws before anything is unpacked. Nested ZIPs are
 * handed on by name like any other file. The archive lies in a file of its own meanwhile: its directory stands at its
 * end, and fifty megabytes for each upload are too much to hold.
 */
export async function readZip(archive: Readable, unpacking: Unpacking, take: Take): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'lw-zip-'));
  try {
    const path = join(folder, 'archive.zip');
    await pipeline(archive, createWriteStream(path, { mode: 0o600 }));
    return await readZipFile(path, unpacking, take);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function readZipFile(path: string, unpacking: Unpacking, take: Take): Promise<boolean> {
  const failed: { reason?: unknown } = {};
  let zip: yauzl.ZipFile | undefined;
  try {
    // Paths are not judged by the library: only their last part is used. A size that is not kept breaks the stream.
    zip = await yauzl.openPromise(path, { lazyEntries: true, decodeStrings: false, autoClose: false });
    for (const { entry, name } of await listEntries(zip, unpacking)) {
      if (entry.uncompressedSize > unpacking.maxFile) {
        await take(name, undefined);
        continue;
      }
      const stream = await zip.openReadStreamPromise(entry);
      await take(name, stream).catch((error: unknown) => {
        // Of the archive, or of the store that takes the article?
        if (!stream.errored) failed.reason = error;
        throw error;
      });
      stream.destroy();
    }
    return true;
  } catch (error) {
    if (error instanceof Malformed) throw error;
    if ('reason' in failed) throw failed.reason;
    return false;
  } finally {
    zip?.close();
  }
}

/** The entries that may be articles, from the directory at the end of the archive alone. */
async function listEntries(zip: yauzl.ZipFile, unpacking: Unpacking): Promise<{ entry: yauzl.Entry; name: string }[]> {
  const entries: { entry: yauzl.Entry; name: string }[] = [];
  let nEntries = 0;
  let bytes = 0;
  for await (const entry of zip.eachEntry()) {
    nEntries += 1;
    bytes += entry.uncompressedSize;
    if (nEntries > limits.uploadFiles) throw new Malformed(`The archive holds more than ${limits.uploadFiles} files`);
    if (bytes > limits.unpacked) throw new Malformed(`The archive holds more than ${megabytes(limits.unpacked)}`);
    const path = yauzl.getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, false);
    const name = lastPart(path);
    // macOS adds a shadow file to each.
    if (name !== '' && !path.startsWith('__MACOSX/')) entries.push({ entry, name });
  }
  unpacking.bytes += bytes;
  if (unpacking.bytes > limits.unpackedPerUpload)
    throw new Malformed(`The archives hold more than ${megabytes(limits.unpackedPerUpload)} together`);
  return entries;
}

/** The last part of a path, free of what the store cannot take. */
export function lastPart(path: string): string {
  return storableText(path.split(/[\\/]/).at(-1) ?? '');
}

const megabytes = (bytes: number) => `${bytes / 1_024 / 1_024} MB`;

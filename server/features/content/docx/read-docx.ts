import yauzl from 'yauzl';
import { limits } from '#domain/limits.ts';
import { WorkerRoom } from '../../../workers/worker-room.ts';

/** Documents are read one at a time; what a small file unpacks to lies outside of a worker's heap. */
const room = new WorkerRoom<Uint8Array, string | null>({
  script: new URL('./docx-worker.ts', import.meta.url),
  memoryMb: 256,
  buffersMb: 256,
  maxMs: 20_000,
  waitingBytes: Number.POSITIVE_INFINITY,
});

/** Why a document was not read, for who sent it. */
export const docxTexts = {
  noDocx: 'This is no Word document, or a damaged one',
  macros: 'This document holds macros',
  tooLarge: 'This document unpacks to more than an article may be',
} as const;

/** Parts of a document are as large as this at most, together. */
const mostUnpacked = limits.articleFile * 8;

/** A document as simple HTML without its pictures, or why it cannot be one; nothing in it is carried out. */
export async function readDocx(bytes: Buffer): Promise<{ html: string } | { reason: string }> {
  const reason = await judgeParts(bytes);
  if (reason !== undefined) return { reason };
  const html = await room.run(new Uint8Array(bytes), bytes.length).catch(() => null);
  return html === null ? { reason: docxTexts.noDocx } : { html };
}

/** By the directory of the archive alone. */
async function judgeParts(bytes: Buffer): Promise<string | undefined> {
  let unpacked = 0;
  let isDocument = false;
  try {
    const zip = await yauzl.fromBufferPromise(bytes, { lazyEntries: true, decodeStrings: false });
    for await (const entry of zip.eachEntry()) {
      const name = entry.fileNameRaw.toString('latin1');
      unpacked += entry.uncompressedSize;
      if (/vbaProject|\.bin$/i.test(name)) return docxTexts.macros;
      if (unpacked > mostUnpacked) return docxTexts.tooLarge;
      if (/^word\/document\.xml$/i.test(name)) isDocument = true;
    }
  } catch {
    return docxTexts.noDocx;
  }
  return isDocument ? undefined : docxTexts.noDocx;
}

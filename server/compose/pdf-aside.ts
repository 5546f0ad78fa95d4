import type { PostContent } from '#connectors/kit/contract/platforms.ts';
import { WorkerRoom } from '../workers/worker-room.ts';
import type { PdfInput } from './pdf/render-pdf.ts';

/** A post beyond this is a book; so many pages take a worker five seconds. */
const mostPages = 300;
const mostBytes = 32 * 1024 * 1024;
/** Posts at once are few: none is sent away. */
const room = new WorkerRoom<PdfInput, Uint8Array | string>({
  script: new URL('./pdf-worker.ts', import.meta.url),
  memoryMb: 512,
  maxMs: 60_000,
  waitingBytes: Number.POSITIVE_INFINITY,
});

/** What a PDF is made of: the same on each try. */
export type PdfContent = Pick<PostContent, 'title' | 'html' | 'author'>;

/**
 * A finished text as the bytes of a PDF, made in one of a few workers with a memory limit: the same bytes whenever it is
 * asked for. Throws a sentence for the operator where there can be none.
 */
export async function renderPdfAside(content: PdfContent, madeAt: string): Promise<Uint8Array> {
  const { title, html, author } = content;
  const input = { title, html, author: author.name, madeAt, mostPages, mostBytes };
  const made = await room.run(input, html.length).catch(() => {
    throw new Error('The article could not be made into a PDF: it is too long or too intricate');
  });
  if (typeof made === 'string') throw new Error(`The article is too long for a PDF. ${made}`);
  return made;
}

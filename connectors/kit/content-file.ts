import type { Job, PlacedLink, PostContent } from './contract/platforms.ts';
import { Fatal } from './errors.ts';
import { cutText, htmlToText } from './html-to-text.ts';

/** What platforms declare that take a finished text as a PDF. */
export const pdfFile = { types: ['application/pdf'], maxBytes: 32 * 1024 * 1024 };

/** The facts and all bytes of a content that is a file. */
export async function readContentFile(job: Job, content: PostContent) {
  if (!content.file || !job.openFile) throw new Fatal('There is no file to be uploaded');
  const chunks: Uint8Array[] = [];
  for await (const chunk of job.openFile()) chunks.push(chunk);
  return { type: content.file.type, bytes: Buffer.concat(chunks) as Uint8Array };
}

/** A few words of a text, to stand beside its file. */
export function aboutFile({ html }: PostContent): string {
  return cutText(htmlToText(html.slice(0, 4_000)).replace(/\s+/g, ' ').trim(), 200);
}

/** Links in a file have no rel: one that was asked for does not stand. */
export function linksOfFile({ links }: PostContent): { links?: PlacedLink[] } {
  return links.every(({ rel }) => rel === '') ? {} : { links: links.map((link) => ({ ...link, rel: '' })) };
}

import type { PostContent, Publishing } from '#connectors/kit/contract/platforms.ts';
import { renderPdfAside } from '../compose/pdf-aside.ts';

const pdf = 'application/pdf';
/** Files that were just made: they are sent at once, as a rule. */
const made = new WeakMap<PostContent, Promise<Uint8Array>>();

/** The content with the facts of its file, where its platform takes one; throws a sentence for the operator where there can be none. */
export async function withFile(content: PostContent, { accepts }: Publishing): Promise<PostContent> {
  if (!accepts.file?.types.includes(pdf)) return content;
  const madeAt = new Date().toISOString();
  const bytes = await renderPdfAside(content, madeAt);
  if (bytes.length > accepts.file.maxBytes) throw new Error('The PDF would be larger than the site takes');
  const full = { ...content, file: { name: `${content.marker}.pdf`, type: pdf, length: bytes.length, madeAt } };
  made.set(full, Promise.resolve(bytes));
  return full;
}

/** The bytes of a content's file: kept from a moment ago, else made anew, the same ones. */
export async function* fileOf(content: PostContent): AsyncIterable<Uint8Array> {
  if (!content.file) throw new Error('This content is no file');
  const making = made.get(content) ?? renderPdfAside(content, content.file.madeAt);
  made.set(content, making);
  making.catch(() => made.delete(content));
  yield await making;
}

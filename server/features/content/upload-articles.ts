import type { Readable } from 'node:stream';
import { htmlToText } from '#connectors/kit/html-to-text.ts';
import { limits } from '#domain/limits.ts';
import type { App } from '../../app.ts';
import type { UploadedFile } from '../../calls/route.ts';
import { readUpTo } from '../../imports/reading/read-up-to.ts';
import { lastPart, readZip, type Unpacking } from '../../imports/reading/read-zip.ts';
import { readText } from '../../imports/reading/text-reader.ts';
import { RefusedList } from '../../imports/refused-list.ts';
import { readDocx } from './docx/read-docx.ts';
import { getGroup } from './groups.ts';
import { ArticleStoring, type NewArticle } from './store-articles.ts';

/** Where the title of an uploaded article comes from (D-CONT-02). */
export type TitleFrom = 'firstLine' | 'fileName';

const articleFile = /\.(txt|html?|md|docx)$/i;

/** What programs leave beside the files of a folder: locks of Word, marks of a Mac. Nobody sends it on purpose. */
const leftOver = /^(~\$|\.)/;

/** Why a file became no article. */
export const uploadTexts = {
  otherKind: 'Only .txt, .html, .md and .docx files are taken',
  tooLarge: `Larger than ${limits.articleFile / 1_024 / 1_024} MB`,
  letters: 'Some of its letters cannot be read: save it as UTF-8',
  empty: 'There is no text in it',
  titleAlone: 'There is a title and no text after it',
  tooLong: 'The title or the text is longer than an article may be',
  noZip: 'This is no ZIP, or a damaged one',
} as const;

/** Takes article files and ZIPs of them as they come in; empty, unknown and too large files come back by name. */
export async function uploadArticles(app: App, groupId: number, files: AsyncIterable<UploadedFile>, from: TitleFrom) {
  await getGroup(app.store.db, groupId);
  const storing = new ArticleStoring(app, groupId);
  const refused = new RefusedList();
  const unpacking: Unpacking = { maxFile: limits.articleFile, bytes: 0 };
  const refuse = (name: string, reason: string) => refused.add(name, { line: null, reason });
  const take = async (name: string, stream: Readable | undefined) => {
    if (leftOver.test(name)) return;
    if (!articleFile.test(name)) return refuse(name, uploadTexts.otherKind);
    const bytes = stream && (await readUpTo(stream, limits.articleFile));
    const article = bytes ? await readArticle(name, bytes, from) : uploadTexts.tooLarge;
    if (typeof article === 'string') refuse(name, article);
    else await storing.add(article);
  };
  try {
    for await (const file of files) {
      const name = lastPart(file.name);
      if (!/\.zip$/i.test(name)) await take(name, file.stream);
      else if (!(await readZip(file.stream, unpacking, take))) refuse(name, uploadTexts.noZip);
    }
    await storing.flush();
  } finally {
    // What a torn upload has added is told too.
    await storing.tell();
  }
  const { list: errorList, reasons } = refused;
  return { count: storing.count, errorList, reasons, broken: storing.broken.list, nBroken: storing.broken.count };
}

/** Reads an article of any kind; or says why it is none. */
async function readArticle(name: string, bytes: Buffer, from: TitleFrom): Promise<NewArticle | string> {
  const isDocx = /\.docx$/i.test(name);
  const read = isDocx ? await readDocx(bytes) : { html: readText(bytes).text };
  if ('reason' in read) return read.reason;
  // Letters that cannot be read: whoever sent it looks at it again.
  if (read.html.includes('\uFFFD')) return uploadTexts.letters;
  const text = read.html.replaceAll('\0', '').replace(/\r\n?/g, '\n').trim();
  if (text === '') return uploadTexts.empty;
  const named = { title: name.replace(/\.[^.]*$/, ''), body: text };
  const article = from === 'fileName' ? named : isDocx ? byFirstBlock(text) : byFirstLine(text);
  if (article.body === '') return uploadTexts.titleAlone;
  const isLong = article.body.length > limits.articleBody || article.title.length > limits.articleTitle;
  return isLong ? uploadTexts.tooLong : article;
}

function byFirstLine(text: string): NewArticle {
  const end = text.indexOf('\n');
  return end < 0 ? { title: text, body: '' } : { title: text.slice(0, end).trim(), body: text.slice(end + 1).trim() };
}

/** The first heading or paragraph of a document is what the first line of a text is. */
function byFirstBlock(html: string): NewArticle {
  const end = html.search(/<\/(?:h[1-6]|p|ul|ol|table)>/);
  if (end < 0) return { title: htmlToText(html), body: '' };
  const behind = html.indexOf('>', end) + 1;
  return { title: htmlToText(html.slice(0, end)).trim(), body: html.slice(behind).trim() };
}

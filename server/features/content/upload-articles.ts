import type { Readable } from 'node:stream';
import type { ArticleRow } from '#domain/contract/content.ts';
import { topics } from '#domain/contract/live.ts';
import { limits } from '#domain/limits.ts';
import { isSpinBroken } from '#domain/rules/spin-braces.ts';
import type { App } from '../../app.ts';
import type { UploadedFile } from '../../calls/route.ts';
import { readUpTo } from '../../imports/reading/read-up-to.ts';
import { lastPart, readZip, type Unpacking } from '../../imports/reading/read-zip.ts';
import { readText } from '../../imports/reading/text-reader.ts';
import { RefusedList } from '../../imports/refused-list.ts';
import { commit } from '../../live/commit.ts';
import { mostRowsTold, rowPortions } from '../../live/row-portions.ts';
import { getGroup, noteGroup } from './groups.ts';

/** Where the title of an uploaded article comes from (D-CONT-02). */
export type TitleFrom = 'firstLine' | 'fileName';

interface NewArticle {
  title: string;
  body: string;
}
const articleFile = /\.(txt|html?|md)$/i;
/** Articles are stored as soon as so many, or so many characters of them, wait. */
const portion = 500;
const portionLength = 4_000_000;

/** Takes article files and ZIPs of them as they come in; empty, unknown and too large files come back by name. */
export async function uploadArticles(app: App, groupId: number, files: AsyncIterable<UploadedFile>, from: TitleFrom) {
  await getGroup(app.store.db, groupId);
  const storing = new Storing(app, groupId);
  const refused = new RefusedList();
  const unpacking: Unpacking = { maxFile: limits.articleFile, bytes: 0 };
  const take = async (name: string, stream: Readable | undefined) => {
    const bytes = stream && articleFile.test(name) ? await readUpTo(stream, limits.articleFile) : undefined;
    const article = bytes && readArticle(name, bytes, from);
    if (article) await storing.add(article);
    else refused.add(name);
  };
  try {
    for await (const file of files) {
      const name = lastPart(file.name);
      if (!/\.zip$/i.test(name)) await take(name, file.stream);
      else if (!(await readZip(file.stream, unpacking, take))) refused.add(name);
    }
    await storing.flush();
  } finally {
    // What a torn upload has added is told too.
    await storing.tell();
  }
  return { count: storing.count, errorList: refused.list, broken: storing.broken.list, nBroken: storing.broken.count };
}

/** Reads an article in whatever encoding; undefined when there is nothing to read, or more than an article may hold. */
function readArticle(name: string, bytes: Buffer, from: TitleFrom): NewArticle | undefined {
  const read = readText(bytes).text;
  // Letters that cannot be read: whoever sent it looks at it again.
  if (read.includes('\uFFFD')) return undefined;
  const text = read.replaceAll('\0', '').replace(/\r\n?/g, '\n').trim();
  const end = text.indexOf('\n');
  const [title, body] =
    from === 'fileName'
      ? [name.replace(/\.[^.]*$/, ''), text]
      : [(end < 0 ? text : text.slice(0, end)).trim(), end < 0 ? '' : text.slice(end + 1).trim()];
  if (body === '' || body.length > limits.articleBody || title.length > limits.articleTitle) return undefined;
  return { title, body };
}

/** Stores articles in portions while they come in; what is stored is told once. */
class Storing {
  count = 0;
  /** Titles of those with broken spin syntax: taken, so that they can be mended here. */
  readonly broken = new RefusedList();
  readonly #app: App;
  readonly #groupId: number;
  readonly #rows: ArticleRow[] = [];
  #waiting: (NewArticle & { isBroken: boolean })[] = [];
  #length = 0;

  constructor(app: App, groupId: number) {
    this.#app = app;
    this.#groupId = groupId;
  }

  async add(article: NewArticle): Promise<void> {
    const isBroken = isSpinBroken(article.title, article.body);
    if (isBroken) this.broken.add(article.title);
    this.#waiting.push({ ...article, isBroken });
    this.#length += article.title.length + article.body.length;
    if (this.#waiting.length >= portion || this.#length >= portionLength) await this.flush();
  }

  async flush(): Promise<void> {
    const added = this.#waiting;
    const values = added.map(({ title, body }) => ({ title, body, content_group_id: this.#groupId }));
    this.#waiting = [];
    this.#length = 0;
    if (values.length === 0) return;
    const rows = await this.#app.store.db.insertInto('articles').values(values).returning(['id', 'title']).execute();
    this.count += rows.length;
    if (this.#rows.length <= mostRowsTold) this.#tellRows(rows, added);
  }

  /** Rows come back in the order they were sent in. */
  #tellRows(rows: { id: number; title: string }[], added: { isBroken: boolean }[]): void {
    for (const [at, row] of rows.entries())
      this.#rows.push({ ...row, usageCount: 0, isBroken: added[at]?.isBroken ?? false });
  }

  async tell(): Promise<void> {
    if (this.count === 0) return;
    await commit(this.#app, async (tx, note) => {
      const topic = topics.contentGroup(this.#groupId);
      if (this.count > mostRowsTold) note(topic, { action: 'articlesChanged', contentGroupId: this.#groupId });
      else for (const articles of rowPortions(this.#rows)) note(topic, { action: 'newArticles', articles });
      await noteGroup(tx, note, this.#groupId);
    });
  }
}

import { buffer } from 'node:stream/consumers';
import { maxRowsInEvent, topics } from '#domain/contract/live.ts';
import type { App } from '../../app.ts';
import type { UploadedFile } from '../../http/route.ts';
import { commit } from '../../live/commit.ts';
import { getGroup, noteGroup } from './groups.ts';
import { readZip } from './read-zip.ts';

/** Where the title of an uploaded article comes from (D-CONT-02). */
export type TitleFrom = 'firstLine' | 'fileName';

interface NewArticle {
  title: string;
  body: string;
}
const articleFile = /\.(txt|html?|md)$/i;
const insertSize = 500;

/** Takes article files and ZIPs of them; empty and unknown files come back by name. */
export async function uploadArticles(app: App, groupId: number, files: AsyncIterable<UploadedFile>, from: TitleFrom) {
  await getGroup(app.store.db, groupId);
  const articles: NewArticle[] = [];
  const errorList: string[] = [];
  const take = (name: string, bytes: Buffer) => {
    const article = articleFile.test(name) ? readArticle(name, bytes, from) : undefined;
    if (article) articles.push(article);
    else errorList.push(name);
  };
  for await (const file of files) {
    const name = file.name.split(/[\\/]/).at(-1) ?? '';
    const bytes = await buffer(file.stream);
    if (!/\.zip$/i.test(name)) take(name, bytes);
    else if (!(await readZip(bytes, take))) errorList.push(name);
  }
  return { count: await insertArticles(app, groupId, articles), errorList };
}

/** Reads UTF-8, else Windows-1252; undefined when there is nothing to read. */
function readArticle(name: string, bytes: Buffer, from: TitleFrom): NewArticle | undefined {
  const text = decode(bytes).replaceAll('\0', '').replace(/\r\n?/g, '\n').trim();
  if (text === '') return undefined;
  if (from === 'fileName') return { title: name.replace(/\.[^.]*$/, ''), body: text };
  const end = text.indexOf('\n');
  const title = (end < 0 ? text : text.slice(0, end)).trim();
  const body = end < 0 ? '' : text.slice(end + 1).trim();
  return body === '' ? undefined : { title, body };
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

async function insertArticles(app: App, groupId: number, articles: NewArticle[]): Promise<number> {
  if (articles.length === 0) return 0;
  return commit(app, async (tx, note) => {
    const added = [];
    for (let at = 0; at < articles.length; at += insertSize) {
      const values = articles.slice(at, at + insertSize).map((article) => ({ ...article, content_group_id: groupId }));
      added.push(...(await tx.insertInto('articles').values(values).returning(['id', 'title']).execute()));
    }
    const rows = added.map((row) => ({ ...row, usageCount: 0 }));
    note(topics.contentGroup(groupId), { action: 'newArticles', articles: rows.length > maxRowsInEvent ? null : rows });
    await noteGroup(tx, note, groupId);
    return rows.length;
  });
}

import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { parse } from 'csv-parse/sync';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { topics } from '#domain/contract/live.ts';
import { type LinkLine, normalizeUrl, parseLinkLine, readCell } from '#domain/rules/line-formats.ts';
import type { App } from '../../app.ts';
import { readRecords } from '../../db/read-records.ts';
import type { UploadedFile } from '../../http/route.ts';
import { commit } from '../../live/commit.ts';
import { linkHeader, urlHeader } from './export-links.ts';
import { getLinkSet, noteLinkSet } from './links.ts';

/** From this many links on the store's statistics are renewed at once: with the old ones it plans reads badly. */
const largeImport = 10_000;
/** Refused lines beyond this are not sent back. */
const maxErrors = 1_000;

interface ImportedLink extends LinkLine {
  site: string;
  username: string;
  password: string;
}
const bare = { site: '', username: '', password: '' };

/** Reads one line: CSV as exported, or a batch line; null when it holds no URL. */
function readLine(line: string): ImportedLink | null {
  if (!line.includes(',') && !line.startsWith('"')) {
    const link = parseLinkLine(line);
    return link && { ...link, ...bare };
  }
  const cells = readCells(line);
  const url = normalizeUrl(cells[0] ?? '');
  // A line with a comma may still be a batch line whose URL or anchor holds one.
  if (!line.startsWith('"') && (!url || line.includes('|x|'))) {
    const link = parseLinkLine(line);
    return link && { ...link, ...bare };
  }
  if (!url) return null;
  const [, anchor = '', linksOnPage = '', site = '', username = '', password = ''] = cells;
  return { url, anchor, linksOnPage, site, username, password };
}

function readCells(line: string): string[] {
  try {
    return (parse(line, { relax_column_count: true }) as string[][])[0]?.map(readCell) ?? [];
  } catch {
    return [];
  }
}

/** One row in the text form of COPY: tab-separated, backslash-escaped, \N for null. */
function copyLine(app: App, listId: number, link: ImportedLink): string {
  const cell = (value: string) =>
    value.replace(
      /[\\\t\n\r]/g,
      (letter) => ({ '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' })[letter] ?? letter,
    );
  const orNull = (value: string) => (value === '' ? '\\N' : cell(value));
  const password = link.password === '' ? '\\N' : app.secrets.seal(link.password);
  return `${listId}\t${cell(link.url)}\t${cell(link.anchor)}\t${cell(link.linksOnPage)}\t${orNull(link.site)}\t${orNull(link.username)}\t${password}\n`;
}

const isHeader = (line: string) => line === linkHeader || line === urlHeader || line === `${linkHeader},DA`;

/** Streams links from files into the store by COPY; good lines stay, bad ones come back. All or nothing at a fault. */
export async function importLinks(app: App, listId: number, files: AsyncIterable<UploadedFile>) {
  await getLinkSet(app.store.db, listId);
  const client = await app.store.pool.connect();
  const result = { count: 0, errorList: [] as string[] };
  try {
    await client.query('begin');
    for await (const file of files) await copyFile(app, client, { listId, file, result });
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
  if (result.count >= largeImport) await freshenStatistics(app);
  await commit(app, async (tx, note) => {
    if (result.count > 0) note(topics.linkSet(listId), { action: 'urlItemsAdded', urlItems: null });
    await noteLinkSet(tx, note, listId);
  });
  return result;
}

async function freshenStatistics(app: App): Promise<void> {
  await app.store.pool.query('analyze url_items');
  await app.store.pool.query(`select gin_clean_pending_list('url_items_search')`);
}

interface Copying {
  listId: number;
  file: UploadedFile;
  result: { count: number; errorList: string[] };
}

async function copyFile(app: App, client: pg.PoolClient, copying: Copying): Promise<void> {
  const target = client.query(
    copyFrom('copy url_items (url_list_id, url, anchor, links_on_page, site, username, password) from stdin'),
  );
  let fault: Error | undefined;
  // Without a listener a fault between two writes would end the process.
  target.on('error', (error) => {
    fault ??= error;
  });
  try {
    for await (const chunk of copyLines(app, copying)) {
      if (fault) throw fault;
      if (!target.write(chunk)) await once(target, 'drain');
    }
    target.end();
    await finished(target);
  } catch (error) {
    // The connection takes no rollback before its COPY has ended: a torn upload would hold it for good.
    if (!fault) target.destroy(error as Error);
    if (!fault && !target.closed) await once(target, 'close');
    throw error;
  }
}

/** The good lines of a file as COPY reads them, in portions. */
async function* copyLines(app: App, { listId, file, result }: Copying): AsyncIterable<string> {
  let buffer = '';
  for await (const record of readRecords(file.stream)) {
    const line = record.trim();
    if (line === '' || isHeader(line)) continue;
    const link = line.includes('\0') ? null : readLine(line);
    if (link) {
      buffer += copyLine(app, listId, link);
      result.count += 1;
    } else if (result.errorList.length < maxErrors) result.errorList.push(record.slice(0, 2_000));
    if (buffer.length > 65_536) {
      yield buffer;
      buffer = '';
    }
  }
  yield buffer;
}

import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { ImportReply } from '#domain/contract/imports.ts';
import { maxRowsInEvent, topics } from '#domain/contract/live.ts';
import type { App } from '../../app.ts';
import type { UploadedFile } from '../../calls/route.ts';
import { Malformed } from '../../errors/refusal.ts';
import { ImportTally } from '../../imports/import-tally.ts';
import { type Sameness, tallyLines } from '../../imports/tally-lines.ts';
import { commit } from '../../live/commit.ts';
import { linkReader, type NewLink } from './link-lines.ts';
import { getLinkSet, noteLinkSet } from './links.ts';
import { heldLinks, lastLinkId, linksSince, sameLink, toUrlItem } from './queries.ts';

/** From this many links on the store's statistics are renewed at once: with the old ones it plans reads badly. */
const largeImport = 10_000;

/** One row in the text form of COPY: tab-separated, backslash-escaped, \N for null. */
function copyLine(app: App, listId: number, link: NewLink): string {
  const cell = (value: string) =>
    value.replace(
      /[\\\t\n\r]/g,
      (letter) => ({ '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' })[letter] ?? letter,
    );
  const orNull = (value: string) => (value === '' ? '\\N' : cell(value));
  const password = link.password === '' ? '\\N' : app.secrets.seal(link.password);
  const addedAt = link.dateAdded || new Date().toISOString();
  return `${listId}\t${cell(link.url)}\t${cell(link.anchor)}\t${cell(link.linksOnPage)}\t${orNull(link.site)}\t${orNull(link.username)}\t${password}\t${addedAt}\n`;
}

interface Import {
  listId: number;
  files: AsyncIterable<UploadedFile>;
  dryRun: boolean;
  /** True once nobody waits for the answer any more. */
  isCalledOff: () => boolean;
}

/** Imports links as a stream: good lines stay, bad ones come back as typed. A dry run judges alone. */
export async function importLinks(app: App, { listId, files, dryRun, isCalledOff }: Import): Promise<ImportReply> {
  const { urlList } = await getLinkSet(app.store.db, listId);
  const importing: Importing = { app, listId, hadLinks: urlList.count > 0, tally: new ImportTally(linkReader) };
  if (dryRun) {
    for await (const file of files) for await (const _ of copyLines(importing, file));
    return importing.tally.reply();
  }
  const lastBefore = await lastLinkId(app.store.db, listId);
  await copyFiles(importing, files, isCalledOff);
  const reply = importing.tally.reply();
  if (reply.count >= largeImport) await freshenStatistics(app);
  await commit(app, async (tx, note) => {
    const added = reply.count > maxRowsInEvent ? [] : await linksSince(tx, listId, lastBefore);
    const isShort = reply.count <= maxRowsInEvent && added.length <= maxRowsInEvent;
    const urlItems = isShort ? added.map((row) => toUrlItem(app.secrets, row)) : null;
    if (reply.count > 0) note(topics.linkSet(listId), { action: 'urlItemsAdded', urlItems });
    noteLinkSet(note, listId);
  });
  return reply;
}

/** Streams the files into the store by COPY. All or nothing at a fault, or when it is called off. */
async function copyFiles(
  importing: Importing,
  files: AsyncIterable<UploadedFile>,
  isCalledOff: () => boolean,
): Promise<void> {
  const client = await importing.app.store.pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin');
    for await (const file of files) await copyFile(importing, client, file);
    if (isCalledOff()) throw new Malformed('The import was called off');
    await client.query('commit');
  } catch (error) {
    // A COPY that was broken off may be answered in the place of the rollback: that connection is not used again.
    await client.query('rollback').catch((fault: Error) => {
      broken = fault;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

async function freshenStatistics(app: App): Promise<void> {
  await app.store.pool.query('analyze url_items');
  await app.store.pool.query(`select gin_clean_pending_list('url_items_search')`);
}

interface Importing {
  app: App;
  listId: number;
  /** An empty set is not asked for equal links. */
  hadLinks: boolean;
  tally: ImportTally<NewLink>;
}

async function copyFile(importing: Importing, client: pg.PoolClient, file: UploadedFile): Promise<void> {
  const target = client.query(
    copyFrom('copy url_items (url_list_id, url, anchor, links_on_page, site, username, password, added_at) from stdin'),
  );
  let fault: Error | undefined;
  // Without a listener a fault between two writes would end the process.
  target.on('error', (error) => {
    fault ??= error;
  });
  try {
    for await (const chunk of copyLines(importing, file)) {
      if (fault) throw fault;
      if (!target.write(chunk)) await once(target, 'drain');
    }
    target.end();
    await finished(target);
  } catch (error) {
    // The connection takes no rollback before its COPY has ended: a torn upload would hold it for good.
    if (!fault) {
      target.destroy(error as Error);
      // The store's word on the end of it comes as an error; told is what it was ended for.
      if (!target.closed) await once(target, 'close').catch(() => {});
    }
    throw error;
  }
}

/** The good lines of a file as COPY reads them, in portions; every line is judged. */
async function* copyLines({ app, listId, hadLinks, tally }: Importing, file: UploadedFile): AsyncIterable<string> {
  const sameness: Sameness<NewLink> = {
    keyOf: sameLink,
    held: async (links) => (hadLinks ? heldLinks(app.store.db, listId, links) : new Set()),
    repeats: (line) => `The same link as in line ${line}`,
    ofHeld: ['repeated', 'The link set holds this link already'],
  };
  for await (const links of tallyLines(file, { reader: linkReader, tally, sameness }))
    yield links.map((link) => copyLine(app, listId, link)).join('');
}

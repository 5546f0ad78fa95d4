import { PassThrough, type Readable, Transform, Writable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import yauzl from 'yauzl';
import { applyMigration, knownMigrations } from '../migrate.ts';
import type { Secrets } from '../secrets.ts';
import { type BackupContents, backupContents, contentsName, sealedWord, tableFile } from './backup-file.ts';
import { markRestore } from './restore-mark.ts';

/** Longest table of contents that is read, in bytes. */
const longestContents = 1_000_000;

/** A copy that was opened, read to its end and judged. */
interface OpenedBackup {
  path: string;
  contents: BackupContents;
  entries: Map<string, yauzl.Entry>;
  zip: yauzl.ZipFile;
}

/** A copy that cannot be restored, or a store that it may not go into; the message tells what to do. */
export class RestoreRefusal extends Error {}

const unharmed = 'Nothing was restored: another copy can be restored into the same place.';
const damaged = (path: string, what: string) =>
  new RestoreRefusal(`The copy ${path} is damaged: ${what} is not as it was written. ${unharmed}`);

/**
 * Opens a copy and reads it through, before a store is touched; refuses what is none, is cut off, is damaged, is newer than
 * this version, or was sealed with another key.
 */
export async function openBackup(path: string, secrets: Secrets): Promise<OpenedBackup> {
  const zip = await yauzl.openPromise(path, { lazyEntries: true, autoClose: false }).catch((error: Error) => {
    throw new RestoreRefusal(`${path} cannot be read as a copy: ${error.message}. ${unharmed}`);
  });
  try {
    const entries = await readEntries(zip, path);
    const contents = await readContents(zip, entries.get(contentsName), path);
    const known = knownMigrations();
    const newer = contents.migrations.find((name) => !known.includes(name));
    if (newer) throw new RestoreRefusal(`The copy was made by a newer version (it holds ${newer}). Use that version.`);
    if (!canOpen(secrets, contents.sealed))
      throw new RestoreRefusal(
        'The copy was sealed with another key. Put secret.key of the old data folder into the new one, or set LINKWRIGHT_SECRET_KEY.',
      );
    for (const { name } of contents.tables) await judgeTable(zip, entries.get(tableFile(name)), { name, path });
    return { path, contents, entries, zip };
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function readEntries(zip: yauzl.ZipFile, path: string): Promise<Map<string, yauzl.Entry>> {
  const entries = new Map<string, yauzl.Entry>();
  try {
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
  } catch {
    throw damaged(path, 'its list of files');
  }
  return entries;
}

async function readContents(zip: yauzl.ZipFile, entry: yauzl.Entry | undefined, path: string): Promise<BackupContents> {
  if (!entry || entry.uncompressedSize > longestContents)
    throw new RestoreRefusal(`${path} is no copy of a Linkwright store`);
  const text = new PassThrough();
  const [read, isSound] = await Promise.all([
    json(text).catch(() => undefined),
    readThrough(zip, entry, text).catch(() => !text.destroy()),
  ]);
  const contents = backupContents.safeParse(read).data;
  if (!contents || !isSound) throw damaged(path, `its table of contents (${contentsName})`);
  return contents;
}

async function judgeTable(
  zip: yauzl.ZipFile,
  entry: yauzl.Entry | undefined,
  { name, path }: { name: string; path: string },
): Promise<void> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const isSound = entry !== undefined && (await readThrough(zip, entry, nowhere).catch(() => false));
  if (!isSound) throw damaged(path, `the table ${name} (${tableFile(name)})`);
}

/** Gives all that a file of the copy holds to a target; false when that is not what was written, as its sum tells. */
async function readThrough(zip: yauzl.ZipFile, entry: yauzl.Entry, target: NodeJS.WritableStream): Promise<boolean> {
  let found = 0;
  const summing = new Transform({
    transform(chunk: Buffer, _, give) {
      found = crc32(chunk, found);
      give(null, chunk);
    },
  });
  const source: Readable = await zip.openReadStreamPromise(entry);
  await pipeline(source, summing, target);
  return found === entry.crc32;
}

function canOpen(secrets: Secrets, sealed: string): boolean {
  try {
    return secrets.open(sealed) === sealedWord;
  } catch {
    return false;
  }
}

/**
 * Fills an empty store with a copy, all or nothing: what fails or is killed leaves it empty. The store gets the tables of the
 * copy's version; later migrations are the caller's. It is marked, so that the next start brings it to rest.
 */
export async function restoreBackup(client: pg.ClientBase, backup: OpenedBackup): Promise<void> {
  const { path, contents, zip } = backup;
  await client.query('begin');
  try {
    for (const name of contents.migrations) await applyMigration(client, name);
    await withoutRules(client, async () => {
      for (const table of contents.tables) await loadTable(client, table, backup);
    });
    for (const { name, value } of contents.counters)
      await client.query('select setval($1::regclass, $2)', [pg.escapeIdentifier(name), value]);
    await markRestore(client, contents.takenAt);
    await client.query('commit');
  } catch (error) {
    // Without its connection the store does that by itself.
    await client.query('rollback').catch(() => {});
    if (error instanceof RestoreRefusal) throw error;
    throw new RestoreRefusal(`${path} could not be restored: ${(error as Error).message}. ${unharmed}`, {
      cause: error,
    });
  } finally {
    zip.close();
  }
}

/** Loads with no trigger, which would count what is counted already, and with references judged at the end, all at once. */
async function withoutRules(client: pg.ClientBase, load: () => Promise<void>): Promise<void> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  );
  const { rows: references } = await client.query<{ name: string; of: string; rule: string }>(
    `select conname as name, conrelid::regclass::text as of, pg_get_constraintdef(oid) as rule from pg_constraint
     where contype = 'f' and connamespace = 'public'::regnamespace`,
  );
  const named = tables.map(({ name }) => pg.escapeIdentifier(name));
  for (const { name, of } of references)
    await client.query(`alter table ${of} drop constraint ${pg.escapeIdentifier(name)}`);
  for (const name of named) await client.query(`alter table ${name} disable trigger user`);
  // Migrations write rows of their own; the copy has them as they were.
  await client.query(`truncate ${named.filter((name) => name !== '"migrations"').join(', ')}`);
  await load();
  for (const name of named) await client.query(`alter table ${name} enable trigger user`);
  for (const { name, of, rule } of references)
    await client.query(`alter table ${of} add constraint ${pg.escapeIdentifier(name)} ${rule}`);
}

async function loadTable(
  client: pg.ClientBase,
  { name, columns, rows: expected }: BackupContents['tables'][number],
  { path, entries, zip }: OpenedBackup,
): Promise<void> {
  const entry = entries.get(tableFile(name));
  const wanted = columns.map((column) => pg.escapeIdentifier(column)).join(', ');
  const target = client.query(copyFrom(`copy ${pg.escapeIdentifier(name)} (${wanted}) from stdin`));
  const isSound =
    entry !== undefined &&
    (await readThrough(zip, entry, target).catch((error: Error) => {
      throw new Error(`the store does not take the table ${name} (${error.message})`, { cause: error });
    }));
  if (!isSound || target.rowCount !== expected) throw damaged(path, `the table ${name} (${tableFile(name)})`);
}

import { Transform } from 'node:stream';
import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import yauzl from 'yauzl';
import { applyMigrations, knownMigrations } from '../migrate.ts';
import type { Secrets } from '../secrets.ts';
import { type BackupContents, backupContents, contentsName, sealedWord, tableFile } from './backup-file.ts';

/** Longest table of contents that is read, in bytes. */
const longestContents = 1_000_000;

/** A copy that was opened and judged. */
interface OpenedBackup {
  contents: BackupContents;
  entries: Map<string, yauzl.Entry>;
  zip: yauzl.ZipFile;
}

/** A copy that cannot be restored, or a store that it may not go into; the message tells what to do. */
export class RestoreRefusal extends Error {}

/** Opens a copy; refuses what is none, is cut off, is newer than this version, or was sealed with another key. */
export async function openBackup(path: string, secrets: Secrets): Promise<OpenedBackup> {
  const zip = await yauzl.openPromise(path, { lazyEntries: true, autoClose: false }).catch((error: Error) => {
    throw new RestoreRefusal(`${path} cannot be read as a copy: ${error.message}`);
  });
  const entries = new Map<string, yauzl.Entry>();
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
  const contents = await readContents(zip, entries.get(contentsName));
  if (!contents) throw new RestoreRefusal(`${path} is no copy of a Linkwright store`);
  const known = knownMigrations();
  const newer = contents.migrations.find((name) => !known.includes(name));
  if (newer) throw new RestoreRefusal(`The copy was made by a newer version (it holds ${newer}). Use that version.`);
  for (const { name } of contents.tables)
    if (!entries.has(tableFile(name))) throw new RestoreRefusal(`The copy lacks the table ${name}`);
  if (!canOpen(secrets, contents.sealed))
    throw new RestoreRefusal(
      'The copy was sealed with another key. Put secret.key of the old data folder into the new one, or set LINKWRIGHT_SECRET_KEY.',
    );
  return { contents, entries, zip };
}

async function readContents(zip: yauzl.ZipFile, entry: yauzl.Entry | undefined): Promise<BackupContents | undefined> {
  if (!entry || entry.uncompressedSize > longestContents) return undefined;
  const read = await zip
    .openReadStreamPromise(entry)
    .then(json)
    .catch(() => undefined);
  return backupContents.safeParse(read).data;
}

function canOpen(secrets: Secrets, sealed: string): boolean {
  try {
    return secrets.open(sealed) === sealedWord;
  } catch {
    return false;
  }
}

/**
 * Fills an empty store with a copy, all or nothing. The store gets the tables of the copy's version; later migrations are
 * the caller's.
 */
export async function restoreBackup(client: pg.ClientBase, { contents, entries, zip }: OpenedBackup): Promise<void> {
  await applyMigrations(client, contents.migrations);
  await client.query('begin');
  try {
    await withoutRules(client, async () => {
      for (const table of contents.tables) {
        const entry = entries.get(tableFile(table.name));
        if (entry) await loadTable(client, table, await zip.openReadStreamPromise(entry), entry.crc32);
      }
    });
    for (const { name, value } of contents.counters)
      await client.query('select setval($1::regclass, $2)', [pg.escapeIdentifier(name), value]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
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
  source: NodeJS.ReadableStream,
  sum: number,
): Promise<void> {
  const wanted = columns.map((column) => pg.escapeIdentifier(column)).join(', ');
  const target = client.query(copyFrom(`copy ${pg.escapeIdentifier(name)} (${wanted}) from stdin`));
  let found = 0;
  const summing = new Transform({
    transform(chunk: Buffer, _, give) {
      found = crc32(chunk, found);
      give(null, chunk);
    },
  });
  await pipeline(source, summing, target);
  if (found !== sum || target.rowCount !== expected)
    throw new RestoreRefusal(`The copy is damaged: the table ${name} is not as it was written. Nothing was restored.`);
}

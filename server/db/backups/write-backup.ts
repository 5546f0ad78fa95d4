import { renameSync, rmSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import yazl from 'yazl';
import type { Secrets } from '../secrets.ts';
import {
  type BackupContents,
  type BackupReason,
  beginBackup,
  contentsName,
  plainly,
  removeHalfWritten,
  removeOldBackups,
  sealedWord,
  tableFile,
} from './backup-file.ts';

interface Wanted {
  /** How to open a connection of the store: the copy has one of its own, in one snapshot. */
  connection: pg.ClientConfig;
  secrets: Secrets;
  folder: string;
  reason: BackupReason;
  signal?: AbortSignal;
  /** Told after each table. */
  progress?(done: number, total: number): void;
}

type Table = BackupContents['tables'][number];

type Found = Wanted & Pick<BackupContents, 'tables' | 'migrations'>;

/** Who runs or is signed in now is not of the data. */
const passing = ['migrations', 'processes', 'sessions', 'login_failures'];
/** Rather a little larger than long in making. */
const compressionLevel = 3;

/**
 * Copies every table of the store into a new file and answers its path; older ones are removed as they are due. Work goes on
 * meanwhile: the copy shows one moment. A file that could not be finished is taken away.
 */
export async function writeBackup(wanted: Wanted): Promise<string> {
  const { folder, reason, signal } = wanted;
  try {
    removeHalfWritten(folder, reason);
    const { file, part, path } = await beginBackup(folder, reason, new Date());
    try {
      await fill(file, wanted).finally(() => file.close());
      renameSync(part, path);
    } catch (error) {
      rmSync(part, { force: true });
      throw error;
    }
    removeOldBackups(reason, folder, path);
    return path;
  } catch (error) {
    throw signal?.aborted ? signal.reason : plainly(error, folder);
  }
}

/** Writes all into the file and has it on the disk; ends with no connection and nothing that still reads or writes. */
async function fill(file: FileHandle, wanted: Wanted): Promise<void> {
  const client = new pg.Client({ ...wanted.connection, application_name: `linkwright copy ${process.pid}` });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('begin transaction isolation level repeatable read, read only');
    const zip = new yazl.ZipFile();
    const output = zip.outputStream as Readable;
    // What fails while a table is read ends the file.
    zip.on('error', (error: Error) => output.destroy(error));
    const [tables, migrations] = [await readTables(client), await readMigrations(client)];
    // From here on the connection reads tables, at the pace of the file: whoever asks it for more waits for their end.
    addEntries(zip, client, { ...wanted, tables, migrations });
    const save = async (packed: AsyncIterable<Buffer>) => {
      for await (const some of packed) await file.writeFile(some);
    };
    await pipeline(output, save, { signal: wanted.signal });
    await file.sync();
  } finally {
    await client.end();
  }
}

/** Tables come one after the other by one connection; what they were stands last. */
function addEntries(zip: yazl.ZipFile, client: pg.Client, { secrets, progress, tables, migrations }: Found): void {
  const takenAt = new Date().toISOString();
  for (const [at, table] of tables.entries())
    zip.addReadStreamLazy(tableFile(table.name), { compressionLevel, forceZip64Format: true }, (give) => {
      const columns = table.columns.map((name) => pg.escapeIdentifier(name)).join(', ');
      const rows = client.query(copyTo(`copy ${pg.escapeIdentifier(table.name)} (${columns}) to stdout`));
      // Also heard once the file has failed: the end of the connection breaks off the table that is being read.
      rows.on('error', (error) => zip.emit('error', error));
      rows.once('end', () => {
        table.rows = rows.rowCount;
        progress?.(at + 1, tables.length);
      });
      give(null, rows);
    });
  zip.addReadStreamLazy(contentsName, {}, (give) => {
    const tell = (counters: BackupContents['counters']) => {
      const contents: BackupContents = {
        format: 1,
        takenAt,
        migrations,
        tables,
        counters,
        sealed: secrets.seal(sealedWord),
      };
      give(null, Readable.from([Buffer.from(JSON.stringify(contents))]));
    };
    readCounters(client).then(tell, (error: Error) => zip.emit('error', error));
  });
  zip.end();
}

/** Tables of the store with the columns that are written, not computed. */
async function readTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all($1)
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     group by c.relname order by c.relname`,
    [passing],
  );
  return rows.map((table) => ({ ...table, rows: 0 }));
}

async function readMigrations(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from migrations order by name');
  return rows.map(({ name }) => name);
}

/** Read last: counters know no snapshots, and may stand higher than the rows, never lower. */
async function readCounters(client: pg.Client): Promise<BackupContents['counters']> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `select sequencename as name, last_value as value from pg_sequences
     where schemaname = 'public' and last_value is not null order by 1`,
  );
  return rows.map(({ name, value }) => ({ name, value: Number(value) }));
}

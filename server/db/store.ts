import { setTimeout as pause } from 'node:timers/promises';
import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { type EmbeddedServer, startEmbedded } from './embedded.ts';
import { keepEmbedded } from './keep-embedded.ts';
import { migrate } from './migrate.ts';
import { isRunning } from './processes.ts';
import type { Tables } from './tables.ts';

// Ids and counters are below 2^53 (D-GEN-14).
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export type Db = Kysely<Tables>;
export type Tx = Transaction<Tables>;
/** What queries run on: the pool or a transaction. */
export type Queryable = Db | Tx;

/** An opened store. */
export interface Store {
  db: Db;
  pool: pg.Pool;
  /** True for the embedded server: only this process uses it. */
  exclusive: boolean;
  /** How to open a further connection (LISTEN). */
  connection: pg.ClientConfig;
  /** Where the embedded server keeps the data; undefined for a database server. */
  folder: string | undefined;
  close(): Promise<void>;
}

interface StoreOptions {
  databaseUrl: string | undefined;
  dataDir: string;
  say(message: string): void;
  /** True: an embedded store that another process keeps is used beside it, as that process left its tables. */
  isGuest?: boolean;
  /** Done before tables are made or changed; what it throws leaves the store as it is. */
  before?(found: FoundStore): Promise<void>;
}

/** A store as it was found. */
export interface FoundStore {
  client: pg.ClientBase;
  connection: pg.ClientConfig;
  /** Migrations that it has, and those that it lacks. */
  applied: string[];
  missing: string[];
}

/** Opens the store and brings its tables up to date. */
export async function openStore(options: StoreOptions): Promise<Store> {
  const embedded = options.databaseUrl ? undefined : await startEmbedded(options.dataDir, options.say);
  const connection: pg.ClientConfig = embedded?.connection ?? { connectionString: options.databaseUrl };
  const stopEmbedded = embedded && (await keep(embedded, options));
  const isVisit = embedded !== undefined && stopEmbedded === undefined;
  const pool = new pg.Pool({ ...connection, max: 20, application_name: `linkwright ${process.pid}` });
  let closing = false;
  const tellLoss = (error: Error) => {
    if (!closing) options.say(`A store connection was lost: ${error.message}`);
  };
  // A lost connection is replaced by the pool, and what was under way on it fails; without listeners, on the pool for idle
  // ones and on each for those in use, it would end the process.
  pool.on('error', tellLoss);
  pool.on('connect', (client) => {
    client.on('error', tellLoss);
    prepareHotStatements(client);
  });
  const client = await pool.connect();
  try {
    const before = async (applied: string[], missing: string[]) =>
      options.before?.({ client, connection, applied, missing });
    await (isVisit ? Promise.resolve() : migrate(client, before)).finally(() => client.release());
  } catch (error) {
    closing = true;
    await pool.end();
    await stopEmbedded?.();
    throw error;
  }
  const db: Db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const close = async () => {
    closing = true;
    await db.destroy();
    // It ends the pool only where it was asked something; a connection left open would keep the process for a while.
    if (!pool.ending) await pool.end();
    await stopEmbedded?.();
  };
  return { db, pool, exclusive: embedded !== undefined, connection, folder: embedded?.folder, close };
}

/** Keeps an embedded store from now on and answers how to end it; undefined for a guest while another process keeps it. */
async function keep(embedded: EmbeddedServer, { dataDir, say, isGuest }: StoreOptions) {
  const holdOurs = () => holdLock(embedded.connection, dataDir);
  try {
    const stop = await keepEmbedded({ embedded, holdLock: holdOurs, say });
    if (embedded.isAdopted) say('Took over the store that an earlier process left running');
    return stop;
  } catch (error) {
    if (isGuest && error instanceof StoreInUse) return undefined;
    throw error;
  }
}

/**
 * Statements that every post runs begin with a comment `hot: name`: they are prepared once per connection under that
 * name, since planning them costs more than running them.
 */
function prepareHotStatements(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const prepared = (text: unknown, values: unknown, ...rest: unknown[]) => {
    const name = typeof text === 'string' ? /^\s*\/\* hot: ([\w-]+)/.exec(text)?.[1] : undefined;
    return name === undefined ? query(text, values, ...rest) : query({ name, text, values }, ...rest);
  };
  client.query = prepared as typeof client.query;
}

const processLock = 728_346_100;

/** Another living process keeps this embedded store. */
class StoreInUse extends Error {
  constructor(holder: number | undefined, dataDir: string) {
    super(
      `Another Linkwright (process ${holder}) is already running on ${dataDir}. Stop it first, or choose another folder with LINKWRIGHT_DATA.`,
    );
  }
}

/**
 * Session-level lock on the embedded store: held by a living process means another Linkwright
 * runs on this folder, which is refused with its process number.
 */
async function holdLock(connection: pg.ClientConfig, dataDir: string): Promise<pg.Client> {
  const client = new pg.Client({ ...connection, application_name: `linkwright ${process.pid}` });
  client.on('error', () => {});
  await client.connect();
  const end = Date.now() + 10_000;
  for (;;) {
    const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
      processLock,
    ]);
    if (rows[0]?.locked) return client;
    const holder = await lockHolder(client);
    // The server may need a moment to notice that a killed process is gone.
    if ((holder === undefined || !isRunning(holder)) && Date.now() < end) {
      await pause(20);
      continue;
    }
    await client.end();
    throw new StoreInUse(holder, dataDir);
  }
}

async function lockHolder(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ application_name: string }>(
    `select a.application_name from pg_locks l join pg_stat_activity a on a.pid = l.pid
     where l.locktype = 'advisory' and l.objid = $1 and l.granted`,
    [processLock],
  );
  const pid = Number(rows[0]?.application_name.split(' ')[1]);
  return Number.isInteger(pid) ? pid : undefined;
}

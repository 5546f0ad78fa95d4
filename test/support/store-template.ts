import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { startEmbedded } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';

/**
 * A store with all its tables, made once and copied for each test: making the files of a store and its tables anew
 * took most of the time of a test's start. Tests of the making itself (store, upgrade) do not use it.
 */
const copy = promisify(execFile);
const folder = new URL('../../server/db/migrations/', import.meta.url);
const state = createHash('sha256').update(userInfo().username);
for (const name of readdirSync(folder).sort()) state.update(name).update(readFileSync(new URL(name, folder)));
const hash = state.digest('hex').slice(0, 12);
const templates = join(tmpdir(), 'lw-template-');
const template = `${templates}${hash}`;

/** Fills an empty data folder with a store that has all its tables; leaves it empty where the store lies elsewhere. */
export async function copyStore(dataDir: string): Promise<void> {
  if (!existsSync(template)) await makeTemplate();
  const parts = ['postgres', 'postgres.password'].map((name) => join(template, name));
  if (existsSync(parts[0] ?? '')) await copy('cp', ['-a', ...parts, dataDir]);
}

async function makeTemplate(): Promise<void> {
  const made = mkdtempSync(`${templates}new-`);
  // The store's own user must be able to enter.
  chmodSync(made, 0o755);
  const server = await startEmbedded(made, () => {});
  await withClient(server.connection, migrate);
  await server.stop();
  try {
    renameSync(made, template);
  } catch {
    // Another process was quicker.
    rmSync(made, { recursive: true, force: true });
  }
}

/** A new database on the server of a URL: with all its tables, or with none. */
export async function copyDatabase(base: string, isEmpty = false): Promise<{ url: string; drop(): Promise<void> }> {
  const source = `lw_template_${hash}`;
  const name = `lw_test_${process.pid}_${Date.now().toString(36)}_${Math.floor(Math.random() * 1e6)}`;
  await onServer(base, async (client) => {
    if (isEmpty) return void (await client.query(`create database ${name}`));
    // Nobody may be connected to a database that is copied: one maker, and one copy at a time.
    await client.query('select pg_advisory_lock(728346102)');
    const { rowCount } = await client.query('select from pg_database where datname = $1', [source]);
    if (rowCount === 0) await makeDatabase(client, base, source);
    await client.query(`create database ${name} template ${source}`);
  });
  const drop = () =>
    onServer(base, async (client) => void (await client.query(`drop database if exists ${name} with (force)`)));
  return { url: addressOf(base, name), drop };
}

async function makeDatabase(client: pg.Client, base: string, name: string): Promise<void> {
  // A maker that was killed left a half-made one.
  await client.query(`drop database if exists ${name}_new with (force)`);
  await client.query(`create database ${name}_new`);
  await onServer(addressOf(base, `${name}_new`), migrate);
  await client.query(`alter database ${name}_new rename to ${name}`);
}

function addressOf(base: string, database: string): string {
  const url = new URL(base);
  url.pathname = `/${database}`;
  return url.href;
}

const onServer = (connectionString: string, work: (client: pg.Client) => Promise<void>) =>
  withClient({ connectionString }, work);

async function withClient(settings: pg.ClientConfig, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client(settings);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

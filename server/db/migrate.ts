import { readdirSync, readFileSync } from 'node:fs';
import type pg from 'pg';

const folder = new URL('./migrations/', import.meta.url);
/** Any number that no other program uses for its advisory locks in our database. */
const migrationLock = 728_346_101;

/** Done before anything is applied: told what the store has, and what it lacks. What it throws leaves the store as it is. */
export type BeforeMigrations = (applied: string[], missing: string[]) => Promise<void>;

/** Names of all migrations of this version, in their order. */
export const knownMigrations = (): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort();

/** Applies the numbered SQL files that are missing, each in one transaction; forward only. Safe with several processes. */
export async function migrate(client: pg.ClientBase, before?: BeforeMigrations): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [migrationLock]);
  try {
    await client.query(
      'create table if not exists migrations (name text primary key, applied_at timestamptz default now())',
    );
    const applied = await readApplied(client);
    const files = knownMigrations();
    const unknown = applied.find((name) => !files.includes(name));
    if (unknown) throw new Error(`The store was written by a newer version (it holds ${unknown}). Start that version.`);
    await before?.(
      applied,
      files.filter((file) => !applied.includes(file)),
    );
    await applyMigrations(client, files);
  } finally {
    await client.query('select pg_advisory_unlock($1)', [migrationLock]);
  }
}

/** Applies those of the names that the store lacks, each in a transaction of its own. */
export async function applyMigrations(client: pg.ClientBase, names: string[]): Promise<void> {
  const applied = await readApplied(client);
  for (const name of names.filter((one) => !applied.includes(one))) {
    await client.query('begin');
    try {
      await applyMigration(client, name);
      await client.query('commit');
    } catch (error) {
      await client.query('rollback');
      throw error;
    }
  }
}

/** Applies one within the transaction of the caller. */
export async function applyMigration(client: pg.ClientBase, name: string): Promise<void> {
  await client.query(readFileSync(new URL(name, folder), 'utf8'));
  await client.query('insert into migrations (name) values ($1)', [name]);
}

async function readApplied(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from migrations order by name');
  return rows.map(({ name }) => name);
}

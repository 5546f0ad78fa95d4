import { readdirSync, readFileSync } from 'node:fs';
import type pg from 'pg';

const folder = new URL('./migrations/', import.meta.url);
/** Any number that no other program uses for its advisory locks in our database. */
const migrationLock = 728_346_101;

/** Applies the numbered SQL files that are missing, each in one transaction; forward only. Safe with several processes. */
export async function migrate(client: pg.ClientBase): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [migrationLock]);
  try {
    await client.query(
      'create table if not exists migrations (name text primary key, applied_at timestamptz default now())',
    );
    const done = await client.query<{ name: string }>('select name from migrations');
    const applied = new Set(done.rows.map((row) => row.name));
    const files = readdirSync(folder)
      .filter((name) => name.endsWith('.sql'))
      .sort();
    const unknown = [...applied].find((name) => !files.includes(name));
    if (unknown) throw new Error(`The store was written by a newer version (it holds ${unknown}). Start that version.`);
    for (const name of files.filter((file) => !applied.has(file))) {
      await client.query('begin');
      try {
        await client.query(readFileSync(new URL(name, folder), 'utf8'));
        await client.query('insert into migrations (name) values ($1)', [name]);
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        throw error;
      }
    }
  } finally {
    await client.query('select pg_advisory_unlock($1)', [migrationLock]);
  }
}

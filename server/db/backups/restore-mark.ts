import type pg from 'pg';
import type { Tx } from '../store.ts';

/**
 * Row of the settings that a restored store has, from its load on, until what ran when the copy was made has come to rest:
 * every start sees to that before anything works.
 */
const key = 'restoreUnfinished';

/** Within the transaction of the load: there is never a loaded store without it. */
export async function markRestore(client: pg.ClientBase, takenAt: string): Promise<void> {
  await client.query(
    'insert into settings (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value',
    [key, JSON.stringify(takenAt)],
  );
}

/** When the copy was taken that the store was filled with; undefined once all is at rest. */
export async function readRestoreMark(client: pg.ClientBase): Promise<string | undefined> {
  const { rows } = await client.query<{ value: string }>('select value from settings where key = $1', [key]);
  return rows[0]?.value;
}

/** True for the one who takes the mark away, and brings all to rest in the same transaction; others wait for its end. */
export async function takeRestoreMark(tx: Tx): Promise<boolean> {
  const taken = tx.deleteFrom('settings').where('key', '=', key).returning('key');
  return (await taken.executeTakeFirst()) !== undefined;
}

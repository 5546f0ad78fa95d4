import { sql } from 'kysely';
import type { Tx } from './store.ts';

const makingLock = 728_346_150;

/** What an editing session has made already; null: nothing. No other try of that session makes something before the commit. */
export async function madeBy(tx: Tx, table: 'campaigns' | 'wizards', uuid: string): Promise<number | null> {
  if (uuid === '') return null;
  await sql`select pg_advisory_xact_lock(${makingLock}, hashtext(${uuid}))`.execute(tx);
  const row = await tx.selectFrom(table).where('made_by', '=', uuid).select('id').executeTakeFirst();
  return row?.id ?? null;
}

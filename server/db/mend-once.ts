import type { Db } from './store.ts';

/**
 * Data that no statement can mend is mended by the program, at its first start after an update and not at each: `mend` runs
 * until it has once come to its end. Two processes may do it at once, it must bear that.
 */
export async function mendOnce(db: Db, name: string, mend: () => Promise<unknown>): Promise<void> {
  const key = `mended ${name}`;
  if (await db.selectFrom('settings').where('key', '=', key).select('key').executeTakeFirst()) return;
  await mend();
  const row = { key, value: JSON.stringify(new Date().toISOString()) };
  await db
    .insertInto('settings')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

import { defaultOptions, type EngineOptions } from '#domain/contract/options.ts';
import type { Queryable } from '../db/store.ts';

/** The options in force: stored ones over the first-start defaults (D-OPT-01). */
export async function readOptions(db: Queryable): Promise<EngineOptions> {
  const row = await db.selectFrom('settings').where('key', '=', 'options').select('value').executeTakeFirst();
  return { ...defaultOptions, ...(row?.value as Partial<EngineOptions> | undefined) };
}

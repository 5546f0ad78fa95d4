import { defaultOptions, type EngineOptions } from '#domain/contract/options.ts';
import type { Queryable } from '../db/store.ts';

/** The options in force: stored ones over the first-start defaults (D-OPT-01). */
export async function readOptions(db: Queryable): Promise<EngineOptions> {
  return { ...defaultOptions, ...((await readStoredOptions(db)) as Partial<EngineOptions>) };
}

/** What is stored of the options screen, as it is; empty before the first save. */
export async function readStoredOptions(db: Queryable): Promise<Record<string, unknown>> {
  const row = await db.selectFrom('settings').where('key', '=', 'options').select('value').executeTakeFirst();
  return (row?.value ?? {}) as Record<string, unknown>;
}

import { sql } from 'kysely';
import { firstGeneral, generalOptions, limitsOf } from '#domain/contract/options/general.ts';
import type { Options, OptionTab } from '#domain/contract/options/options.ts';
import type { SessionUser } from '../../calls/route.ts';
import type { Queryable, Tx } from '../../db/store.ts';
import { readStoredOptions } from '../../engine/options.ts';
import { Refusal, refuseStale } from '../../errors/refusal.ts';

/** The options with their edition. */
export interface KeptOptions {
  options: Options;
  edition: number;
}

/** What is stored over the values of the first start; a value above a lowered limit stays as it is (D-OPT-03). */
export async function readOptions(db: Queryable): Promise<KeptOptions> {
  const { edition, ...stored } = await readStoredOptions(db);
  const known = Object.keys(firstGeneral).filter((name) => stored[name] !== undefined);
  const own = Object.fromEntries(known.map((name) => [name, stored[name]]));
  return { options: { ...firstGeneral, ...own } as Options, edition: Number(edition ?? 0) };
}

/**
 * Keeps what was typed over what is stored; a field that is not told keeps its value. All is checked with the bounds of who
 * saves, and the refusal names tab and field (D-OPT-04).
 */
export async function storeOptions(
  tx: Tx,
  { edition, ...typed }: Record<string, unknown>,
  user: SessionUser,
): Promise<KeptOptions> {
  // One save after the other: the row is there and held from here on.
  await sql`insert into settings (key, value) values ('options', '{}') on conflict (key) do nothing`.execute(tx);
  await sql`select from settings where key = 'options' for update`.execute(tx);
  const stored = await readOptions(tx);
  refuseStale(edition as number | undefined, stored);
  const named = Object.keys(firstGeneral).filter((name) => typed[name] !== undefined);
  const wanted = { ...stored.options, ...Object.fromEntries(named.map((name) => [name, typed[name]])) };
  const read = generalOptions(limitsOf(user.privileged)).safeParse(wanted);
  const [issue] = read.error?.issues ?? [];
  if (issue) {
    const tab: OptionTab = 'general';
    throw new Refusal('INVALID', issue.message, { field: issue.path.join('.'), tab });
  }
  const kept = { ...(await readStoredOptions(tx)), ...read.data, edition: stored.edition + 1, savedBy: user.email };
  await sql`update settings set value = ${JSON.stringify(kept)}::jsonb where key = 'options'`.execute(tx);
  return readOptions(tx);
}

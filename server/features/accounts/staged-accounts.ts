import { sql } from 'kysely';
import type { Account } from '#domain/contract/accounts.ts';
import type { Secrets } from '../../db/secrets.ts';
import type { Queryable, Tx } from '../../db/store.ts';
import { accountValues } from './queries.ts';

/** Which of these identities the profile holds, as {@link identityOf} writes them. */
export async function heldIdentities(db: Queryable, profileId: number, accounts: NewAccount[]): Promise<Set<string>> {
  const { rows } = await sql<{ site_key: string; email_key: string }>`
    select a.site_key, a.email_key
    from unnest(${accounts.map((row) => row.siteName.toLowerCase())}::text[],
      ${accounts.map((row) => row.email.toLowerCase())}::text[]) as k(s, e)
    -- The limit keeps this one look into the key for each: old statistics would have it read the whole profile.
    cross join lateral (select site_key, email_key from accounts
      where profile_id = ${profileId} and site_key = k.s and email_key = k.e limit 1) a`.execute(db);
  return new Set(rows.map((row) => JSON.stringify([row.site_key, row.email_key])));
}

/** An account of a file. */
export type NewAccount = Omit<Account, 'accountListId'>;
/** Identity of an account as one text (D-ACC-01). */
export const identityOf = (account: NewAccount) =>
  JSON.stringify([account.siteName.toLowerCase(), account.email.toLowerCase()]);

/** Makes room for accounts that are on their way: nobody sees them, and nobody waits for them, before they are merged. */
export async function openStage(tx: Tx): Promise<void> {
  await sql`create temporary table staged_accounts (n bigint generated always as identity, site_key text, email_key text,
    site_name text, email text, username text, password text) on commit drop`.execute(tx);
}

/** Adds accounts to those on their way, in their order. */
export async function stageAccounts(tx: Tx, secrets: Secrets, accounts: NewAccount[]): Promise<void> {
  const rows = accounts.map((account) => accountValues(secrets, { ...account, accountListId: 0 }));
  const column = (name: 'site_key' | 'email_key' | 'site_name' | 'email' | 'username' | 'password') =>
    sql`${rows.map((row) => row[name])}::text[]`;
  await sql`
    insert into staged_accounts (site_key, email_key, site_name, email, username, password)
    select s, e, site_name, email, username, password
    from unnest(${column('site_key')}, ${column('email_key')}, ${column('site_name')}, ${column('email')},
      ${column('username')}, ${column('password')}) with ordinality as k(s, e, site_name, email, username, password, at)
    order by at`.execute(tx);
}

/**
 * Inserts or updates by identity what is on its way; the last of equal ones wins. In one order for all, so that two imports
 * into one profile never wait for each other in a circle.
 */
export async function mergeStaged(tx: Tx, profileId: number): Promise<void> {
  await sql`
    insert into accounts as a (profile_id, site_key, email_key, site_name, email, username, password)
    select distinct on (site_key, email_key) ${profileId}::bigint, site_key, email_key, site_name, email, username, password
    from staged_accounts order by site_key, email_key, n desc
    on conflict (profile_id, site_key, email_key) do update set site_name = excluded.site_name, email = excluded.email,
      username = excluded.username, password = excluded.password, stopped_reason = null`.execute(tx);
}

/** Renews the statistics of the store after a large import: with the old ones it plans reads badly. */
export async function freshenStatistics(db: Queryable): Promise<void> {
  await sql`analyze accounts`.execute(db);
  await sql`select gin_clean_pending_list('accounts_search')`.execute(db);
}

import { type SqlBool, sql } from 'kysely';
import type { Account } from '#domain/contract/accounts.ts';
import type { PageQuery } from '#domain/contract/call.ts';
import { likePattern, readCursor, writeCursor } from '../../db/paging.ts';
import type { Secrets } from '../../db/secrets.ts';
import type { Queryable, Tx } from '../../db/store.ts';

const columns = ['profile_id', 'site_name', 'site_key', 'email', 'email_key', 'username', 'password'] as const;
/** As the store lowers it: other rules in the key of a page would lose rows, or begin again for ever. */
const usernameKey = sql<string>`lower(username)`.as('username_key');
export interface AccountRow {
  profile_id: number;
  site_name: string;
  site_key: string;
  email: string;
  email_key: string;
  username: string;
  password: string;
}

/** An account with its password opened. */
export function toAccount(secrets: Secrets, row: AccountRow): Account {
  return {
    accountListId: row.profile_id,
    siteName: row.site_name,
    email: row.email,
    username: row.username,
    password: secrets.open(row.password),
  };
}

/** Row of an account, its password sealed. */
export function accountValues(secrets: Secrets, account: Account) {
  return {
    profile_id: account.accountListId,
    site_key: account.siteName.toLowerCase(),
    email_key: account.email.toLowerCase(),
    site_name: account.siteName,
    email: account.email,
    username: account.username,
    password: secrets.seal(account.password),
  };
}

/** Columns of each sort; the identity ends every key so that it is unique. */
const sorts = {
  siteName: sql`(site_key, email_key)`,
  email: sql`(email_key, site_key)`,
  username: sql`(lower(username), site_key, email_key)`,
};

function keyOf(sort: keyof typeof sorts, row: AccountRow & { username_key: string }): string[] {
  if (sort === 'email') return [row.email_key, row.site_key];
  return sort === 'username' ? [row.username_key, row.site_key, row.email_key] : [row.site_key, row.email_key];
}

/** True for accounts that a search finds; all without one. */
function fits(search: string | undefined) {
  if (!search?.trim()) return sql<SqlBool>`true`;
  return sql<SqlBool>`(site_key || ' ' || email_key || ' ' || lower(username)) like ${likePattern(search)}`;
}

/** One page by key; sort siteName unless it names another one. */
export async function accountPage(db: Queryable, profileId: number, page: PageQuery) {
  const sort = page.sort === 'email' || page.sort === 'username' ? page.sort : 'siteName';
  const down = page.order === 'desc';
  const types = sort === 'username' ? (['string', 'string', 'string'] as const) : (['string', 'string'] as const);
  const after = readCursor(page.after, types) as string[] | undefined;
  const direction = sql.raw(down ? 'desc' : 'asc');
  const order =
    sort === 'username'
      ? ['lower(username)', 'site_key', 'email_key']
      : sort === 'email'
        ? ['email_key', 'site_key']
        : ['site_key', 'email_key'];
  const rows = await db
    .selectFrom('accounts')
    .where('profile_id', '=', profileId)
    .where(fits(page.search))
    .$if(after !== undefined, (query) =>
      query.where(sql<SqlBool>`${sorts[sort]} ${sql.raw(down ? '<' : '>')} (${sql.join(after ?? [])})`),
    )
    .select([...columns, usernameKey])
    .orderBy(sql`${sql.join(order.map((name) => sql`${sql.raw(name)} ${direction}`))}`)
    .limit(page.limit + 1)
    .execute();
  const last = rows.length > page.limit ? rows[page.limit - 1] : undefined;
  return { rows: rows.slice(0, page.limit), next: last ? writeCursor(keyOf(sort, last)) : null };
}

/** Deletes by identity in lower case; gives back what was there. */
export async function deleteByKey(tx: Tx, profileId: number, ids: { siteName: string; email: string }[]) {
  const keys = JSON.stringify(ids.map((id) => ({ s: id.siteName.toLowerCase(), e: id.email.toLowerCase() })));
  const { rows } = await sql<{ site_name: string; email: string }>`
    delete from accounts a using jsonb_to_recordset(${keys}::jsonb) as k(s text, e text)
    where a.profile_id = ${profileId} and a.site_key = k.s and a.email_key = k.e
    returning a.site_name, a.email`.execute(tx);
  return rows;
}

/** Deletes all accounts of a profile that fit a search; gives back how many there were. */
export async function deleteThatFit(tx: Tx, profileId: number, search: string | undefined): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('accounts')
    .where('profile_id', '=', profileId)
    .where(fits(search))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** How many accounts of a profile fit a search. */
export async function countThatFit(db: Queryable, profileId: number, search: string | undefined): Promise<number> {
  const { total } = await db
    .selectFrom('accounts')
    .where('profile_id', '=', profileId)
    .where(fits(search))
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

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

/** Inserts or updates accounts by identity in one statement; the last of equal ones wins. */
export async function upsertAccounts(tx: Tx, secrets: Secrets, profileId: number, given: NewAccount[]): Promise<void> {
  const unique = new Map(given.map((account) => [identityOf(account), account]));
  // One order for all, so that two imports into one profile never wait for each other in a circle.
  const keys = [...unique.keys()].sort();
  const rows = keys.map((key) =>
    accountValues(secrets, { ...(unique.get(key) as NewAccount), accountListId: profileId }),
  );
  const column = (name: 'site_key' | 'email_key' | 'site_name' | 'email' | 'username' | 'password') =>
    sql`${rows.map((row) => row[name])}::text[]`;
  await sql`
    insert into accounts as a (profile_id, site_key, email_key, site_name, email, username, password)
    select ${profileId}, k.* from unnest(${column('site_key')}, ${column('email_key')}, ${column('site_name')},
      ${column('email')}, ${column('username')}, ${column('password')}) as k
    on conflict (profile_id, site_key, email_key) do update set site_name = excluded.site_name, email = excluded.email,
      username = excluded.username, password = excluded.password, stopped_reason = null`.execute(tx);
}

/** Renews the statistics of the store after a large import: with the old ones it plans reads badly. */
export async function freshenStatistics(db: Queryable): Promise<void> {
  await sql`analyze accounts`.execute(db);
  await sql`select gin_clean_pending_list('accounts_search')`.execute(db);
}

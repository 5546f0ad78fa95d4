import { type SqlBool, sql } from 'kysely';
import type { Account } from '#domain/contract/accounts.ts';
import type { PageQuery } from '#domain/contract/call.ts';
import { likePattern, readCursor, writeCursor } from '../../db/paging.ts';
import type { Secrets } from '../../db/secrets.ts';
import type { Queryable, Tx } from '../../db/store.ts';
import { mostRowsTold } from '../../live/row-portions.ts';

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
  const { rows } = await sql<{ siteName: string; email: string }>`
    delete from accounts a using jsonb_to_recordset(${keys}::jsonb) as k(s text, e text)
    where a.profile_id = ${profileId} and a.site_key = k.s and a.email_key = k.e
    returning a.site_name as "siteName", a.email`.execute(tx);
  return rows;
}

/** Deletes all accounts of a profile that fit a search; gives back how many there were, and which unless too many to tell. */
export async function deleteThatFit(tx: Tx, profileId: number, search: string | undefined): Promise<Deleted> {
  const { rows } = await sql<Deleted>`
    with gone as (
      delete from accounts where profile_id = ${profileId} and ${fits(search)} returning site_name, email
    )
    select count(*) as count, case when count(*) > ${mostRowsTold} then '[]' else
      coalesce(jsonb_agg(jsonb_build_object('siteName', site_name, 'email', email)), '[]') end as ids
    from gone`.execute(tx);
  return rows[0] ?? { count: 0, ids: [] };
}
interface Deleted {
  count: number;
  ids: { siteName: string; email: string }[];
}

/** Changes accounts, named or all that fit, and lets them be used again; gives back how they stand. */
export async function changeAccounts(
  tx: Tx,
  profileId: number,
  which: { ids: { siteName: string; email: string }[] } | { search?: string | undefined },
  changes: { username?: string; password?: string },
): Promise<AccountRow[]> {
  const named = 'ids' in which ? which.ids.map((id) => [id.siteName.toLowerCase(), id.email.toLowerCase()]) : [];
  const isNamed = sql<SqlBool>`(site_key, email_key) in (select * from unnest(${named.map(([site]) => site)}::text[],
    ${named.map(([, email]) => email)}::text[]))`;
  return await tx
    .updateTable('accounts')
    .set({ ...changes, stopped_reason: null })
    .where('profile_id', '=', profileId)
    .where('ids' in which ? isNamed : fits(which.search))
    .returning(columns)
    .execute();
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

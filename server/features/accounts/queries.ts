import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import { type Account, type AccountState, accountFilter, type Confirmation } from '#domain/contract/accounts.ts';
import type { PageQuery } from '#domain/contract/call.ts';
import { keyedPage, natural } from '../../db/keyed-page.ts';
import { likePattern, startPattern } from '../../db/paging.ts';
import type { Secrets } from '../../db/secrets.ts';
import type { Queryable, Tx } from '../../db/store.ts';
import { mostRowsTold } from '../../live/row-portions.ts';

const columns = [
  'profile_id',
  'site_name',
  'site_key',
  'email',
  'email_key',
  'username',
  'password',
  'stopped_reason',
  'confirmation',
  'edition',
] as const;
export interface AccountRow {
  profile_id: number;
  site_name: string;
  site_key: string;
  email: string;
  email_key: string;
  username: string;
  password: string;
  stopped_reason: string | null;
  confirmation: Confirmation;
  edition: number;
}

/** An account with its password opened. */
export function toAccount(secrets: Secrets, row: AccountRow): Account {
  return {
    accountListId: row.profile_id,
    siteName: row.site_name,
    email: row.email,
    username: row.username,
    password: secrets.open(row.password),
    stopped: row.stopped_reason,
    confirmation: row.confirmation,
    edition: row.edition,
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

/** Key of each sort; the identity ends it so that it is unique. */
const [site, email] = [natural('site_key'), natural('email_key')];
const sorts = { siteName: [site, email], email: [email, site], username: [natural('username_key'), site, email] };

/** What a list of accounts is narrowed to. */
export type AccountFilter = Partial<z.output<typeof filterShape>>;
const filterShape = z.object(accountFilter);

/** As accountState in the contract has it. */
const waits = sql<SqlBool>`confirmation in ('WAITING', 'NOT_FOUND')`;
const stateFits: Record<AccountState, RawBuilder<SqlBool>> = {
  waiting: waits,
  stopped: sql<SqlBool>`stopped_reason is not null and not ${waits}`,
  usable: sql<SqlBool>`stopped_reason is null and not ${waits}`,
};

/** True for accounts that a filter leaves; all without one. */
function fits({ search, site, state }: AccountFilter) {
  // One index serves both: it begins with the site.
  const text = sql`(site_key || ' ' || email_key || ' ' || lower(username))`;
  const parts = [sql<SqlBool>`true`];
  if (search?.trim()) parts.push(sql<SqlBool>`${text} like ${likePattern(search)}`);
  if (site?.trim()) parts.push(sql<SqlBool>`${text} like ${startPattern(site)}`);
  if (state) parts.push(stateFits[state]);
  return sql<SqlBool>`(${sql.join(parts, sql` and `)})`;
}

/** One page by key; sort siteName unless it names another one. */
export function accountPage(db: Queryable, profileId: number, page: Partial<PageQuery> & AccountFilter) {
  const sort = page.sort === 'email' || page.sort === 'username' ? page.sort : 'siteName';
  const source = {
    table: 'accounts',
    columns,
    where: sql<SqlBool>`profile_id = ${profileId} and ${fits(page)}`,
    key: sorts[sort],
    isDown: page.order === 'desc',
  };
  return keyedPage<AccountRow>(db, source, page);
}

/** Adds an account; undefined when there is an equal one. */
export function insertAccount(tx: Tx, secrets: Secrets, account: Account): Promise<AccountRow | undefined> {
  return tx
    .insertInto('accounts')
    .values(accountValues(secrets, account))
    .onConflict((conflict) => conflict.doNothing())
    .returning(columns)
    .executeTakeFirst();
}

/** One account by its identity, held until the commit: an engine may be about to write why it stopped. */
export function lockAccount(tx: Tx, profileId: number, { siteName, email }: { siteName: string; email: string }) {
  return tx
    .selectFrom('accounts')
    .where('profile_id', '=', profileId)
    .where('site_key', '=', siteName.toLowerCase())
    .where('email_key', '=', email.toLowerCase())
    .select(columns)
    .forUpdate()
    .executeTakeFirst();
}

/** Changes an account that is held, its identity too, and lets it be used again. */
export function changeAccount(tx: Tx, secrets: Secrets, held: AccountRow, account: Account): Promise<AccountRow> {
  return tx
    .updateTable('accounts')
    .set({ ...accountValues(secrets, account), stopped_reason: null, confirmation: 'NONE' })
    .where('profile_id', '=', held.profile_id)
    .where('site_key', '=', held.site_key)
    .where('email_key', '=', held.email_key)
    .returning(columns)
    .executeTakeFirstOrThrow();
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
export async function deleteThatFit(tx: Tx, profileId: number, filter: AccountFilter): Promise<Deleted> {
  const { rows } = await sql<Deleted>`
    with gone as (
      delete from accounts where profile_id = ${profileId} and ${fits(filter)} returning site_name, email
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
  which: { ids: { siteName: string; email: string }[] } | AccountFilter,
  changes: { username?: string; password?: string },
): Promise<AccountRow[]> {
  const named = 'ids' in which ? which.ids.map((id) => [id.siteName.toLowerCase(), id.email.toLowerCase()]) : [];
  const isNamed = sql<SqlBool>`(site_key, email_key) in (select * from unnest(${named.map(([site]) => site)}::text[],
    ${named.map(([, email]) => email)}::text[]))`;
  return await tx
    .updateTable('accounts')
    .set({ ...changes, stopped_reason: null })
    .where('profile_id', '=', profileId)
    .where('ids' in which ? isNamed : fits(which))
    .returning(columns)
    .execute();
}

/** How many accounts of a profile fit a search. */
export async function countThatFit(db: Queryable, profileId: number, filter: AccountFilter): Promise<number> {
  const { total } = await db
    .selectFrom('accounts')
    .where('profile_id', '=', profileId)
    .where(fits(filter))
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

import { sql } from 'kysely';
import type { Confirmation } from '#domain/contract/accounts.ts';
import { topics } from '#domain/contract/live.ts';
import type { Module } from '#domain/contract/modules.ts';
import type { Permission } from '#domain/contract/sites.ts';
import type { Secrets } from '../../db/secrets.ts';
import type { Queryable, Tx } from '../../db/store.ts';
import type { Note } from '../../live/commit.ts';
import { mostRowsTold, rowPortions } from '../../live/row-portions.ts';
import { noteProfile } from './accounts.ts';
import { type AccountRow, toAccount } from './queries.ts';

/** An account that a project made at a site. */
export interface MadeAccount {
  profileId: number;
  projectId: number;
  siteName: string;
  email: string;
  username: string;
  sealedPassword: string;
  confirmation: Confirmation;
}

/**
 * Keeps an account that was made, in place of one that the profile has of the same site and address. False when the
 * profile was deleted meanwhile.
 */
export async function keepMadeAccount(tx: Tx, note: Note, secrets: Secrets, made: MadeAccount): Promise<boolean> {
  const { profileId, siteName, email, username, confirmation } = made;
  const { rows } = await sql<AccountRow & { is_new: boolean }>`
    insert into accounts as a (profile_id, site_key, email_key, site_name, email, username, password, made_by, made_at, confirmation)
    select id, ${siteName.toLowerCase()}, ${email.toLowerCase()}, ${siteName}, ${email}, ${username}, ${made.sealedPassword},
      ${made.projectId}, now(), ${confirmation} from profiles where id = ${profileId} for no key update
    on conflict (profile_id, site_key, email_key) do update set username = excluded.username, password = excluded.password,
      made_by = excluded.made_by, made_at = excluded.made_at, confirmation = excluded.confirmation, stopped_reason = null
    returning a.*, (a.xmax = 0) as is_new`.execute(tx);
  const kept = rows[0];
  if (!kept) return false;
  const account = toAccount(secrets, kept);
  note(topics.profile(profileId), { action: kept.is_new ? 'newAccount' : 'accountEdited', account });
  await noteProfile(tx, note, profileId);
  return true;
}

/** An account that waits for the mail of its site. */
export interface WaitingAccount {
  profileId: number;
  siteName: string;
  email: string;
  username: string;
  sealedPassword: string;
  madeAt: Date;
  site: {
    module: Module;
    siteId: string;
    url: string;
    host: string;
    platform: string;
    connector: string;
    permission: Permission;
  };
}

/** Accounts that a project made and whose mail has not come yet, with their sites; a deleted site's mails help nobody. */
export async function waitingAccounts(db: Queryable, projectId: number): Promise<WaitingAccount[]> {
  const { rows } = await sql<WaitingAccount>`
    select distinct on (a.made_at, a.profile_id, a.site_key, a.email_key) a.profile_id as "profileId", a.site_name as "siteName", a.email, a.username, a.password as "sealedPassword",
      a.made_at as "madeAt", jsonb_build_object('module', s.module, 'siteId', s.site_id, 'url', s.url, 'host', s.host,
        'platform', s.platform, 'connector', s.connector, 'permission', s.permission) as site
    from accounts a join project_sites r on r.project_id = a.made_by and lower(r.site_id) = a.site_key
      join sites s on s.module = r.module and s.site_id = r.site_id
    where a.made_by = ${projectId} and a.confirmation = 'WAITING' order by a.made_at, a.profile_id, a.site_key, a.email_key, s.module`.execute(
    db,
  );
  return rows;
}

/** Domains of all sites of the catalogue, without "www." and port. */
export async function siteDomains(db: Queryable): Promise<string[]> {
  const { rows } = await sql<{ domain: string }>`
    select distinct regexp_replace(regexp_replace(host, ':[0-9]+$', ''), '^www\\.', '') as domain from sites`.execute(
    db,
  );
  return rows.map((row) => row.domain);
}

/** How many accounts of a project had to be confirmed, and are. */
export async function countConfirmations(db: Queryable, projectId: number) {
  const { rows } = await sql<{ confirmed: number; total: number }>`
    select count(*) filter (where confirmation = 'CONFIRMED') as confirmed,
      count(*) filter (where confirmation <> 'NONE') as total from accounts where made_by = ${projectId}`.execute(db);
  return rows[0] ?? { confirmed: 0, total: 0 };
}

/** An account is of use from now on, with another password where the site gave one. */
export async function confirmAccount(
  tx: Tx,
  note: Note,
  secrets: Secrets,
  { profileId, siteName, email }: WaitingAccount,
  password: string | undefined,
): Promise<void> {
  const changes = {
    confirmation: 'CONFIRMED' as const,
    stopped_reason: null,
    ...(password === undefined ? {} : { password: secrets.seal(password) }),
  };
  const row = await tx
    .updateTable('accounts')
    .set(changes)
    .where('profile_id', '=', profileId)
    .where('site_key', '=', siteName.toLowerCase())
    .where('email_key', '=', email.toLowerCase())
    .returningAll()
    .executeTakeFirst();
  if (row) note(topics.profile(profileId), { action: 'accountEdited', account: toAccount(secrets, row) });
}

/** What no mail came for is looked for once more. */
export const waitAgain = (tx: Tx, note: Note, secrets: Secrets, projectId: number) =>
  moveAll(tx, note, secrets, { projectId, from: 'NOT_FOUND', to: 'WAITING' });

/** No mail came for what still waits. */
export const giveUpWaiting = (tx: Tx, note: Note, secrets: Secrets, projectId: number) =>
  moveAll(tx, note, secrets, { projectId, from: 'WAITING', to: 'NOT_FOUND' });

interface Move {
  projectId: number;
  from: Confirmation;
  to: Confirmation;
}

async function moveAll(tx: Tx, note: Note, secrets: Secrets, { projectId, from, to }: Move): Promise<void> {
  const rows = await tx
    .updateTable('accounts')
    .set({ confirmation: to })
    .where('made_by', '=', projectId)
    .where('confirmation', '=', from)
    .returningAll()
    .execute();
  for (const [profileId, own] of Map.groupBy(rows, (row) => row.profile_id)) {
    if (own.length > mostRowsTold) note(topics.profile(profileId), { action: 'accountsChanged', profileId });
    else
      for (const told of rowPortions(own))
        note(topics.profile(profileId), {
          action: 'accountsImported',
          accounts: told.map((row) => toAccount(secrets, row)),
        });
  }
}

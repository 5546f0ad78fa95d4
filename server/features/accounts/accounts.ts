import { type Account, accountExists, type Profile } from '#domain/contract/accounts.ts';
import type { PageQuery } from '#domain/contract/call.ts';
import { topics } from '#domain/contract/live.ts';
import { anyOf } from '../../db/any-of.ts';
import type { Secrets } from '../../db/secrets.ts';
import type { Queryable, Tx } from '../../db/store.ts';
import { releaseProjects } from '../../engine/runs/delete-projects.ts';
import { NotFound, Refusal } from '../../errors/refusal.ts';
import type { Note } from '../../live/commit.ts';
import { rowPortions } from '../../live/row-portions.ts';
import { campaignOf } from '../campaigns/campaign-of.ts';
import {
  type AccountFilter,
  accountPage,
  countThatFit,
  deleteByKey,
  deleteThatFit,
  insertAccount,
  toAccount,
} from './queries.ts';

const columns = ['id', 'campaign_id', 'name', 'group_label', 'count', 'version'] as const;
interface ProfileRow {
  id: number;
  campaign_id: number;
  name: string;
  group_label: string | null;
  count: number;
  version: number;
}
const toProfile = (row: ProfileRow): Profile => ({
  id: row.id,
  name: row.name,
  campaignId: row.campaign_id,
  group: row.group_label,
  count: row.count,
  version: row.version,
});

/** Profiles of one campaign, or of all (undefined), newest first. */
export async function listProfiles(db: Queryable, campaignId?: number): Promise<Profile[]> {
  const rows = await db
    .selectFrom('profiles')
    .$if(campaignId !== undefined, (query) => query.where('campaign_id', '=', campaignId ?? 0))
    .select(columns)
    .orderBy('id', 'desc')
    .execute();
  return rows.map(toProfile);
}

/** One profile; 404 when it does not exist. */
export async function getProfile(db: Queryable, id: number): Promise<Profile> {
  const row = await db.selectFrom('profiles').where('id', '=', id).select(columns).executeTakeFirst();
  if (!row) throw new NotFound('account profile');
  return toProfile(row);
}

/**
 * Holds a profile before its accounts are changed: one change waits for the other and sees what it did. All take it before
 * any row of theirs, since the store counts a profile's accounts in it.
 */
export async function lockProfile(tx: Tx, id: number): Promise<void> {
  const row = await tx.selectFrom('profiles').where('id', '=', id).select('id').forNoKeyUpdate().executeTakeFirst();
  if (!row) throw new NotFound('account profile');
}

/** Makes an empty profile in a campaign; 404 when the campaign does not exist. */
export async function createProfile(tx: Tx, note: Note, campaignId: number, name: string): Promise<Profile> {
  await campaignOf(tx, campaignId);
  const row = await tx
    .insertInto('profiles')
    .values({ campaign_id: campaignId, name })
    .returning(columns)
    .executeTakeFirstOrThrow();
  note(topics.campaign(campaignId), { action: 'newProfile', profile: toProfile(row) });
  return toProfile(row);
}

/** Renames a profile; 404 when it does not exist. */
export async function renameProfile(tx: Tx, note: Note, id: number, name: string): Promise<Profile> {
  await tx.updateTable('profiles').set({ name }).where('id', '=', id).execute();
  return noteProfile(tx, note, id);
}

/** Tells the present name and count of a profile to its campaign's page. */
export async function noteProfile(tx: Tx, note: Note, id: number): Promise<Profile> {
  const profile = await getProfile(tx, id);
  note(topics.campaign(profile.campaignId), { action: 'profileEdited', profile });
  return profile;
}

/** Deletes profiles; running projects that post with them are stopped first (D-GEN-16). */
export async function deleteProfiles(tx: Tx, note: Note, campaignId: number, ids: number[]): Promise<number[]> {
  await campaignOf(tx, campaignId);
  const own = await tx
    .selectFrom('profiles')
    .where('campaign_id', '=', campaignId)
    .where('id', '=', anyOf(ids))
    .select('id')
    .execute();
  const found = own.map((row) => row.id);
  await releaseProjects(tx, note, 'profiles', found);
  // Somebody else may have been faster.
  const gone = await tx.deleteFrom('profiles').where('id', '=', anyOf(found)).returning('id').execute();
  const goneIds = gone.map((row) => row.id);
  if (goneIds.length > 0) note(topics.campaign(campaignId), { action: 'profilesDeleted', ids: goneIds });
  return goneIds;
}

/** One page of a profile's accounts by key. */
export async function listAccounts(
  db: Queryable,
  profileId: number,
  page: PageQuery & AccountFilter,
  secrets: Secrets,
) {
  const profile = await getProfile(db, profileId);
  const campaign = await campaignOf(db, profile.campaignId);
  const { rows, ...neighbours } = await accountPage(db, profileId, page);
  const total = page.count ? await countThatFit(db, profileId, page) : null;
  return { campaign, profile, accounts: rows.map((row) => toAccount(secrets, row)), ...neighbours, total };
}

/** Adds one account; an equal one is refused (D-ACC-01). */
export async function addAccount(tx: Tx, note: Note, account: Account, secrets: Secrets): Promise<Account> {
  await lockProfile(tx, account.accountListId);
  const row = await insertAccount(tx, secrets, account);
  if (!row) throw new Refusal('EXISTS', accountExists, { field: 'email' });
  const added = toAccount(secrets, row);
  note(topics.profile(account.accountListId), { action: 'newAccount', account: added });
  await noteProfile(tx, note, account.accountListId);
  return added;
}

/** Which accounts to delete: named by identity, or all that fit a filter. */
export type Doomed = { ids: Identity[] } | ({ all: true } & AccountFilter);
type Identity = { siteName: string; email: string };

/** Deletes accounts; unknown ones are passed over. All that fit are counted, not named. */
export async function deleteAccounts(tx: Tx, note: Note, profileId: number, doomed: Doomed) {
  await lockProfile(tx, profileId);
  const named = 'ids' in doomed ? await deleteByKey(tx, profileId, doomed.ids) : undefined;
  const { ids, count } =
    'all' in doomed ? await deleteThatFit(tx, profileId, doomed) : { ids: named ?? [], count: named?.length ?? 0 };
  if (count > ids.length) note(topics.profile(profileId), { action: 'accountsChanged', profileId });
  else for (const told of rowPortions(ids)) note(topics.profile(profileId), { action: 'accountsDeleted', ids: told });
  await noteProfile(tx, note, profileId);
  return { ids: named ?? [], count };
}

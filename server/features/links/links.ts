import { sql } from 'kysely';
import { type LinkSetKeywords, newKeywords, type UrlList } from '#domain/contract/links.ts';
import { topics } from '#domain/contract/live.ts';
import { anyOf } from '../../db/any-of.ts';
import type { Queryable, Tx } from '../../db/store.ts';
import { toCheck } from '../../engine/checks/check-progress.ts';
import { forgetProofs } from '../../engine/checks/forget-proofs.ts';
import { releaseProjects } from '../../engine/runs/delete-projects.ts';
import type { TaskRoom } from '../../engine/tasks/task-room.ts';
import { NotFound } from '../../errors/refusal.ts';
import type { Note } from '../../live/commit.ts';
import { campaignOf } from '../campaigns/campaign-of.ts';

/** Sets with up to this many links go with the call; longer ones disappear at once, and a task takes their links away. */
const mostAtOnce = 20_000;

const columns = ['id', 'campaign_id', 'name', 'count', 'version'] as const;
interface ListRow {
  id: number;
  campaign_id: number;
  name: string;
  count: number;
  version: number;
}
const toUrlList = (row: ListRow): UrlList => ({
  id: row.id,
  name: row.name,
  campaignId: row.campaign_id,
  count: row.count,
  version: row.version,
});

/** Link sets of a campaign, newest first. */
export async function listLinkSets(db: Queryable, campaignId: number): Promise<UrlList[]> {
  const rows = await db
    .selectFrom('link_sets')
    .where('campaign_id', '=', campaignId)
    .select(columns)
    .orderBy('id', 'desc')
    .execute();
  return rows.map(toUrlList);
}

/** A link set with its keywords, check and proof counts; 404 when it does not exist. */
export async function getLinkSet(db: Queryable, id: number) {
  const row = await db.selectFrom('link_sets').where('id', '=', id).selectAll().executeTakeFirst();
  if (!row) throw new NotFound('link set');
  return {
    urlList: toUrlList(row),
    keywords: row.keywords ?? newKeywords,
    check: toCheck(row),
    proofCounts: {
      NONE: row.count - row.live - row.changed - row.missing - row.unreadable - row.placed,
      PLACED: row.placed,
      LIVE: row.live,
      CHANGED: row.changed,
      MISSING: row.missing,
      UNREADABLE: row.unreadable,
      TROUBLED: row.troubled,
    },
  };
}

/** Makes an empty link set in a campaign; 404 when the campaign does not exist. */
export async function createLinkSet(tx: Tx, note: Note, campaignId: number, name: string): Promise<UrlList> {
  await campaignOf(tx, campaignId);
  const row = await tx
    .insertInto('url_lists')
    .values({ campaign_id: campaignId, name })
    .returning(['id', 'name', 'count', 'version'])
    .executeTakeFirstOrThrow();
  const urlList = { ...row, campaignId };
  note(topics.campaign(campaignId), { action: 'newUrlList', urlList });
  return urlList;
}

/** Renames a link set; 404 when it does not exist. */
export async function renameLinkSet(tx: Tx, note: Note, id: number, name: string): Promise<UrlList> {
  const next = sql<number>`version + 1`;
  await tx.updateTable('url_lists').set({ name, version: next }).where('id', '=', id).execute();
  noteLinkSet(note, id);
  return (await getLinkSet(tx, id)).urlList;
}

/** Tells the present name and count of a link set to its campaign's page: what others placed meanwhile counts too. */
export function noteLinkSet(note: Note, id: number): void {
  note.later(`link set ${id}`, async (db) => {
    const row = await db.selectFrom('link_sets').where('id', '=', id).select(columns).executeTakeFirst();
    if (!row) return [];
    return [{ address: topics.campaign(row.campaign_id), body: { action: 'urlListEdited', urlList: toUrlList(row) } }];
  });
}

/** Deletes link sets of a campaign; the links of long ones are left to `tasks`. */
export async function deleteLinkSets(
  tx: Tx,
  note: Note,
  { campaignId, ids }: { campaignId: number; ids: number[] },
  tasks: TaskRoom,
): Promise<number[]> {
  await campaignOf(tx, campaignId);
  // Who names one of them meanwhile waits for us, or we for them (keepLinkSets).
  await tx.selectFrom('campaigns').where('id', '=', campaignId).select('id').forNoKeyUpdate().execute();
  const own = await tx
    .selectFrom('url_lists')
    .where('campaign_id', '=', campaignId)
    .where('id', '=', anyOf(ids))
    .select('id')
    .execute();
  const goneIds = own.map((row) => row.id);
  await removeLinkSets(tx, note, goneIds, tasks);
  if (goneIds.length > 0) note(topics.campaign(campaignId), { action: 'urlListsDeleted', ids: goneIds });
  return goneIds;
}

/**
 * Deletes link sets whose campaign's row is locked or that were found in it; projects that use them are stopped first and
 * lose the reference (D-GEN-16).
 */
export async function removeLinkSets(tx: Tx, note: Note, ids: number[], tasks: TaskRoom): Promise<void> {
  if (ids.length === 0) return;
  await releaseProjects(tx, note, 'url_lists', ids);
  await tx.selectFrom('url_lists').where('id', '=', anyOf(ids)).select('id').orderBy('id').forUpdate().execute();
  const long = await tx
    .selectFrom('link_sets')
    .where('id', '=', anyOf(ids))
    .where('count', '>', mostAtOnce)
    .select(['id', 'name'])
    .execute();
  const isLong = new Set(long.map((set) => set.id));
  const short = ids.filter((id) => !isLong.has(id));
  await forgetProofs(tx, note, sql`select id from url_items where url_list_id = ${anyOf(short)}`);
  await tx.deleteFrom('url_lists').where('id', '=', anyOf(short)).execute();
  if (long.length === 0) return;
  await tx
    .updateTable('projects')
    .set({ url_list_id: null })
    .where('url_list_id', '=', anyOf([...isLong]))
    .execute();
  await tx
    .updateTable('url_lists')
    .set({ campaign_id: null })
    .where('id', '=', anyOf([...isLong]))
    .execute();
  await addRemovals(tx, note, long, tasks);
}

async function addRemovals(tx: Tx, note: Note, sets: { id: number; name: string }[], tasks: TaskRoom): Promise<void> {
  const removals = sets.map(({ id, name }) => ({
    title: `Removing the links of the deleted link set "${name}"`,
    payload: { urlListId: id },
  }));
  await tasks.addMany(tx, note, 'removeLinks', removals);
}

const removalsLock = 728_346_108;

/**
 * At a start, in a transaction of its own: deleted sets whose links nobody takes away, since the task was cancelled or gave
 * up, get their task again.
 */
export async function resumeRemovals(tx: Tx, note: Note, tasks: TaskRoom): Promise<void> {
  await sql`select pg_advisory_xact_lock(${removalsLock})`.execute(tx);
  const underWay = new Set((await tasks.openPayloads(tx, 'removeLinks')).map((payload) => payload.urlListId));
  const sets = await tx.selectFrom('url_lists').where('campaign_id', 'is', null).select(['id', 'name']).execute();
  const left = sets.filter(({ id }) => !underWay.has(id));
  if (left.length > 0) await addRemovals(tx, note, left, tasks);
}

/** Saves the keyword mix, already checked by the contract's rules; 404 when the set does not exist. */
export async function saveKeywords(
  tx: Tx,
  note: Note,
  id: number,
  keywords: LinkSetKeywords,
): Promise<LinkSetKeywords> {
  const row = await tx
    .updateTable('url_lists')
    .set({ keywords: JSON.stringify(keywords) })
    .where('id', '=', id)
    .where('campaign_id', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  if (!row) throw new NotFound('link set');
  note(topics.linkSet(id), { action: 'keywordsSaved', keywords });
  return keywords;
}

import { sql } from 'kysely';
import type { ContentGroup } from '#domain/contract/content.ts';
import { topics } from '#domain/contract/live.ts';
import { cleanCommaText } from '#domain/rules/comma-text.ts';
import { anyOf } from '../../db/any-of.ts';
import type { Queryable, Tx } from '../../db/store.ts';
import { releaseArticles, releaseProjects } from '../../engine/runs/delete-projects.ts';
import { NotFound, refuseStale } from '../../errors/refusal.ts';
import type { Note } from '../../live/commit.ts';

const columns = [
  'id',
  'name',
  'count',
  'words_not_to_be_changed',
  'max_usage_per_article',
  'version',
  'edition',
] as const;
interface GroupRow {
  id: number;
  name: string;
  count: number;
  words_not_to_be_changed: string;
  max_usage_per_article: number;
  version: number;
  edition: number;
}
const toGroup = (row: GroupRow): ContentGroup => ({
  id: row.id,
  name: row.name,
  count: row.count,
  wordsNottobeChanged: row.words_not_to_be_changed,
  maxUsagePerArticle: row.max_usage_per_article,
  version: row.version,
  edition: row.edition,
});

/** All content groups, newest first. */
export async function listGroups(db: Queryable): Promise<ContentGroup[]> {
  const rows = await db.selectFrom('content_groups').select(columns).orderBy('id', 'desc').execute();
  return rows.map(toGroup);
}

/** One content group; 404 when it does not exist. */
export async function getGroup(db: Queryable, id: number): Promise<ContentGroup> {
  const row = await db.selectFrom('content_groups').where('id', '=', id).select(columns).executeTakeFirst();
  if (!row) throw new NotFound('content group');
  return toGroup(row);
}

/** Tells name, count and settings of a group to every list. */
export async function noteGroup(tx: Tx, note: Note, id: number): Promise<ContentGroup> {
  const contentGroup = await getGroup(tx, id);
  note(topics.contentGroups, { action: 'contentGroupEdited', contentGroup });
  return contentGroup;
}

/** Makes an empty group with the settings of a new one. */
export async function createGroup(tx: Tx, note: Note, name: string): Promise<ContentGroup> {
  const row = await tx.insertInto('content_groups').values({ name }).returning(columns).executeTakeFirstOrThrow();
  note(topics.contentGroups, { action: 'newContentGroup', contentGroup: toGroup(row) });
  return toGroup(row);
}

interface GroupSettings {
  id: number;
  name?: string | undefined;
  wordsNottobeChanged: string;
  maxUsagePerArticle: number;
  /** The edition that was edited; without it the save goes over any. */
  edition?: number | undefined;
}

/** Saves the settings (D-CONT-01); a name left out stays. */
export async function saveGroup(tx: Tx, note: Note, settings: GroupSettings): Promise<ContentGroup> {
  await tx.selectFrom('content_groups').where('id', '=', settings.id).select('id').forNoKeyUpdate().execute();
  refuseStale(settings.edition, await getGroup(tx, settings.id));
  await tx
    .updateTable('content_groups')
    .set({
      words_not_to_be_changed: cleanCommaText(settings.wordsNottobeChanged),
      max_usage_per_article: settings.maxUsagePerArticle,
      ...(settings.name === undefined ? {} : { name: settings.name }),
    })
    .where('id', '=', settings.id)
    .execute();
  return noteGroup(tx, note, settings.id);
}

/** Renames a group; 404 when it does not exist. */
export async function renameGroup(tx: Tx, note: Note, id: number, name: string): Promise<ContentGroup> {
  await tx.updateTable('content_groups').set({ name }).where('id', '=', id).execute();
  return noteGroup(tx, note, id);
}

/** Deletes groups; running projects that draw from them are stopped first (D-GEN-16). */
export async function deleteGroups(tx: Tx, note: Note, ids: number[]): Promise<number[]> {
  await releaseProjects(tx, note, 'content_groups', ids);
  await releaseArticles(tx, sql`select id from articles where content_group_id = ${anyOf(ids)}`);
  const gone = await tx.deleteFrom('content_groups').where('id', '=', anyOf(ids)).returning('id').execute();
  const goneIds = gone.map((row) => row.id);
  if (goneIds.length > 0) note(topics.contentGroups, { action: 'contentGroupsDeleted', ids: goneIds });
  return goneIds;
}

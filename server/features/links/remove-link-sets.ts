import { sql } from 'kysely';
import type { App } from '../../app.ts';
import { anyOf } from '../../db/any-of.ts';
import type { Tx } from '../../db/store.ts';
import { releaseProjects } from '../../engine/delete-projects.ts';
import { forgetProofs } from '../../engine/forget-proofs.ts';
import type { Note } from '../../live/commit.ts';

/** Sets with up to this many links go with the call; longer ones disappear at once, and a task takes their links away. */
const mostAtOnce = 20_000;

/**
 * Deletes link sets whose campaign's row is locked or that were found in it; projects that use them are stopped first and
 * lose the reference (D-GEN-16).
 */
export async function removeLinkSets(app: App, tx: Tx, note: Note, ids: number[]): Promise<void> {
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
  const tasks = long.map(({ id, name }) => ({
    title: `Removing the links of the deleted link set "${name}"`,
    payload: { urlListId: id },
  }));
  await app.tasks.addMany(tx, note, 'removeLinks', tasks);
}

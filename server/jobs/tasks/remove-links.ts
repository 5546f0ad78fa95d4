import { sql } from 'kysely';
import type { PayloadOf } from '#domain/contract/tasks.ts';
import type { App } from '../../app.ts';
import type { Tx } from '../../db/store.ts';
import { forgetProofs } from '../../engine/checks/forget-proofs.ts';
import type { TaskWork } from '../../engine/tasks/task-work.ts';
import { commit, type Note } from '../../live/commit.ts';

/** Links that go with one transaction: short enough that nobody waits for its locks. */
const portion = 5_000;

/** Takes the links of a deleted set away, and the set with the last of them. Begun again it goes on where it was. */
export async function removeLinks(app: App, work: TaskWork<PayloadOf<'removeLinks'>>): Promise<void> {
  const { urlListId } = work.payload;
  const total = await countLinks(app, urlListId);
  for (let done = 0; ; ) {
    work.signal.throwIfAborted();
    const removed = await commit(app, (tx, note) => removePortion(tx, note, urlListId));
    done += removed;
    work.progress(done, Math.max(total, done));
    if (removed < portion) break;
  }
  await app.store.db.deleteFrom('url_lists').where('id', '=', urlListId).where('campaign_id', 'is', null).execute();
}

async function countLinks(app: App, listId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from url_items where url_list_id = ${listId}`.execute(app.store.db);
  return rows[0]?.count ?? 0;
}

async function removePortion(tx: Tx, note: Note, listId: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select i.id from url_items i join url_lists l on l.id = i.url_list_id
    where i.url_list_id = ${listId} and l.campaign_id is null order by i.id limit ${portion} for update of i`.execute(
    tx,
  );
  const ids = rows.map((row) => row.id);
  await forgetProofs(tx, note, sql`select unnest(${ids}::bigint[])`);
  await sql`delete from url_items where id = any(${ids}::bigint[])`.execute(tx);
  return ids.length;
}

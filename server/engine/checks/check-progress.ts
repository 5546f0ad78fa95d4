import { topics } from '#domain/contract/live.ts';
import type { Queryable, Store } from '../../db/store.ts';
import { commit } from '../../live/commit.ts';
import type { Live } from '../../live/live.ts';

interface Parts {
  store: Store;
  live: Live;
}

/** How far the check of a set is, as the store has it; undefined for a set that is gone. */
async function checkOf(db: Queryable, listId: number) {
  const row = await db
    .selectFrom('link_sets')
    .where('id', '=', listId)
    .select(['checking', 'check_total', 'check_left'])
    .executeTakeFirst();
  return row && toCheck(row);
}

/** A check as screens read it: it runs as long as a link of it is left. */
export function toCheck(row: { checking: boolean; check_total: number; check_left: number }) {
  const state = row.checking ? ('CHECKING' as const) : ('IDLE' as const);
  return { state, total: row.check_total, done: row.check_total - Math.min(row.check_total, row.check_left) };
}

/** Sets whose progress is to be told, and whether someone is telling. */
const waiting = new WeakMap<Store, { lists: Set<number>; telling: Promise<void> | undefined }>();

/**
 * Tells how far the check of a set is. One set after the other, so that what is told last is the latest; what comes in
 * between is told together.
 */
export function tellCheck(app: Parts, listId: number): Promise<void> {
  const state = waiting.get(app.store) ?? { lists: new Set<number>(), telling: undefined };
  waiting.set(app.store, state);
  state.lists.add(listId);
  state.telling ??= tellAll(app, state.lists).finally(() => {
    state.telling = undefined;
  });
  return state.telling;
}

async function tellAll(app: Parts, lists: Set<number>): Promise<void> {
  for (const listId of lists) {
    lists.delete(listId);
    await tellOne(app, listId);
  }
}

/** Under the lock of the set: its end is told once, and nothing of this check is told after it. */
function tellOne(app: Parts, listId: number): Promise<void> {
  return commit(app, async (tx, note) => {
    const open = await tx
      .selectFrom('url_lists')
      .where('id', '=', listId)
      .where('checking', '=', true)
      .select('id')
      .forNoKeyUpdate()
      .executeTakeFirst();
    const check = open && (await checkOf(tx, listId));
    if (!check) return;
    if (check.state === 'IDLE')
      await tx.updateTable('url_lists').set({ checking: false }).where('id', '=', listId).execute();
    note(topics.linkSet(listId), { action: 'checkProgressed', urlListId: listId, ...check });
  });
}

/** Tells the ends that nobody told: links were deleted, or the process that read the last one died. */
export async function tellEnds(app: Parts): Promise<void> {
  const rows = await app.store.db
    .selectFrom('url_lists')
    .innerJoin('link_sets', 'link_sets.id', 'url_lists.id')
    .where('url_lists.checking', '=', true)
    .where('link_sets.checking', '=', false)
    .select('url_lists.id')
    .execute();
  for (const { id } of rows) await tellCheck(app, id);
}

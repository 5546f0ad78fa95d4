import { sql } from 'kysely';
import { topics } from '#domain/contract/live.ts';
import type { App } from '../../app.ts';
import { commit } from '../../live/commit.ts';
import { getLinkSet } from './links.ts';

/** Host with port as the store sees it in a URL: what the pace of a check hangs on. */
const hostInUrl = sql<string>`lower(coalesce(substring(url from '^[a-zA-Z]+://(?:[^/@]*@)?([^/?#]+)'), ''))`;

/** Queues every link of a set, or the given ones, to be read again as a stranger would. */
export async function startCheck(app: App, listId: number, ids: number[] | undefined) {
  const check = await commit(app, async (tx, note) => {
    const { check: running } = await getLinkSet(tx, listId);
    if (running.state === 'CHECKING') return running;
    await sql`
      insert into link_checks (link_id, url_list_id, host)
      select id, url_list_id, ${hostInUrl} from url_items
      where url_list_id = ${listId} and (${ids === undefined} or id = any(${ids ?? []}::bigint[]))
      on conflict (link_id) do update set counted = true, tries = 0`.execute(tx);
    await sql`insert into hosts (host) select distinct host from link_checks where url_list_id = ${listId}
      on conflict do nothing`.execute(tx);
    const { count } = await tx
      .selectFrom('link_checks')
      .where('url_list_id', '=', listId)
      .where('counted', '=', true)
      .select((build) => build.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    await tx
      .updateTable('url_lists')
      .set({ checking: count > 0, check_total: count, check_done: 0 })
      .where('id', '=', listId)
      .execute();
    const started = { state: count > 0 ? ('CHECKING' as const) : ('IDLE' as const), total: count, done: 0 };
    note(topics.linkSet(listId), { action: 'checkProgressed', urlListId: listId, ...started });
    return started;
  });
  app.wake();
  return check;
}

/** Calls off what of a check has not begun. */
export async function stopCheck(app: App, listId: number): Promise<void> {
  await commit(app, async (tx, note) => {
    await getLinkSet(tx, listId);
    await tx
      .deleteFrom('link_checks')
      .where('url_list_id', '=', listId)
      .where('counted', '=', true)
      .where('claimed_by', 'is', null)
      .execute();
    await tx.updateTable('url_lists').set({ checking: false }).where('id', '=', listId).execute();
    const { check } = await getLinkSet(tx, listId);
    note(topics.linkSet(listId), { action: 'checkProgressed', urlListId: listId, ...check, state: 'IDLE' });
  });
}

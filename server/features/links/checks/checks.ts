import { sql } from 'kysely';
import { topics } from '#domain/contract/live.ts';
import type { Tx } from '../../../db/store.ts';
import { toCheck } from '../../../engine/checks/check-progress.ts';
import { homeAgain } from '../../../engine/checks/link-checks.ts';
import { NotFound } from '../../../errors/refusal.ts';
import type { Note } from '../../../live/commit.ts';
import { getLinkSet } from '../links.ts';

/** Host with port as a URL names it, without the port that goes without saying: what the pace of a check hangs on. */
const hostInUrl = sql<string>`regexp_replace(
  left(lower(coalesce(substring(url from '^[a-zA-Z]+://(?:[^/?#]*@)?([^/?#\\\\]+)'), '')), 300),
  case when url ilike 'https:%' then ':443$' else ':80$' end, '')`;

/**
 * Checks of one set begin, end and lose links one after the other: all of them take its lock first. `alone`: no post adds a
 * link meanwhile either.
 */
export async function lockLinkSet(tx: Tx, listId: number, how: 'besidePosts' | 'alone' = 'besidePosts'): Promise<void> {
  const own = tx.selectFrom('url_lists').where('id', '=', listId).where('campaign_id', 'is not', null).select('id');
  const row = await (how === 'alone' ? own.forUpdate() : own.forNoKeyUpdate()).executeTakeFirst();
  if (!row) throw new NotFound('link set');
}

/**
 * Queues every link of a set, or the given ones, to be read again as a stranger would; joins a check that runs. The engines
 * are woken after the commit.
 */
export async function startCheck(tx: Tx, note: Note, listId: number, ids: number[] | undefined) {
  await lockLinkSet(tx, listId);
  const { check: running } = await getLinkSet(tx, listId);
  if (running.state === 'CHECKING') return running;
  const total = await queueChecks(tx, listId, ids);
  // What is left is set anew, whatever stood there: changes that are not folded in yet are taken off.
  await sql`update url_lists l set checking = ${total > 0}, check_total = ${total}, check_left = ${total}
      - (select coalesce(sum(check_left), 0)::bigint from link_count_changes c where c.url_list_id = l.id)
    where id = ${listId}`.execute(tx);
  const started = toCheck({ checking: total > 0, check_total: total, check_left: total });
  note(topics.linkSet(listId), { action: 'checkProgressed', urlListId: listId, ...started });
  return started;
}

/** A link that is being read, or waits for its next try, is counted from now on and begins anew. */
async function queueChecks(tx: Tx, listId: number, ids: number[] | undefined): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    with links as materialized (
      select id, url from url_items where url_list_id = ${listId} and (${ids === undefined} or id = any(${ids ?? []}::bigint[]))
      order by id for key share
    ), queued as (
      insert into link_checks (link_id, url_list_id, host)
      select id, ${listId}::bigint, ${hostInUrl} from links order by id
      on conflict (link_id) do update set counted = true, tries = 0, troubles = 0, due_at = now(), ${homeAgain} returning 1
    )
    select count(*) as total from queued`.execute(tx);
  return rows[0]?.total ?? 0;
}

/** Calls off what of a check has not begun; what is being read comes to its end by itself. */
export async function stopCheck(tx: Tx, note: Note, listId: number): Promise<void> {
  await lockLinkSet(tx, listId);
  const { check } = await getLinkSet(tx, listId);
  await sql`
    with left_over as materialized (
      select link_id, claimed_by from link_checks where url_list_id = ${listId} and counted order by link_id for update
    ), let_out as (
      update link_checks c set counted = false from left_over o where c.link_id = o.link_id and o.claimed_by is not null
    )
    delete from link_checks c using left_over o where c.link_id = o.link_id and o.claimed_by is null`.execute(tx);
  await sql`update url_lists set checking = false, check_total = ${check.done} where id = ${listId}`.execute(tx);
  const stopped = { state: 'IDLE' as const, total: check.done, done: check.done };
  note(topics.linkSet(listId), { action: 'checkProgressed', urlListId: listId, ...stopped });
}

/** A link whose address was edited is read at the pace of its new host, anew where its old one is being read. */
export async function moveCheck(tx: Tx, linkId: number): Promise<void> {
  await sql`update link_checks set host = i.host, home = null, at_url = null, hops = 0, claimed_by = null, claimed_at = null
    from (select ${hostInUrl} as host from url_items where id = ${linkId}) i
    where link_id = ${linkId}`.execute(tx);
}

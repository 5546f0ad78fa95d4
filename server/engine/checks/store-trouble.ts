import { type RawBuilder, sql } from 'kysely';
import { noProof } from '#domain/contract/proofs.ts';
import { nextTryMs, type PageTrouble } from '#domain/rules/page-reading.ts';
import { planWord } from '#domain/rules/planned-posts.ts';
import type { Queryable, Tx } from '../../db/store.ts';
import { commit, commitOne } from '../../live/commit.ts';
import { tellCheck } from './check-progress.ts';
import { type ClaimedCheck, homeAgain } from './link-checks.ts';
import { iso, itemColumns, noteProved, type Parts, type ProvedRow, showOnSite, type TellLink } from './proved-rows.ts';

/**
 * Stores that a page could not be read: beside the last good word, with the time of the next try. The host is held as long
 * as it asked for; the set's check counts the link as done.
 */
export async function storeTrouble(
  app: Parts,
  check: ClaimedCheck,
  { trouble, host }: { trouble: PageTrouble; host: string },
  tell: TellLink,
): Promise<void> {
  await commit(app, async (tx, note) => {
    const row = await writeTrouble(tx, app.bootId, check, trouble);
    if (row) noteProved(note, row, tell);
    if (trouble.holdMs !== undefined) await holdHost(tx, host, { reason: trouble.reason, holdMs: trouble.holdMs });
    await sql`update hosts set reading_by = null where host = ${check.host ?? ''} and reading_by = ${app.bootId}`.execute(
      tx,
    );
  });
  await tellCheck(app, check.urlListId);
}

async function holdHost(tx: Tx, host: string, hold: { reason: string; holdMs: number }): Promise<void> {
  await sql`insert into hosts (host, hold_until, hold_reason)
    values (${host}, now() + make_interval(secs => ${hold.holdMs / 1_000}), ${hold.reason})
    on conflict (host) do update set hold_reason = excluded.hold_reason,
      hold_until = greatest(hosts.hold_until, excluded.hold_until)`.execute(tx);
}

async function writeTrouble(tx: Tx, bootId: string, check: ClaimedCheck, trouble: PageTrouble) {
  const nextMs = nextTryMs((check.troubles ?? 0) + 1, trouble.holdMs);
  const next = sql`now() + make_interval(secs => ${nextMs === null ? null : nextMs / 1_000}::float8)`;
  const { rows } = await sql<ProvedRow>`
    with list as materialized (
      select id from url_lists where id = ${check.urlListId} for key share
    ), item as (
      update url_items i set ${troubled({ reason: sql`${trouble.reason}`, httpStatus: trouble.httpStatus, next })}
      where id = ${check.linkId} and url = ${check.url} and url_list_id in (select id from list) returning ${itemColumns}
    ), rests as (
      delete from link_checks where link_id = ${check.linkId} and claimed_by = ${bootId} and ${nextMs === null}::boolean
        and (select count(*) from item) >= 0
    ), again as (
      update link_checks set claimed_by = null, claimed_at = null, counted = false, troubles = troubles + 1, due_at = ${next},
        ${homeAgain}
      where link_id = ${check.linkId} and claimed_by = ${bootId} and ${nextMs !== null}::boolean
        and (select count(*) from item) >= 0
    ), shown as (
      ${showOnSite}
    )
    select item.*, shown.*, null as counted from item left join shown on true`.execute(tx);
  return rows[0];
}

/** Trouble never takes the place of a good word: it stands beside it. */
function troubled(of: { reason: RawBuilder<unknown>; httpStatus: number | null; next: RawBuilder<unknown> }) {
  const state = sql`case proof_state when 'NONE' then 'UNREADABLE' else proof_state end`;
  return sql`troubled = true, proof_state = ${state},
    proof = ${JSON.stringify(noProof)}::jsonb || coalesce(proof, '{}') || jsonb_build_object('state', ${state},
      'trouble', jsonb_build_object('reason', ${of.reason}::text, 'httpStatus', ${of.httpStatus}::int,
        'at', ${iso(sql`now()`)}, 'nextTryAt', ${iso(of.next)}))`;
}

/** A hold that ends within this time is waited for, in ms. */
const shortHoldMs = 15_000;
const heldAtOnce = 200;

/**
 * Links of a running check whose host asked for a long wait, or that the operator stopped, count as done: they are read
 * when the wait is over. Answers how many there were.
 */
export async function settleHeld(app: Parts, tell: TellLink): Promise<number> {
  const rows = await commitOne(app, async (db, note) => {
    const settled = await writeHeld(db);
    for (const row of settled) noteProved(note, row, tell);
    return settled;
  });
  for (const listId of new Set(rows.map((row) => row.url_list_id))) await tellCheck(app, listId);
  return rows.length;
}

async function writeHeld(db: Queryable): Promise<ProvedRow[]> {
  const isHeld = sql`(h.stopped or h.hold_until > now() + make_interval(secs => ${shortHoldMs / 1_000}))`;
  const reason = sql`case when o.stopped then 'The site is stopped and not contacted'
    else coalesce(o.hold_reason, 'The host asked for a wait') end`;
  const next = sql`case when o.stopped then null else o.due_at end`;
  const { rows } = await sql<ProvedRow>`
    with held as materialized (
      select c.link_id, c.url_list_id from hosts h cross join lateral (
        select link_id, url_list_id from link_checks
        where host = h.host and counted and claimed_by is null limit ${heldAtOnce}) c
      where h.check_due_at is not null and ${isHeld} limit ${heldAtOnce}
    ), lists as materialized (
      select id from url_lists where id in (select url_list_id from held) order by id for key share skip locked
    ), items as materialized (
      select id from url_items where id in (select link_id from held) and url_list_id in (select id from lists)
      order by id for no key update skip locked
    ), o as (
      update link_checks c set counted = false, due_at = greatest(c.due_at, h.hold_until) from hosts h
      where c.link_id in (select id from items) and c.counted and c.claimed_by is null and h.host = c.host and ${isHeld}
      returning c.link_id, c.due_at, h.stopped, h.hold_reason
    ), item as (
      update url_items i set ${troubled({ reason, httpStatus: null, next })} from o where i.id = o.link_id
      returning ${itemColumns}
    ), shown as (
      ${showOnSite}, item.id as link_id
    )
    select item.*, shown.project_id, shown.module, shown.site_id, shown.email, shown.status, shown.wait_info, shown.post_url,
      shown.version, true as counted from item left join shown on shown.link_id = item.id`.execute(db);
  return rows;
}

/** A site shows a post some moments after its time, in seconds. */
const graceSeconds = 60;

/** When the site is to show the page behind a link; undefined where nothing waits for its time there. */
export async function plannedFor(app: Parts, linkId: number): Promise<string | undefined> {
  const { rows } = await app.store.pool.query<{ at: Date }>({
    name: 'planned-for',
    // A post whose process died before it wrote its time down with the link still has it.
    text: `select at from (
        select coalesce(i.shown_from, (p.content->>'publishAt')::timestamptz) as at
        from url_items i left join posts p on p.id = i.post_id and p.url = i.url where i.id = $1
      ) planned where at + make_interval(secs => ${graceSeconds}) > now()`,
    values: [linkId],
  });
  return rows[0]?.at.toISOString();
}

/** No word on a page before its time: the link says when it is to be seen, and is read then. The set's check counts it as done. */
export async function storePlanned(app: Parts, check: ClaimedCheck, at: string, tell: TellLink): Promise<void> {
  await commit(app, async (tx, note) => {
    const { rows } = await sql<ProvedRow>`
      with list as materialized (
        select id from url_lists where id = ${check.urlListId} for key share
      ), item as (
        update url_items i set proof_state = 'NONE', troubled = false, shown_from = ${at}::timestamptz,
          proof = ${JSON.stringify({ ...noProof, reason: planWord(at) })}::jsonb
        where id = ${check.linkId} and url = ${check.url} and url_list_id in (select id from list) returning ${itemColumns}
      ), later as (
        update link_checks set claimed_by = null, claimed_at = null, counted = false, ${homeAgain},
          due_at = ${at}::timestamptz + make_interval(secs => ${graceSeconds})
        where link_id = ${check.linkId} and claimed_by = ${app.bootId} and (select count(*) from item) >= 0
      ), shown as (
        ${showOnSite}
      )
      select item.*, shown.*, null as counted from item left join shown on true`.execute(tx);
    if (rows[0]) noteProved(note, rows[0], tell);
    await sql`update hosts set reading_by = null where host = ${check.host ?? ''} and reading_by = ${app.bootId}`.execute(
      tx,
    );
  });
  await tellCheck(app, check.urlListId);
}

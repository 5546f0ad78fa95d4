import { type RawBuilder, sql } from 'kysely';
import type { Module } from '#domain/contract/modules.ts';
import type { SiteStatus } from '#domain/contract/projects/projects.ts';
import { noProof } from '#domain/contract/proofs.ts';
import { nextTryMs, type PageTrouble } from '#domain/rules/page-reading.ts';
import type { GoodWord } from '#domain/rules/proof.ts';
import { anyOf } from '../db/any-of.ts';
import type { Queryable, Store, Tx } from '../db/store.ts';
import type { LinkRow } from '../db/tables.ts';
import { together } from '../db/together.ts';
import { commit, commitOne, type Note } from '../live/commit.ts';
import type { Live } from '../live/live.ts';
import { tellCheck } from './check-progress.ts';
import { type ClaimedCheck, homeAgain } from './link-checks.ts';
import { noteSiteStatus } from './site-status.ts';

interface Parts {
  store: Store;
  live: Live;
  bootId: string;
}
/** Notes the link as it is now. */
export type TellLink = (note: Note, link: LinkRow) => void;

interface ProvedRow extends LinkRow {
  project_id: number | null;
  module: Module;
  site_id: string;
  email: string;
  status: SiteStatus;
  wait_info: string | null;
  post_url: string | null;
  version: number;
  counted: boolean | null;
}

/** A moment of the store as it travels. */
const iso = (at: RawBuilder<unknown>) => sql`to_char((${at}) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const itemColumns = sql`i.id, i.url_list_id, i.url, i.anchor, i.links_on_page, i.site, i.username, i.password, i.added_at, i.proof_state,
  i.proof, i.post_id`;
/** The site row of the post that made a link shows its proof too. */
const showOnSite = (
  when: RawBuilder<unknown> = sql`true`,
) => sql`update project_sites r set proof_state = item.proof_state from posts p, item
  where p.id = item.post_id and r.project_id = p.project_id and r.module = p.module and r.site_id = p.site_id
    and r.email = p.email and r.post_url = p.url and ${when}
  returning r.project_id, r.module, r.site_id, r.email, r.status, r.wait_info, r.post_url, r.version`;

interface Judged {
  check: ClaimedCheck;
  word: GoodWord;
  tell: TellLink;
}

/**
 * Stores a good word on the link and on the site row of its post, and ends its check. It may reach the disk later: a proof
 * that is lost with the machine is made again.
 */
export async function storeProof(app: Parts, check: ClaimedCheck, word: GoodWord, tell: TellLink): Promise<void> {
  const { counted } = await storeTogether(app, { check, word, tell });
  if (counted) await tellCheck(app, check.urlListId);
}

/** Proofs of one moment; answers whether the check of the set counted the link. */
const storeTogether = together<Parts, Judged, { counted: boolean }>({
  many: (app, judged) => storeWords(app, judged, false),
  one: async (app, judged) => (await storeWords(app, [judged], true))[0] ?? { counted: judged.check.counted },
});

function storeWords(app: Parts, judged: Judged[], patient: boolean): Promise<({ counted: boolean } | undefined)[]> {
  return commitOne(app, async (db, note) => {
    const rows = new Map((await writeWords(db, app.bootId, judged, patient)).map((row) => [row.id, row]));
    return judged.map(({ check, tell }) => {
      const row = rows.get(check.linkId);
      if (row) noteProved(note, row, tell);
      return row && { counted: row.counted ?? check.counted };
    });
  });
}

function noteProved(note: Note, row: ProvedRow, tell: TellLink): void {
  tell(note, row);
  if (row.project_id === null) return;
  noteSiteStatus(
    note,
    { projectId: row.project_id, module: row.module, siteId: row.site_id, email: row.email },
    {
      status: row.status,
      waitInfo: row.wait_info,
      postUrl: row.post_url,
      proof: row.proof_state,
      version: row.version,
    },
  );
}

/**
 * Answers the links that were there. One that somebody else changes at this moment is waited for if `patient`, else left out.
 * The places of reads that followed a post are given back here, once per site (migration 0015).
 */
async function writeWords(on: Queryable, bootId: string, judged: Judged[], patient: boolean): Promise<ProvedRow[]> {
  const words = judged.map(({ check, word }) => ({
    id: check.linkId,
    list: check.urlListId,
    host: check.host ?? null,
    state: word.state,
    proof: { ...noProof, ...word },
  }));
  // As arrays beside the rows: so the store knows that few are meant, and looks them up by their keys.
  const ids = anyOf(judged.map(({ check }) => check.linkId));
  const lists = anyOf([...new Set(judged.map(({ check }) => check.urlListId))]);
  const inTurn = sql.raw(patient ? '' : 'skip locked');
  const ended = sql.raw(patient ? 'done' : 'item');
  const { rows } = await sql<ProvedRow>`/* hot: store-proofs${sql.raw(patient ? '' : '-together')} */
    with done as materialized (
      select d.* from (select set_config('synchronous_commit', 'off', true), set_config('linkwright.frees_places', 'on', true)) set,
        jsonb_to_recordset(${JSON.stringify(words)}::jsonb) as d(id bigint, list bigint, host text, state text, proof jsonb)
    ), list as materialized (
      select id from url_lists where id = ${lists} order by id for key share ${inTurn}
    ), held as materialized (
      select id from url_items where id = ${ids} and url_list_id in (select id from list)
      order by id for no key update ${inTurn}
    ), item as (
      update url_items i set proof = d.proof || jsonb_build_object('checkedAt', ${iso(sql`now()`)}), proof_state = d.state,
        troubled = false, checked_at = now()
      from done d join held using (id) where i.id = d.id and i.id = ${ids}
      returning ${itemColumns}
    ), ended as (
      delete from link_checks where link_id = ${ids} and link_id in (select id from ${ended}) and claimed_by = ${bootId}
        and (select count(*) from item) >= 0 returning link_id, counted, module, site_id
    ), site_row as materialized (
      select 1 from item join posts p on p.id = item.post_id join project_sites r on r.project_id = p.project_id
        and r.module = p.module and r.site_id = p.site_id and r.email = p.email and r.post_url = p.url
      order by r.project_id, r.module, r.site_id, r.email for no key update of r
    ), shown as (
      ${showOnSite(sql`(select count(*) from site_row) >= 0`)}, item.id as link_id
    ), freed as (
      update hosts set reading_by = null where host in (select host from done where id in (select id from ${ended})) and reading_by = ${bootId}
        and (select count(*) from ended) + (select count(*) from shown) >= 0
    ), places as materialized (
      select refresh_site_queues(array_agg(module), array_agg(site_id), false) from ended
      where module is not null and (select count(*) from shown) >= 0
    )
    select item.*, shown.project_id, shown.module, shown.site_id, shown.email, shown.status, shown.wait_info, shown.post_url,
      shown.version, ended.counted
    from item left join shown on shown.link_id = item.id left join ended on ended.link_id = item.id
    where (select count(*) from places) >= 0`.execute(on);
  return rows;
}

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
      where id = ${check.linkId} and url_list_id in (select id from list) returning ${itemColumns}
    ), rests as (
      delete from link_checks where link_id = ${check.linkId} and claimed_by = ${bootId} and ${nextMs === null}::boolean
        and (select count(*) from item) >= 0
    ), again as (
      update link_checks set claimed_by = null, claimed_at = null, counted = false, troubles = troubles + 1, due_at = ${next},
        ${homeAgain}
      where link_id = ${check.linkId} and claimed_by = ${bootId} and ${nextMs !== null}::boolean
        and (select count(*) from item) >= 0
    ), shown as (
      ${showOnSite()}
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
      ${showOnSite()}, item.id as link_id
    )
    select item.*, shown.project_id, shown.module, shown.site_id, shown.email, shown.status, shown.wait_info, shown.post_url,
      shown.version, true as counted from item left join shown on shown.link_id = item.id`.execute(db);
  return rows;
}

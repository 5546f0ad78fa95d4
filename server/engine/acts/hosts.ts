import { sql } from 'kysely';
import type { Module } from '#domain/contract/modules.ts';
import type { Tx } from '../../db/store.ts';
import type { Note } from '../../live/commit.ts';
import { noteSiteRows, type ShownRow, shownColumns } from '../site-status.ts';
import type { Hold } from './outcome.ts';

/**
 * Notes that the host of a site asked to be left alone (D-ENG-22): nothing of ours goes there until then, and its queued
 * posts wait without holding a slot of running projects.
 */
export async function holdHost(tx: Tx, note: Note, of: { module: Module; siteId: string }, hold: Hold): Promise<void> {
  const { rows } = await sql<{ host: string }>`
    update hosts h set hold_until = greatest(coalesce(h.hold_until, now()), now() + make_interval(secs => ${hold.forMs / 1_000})),
      hold_reason = ${hold.reason}
    from sites s where s.module = ${of.module} and s.site_id = ${of.siteId} and h.host = s.host
    returning h.host`.execute(tx);
  const held = rows[0];
  if (held) await parkHost(tx, note, held.host);
}

/**
 * Takes the posts of a host out of the queues of its sites; the tick admits them again when the host is free and their
 * project gets a slot. Posts that somebody holds just now are passed over: claim and sending ask the host themselves.
 */
export async function parkHost(tx: Tx, note: Note, host: string): Promise<void> {
  const { rows } = await sql<ShownRow>`
    with queued as materialized (
      select p.id from posts p join sites s on s.module = p.module and s.site_id = p.site_id
      where s.host = ${host} and p.state = 'PLANNED' order by p.id for update of p skip locked
    ), parked as (
      update posts p set state = 'WAITING' from queued where p.id = queued.id and p.state = 'PLANNED'
      returning p.project_id, p.module, p.site_id, p.email
    ), waiting as (
      select * from parked union select p.project_id, p.module, p.site_id, p.email
      from posts p join sites s on s.module = p.module and s.site_id = p.site_id where s.host = ${host} and p.state = 'LOOKUP'
    )
    update project_sites r set wait_info = host_wait(h) from waiting p, hosts h
    where h.host = ${host} and r.project_id = p.project_id and r.module = p.module and r.site_id = p.site_id and r.email = p.email
    returning ${shownColumns}`.execute(tx);
  for (const [projectId, own] of Map.groupBy(rows, (row) => row.project_id)) noteSiteRows(note, projectId, own);
}

/** A hold that ends within this time is waited for, in s. */
const shortHoldSeconds = 60;

/**
 * Ends look-ups of stopped projects whose host takes no requests for long: a Stop comes to its end, and the operator is
 * asked (D-ENG-19, D-ENG-23).
 */
export async function giveUpLookUps(tx: Tx, note: Note): Promise<void> {
  const { rows } = await sql<ShownRow>`
    with stuck as materialized (
      select p.id, host_wait(h) as why from posts p join projects j on j.id = p.project_id
        join sites s on s.module = p.module and s.site_id = p.site_id join hosts h on h.host = s.host
      where j.status = 'STOPPING' and p.state = 'LOOKUP'
        and (h.stopped or h.hold_until > now() + make_interval(secs => ${shortHoldSeconds}))
      order by p.id for update of p skip locked
    ), ended as (
      update posts p set state = 'UNKNOWN', finished_at = now(), reason = stuck.why from stuck
      where p.id = stuck.id and p.state = 'LOOKUP'
      returning p.project_id, p.module, p.site_id, p.email, p.reason, p.article_id
    ), given_back as (
      update articles a set reserved = greatest(0, a.reserved - e.n)
      from (select article_id, count(*) as n from ended where article_id is not null group by 1) e where a.id = e.article_id
    )
    update project_sites r set status = 'UNKNOWN', wait_info = 'It may be on the site: ' || e.reason from ended e
    where r.project_id = e.project_id and r.module = e.module and r.site_id = e.site_id and r.email = e.email
    returning ${shownColumns}`.execute(tx);
  for (const [projectId, own] of Map.groupBy(rows, (row) => row.project_id)) noteSiteRows(note, projectId, own);
}

import { sql } from 'kysely';
import type { Module } from '#domain/contract/modules.ts';
import type { Tx } from '../db/store.ts';
import type { Note } from '../live/commit.ts';
import type { Hold } from './outcome.ts';
import { noteSiteRows, type ShownRow } from './site-status.ts';

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
    )
    update project_sites r set wait_info = host_wait(h) from parked p, hosts h
    where h.host = ${host} and r.project_id = p.project_id and r.module = p.module and r.site_id = p.site_id and r.email = p.email
    returning r.project_id, r.module, r.site_id, r.email, r.status, r.wait_info, r.post_url, r.proof_state, r.version`.execute(
    tx,
  );
  for (const [projectId, own] of Map.groupBy(rows, (row) => row.project_id)) noteSiteRows(note, projectId, own);
}

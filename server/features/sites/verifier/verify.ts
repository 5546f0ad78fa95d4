import { type RawBuilder, sql } from 'kysely';
import { topics } from '#domain/contract/live.ts';
import type { SiteKey } from '#domain/contract/sites.ts';
import type { Queryable, Tx } from '../../../db/store.ts';
import type { Note } from '../../../live/commit.ts';

/** VERIFYING while sites wait for their probe, STOPPING while called-off ones come to their end (D-CUST-02). */
export async function verifierStatus(db: Queryable): Promise<'NEW' | 'VERIFYING' | 'STOPPING'> {
  const { rows } = await sql<{ isAsked: boolean; isAtWork: boolean }>`
    select exists (select from sites where verify_requested) as "isAsked",
      exists (select from sites where verify_claimed_at is not null and verify_claimed_by in (select boot_id from processes))
        as "isAtWork"`.execute(db);
  if (rows[0]?.isAsked) return 'VERIFYING';
  return rows[0]?.isAtWork ? 'STOPPING' : 'NEW';
}

/** Asks for a probe of the given sites, or of all; the engines are woken after the commit. */
export async function startVerifying(tx: Tx, note: Note, ids: SiteKey[] | undefined) {
  const asked = ids && JSON.stringify(ids);
  const chosen = asked
    ? sql`and (module, site_id) in (
        select k.module, k."siteId" from jsonb_to_recordset(${asked}::jsonb) as k(module text, "siteId" text))`
    : sql``;
  // Probes keep to the pace of their host, whoever entered the site.
  await sql`insert into hosts (host) select distinct host from sites order by host on conflict do nothing`.execute(tx);
  await markRequested(tx, sql`not verify_requested ${chosen}`, true);
  const now = await verifierStatus(tx);
  note(topics.customSites, { action: 'verifierStatusChanged', verifierStatus: now });
  return now;
}

/** Calls off the probes that have not begun; the others come to their end. */
export async function stopVerifying(tx: Tx, note: Note) {
  await markRequested(tx, sql`verify_requested`, false);
  const now = await verifierStatus(tx);
  note(topics.customSites, { action: 'verifierStatusChanged', verifierStatus: now });
  return now;
}

/** Rows are locked by their key: a start and a stop at one moment wait for each other, and neither in a circle. */
async function markRequested(tx: Tx, which: RawBuilder<unknown>, requested: boolean): Promise<void> {
  await sql`
    with chosen as materialized (
      select module, site_id from sites where ${which} order by module, site_id for no key update
    )
    update sites s set verify_requested = ${requested} from chosen c
    where s.module = c.module and s.site_id = c.site_id`.execute(tx);
}

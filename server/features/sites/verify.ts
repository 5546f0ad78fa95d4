import { sql } from 'kysely';
import { topics } from '#domain/contract/live.ts';
import type { SiteKey } from '#domain/contract/sites.ts';
import type { Queryable, Tx } from '../../db/store.ts';
import type { Note } from '../../live/commit.ts';

/** VERIFYING while sites wait for their probe. */
export async function verifierStatus(db: Queryable): Promise<'NEW' | 'VERIFYING'> {
  const row = await db
    .selectFrom('sites')
    .where('verify_requested', '=', true)
    .select('site_id')
    .limit(1)
    .executeTakeFirst();
  return row ? 'VERIFYING' : 'NEW';
}

/** Asks for a probe of the given sites, or of all; the engines are woken after the commit. */
export async function startVerifying(tx: Tx, note: Note, ids: SiteKey[] | undefined) {
  if (ids === undefined) await tx.updateTable('sites').set({ verify_requested: true }).execute();
  else
    await sql`update sites s set verify_requested = true
      from jsonb_to_recordset(${JSON.stringify(ids)}::jsonb) as k(module text, "siteId" text)
      where s.module = k.module and s.site_id = k."siteId"`.execute(tx);
  const now = await verifierStatus(tx);
  note(topics.customSites, { action: 'verifierStatusChanged', verifierStatus: now });
  return now;
}

/** Calls off the probes that have not begun. */
export async function stopVerifying(tx: Tx, note: Note): Promise<'NEW'> {
  await tx.updateTable('sites').set({ verify_requested: false }).where('verify_requested', '=', true).execute();
  note(topics.customSites, { action: 'verifierStatusChanged', verifierStatus: 'NEW' });
  return 'NEW';
}

import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/store.ts';
import type { Note } from '../../live/commit.ts';
import { noteSiteRows, type ShownRow, shownColumns } from '../site-status.ts';

/**
 * Before links are deleted: site rows that wait for the proof of one of them wait no longer. The set's row is locked by
 * the caller, so that no post adds a link meanwhile.
 */
export async function forgetProofs(tx: Tx, note: Note, links: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<ShownRow>`
    update project_sites r set proof_state = null
    from url_items i join posts p on p.id = i.post_id
    where i.id in (${links}) and r.proof_state = 'CHECKING' and r.project_id = p.project_id and r.module = p.module
      and r.site_id = p.site_id and r.email = p.email
    returning ${shownColumns}`.execute(tx);
  for (const [projectId, own] of Map.groupBy(rows, (row) => row.project_id)) noteSiteRows(note, projectId, own);
}

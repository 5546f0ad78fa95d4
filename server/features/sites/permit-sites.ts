import { sql } from 'kysely';
import type { z } from 'zod';
import { topics } from '#domain/contract/live.ts';
import type { permitCustomSites } from '#domain/contract/site-permissions.ts';
import type { Tx } from '../../db/store.ts';
import type { Note } from '../../live/commit.ts';
import { mostRowsTold, rowPortions } from '../../live/row-portions.ts';
import { findSites } from './sites.ts';

type Input = z.output<(typeof permitCustomSites)['body']>;

/** Writes one permission on many sites, with its note where one is given (D-ENG-18); answers how many of them are there. */
export async function permitSites(tx: Tx, note: Note, { ids, permission, permissionNote }: Input): Promise<number> {
  const ground = permissionNote === undefined ? sql`s.permission_note` : sql`${permissionNote}::text`;
  const keys = sql`jsonb_to_recordset(${JSON.stringify(ids)}::jsonb) as k(module text, "siteId" text)`;
  // Locked by their key, as all that changes many sites does. The date says when this permission was given.
  const { rows } = await sql<{ module: (typeof ids)[number]['module']; siteId: string }>`
    with chosen as materialized (
      select s.module, s.site_id from sites s
      where (s.module, s.site_id) in (select k.module, k."siteId" from ${keys})
      order by s.module, s.site_id for no key update
    )
    update sites s set permission = ${permission}, permission_note = ${ground},
      permission_at = case when s.permission = ${permission} and s.permission_note = ${ground}
        then s.permission_at else now() end
    from chosen c where s.module = c.module and s.site_id = c.site_id
    returning s.module, s.site_id as "siteId"`.execute(tx);
  const done = rows.map(({ module, siteId }) => ({ module, siteId }));
  if (done.length > mostRowsTold) note(topics.customSites, { action: 'sitesAdded', sites: null });
  else
    for (const portion of rowPortions(done))
      note(topics.customSites, { action: 'sitesAdded', sites: await findSites(tx, portion) });
  return done.length;
}

import { type RawBuilder, sql } from 'kysely';
import type { Module } from '#domain/contract/modules.ts';
import type { SiteStatus } from '#domain/contract/projects/projects.ts';
import type { Store } from '../../db/store.ts';
import type { LinkRow } from '../../db/tables.ts';
import type { Note } from '../../live/commit.ts';
import type { Live } from '../../live/live.ts';
import { noteSiteStatus } from '../site-status.ts';

/** What storing a word needs. */
export interface Parts {
  store: Store;
  live: Live;
  bootId: string;
}
/** Notes the link as it is now. */
export type TellLink = (note: Note, link: LinkRow) => void;

/** A link as a statement hands it back, with the site row of its post and whether its set's check counted it. */
export interface ProvedRow extends LinkRow {
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
export const iso = (at: RawBuilder<unknown>) =>
  sql`to_char((${at}) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
/** What a statement that updates `url_items i` returns for it. */
export const itemColumns = sql`i.id, i.url_list_id, i.url, i.anchor, i.links_on_page, i.site, i.username, i.password, i.added_at, i.proof_state,
  i.proof, i.post_id, i.pages, i.pages_live, i.seen_at, i.edition`;
/** The site row of the post that made a link shows its proof too. */
export const showOnSite = sql`update project_sites r set proof_state = item.proof_state from posts p, item
  where p.id = item.post_id and r.project_id = p.project_id and r.module = p.module and r.site_id = p.site_id
    and r.email = p.email and r.post_url = p.url
  returning r.project_id, r.module, r.site_id, r.email, r.status, r.wait_info, r.post_url, r.version`;

/** Tells a link that was proved, and its site row. */
export function noteProved(note: Note, row: ProvedRow, tell: TellLink): void {
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

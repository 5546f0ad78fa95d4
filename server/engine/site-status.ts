import { sql } from 'kysely';
import { topics } from '#domain/contract/live.ts';
import type { Module } from '#domain/contract/modules.ts';
import type { SiteRow } from '#domain/contract/projects/projects.ts';
import type { Tx } from '../db/store.ts';
import type { Note, Tell } from '../live/commit.ts';

/** Which site row of which project. */
export interface SiteOfProject {
  projectId: number;
  module: Module;
  siteId: string;
  email: string;
}
/** What the row shows from now on. */
export interface RowState {
  status: SiteRow['status'];
  waitInfo: string | null;
  postUrl?: string | null;
  proof?: SiteRow['proof'];
  dueAt?: string | null;
}

/** Sets the run state of a site row and tells it to the project's page. */
export async function setSiteStatus(tx: Tx, note: Note, of: SiteOfProject, state: RowState): Promise<void> {
  const row = await tx
    .updateTable('project_sites')
    .set({
      status: state.status,
      wait_info: state.waitInfo,
      ...(state.postUrl === undefined ? {} : { post_url: state.postUrl }),
      ...(state.proof === undefined ? {} : { proof_state: state.proof }),
      ...(state.dueAt === undefined ? {} : { due_at: state.dueAt === null ? null : new Date(state.dueAt) }),
    })
    .where('project_id', '=', of.projectId)
    .where('module', '=', of.module)
    .where('site_id', '=', of.siteId)
    .where('email', '=', of.email)
    .returning(['post_url', 'proof_state', 'version'])
    .executeTakeFirst();
  if (row) noteSiteStatus(note, of, { ...state, postUrl: row.post_url, proof: row.proof_state, version: row.version });
}

/** Tells a row's state that is already stored, with its version there. */
export function noteSiteStatus(tell: Tell, of: SiteOfProject, state: RowState & { version: number }): void {
  tell(topics.project(of.projectId), {
    action: 'siteStatusChanged',
    projectId: of.projectId,
    id: { module: of.module, siteId: of.siteId },
    email: of.email === '' ? null : of.email,
    status: state.status,
    waitInfo: state.waitInfo,
    postUrl: state.postUrl ?? null,
    proof: state.proof ?? null,
    dueAt: state.dueAt ?? null,
    version: state.version,
  });
}

/** A site row as a statement over many rows hands it back. */
export interface ShownRow {
  project_id: number;
  module: Module;
  site_id: string;
  email: string;
  status: SiteRow['status'];
  wait_info: string | null;
  post_url: string | null;
  proof_state: SiteRow['proof'];
  version: number;
  due_at?: Date | null;
}

/** What a statement that updates `project_sites r` returns for it. */
export const shownColumns = sql`r.project_id, r.module, r.site_id, r.email, r.status, r.wait_info, r.post_url, r.proof_state, r.version, r.due_at`;

/** Above this the rows are not told one by one: the page loads them again. */
const maxRowsTold = 1_000;

/** Tells many rows of one project. */
export function noteSiteRows(tell: Tell, projectId: number, rows: ShownRow[]): void {
  if (rows.length > maxRowsTold) {
    tell(topics.project(projectId), { action: 'sitesChanged', projectId });
    return;
  }
  for (const row of rows)
    noteSiteStatus(
      tell,
      { projectId, module: row.module, siteId: row.site_id, email: row.email },
      {
        status: row.status,
        waitInfo: row.wait_info,
        postUrl: row.post_url,
        proof: row.proof_state,
        dueAt: row.due_at?.toISOString() ?? null,
        version: row.version,
      },
    );
}

import { sql } from 'kysely';
import type { SubmissionState } from '#domain/contract/indexing.ts';
import {
  allSaid,
  type SubmissionCounts,
  saidMostly,
  saidTogether,
  sayingWords,
  withSaid,
} from '#domain/rules/submission-words.ts';
import type { Tx } from '../../db/store.ts';
import type { Note } from '../../live/commit.ts';
import { endProject } from '../runs/end-project.ts';
import { lockSubmission, showSubmission } from './submission-rows.ts';

/** How a submission ends that does not end by itself. */
export interface SubmissionEnd {
  state: Extract<SubmissionState, 'FAILED' | 'STOPPED'>;
  /** Why the links that are left were not told. Of one that FAILED they count as refused; one that was STOPPED may go on. */
  reason?: string;
}

/**
 * Ends a submission, and with the last one its project's run; without `how` all its links are settled: it is DONE when the
 * service took some, FAILED when none. False when it was at its end already.
 */
export async function endSubmission(tx: Tx, note: Note, id: number, how?: SubmissionEnd): Promise<boolean> {
  const held = await lockSubmission(tx, id);
  if (!held) return false;
  const { row, project } = held;
  const rest = Math.max(0, row.total - row.taken - row.refused);
  const isLost = how?.state === 'FAILED' && how.reason !== undefined;
  const lost = isLost ? rest : 0;
  const said = isLost ? withSaid(row.said, [{ text: how.reason ?? '', links: rest }]) : row.said;
  const endReason = how?.state === 'STOPPED' ? (how.reason ?? null) : null;
  const refused = row.refused + lost;
  const state = how?.state ?? (row.taken > 0 ? 'DONE' : 'FAILED');
  // Links that were deleted meanwhile are nobody's.
  const total = how ? row.total : row.taken + refused;
  await tx
    .updateTable('submissions')
    .set({
      ...{ state, total, refused, worker: null, end_reason: endReason, waits: null, due_at: null },
      // What a dead process had on its way may have arrived: the next start knows it.
      ...(state === 'STOPPED' ? {} : { sending: false }),
      ...{ said: JSON.stringify(said) as never, ended_at: sql<Date>`now()` },
    })
    .where('id', '=', id)
    .execute();
  await showSubmission(tx, note, { ...row, state, total, refused, said, waits: endReason, due_at: null });
  if (row.run_id === null) await closeSubmissions(tx, note, project.id);
  return true;
}

/** Moves an indexer project to the status that its services say, once none of them has anything left to do (D-ENG-03). */
export async function closeSubmissions(tx: Tx, note: Note, projectId: number): Promise<void> {
  const project = await tx
    .selectFrom('projects')
    .where('id', '=', projectId)
    .where('status', 'in', ['RUNNING', 'STOPPING'])
    .select(['status', 'schedule'])
    .forUpdate()
    .executeTakeFirst();
  if (!project || (await hasOpen(tx, projectId))) return;
  const event = project.status === 'STOPPING' ? 'stopped' : (await hasSuccess(tx, projectId)) ? 'complete' : 'fail';
  const lastError = await reasonsOf(tx, projectId);
  await endProject(tx, note, projectId, { event, lastError, schedule: project.schedule });
}

async function hasOpen(tx: Tx, projectId: number): Promise<boolean> {
  const { rows } = await sql`select 1 from submissions
    where project_id = ${projectId} and run_id is null and ended_at is null limit 1`.execute(tx);
  return rows.length > 0;
}

async function hasSuccess(tx: Tx, projectId: number): Promise<boolean> {
  const { rows } = await sql`select 1 from project_sites
    where project_id = ${projectId} and checked and status = 'SUCCESS' limit 1`.execute(tx);
  return rows.length > 0;
}

/** Each distinct reason of the last submissions once, with the number of links. */
async function reasonsOf(tx: Tx, projectId: number): Promise<string[]> {
  const { rows } = await sql<SubmissionCounts & { endReason: string | null }>`
    select distinct on (s.indexer) s.said, s.total, s.taken, s.refused, s.end_reason as "endReason" from submissions s
    join project_sites r on r.project_id = s.project_id and r.module = 'Indexer' and r.site_id = s.indexer and r.checked
    where s.project_id = ${projectId} and s.run_id is null order by s.indexer, s.id desc`.execute(tx);
  return saidMostly(saidTogether(rows.map(allSaid))).map(sayingWords);
}

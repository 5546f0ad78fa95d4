import { sql } from 'kysely';
import type { Tx } from '../db/store.ts';
import type { Note } from '../live/commit.ts';
import type { ClaimedPost } from './claim.ts';
import { countRun } from './close-run.ts';
import { applyOutcome } from './post-outcome.ts';
import { applyProjectEvent } from './project-status.ts';
import { setSiteStatus } from './site-status.ts';

async function readUnknown(tx: Tx, postId: number) {
  return tx
    .selectFrom('posts')
    .innerJoin('projects', 'projects.id', 'posts.project_id')
    .where('posts.id', '=', postId)
    .where('posts.state', '=', 'UNKNOWN')
    .select([
      'posts.id',
      'posts.project_id',
      'posts.run_id',
      'posts.module',
      'posts.site_id',
      'posts.email',
      'posts.remote_id',
      'projects.url_list_id',
    ])
    .forUpdate('posts')
    .executeTakeFirstOrThrow();
}

/** "It is there": the post counts as succeeded at the address the operator gave, and is proved like any other. */
export async function settleUnknown(tx: Tx, note: Note, postId: number, url: string): Promise<void> {
  const row = await readUnknown(tx, postId);
  const post = {
    id: row.id,
    projectId: row.project_id,
    runId: row.run_id,
    module: row.module,
    siteId: row.site_id,
    email: row.email,
  } as ClaimedPost;
  const { linkId } = await applyOutcome(tx, note, {
    post,
    outcome: { kind: 'succeeded', url, remoteId: row.remote_id ?? '', note: 'Confirmed by the operator' },
    output: { linkSetId: row.url_list_id, anchor: '', account: null },
    bootId: '00000000-0000-0000-0000-000000000000',
  });
  // It left the unknown ones: the run stays closed, its sum stays whole.
  await countRun(tx, row.run_id);
  if (linkId !== null) await sql`update link_checks set claimed_by = null where link_id = ${linkId}`.execute(tx);
}

/** "Send again": the post goes back to its queue, its run and project run again. */
export async function resendPost(tx: Tx, note: Note, postId: number): Promise<void> {
  const row = await readUnknown(tx, postId);
  await tx
    .updateTable('posts')
    .set({ state: 'PLANNED', due_at: new Date(), tries: 0, look_ups: 0, finished_at: null, claimed_by: null })
    .where('id', '=', postId)
    .execute();
  await sql`update runs set ended_at = null where id = ${row.run_id}`.execute(tx);
  await setSiteStatus(
    tx,
    note,
    { projectId: row.project_id, module: row.module, siteId: row.site_id, email: row.email },
    { status: 'RUNNING', waitInfo: 'Sent again on the operator’s word' },
  );
  if (await applyProjectEvent(tx, note, row.project_id, 'start', { lastError: null }))
    await applyProjectEvent(tx, note, row.project_id, 'begin', { runId: row.run_id });
  await sql`select refresh_site_queue(${row.module}, ${row.site_id}, false)`.execute(tx);
}

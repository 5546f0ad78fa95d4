import { sql } from 'kysely';
import type { Tx } from '../../db/store.ts';
import type { Note } from '../../live/commit.ts';
import { countRun, foldArticleUses } from '../runs/close-run.ts';
import { applyProjectEvent } from '../runs/project-status.ts';
import { setSiteStatus } from '../site-status.ts';
import { succeedPost } from './succeed-post.ts';

/** An unknown post with its project, both locked: the project first, as everywhere. */
async function readUnknown(tx: Tx, projectId: number, postId: number) {
  const project = await tx
    .selectFrom('projects')
    .where('id', '=', projectId)
    .select(['status', 'run_id', 'url_list_id'])
    .forUpdate()
    .executeTakeFirstOrThrow();
  const post = await tx
    .selectFrom('posts')
    .where('id', '=', postId)
    .where('state', '=', 'UNKNOWN')
    .select(['id', 'run_id', 'module', 'site_id', 'email', 'remote_id', 'article_id'])
    .forUpdate()
    .executeTakeFirst();
  if (!post) return undefined;
  const of = { projectId, module: post.module, siteId: post.site_id, email: post.email };
  return { project, post, of };
}

/** "It is there", false when the post is not unknown: it counts as succeeded at the address the operator gave, and is proved like any other. */
export async function settleUnknown(
  tx: Tx,
  note: Note,
  which: { projectId: number; postId: number; url: string },
): Promise<boolean> {
  const found = await readUnknown(tx, which.projectId, which.postId);
  if (!found) return false;
  const { project, post, of } = found;
  const work = {
    post: { ...of, id: post.id },
    outcome: {
      kind: 'succeeded' as const,
      url: which.url,
      remoteId: post.remote_id ?? '',
      note: 'Confirmed by the operator',
    },
    output: { linkSetId: project.url_list_id, anchor: '', account: null },
  };
  await succeedPost(tx, note, work, { operator: true });
  await foldArticleUses(tx);
  // It left the unknown ones: the run stays closed, its sum stays whole.
  await countRun(tx, post.run_id);
  return true;
}

/**
 * "Send again", false when the post is not unknown: it goes back to its queue and its project runs again; beside a run that
 * is on it joins that one. The project must rest, or run.
 */
export async function resendPost(tx: Tx, note: Note, which: { projectId: number; postId: number }): Promise<boolean> {
  const found = await readUnknown(tx, which.projectId, which.postId);
  if (!found) return false;
  const { project, post, of } = found;
  const isRunning = project.status === 'RUNNING' && project.run_id !== null;
  const runId = isRunning ? Number(project.run_id) : post.run_id;
  await tx
    .updateTable('posts')
    .set({
      state: 'WAITING',
      run_id: runId,
      due_at: sql<Date>`now()`,
      tries: 0,
      look_ups: 0,
      finished_at: null,
      claimed_by: null,
    })
    .where('id', '=', post.id)
    .execute();
  if (post.article_id !== null)
    await sql`update articles set reserved = reserved + 1 where id = ${post.article_id}`.execute(tx);
  if (runId === post.run_id) await sql`update runs set ended_at = null where id = ${runId}`.execute(tx);
  else {
    await sql`update runs set planned = planned + 1 where id = ${runId}`.execute(tx);
    await countRun(tx, post.run_id);
  }
  await setSiteStatus(tx, note, of, { status: 'RUNNING', waitInfo: 'Sent again on the operator’s word' });
  if (!isRunning && (await applyProjectEvent(tx, note, which.projectId, 'start', { lastError: null })))
    await applyProjectEvent(tx, note, which.projectId, 'begin', { runId });
  return true;
}

import type { z } from 'zod';
import type { resolvePost } from '#domain/contract/projects.ts';
import { canStop, type ProjectStatus, stateTexts } from '#domain/states/project.ts';
import type { App } from '../../app.ts';
import { applyProjectEvent } from '../../engine/project-status.ts';
import { resendPost, settleUnknown } from '../../engine/resolve-post.ts';
import { stopProjects } from '../../engine/stop-projects.ts';
import { NotFound, Refusal } from '../../errors/refusal.ts';
import { commit } from '../../live/commit.ts';

/** Queues a project; it begins when a slot is free (D-ENG-05). */
export async function startProject(app: App, id: number): Promise<ProjectStatus> {
  const status = await commit(app, async (tx, note) => {
    const started = await applyProjectEvent(tx, note, id, 'start', { lastError: null });
    if (started) return started.status;
    const row = await tx.selectFrom('projects').where('id', '=', id).select('status').executeTakeFirst();
    if (!row) throw new NotFound('project');
    throw new Refusal(row.status === 'SCHEDULED' ? stateTexts.scheduled : stateTexts.running);
  });
  app.wake();
  return status;
}

/** Stops a project; with nothing running it answers the present status (D-PROJ-06). */
export async function stopProject(app: App, id: number): Promise<ProjectStatus> {
  return commit(app, async (tx, note) => {
    const before = await tx.selectFrom('projects').where('id', '=', id).select('status').executeTakeFirst();
    if (!before) throw new NotFound('project');
    if (canStop(before.status)) await stopProjects(tx, note, [id]);
    const after = await tx.selectFrom('projects').where('id', '=', id).select('status').executeTakeFirstOrThrow();
    return after.status;
  });
}

/** The operator's word on a post whose answer was lost (D-ENG-19). */
export async function decideUnknown(app: App, projectId: number, decision: z.output<(typeof resolvePost)['body']>) {
  await commit(app, async (tx, note) => {
    const row = await tx
      .selectFrom('posts')
      .where('project_id', '=', projectId)
      .where('module', '=', decision.id.module)
      .where('site_id', '=', decision.id.siteId)
      .where('email', '=', decision.email ?? '')
      .orderBy('id', 'desc')
      .select(['id', 'state'])
      .executeTakeFirst();
    if (row?.state !== 'UNKNOWN') throw new Refusal('This post does not wait for a decision');
    if (decision.decision === 'there') await settleUnknown(tx, note, row.id, decision.url);
    else await resendPost(tx, note, row.id);
  });
  app.wake();
}

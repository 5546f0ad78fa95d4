import { sql } from 'kysely';
import type { Tx } from '../db/store.ts';
import type { Note } from '../live/commit.ts';
import { closeRun } from './close-run.ts';
import { applyProjectEvent } from './project-status.ts';

/**
 * Stops projects: queued ones at once, running ones after what is in work; what was not begun
 * is skipped. Projects that do not run are passed over.
 */
export async function stopProjects(tx: Tx, note: Note, ids: number[]): Promise<void> {
  for (const id of ids) {
    const changed = await applyProjectEvent(tx, note, id, 'stop');
    if (changed?.status === 'STOPPING') await skipRest(tx, note, id);
  }
}

async function skipRest(tx: Tx, note: Note, projectId: number): Promise<void> {
  const project = await tx.selectFrom('projects').where('id', '=', projectId).select('run_id').executeTakeFirst();
  if (!project?.run_id) return;
  const skipped = await tx
    .updateTable('posts')
    .set({ state: 'SKIPPED', finished_at: new Date() })
    .where('run_id', '=', project.run_id)
    .where('state', 'in', ['WAITING', 'PLANNED'])
    .returning(['article_id', 'module', 'site_id'])
    .execute();
  await sql`select refresh_site_queue(k.module, k.site_id, false) from (
    select distinct module, site_id from jsonb_to_recordset(${JSON.stringify(skipped)}::jsonb) as k(module text, site_id text)
  ) k`.execute(tx);
  const articleIds = skipped.flatMap((row) => row.article_id ?? []);
  for (const articleId of articleIds)
    await tx
      .updateTable('articles')
      .set((build) => ({ reserved: build('reserved', '-', 1) }))
      .where('id', '=', articleId)
      .execute();
  await tx
    .updateTable('project_sites')
    .set({ wait_info: null })
    .where('project_id', '=', projectId)
    .where('wait_info', 'is not', null)
    .where('status', '=', 'NONE')
    .execute();
  await closeRun(tx, note, project.run_id);
}

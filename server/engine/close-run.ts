import { sql } from 'kysely';
import type { Tx } from '../db/store.ts';
import type { Note } from '../live/commit.ts';
import { applyProjectEvent } from './project-status.ts';

type Counter = 'succeeded' | 'failed' | 'skipped' | 'unknown';

/**
 * Counts posts that came to an end; the last one closes the run. A run closes only when
 * planned = succeeded + failed + skipped + unknown (D-ENG-20).
 */
export async function countEnded(tx: Tx, note: Note, runId: number, counter: Counter, n: number): Promise<void> {
  if (n === 0) return;
  const row = await tx
    .updateTable('runs')
    .set((build) => ({ [counter]: build(counter, '+', n) }))
    .where('id', '=', runId)
    .returning(sql<number>`planned - succeeded - failed - skipped - unknown`.as('open'))
    .executeTakeFirst();
  if (row?.open === 0) await closeRun(tx, note, runId);
}

/** Ends a run that has nothing open and moves its project to the status that the counts say (D-ENG-03). */
export async function closeRun(tx: Tx, note: Note, runId: number): Promise<void> {
  const run = await tx
    .updateTable('runs')
    .set({ ended_at: new Date() })
    .where('id', '=', runId)
    .where('ended_at', 'is', null)
    .returning(['project_id', 'succeeded'])
    .executeTakeFirst();
  if (!run) return;
  const project = await tx
    .selectFrom('projects')
    .where('id', '=', run.project_id)
    .select(['status', 'schedule', 'run_id'])
    .executeTakeFirst();
  // A post sent again may belong to an earlier run than the one that is on now.
  if (project?.run_id !== runId) return;
  const event = project.status === 'STOPPING' ? 'stopped' : run.succeeded > 0 ? 'complete' : 'fail';
  const schedule =
    project.schedule && event !== 'stopped' ? { ...project.schedule, status: 'DONE' as const } : undefined;
  await applyProjectEvent(tx, note, run.project_id, event, {
    lastError: await reasonsOf(tx, runId),
    ...(schedule ? { schedule } : {}),
  });
}

/** Each distinct reason once, with its count (D-ENG-03). */
async function reasonsOf(tx: Tx, runId: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('posts')
    .where('run_id', '=', runId)
    .where('state', 'in', ['FAILED', 'UNKNOWN'])
    .groupBy('reason')
    .select(['reason', sql<number>`count(*)`.as('count')])
    .orderBy('count', 'desc')
    .limit(100)
    .execute();
  return rows.map((row) => `${row.reason ?? 'Unknown reason'} (${row.count} ${row.count === 1 ? 'site' : 'sites'})`);
}

import { sql } from 'kysely';
import type { Queryable, Store, Tx } from '../db/store.ts';
import { commit, type Note } from '../live/commit.ts';
import type { Live } from '../live/live.ts';
import { applyProjectEvent } from './project-status.ts';

/** Runs that have nothing left to do but are not closed: what a crash left between the last post and the close. */
export async function finishedRuns(db: Queryable): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from runs r where ended_at is null and not exists (select from posts p where p.run_id = r.id
      and p.state not in ('SUCCEEDED', 'FAILED', 'SKIPPED', 'UNKNOWN'))`.execute(db);
  return rows.map((row) => row.id);
}

/** How many posts of each run this process works on. */
export class RunsInWork {
  private readonly posts = new Map<number, number>();

  take(runId: number): void {
    this.posts.set(runId, (this.posts.get(runId) ?? 0) + 1);
  }

  /** True when no other post of the run is in work here. */
  leave(runId: number): boolean {
    const left = (this.posts.get(runId) ?? 1) - 1;
    if (left > 0) this.posts.set(runId, left);
    else this.posts.delete(runId);
    return left <= 0;
  }
}

/**
 * Closes a run when its last post came to an end. No row is common to all posts of a run, so it is asked when the last
 * one in work here ended; what two processes both leave open is swept up each second (finishedRuns).
 */
export async function closeRunIfDone(app: { store: Store; live: Live }, runId: number): Promise<void> {
  const open = await app.store.pool.query({
    name: 'open-post-of-run',
    text: `select 1 from posts where run_id = $1 and state not in ('SUCCEEDED', 'FAILED', 'SKIPPED', 'UNKNOWN') limit 1`,
    values: [runId],
  });
  if (open.rowCount === 0) await commit(app, (tx, note) => closeRun(tx, note, runId));
}

/** Counts the ends of a run; false while planned is not their sum (D-ENG-20). */
export async function countRun(tx: Tx, runId: number): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    update runs r set succeeded = c.succeeded, failed = c.failed, skipped = c.skipped, unknown = c.unknown
    from (
      select count(*) filter (where state = 'SUCCEEDED') as succeeded, count(*) filter (where state = 'FAILED') as failed,
        count(*) filter (where state = 'SKIPPED') as skipped, count(*) filter (where state = 'UNKNOWN') as unknown
      from posts where run_id = ${runId}
    ) c
    where r.id = ${runId} and r.planned = c.succeeded + c.failed + c.skipped + c.unknown returning r.id`.execute(tx);
  return rows.length === 1;
}

/**
 * Ends a run that has nothing open and moves its project to the status that the counts say (D-ENG-03). A run
 * closes only when planned = succeeded + failed + skipped + unknown.
 */
export async function closeRun(tx: Tx, note: Note, runId: number): Promise<void> {
  if (!(await countRun(tx, runId))) return;
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

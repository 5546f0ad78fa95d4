import { sql } from 'kysely';
import { fromKysely, type Job, type PgBoss } from 'pg-boss';
import { taskKinds } from '#domain/contract/tasks.ts';
import type { Queryable, Store } from '../../db/store.ts';
import { asNotBegun, type JobData, job } from './task-rows.ts';

/** A transaction whose answer was lost is over, one way or the other, after so long, in ms. */
const lostForMs = 10_000;

/** Claims tasks for one process. */
export class TaskClaims {
  private readonly parts: { store: Store; room: { boss: PgBoss }; bootId: string };
  private unsureUntil = 0;

  constructor(parts: TaskClaims['parts']) {
    this.parts = parts;
  }

  /** Claims up to so many tasks of a kind and notes for whom, or neither: no task is active that nobody is noted for. */
  async claim(kind: string, batchSize: number): Promise<Job<JobData>[]> {
    const { store, room, bootId } = this.parts;
    try {
      return await store.db.transaction().execute(async (tx) => {
        const jobs = await room.boss.fetch<JobData>(kind, { batchSize, db: fromKysely(tx) });
        const ids = jobs.map(({ id }) => id);
        if (ids.length > 0) await noteClaims(tx, ids, bootId);
        return jobs;
      });
    } catch (error) {
      this.unsureUntil = Date.now() + lostForMs;
      throw error;
    }
  }

  /** Once a second, and never beside a claim: what an answer that was lost had claimed is given back. */
  async letGoUnheld(now: number, held: Iterable<{ id: string }>): Promise<void> {
    if (now >= this.unsureUntil) return;
    const ids = Array.from(held, ({ id }) => id);
    await sql`update ${job} j set ${asNotBegun(sql`now()`)} from task_progress p
      where p.claimed_by = ${this.parts.bootId}::uuid and p.task_id = j.id and j.name = any(${Object.keys(taskKinds)})
        and j.state = 'active' and not j.id = any(${ids}::uuid[])`.execute(this.parts.store.db);
  }
}

async function noteClaims(db: Queryable, ids: readonly string[], bootId: string): Promise<void> {
  await sql`insert into task_progress (task_id, claimed_by) select id, ${bootId}::uuid from unnest(${ids}::uuid[]) t(id)
    on conflict (task_id) do update set claimed_by = excluded.claimed_by`.execute(db);
}

/**
 * Gives back what processes had in work that are not there any more: as a further try, at once. One whose tries are over is
 * left to pg-boss, which ends it when its heartbeat is missed.
 */
export async function freeTasks(db: Queryable): Promise<void> {
  await sql`/* hot: abandoned-tasks */
    with abandoned as (
      select task_id as id from task_progress where claimed_by is not null
        and claimed_by not in (select boot_id from processes)
    ), freed as (
      update ${job} j set state = 'retry', start_after = now(), heartbeat_on = null from abandoned a
      where j.name = any(${Object.keys(taskKinds)}) and j.id = a.id and j.state = 'active' and j.retry_count < j.retry_limit
    )
    update task_progress p set claimed_by = null from abandoned a where p.task_id = a.id`.execute(db);
}

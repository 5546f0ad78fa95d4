import { sql } from 'kysely';
import type { ProjectStatus } from '#domain/states/project.ts';
import { anyOf } from '../../db/any-of.ts';
import type { Queryable, Store, Tx } from '../../db/store.ts';
import { isStoreAway } from '../../db/store-away.ts';
import { commit, type Note } from '../../live/commit.ts';
import type { Live } from '../../live/live.ts';
import { stateList } from '../state-lists.ts';
import { endProject } from './end-project.ts';

/** A post that is not at rest: open, or called off while a worker that prepared it has not left yet. */
const isOpen = sql`(p.state not in ${stateList('ended')} or (p.state = 'SKIPPED' and p.claimed_by is not null))`;

/**
 * Projects whose run has nothing left to do but is not closed, and deleted ones that are at rest: what a crash left
 * between the last post and the close.
 */
export async function finishedProjects(db: Queryable): Promise<number[]> {
  const { rows } = await sql<{ project_id: number }>`/* hot: finished-projects */
    select project_id from runs r where ended_at is null and not exists (select from posts p
      where p.project_id = r.project_id and p.state not in ${stateList('ended')})
      and (wanted is null or not exists (select from projects j where j.id = r.project_id and j.status = 'RUNNING'))
    union select id from projects d where campaign_id is null and not exists (select from posts p
      where p.project_id = d.id and ${isOpen})`.execute(db);
  return rows.map((row) => row.project_id);
}

/** How many posts of each project this process works on. */
export class ProjectsInWork {
  private readonly posts = new Map<number, number>();

  take(projectId: number): void {
    this.posts.set(projectId, (this.posts.get(projectId) ?? 0) + 1);
  }

  /** True when no other post of the project is in work here. */
  leave(projectId: number): boolean {
    const left = (this.posts.get(projectId) ?? 1) - 1;
    if (left > 0) this.posts.set(projectId, left);
    else this.posts.delete(projectId);
    return left <= 0;
  }
}

/**
 * Closes the run of a project when its last post came to an end. No row is common to all posts of a run, so it is asked
 * when the last one in work here ended; what two processes both leave open, or the store was away for, is swept up each
 * second (finishedProjects).
 */
export async function closeWhenDone(app: { store: Store; live: Live }, projectId: number): Promise<void> {
  try {
    const open = await app.store.pool.query({
      name: 'open-post-of-project',
      text: `select 1 from posts where project_id = $1 and state not in ('SUCCEEDED', 'FAILED', 'SKIPPED', 'UNKNOWN') limit 1`,
      values: [projectId],
    });
    if (open.rowCount === 0) await commit(app, (tx, note) => closeIfDone(tx, note, projectId));
  } catch (error) {
    if (!isStoreAway(error)) throw error;
  }
}

/** Counts the ends of a run that is over; its sum stays planned = succeeded + failed + skipped + unknown (D-ENG-20). */
export async function countRun(tx: Tx, runId: number): Promise<void> {
  await sql`
    update runs r set succeeded = c.succeeded, failed = c.failed, skipped = c.skipped, unknown = c.unknown, planned = c.planned
    from (
      select count(*) filter (where state = 'SUCCEEDED') as succeeded, count(*) filter (where state = 'FAILED') as failed,
        count(*) filter (where state = 'SKIPPED') as skipped, count(*) filter (where state = 'UNKNOWN') as unknown,
        count(*) as planned
      from posts where run_id = ${runId}
    ) c
    where r.id = ${runId}`.execute(tx);
}

/**
 * Ends the run of a project that has nothing open, and moves the project to the status that its sites say (D-ENG-03).
 * A run closes only when planned = succeeded + failed + skipped + unknown; one that makes a number of posts, while it runs,
 * only when it plans no more (planNext). A project that was deleted while sends were out goes now.
 */
export async function closeIfDone(tx: Tx, note: Note, projectId: number): Promise<void> {
  const project = await tx
    .selectFrom('projects')
    .where('id', '=', projectId)
    .select(['status', 'schedule', 'campaign_id'])
    .forUpdate()
    .executeTakeFirst();
  if (!project) return;
  const { rows } = await sql<{ id: number }>`
    update runs r set succeeded = c.succeeded, failed = c.failed, skipped = c.skipped, unknown = c.unknown, ended_at = now(),
      wanted = null
    from (
      select o.id, count(*) filter (where state = 'SUCCEEDED') as succeeded, count(*) filter (where state = 'FAILED') as failed,
        count(*) filter (where state = 'SKIPPED') as skipped, count(*) filter (where state = 'UNKNOWN') as unknown
      from runs o left join posts p on p.run_id = o.id where o.project_id = ${projectId} and o.ended_at is null group by o.id
    ) c
    where r.id = c.id and r.planned = c.succeeded + c.failed + c.skipped + c.unknown
      and (r.wanted is null or ${project.status} <> 'RUNNING' or ${project.campaign_id}::bigint is null) returning r.id`.execute(
    tx,
  );
  await foldArticleUses(tx);
  if (project.campaign_id === null) return deleteAtRest(tx, [projectId]);
  const run = rows[0];
  if (!run) return;
  const event = await endEvent(tx, { projectId, runId: run.id }, project.status);
  const lastError = await reasonsOf(tx, projectId, run.id);
  await endProject(tx, note, projectId, { event, lastError, schedule: project.schedule });
  if (event !== 'stopped' && project.schedule?.status === 'RUNNING') await askToVerify(tx, projectId);
}

/** Accounts that a scheduled run made are confirmed by themselves some minutes later (D-ENG-14). */
async function askToVerify(tx: Tx, projectId: number): Promise<void> {
  await sql`update projects set verify_asked_at = now() where id = ${projectId}
    and exists (select from accounts where made_by = ${projectId} and confirmation = 'WAITING')`.execute(tx);
}

/** Counts articles as used by the posts that succeeded since the last time (migration 0015). */
export async function foldArticleUses(db: Queryable): Promise<void> {
  await sql`select fold_article_uses()`.execute(db);
}

/** Deletes those of some projects that are at rest. */
export async function deleteAtRest(tx: Tx, ids: number[]): Promise<void> {
  await sql`delete from projects d where id = ${anyOf(ids)} and not exists (
    select from posts p where p.project_id = d.id and ${isOpen})`.execute(tx);
}

/**
 * COMPLETED when at least one checked site stands as succeeded, in this run or in one before (D-ENG-03, D-ENG-04), or a post
 * of this run did: the last one at its site may have failed.
 */
async function endEvent(tx: Tx, { projectId, runId }: { projectId: number; runId: number }, status: ProjectStatus) {
  if (status === 'STOPPING') return 'stopped';
  const made = tx.selectFrom('runs').where('id', '=', runId).where('succeeded', '>', 0);
  if (await made.select('id').executeTakeFirst()) return 'complete';
  const success = await tx
    .selectFrom('project_sites')
    .where('project_id', '=', projectId)
    .where('checked', '=', true)
    .where('status', '=', 'SUCCESS')
    .select('project_id')
    .limit(1)
    .executeTakeFirst();
  return success ? 'complete' : 'fail';
}

/** Each distinct reason once, with its count (D-ENG-03); of sites that were left alone, what they wait for. */
async function reasonsOf(tx: Tx, projectId: number, runId: number): Promise<string[]> {
  const { rows } = await sql<{ reason: string | null; count: number }>`
    select reason, count(*) as count from (
      select reason from posts where run_id = ${runId} and state in ${stateList('troubled')}
      union all
      select coalesce(wait_info, 'The answer was lost') from project_sites r where project_id = ${projectId} and checked
        and status = 'UNKNOWN' and not exists (select from posts p where p.run_id = ${runId} and p.module = r.module
          and p.site_id = r.site_id and p.email = r.email)
    ) reasons group by 1 order by 2 desc limit 100`.execute(tx);
  return rows.map((row) => `${row.reason ?? 'Unknown reason'} (${row.count} ${row.count === 1 ? 'site' : 'sites'})`);
}

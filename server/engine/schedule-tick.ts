import { sql } from 'kysely';
import { parseUtcMinute, type Schedule } from '#domain/contract/schedules.ts';
import type { ProjectStatus } from '#domain/states/project.ts';
import type { Queryable, Store, Tx } from '../db/store.ts';
import { commit } from '../live/commit.ts';
import type { Live } from '../live/live.ts';
import { closeRun, finishedRuns } from './close-run.ts';
import { readOptions } from './options.ts';
import { planProject, type ReadProject } from './plan-project.ts';
import { applyProjectEvent } from './project-status.ts';
import { endVerifications } from './verification.ts';

/** One tick at a time over all processes. */
const tickLock = 728_346_103;

/** What there is to do; one statement, so that a second in which nothing is due costs next to nothing. */
async function readPulse(db: Queryable) {
  const { rows } = await sql<{
    scheduled: boolean;
    starting: boolean;
    verifying: boolean;
    portions: boolean;
    toVerify: boolean;
  }>`
    /* hot: pulse */ select exists (select from projects where status = 'SCHEDULED') as scheduled,
      exists (select from projects where status = 'STARTING') as starting,
      exists (select from projects where status in ('STARTING_VERIFYING', 'STOPPING_VERIFYING')) as verifying,
      exists (select from posts where state = 'WAITING' and due_at <= now()) as portions,
      exists (select from sites where verify_requested) as "toVerify"`.execute(db);
  return rows[0] ?? { scheduled: false, starting: false, verifying: false, portions: false, toVerify: false };
}

/** Starts what is due, gives free slots to what waits, and brings in later portions; says whether sites ask for a probe. */
export async function tick(
  app: { store: Store; live: Live },
  readProject: ReadProject,
): Promise<{ toVerify: boolean }> {
  const { maxConcurrentProjects } = await readOptions(app.store.db);
  for (const runId of await finishedRuns(app.store.db)) await commit(app, (tx, note) => closeRun(tx, note, runId));
  const { scheduled, starting, verifying, portions, toVerify } = await readPulse(app.store.db);
  let mayStart = starting;
  if (scheduled)
    await commit(app, async (tx, note) => {
      if (!(await tryLock(tx))) return;
      const due = await dueProjects(tx);
      for (const { id, schedule } of due)
        await applyProjectEvent(tx, note, id, 'due', { lastError: null, schedule: { ...schedule, status: 'RUNNING' } });
      mayStart ||= due.length > 0;
    });
  while (mayStart)
    mayStart = await commit(app, async (tx, note) => {
      if (!(await tryLock(tx))) return false;
      if ((await slotsInUse(tx)) >= maxConcurrentProjects) return false;
      const next = await nextStarting(tx);
      if (next === undefined) return false;
      await planProject(tx, note, next, readProject);
      return true;
    });
  if (verifying) await endVerifications(app);
  if (portions)
    await commit(app, async (tx) => {
      if (await tryLock(tx)) await bringInPortions(tx, maxConcurrentProjects);
    });
  return { toVerify };
}

async function tryLock(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`select pg_try_advisory_xact_lock(${tickLock}) as locked`.execute(tx);
  return rows[0]?.locked ?? false;
}

/** Scheduled projects of active campaigns whose time has come (D-SCHED-02, D-SCHED-03, D-CAMP-06). */
async function dueProjects(tx: Tx): Promise<{ id: number; schedule: Schedule }[]> {
  const rows = await tx
    .selectFrom('projects')
    .innerJoin('campaigns', 'campaigns.id', 'projects.campaign_id')
    .where('projects.status', '=', 'SCHEDULED')
    .where('campaigns.status', '=', 'ACTIVE')
    .select(['projects.id', 'projects.schedule'])
    .orderBy('projects.id')
    .execute();
  const due: { id: number; schedule: Schedule }[] = [];
  for (const { id, schedule } of rows) if (schedule && (await isDue(tx, schedule))) due.push({ id, schedule });
  return due;
}

async function isDue(tx: Tx, schedule: Schedule): Promise<boolean> {
  if (schedule.scheduleType === 'FixedDate') {
    const start = parseUtcMinute(schedule.startDate ?? '');
    return start !== null && start.getTime() <= Date.now();
  }
  const sources = await tx
    .selectFrom('projects')
    .where('id', 'in', schedule.sourceProjectIds)
    .select(['status', 'schedule'])
    .execute();
  // A deleted source cannot finish any more: it holds nothing up.
  return sources.every((source) => hasFinished(source.status, source.schedule));
}

function hasFinished(status: ProjectStatus, schedule: Schedule | null): boolean {
  return (status === 'COMPLETED' || status === 'FAILED') && (schedule === null || schedule.status === 'DONE');
}

/** Running projects that have posts in their sites' queues; between portions a Spread holds no slot. */
async function slotsInUse(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from projects p where status in ('RUNNING', 'STOPPING', 'VERIFYING', 'STARTING_VERIFYING') and (
      status <> 'RUNNING' or exists (select from posts o where o.project_id = p.id
        and o.state in ('PLANNED', 'LOOKUP', 'CLAIMED', 'LOOKING', 'SENDING')))`.execute(tx);
  return rows[0]?.count ?? 0;
}

async function nextStarting(tx: Tx): Promise<number | undefined> {
  const row = await tx
    .selectFrom('projects')
    .where('status', '=', 'STARTING')
    .select('id')
    .orderBy('start_requested_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/** Moves due WAITING posts into the queues, as far as slots are free. */
async function bringInPortions(tx: Tx, maxProjects: number): Promise<void> {
  const { rows } = await sql<{ project_id: number; holds: boolean }>`
    select w.project_id, exists (select from posts o where o.project_id = w.project_id
      and o.state in ('PLANNED', 'LOOKUP', 'CLAIMED', 'LOOKING', 'SENDING')) as holds
    from (select distinct project_id from posts where state = 'WAITING' and due_at <= now()) w order by 1`.execute(tx);
  let free = maxProjects - (await slotsInUse(tx));
  for (const { project_id: id, holds } of rows) {
    if (!holds && free <= 0) continue;
    if (!holds) free -= 1;
    await sql`
      with due as (update posts set state = 'PLANNED' where project_id = ${id} and state = 'WAITING' and due_at <= now()
        returning module, site_id)
      select count(*) from due`.execute(tx);
    await sql`select refresh_site_queue(module, site_id, false) from (
      select distinct module, site_id from posts where project_id = ${id} and state = 'PLANNED') s`.execute(tx);
  }
}

import { sql } from 'kysely';
import { isRunning, thisMachine } from '../db/processes.ts';
import type { Store, Tx } from '../db/store.ts';
import { commit } from '../live/commit.ts';
import type { Live } from '../live/live.ts';
import { freeChecks } from './checks/link-checks.ts';
import { noteSiteRows, type ShownRow, shownColumns } from './site-status.ts';
import { stateList } from './state-lists.ts';
import { freeTasks } from './tasks/task-claims.ts';

/** A process of another machine without a sign of life for this long counts as dead, in ms. */
const silentAfterMs = 15_000;
export const heartbeatEveryMs = 4_000;
/** Reason of a post whose answer was lost by our own end, not by the site. */
export const lostAtRestart = 'The answer was lost at a restart';
/** Until the first look whether a post of a dead process is there, in ms. */
const firstLookMs = 500;

/** The boots that live in this process: one, or several where a test runs engines side by side. */
const ownBoots = new Set<string>();

/** Writes down that this process lives. */
export async function beat(store: Store, bootId: string, roles: string): Promise<void> {
  ownBoots.add(bootId);
  await store.db
    .insertInto('processes')
    .values({ boot_id: bootId, host: thisMachine, pid: process.pid, roles })
    .onConflict((conflict) => conflict.column('boot_id').doUpdateSet({ heartbeat_at: sql`now()` }))
    .execute();
}

/** Signs this process off. */
export async function signOffProcess(store: Store, bootId: string): Promise<void> {
  ownBoots.delete(bootId);
  await store.db.deleteFrom('processes').where('boot_id', '=', bootId).execute();
}

/** Removes processes that are gone: of this machine by their process number, of others by silence. Answers how many. */
async function buryDead(store: Store): Promise<number> {
  const rows = await store.db
    .selectFrom('processes')
    .select(['boot_id', 'host', 'pid', sql<number>`extract(epoch from now() - heartbeat_at) * 1000`.as('silentMs')])
    .where('boot_id', 'not in', [...ownBoots])
    .execute();
  const dead = rows.filter((row) => {
    const isHere = row.host === thisMachine && (row.pid === process.pid || !isRunning(row.pid));
    return store.exclusive || row.silentMs > silentAfterMs || isHere;
  });
  if (dead.length === 0) return 0;
  const buried = await store.db
    .deleteFrom('processes')
    .where(
      'boot_id',
      'in',
      dead.map((row) => row.boot_id),
    )
    .returning('boot_id')
    .execute();
  return buried.length;
}

/**
 * Takes up what dead processes left (D-ENG-06, D-ENG-20): what was only claimed goes back to its queue, or is called off
 * when its project was stopped; what may have been sent is looked up first and never simply sent again. Answers how many
 * posts it freed.
 */
export async function rescue(app: { store: Store; live: Live }, bootId: string): Promise<number> {
  // What it committed last it may not have told any more.
  if ((await buryDead(app.store)) > 0) app.live.announceGap();
  const abandoned = await abandonedProjects(app.store);
  let nFreed = 0;
  for (const projectId of abandoned)
    nFreed += await commit(app, async (tx, note) => {
      const rows = await freePosts(tx, projectId);
      noteSiteRows(note, projectId, rows);
      return rows.length;
    });
  await leavePosts(app.store);
  await freeChecks(app.store, bootId);
  await freeTasks(app.store.db);
  return nFreed;
}

const ofTheDead = sql`(claimed_by is null or claimed_by not in (select boot_id from processes))`;

async function abandonedProjects(store: Store): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`/* hot: abandoned-projects */
    select distinct project_id as id from posts where state in ${stateList('inWork')} and ${ofTheDead} order by 1`.execute(
    store.db,
  );
  return rows.map((row) => row.id);
}

/** The posts of one project; its row is held first, so that a Stop is seen here or sees what was freed. */
async function freePosts(tx: Tx, projectId: number): Promise<ShownRow[]> {
  await tx.selectFrom('projects').where('id', '=', projectId).select('id').forShare().execute();
  const { rows } = await sql<ShownRow>`
    with project as (select status = 'RUNNING' as runs from projects where id = ${projectId}),
    left_over as materialized (
      select id, state as was from posts where project_id = ${projectId} and state in ${stateList('inWork')} and ${ofTheDead}
      order by id for update
    ), freed as (
      update posts p set claimed_by = null,
        state = case when l.was <> 'CLAIMED' then 'LOOKUP' when j.runs then 'PLANNED' else 'SKIPPED' end,
        finished_at = case when l.was = 'CLAIMED' and not j.runs then now() end,
        due_at = case l.was when 'SENDING' then now() + make_interval(secs => ${firstLookMs / 1_000}) else p.due_at end,
        lost_at = case l.was when 'SENDING' then now() else p.lost_at end,
        look_ups = case l.was when 'SENDING' then 0 else p.look_ups end,
        reason = case l.was when 'SENDING' then ${lostAtRestart} else p.reason end
      from left_over l, project j where p.id = l.id and p.state in ${stateList('inWork')}
      returning p.id, p.project_id, p.module, p.site_id, p.email, p.state, p.reason, l.was,
        case when p.state = 'SKIPPED' then p.article_id end as unused
    ), closed as (
      update attempts set state = 'UNCONFIRMED', reason = ${lostAtRestart}
      where state = 'SENDING' and post_id in (select id from freed where was = 'SENDING')
    ), given_back as (
      update articles a set reserved = greatest(0, a.reserved - u.n)
      from (select unused, count(*) as n from freed where unused is not null group by 1) u where a.id = u.unused
    )
    update project_sites r set
      status = case f.state when 'SKIPPED' then 'STOPPED' else r.status end,
      wait_info = case f.state when 'LOOKUP' then 'Looking whether the post is there' when 'SKIPPED' then f.reason
        else 'Waiting for its turn' end
    from freed f where r.project_id = f.project_id and r.module = f.module and r.site_id = f.site_id and r.email = f.email
    returning ${shownColumns}`.execute(tx);
  await sql`select refresh_site_queues(array_agg(module), array_agg(site_id), false)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as k(module text, site_id text)`.execute(tx);
  return rows;
}

/** Posts that were called off while a process prepared them that is dead now: their places are free. */
async function leavePosts(store: Store): Promise<void> {
  await sql`
    with left_alone as (
      update posts set claimed_by = null where state = 'SKIPPED' and claimed_by is not null
        and claimed_by not in (select boot_id from processes) returning module, site_id
    )
    select refresh_site_queues(array_agg(module), array_agg(site_id), false) from left_alone`.execute(store.db);
}

/** What a restart finds half-way and cannot go on (D-ENG-06, D-PROJ-04). Run once, before the engine begins. */
export async function settleStatuses(store: Store): Promise<void> {
  await sql`update projects set status = case when schedule->>'status' = 'SCHEDULED' then 'SCHEDULED'
      else coalesce(previous_status, 'STOPPED') end
    where status in ('STARTING_VERIFYING', 'VERIFYING', 'STOPPING_VERIFYING')`.execute(store.db);
  await sql`update projects set status = 'STOPPED'
    where status in ('STARTING_DOWNLOADING', 'DOWNLOADING', 'STOPPING_DOWNLOADING')`.execute(store.db);
}

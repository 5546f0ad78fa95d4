import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { EngineOptions } from '#domain/contract/options/engine-options.ts';
import type { Schedule } from '#domain/contract/schedules.ts';
import { begun } from '#domain/rules/repeats.ts';
import type { Queryable, Store, Tx } from '../../db/store.ts';
import { isStoreAway } from '../../db/store-away.ts';
import { commit } from '../../live/commit.ts';
import type { Live } from '../../live/live.ts';
import { giveUpLookUps } from '../acts/hosts.ts';
import type { CurrentOptions } from '../options.ts';
import { noteSiteRows, type ShownRow, shownColumns } from '../site-status.ts';
import { stateList } from '../state-lists.ts';
import { tendSubmissions } from '../submissions/tend-submissions.ts';
import type { TaskRoom } from '../tasks/task-room.ts';
import { closeIfDone, finishedProjects } from './close-run.ts';
import { goingProjects, goOn } from './planning/go-on.ts';
import { failProject, planProject } from './planning/plan-project.ts';
import type { ReadPlan } from './planning/to-plan.ts';
import { applyProjectEvent } from './project-status.ts';
import { tendVerifications, verifyingStatuses } from './verification.ts';

/** One tick at a time over all processes. */
const tickLock = 728_346_103;

interface TickParts {
  store: Store;
  live: Live;
  log: Logger;
  options: CurrentOptions;
  tasks: TaskRoom;
}

/**
 * Scheduled projects of active campaigns whose time has come, by the store's clock (D-SCHED-02, D-SCHED-03, D-CAMP-06).
 * A source that was deleted cannot finish any more: it holds nothing up. One that repeats has finished with its first turn.
 * One whose pages are linked to once they are proved has finished when each was read for the first time.
 */
const isDue = sql`p.status = 'SCHEDULED' and c.status = 'ACTIVE' and (p.starts_at <= now() or (p.waits_for is not null
  and not exists (select from projects s where s.id = any(p.waits_for) and s.campaign_id is not null and (not
    (s.verify_asked_at is null and (s.schedule #>> '{repeat,nextAt}' is not null or (s.status in ('COMPLETED', 'FAILED')
      and (s.schedule is null or s.schedule->>'status' = 'DONE'))))
    or exists (select from url_lists l join url_items i on i.url_list_id = l.id join link_checks k on k.link_id = i.id
      where l.id = s.url_list_id and l.only_live and i.proof_state = 'NONE')))))`;

/** Accounts of scheduled runs are confirmed by themselves, but not while their campaign is paused (D-CAMP-06, D-ENG-14). */
const isToConfirm = ({ waitForVerifyEmailSchedule }: EngineOptions) =>
  sql`c.status = 'ACTIVE' and p.verify_asked_at <= now() - make_interval(mins => ${waitForVerifyEmailSchedule})`;

/** A waiting post that may go but for a slot: its time has come and its host is free. */
const isReady = sql`o.state = 'WAITING' and o.due_at <= now() and not exists (
  select from sites s join hosts h on h.host = s.host
  where s.module = o.module and s.site_id = o.site_id and (h.stopped or h.hold_until > now()))`;

/** What there is to do; one statement, so that a second in which nothing is due costs next to nothing. */
async function readPulse(db: Queryable, options: EngineOptions) {
  const { rows } = await sql<
    Record<
      'due' | 'starting' | 'stopping' | 'verifying' | 'waiting' | 'toVerify' | 'toConfirm' | 'submitting' | 'going',
      boolean
    >
  >`
    /* hot: pulse */ select exists (select from projects p join campaigns c on c.id = p.campaign_id where ${isDue}) as due,
      exists (select from projects where status = 'STARTING') as starting,
      exists (select from projects where status = 'STOPPING') as stopping,
      exists (select from projects where status = any(${verifyingStatuses})) as verifying,
      exists (select from posts where state = 'WAITING' and due_at <= now()) as waiting,
      exists (select from projects p join campaigns c on c.id = p.campaign_id where ${isToConfirm(options)}) as "toConfirm",
      exists (select from runs where ended_at is null and wanted is not null) as going,
      exists (select from submissions where ended_at is null) as submitting,
      exists (select from sites where verify_requested) as "toVerify"`.execute(db);
  const nothing = {
    due: false,
    starting: false,
    stopping: false,
    verifying: false,
    waiting: false,
    toVerify: false,
    toConfirm: false,
    submitting: false,
    going: false,
  };
  return rows[0] ?? nothing;
}

/** Starts what is due and gives free slots to what waits, first come first served; says whether sites ask for a probe. */
export async function tick(app: TickParts, readPlan: ReadPlan): Promise<{ toVerify: boolean }> {
  const options = await app.options.read();
  const pulse = await readPulse(app.store.db, options);
  const { due, starting, stopping, verifying, waiting, toVerify, toConfirm, submitting, going } = pulse;
  if (stopping) await commit(app, giveUpLookUps);
  for (const id of await finishedProjects(app.store.db)) await commit(app, (tx, note) => closeIfDone(tx, note, id));
  if (due) await startDue(app);
  if (going)
    for (const id of await goingProjects(app.store.db)) await commit(app, (tx, note) => goOn(tx, note, id, readPlan));
  if (due || starting || waiting || going) await giveSlots(app, readPlan);
  if (toConfirm) await startConfirmations(app, options);
  if (verifying || toConfirm) await tendVerifications(app);
  if (submitting || starting) await tendSubmissions(app);
  return { toVerify };
}

/** Accounts of scheduled runs are confirmed after the wait that the options set (D-ENG-14). */
async function startConfirmations(app: TickParts, options: EngineOptions): Promise<void> {
  await commit(app, async (tx, note) => {
    if (!(await tryLock(tx))) return;
    const { rows } = await sql<{ id: number }>`select p.id from projects p
      join campaigns c on c.id = p.campaign_id where ${isToConfirm(options)} order by p.id`.execute(tx);
    for (const { id } of rows) await applyProjectEvent(tx, note, id, 'verify');
  });
}

async function startDue(app: TickParts): Promise<void> {
  await commit(app, async (tx, note) => {
    if (!(await tryLock(tx))) return;
    const { rows } = await sql<{ id: number; schedule: Schedule; now: Date }>`
      select p.id, p.schedule, now() as now from projects p join campaigns c on c.id = p.campaign_id
      where ${isDue} order by p.id`.execute(tx);
    for (const { id, schedule, now } of rows)
      await applyProjectEvent(tx, note, id, 'due', { lastError: null, schedule: begun(schedule, now) });
  });
}

/** One after the other, each in its own transaction: a start is planned, a running project gets its ready posts queued. */
async function giveSlots(app: TickParts, readPlan: ReadPlan): Promise<void> {
  const { maxConcurrentProjects } = await app.options.read();
  for (const next of await candidates(app.store.db))
    if (!(await giveSlot(app, next, { readPlan, maxConcurrentProjects }))) return;
}

interface Candidate {
  id: number;
  isStart: boolean;
  /** True for a running project that holds a slot already: its further posts need none. */
  holds: boolean;
}

/** Who waits for a slot, longest first: starts since they were asked for, running projects since their post was ready. */
async function candidates(db: Queryable): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select id, is_start as "isStart", holds from (
      select id, true as is_start, false as holds, start_requested_at as since from projects where status = 'STARTING'
      union all
      select o.project_id, false, exists (select from posts h where h.project_id = o.project_id and h.state in ${stateList('holding')}),
        min(o.due_at) from posts o where ${isReady} group by o.project_id
    ) waiting order by holds desc, since, id limit 1000`.execute(db);
  return rows;
}

interface SlotRules {
  readPlan: ReadPlan;
  maxConcurrentProjects: number;
}

/** False when no slot is free, or another process gives them just now. */
async function giveSlot(app: TickParts, to: Candidate, rules: SlotRules): Promise<boolean> {
  try {
    return await commit(app, async (tx, note) => {
      if (!(await tryLock(tx))) return false;
      if (!to.holds && (await slotsInUse(tx)) >= rules.maxConcurrentProjects) return false;
      if (to.isStart) await planProject(tx, note, to.id, rules.readPlan);
      else noteSiteRows(note, to.id, await admitPosts(tx, to.id));
      return true;
    });
  } catch (error) {
    if (!to.isStart || isStoreAway(error)) throw error;
    // A project that cannot be planned must not stand before the others for ever.
    app.log.error({ err: error, project: to.id }, 'a project could not be planned');
    const reason = `The project could not be planned: ${error instanceof Error ? error.message : String(error)}`;
    await commit(app, async (tx, note) => {
      const row = await tx.selectFrom('projects').where('id', '=', to.id).select('schedule').executeTakeFirst();
      await failProject(tx, note, { id: to.id, schedule: row?.schedule ?? null }, [reason]);
    });
    return true;
  }
}

async function tryLock(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`select pg_try_advisory_xact_lock(${tickLock}) as locked`.execute(tx);
  return rows[0]?.locked ?? false;
}

/** Projects that have posts in their sites' queues or under way; one that only waits (for its time, its host) holds none. */
async function slotsInUse(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from projects p where status in ('VERIFYING', 'STARTING_VERIFYING')
      or (status in ('RUNNING', 'STOPPING') and exists (
        select from posts o where o.project_id = p.id and o.state in ${stateList('holding')}))`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Moves the ready posts of a project into the queues of their sites. */
async function admitPosts(tx: Tx, projectId: number): Promise<ShownRow[]> {
  await tx.selectFrom('projects').where('id', '=', projectId).select('id').forShare().execute();
  const { rows: admitted } = await sql`
    with ready as materialized (
      select id from posts o where o.project_id = ${projectId} and ${isReady}
        and exists (select from projects p where p.id = o.project_id and p.status = 'RUNNING')
      order by id for update of o skip locked
    )
    update posts p set state = 'PLANNED' from ready where p.id = ready.id and p.state = 'WAITING'
    returning p.module, p.site_id, p.email`.execute(tx);
  const posts = sql`jsonb_to_recordset(${JSON.stringify(admitted)}::jsonb) as a(module text, site_id text, email text)`;
  // Of the posts themselves: one whose site was deleted has no row any more, and still comes to its end.
  await sql`select refresh_site_queues(array_agg(module), array_agg(site_id), false) from ${posts}`.execute(tx);
  const { rows } = await sql<ShownRow>`
    update project_sites r set wait_info = 'Waiting for its turn' from ${posts}
    where r.project_id = ${projectId} and r.module = a.module and r.site_id = a.site_id and r.email = a.email
    returning ${shownColumns}`.execute(tx);
  return rows;
}

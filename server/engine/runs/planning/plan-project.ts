import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { PostingProject } from '#domain/contract/projects/posting.ts';
import { drawPosts, plannedSets } from '#domain/rules/planning/run-plan.ts';
import { seededRandom, shuffle } from '#domain/rules/random.ts';
import type { Tx } from '../../../db/store.ts';
import type { Note } from '../../../live/commit.ts';
import { noteSiteRows, type ShownRow, shownColumns } from '../../site-status.ts';
import { closeIfDone } from '../close-run.ts';
import { endProject } from '../end-project.ts';
import { applyProjectEvent } from '../project-status.ts';
import { insertPosts, readSets } from './insert-posts.ts';
import { planNext } from './plan-next.ts';
import type { ReadPlan, Target, ToPlan } from './to-plan.ts';

/**
 * Turns a STARTING project into a run, in one transaction: one row per site and post with its
 * due time and its links, then RUNNING. A broken precondition fails it with the reasons. The project's row is held from
 * the first statement on: a Stop comes before, and nothing is planned, or after, and stops what was planned.
 */
export async function planProject(tx: Tx, note: Note, id: number, readPlan: ReadPlan): Promise<void> {
  const held = await tx
    .selectFrom('projects')
    .where('id', '=', id)
    .where('status', '=', 'STARTING')
    .select('started_from')
    .forUpdate()
    .executeTakeFirst();
  if (!held) return;
  const project = await readPlan(tx, id);
  const fail = (reasons: string[]) => failProject(tx, note, project, reasons);
  const { act } = project;
  const again = held.started_from === 'COMPLETED' && isAgain(project.schedule);
  if (act === null) return project.handOver?.(tx, note, again);
  const targets = await readTargets(tx, project, again);
  const problems = project.problems(Math.max(targets.nChecked, targets.rows.length));
  if (problems.length > 0) return fail([...new Set(problems.map((problem) => problem.message))]);
  const missing = await project.begin?.(tx, note);
  if (missing !== undefined) return fail([missing]);
  await project.freeLogins(tx);
  // A number of posts may leave some rows without one: they begin anew too (D-ENG-04).
  if (again && project.numberOfPosts !== null) noteSiteRows(note, id, await clearRows(tx, id));
  const { runId, nPlanned } = await beginRun(tx, { project, act, again }, targets.rows);
  noteSiteRows(note, id, await showPlan(tx, id, runId));
  const schedule = project.schedule ? { ...project.schedule, status: 'RUNNING' as const } : undefined;
  await applyProjectEvent(tx, note, id, 'begin', { runId, ...(schedule ? { schedule } : {}) });
  if (nPlanned === 0) await closeIfDone(tx, note, id);
}

interface Start {
  project: ToPlan;
  act: NonNullable<ToPlan['act']>;
  again: boolean;
}

/** Opens a run with its posts; one that makes a number of them gets the first for each site, and the next as it goes. */
async function beginRun(tx: Tx, { project, act, again }: Start, targets: Target[]) {
  const { id, numberOfPosts } = project;
  const seed = randomBytes(8).toString('hex');
  if (numberOfPosts !== null)
    await tx
      .updateTable('projects')
      .set({ posts_since: sql<Date>`now()` })
      .where('id', '=', id)
      .$if(!again, (own) => own.where('posts_since', 'is', null))
      .execute();
  const { id: runId } = await tx
    .insertInto('runs')
    .values({ project_id: id, seed, planned: numberOfPosts === null ? targets.length : 0, wanted: numberOfPosts })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (numberOfPosts !== null) {
    const planned = await planNext(tx, { project, act, runId, isFirst: true });
    return { runId, nPlanned: planned.length };
  }
  await planOneEach(tx, { project, act, again }, { runId, seed, targets });
  return { runId, nPlanned: targets.length };
}

/** What its schedule started posts again only when that was said with it (D-ENG-27); a start by hand was asked. */
const isAgain = (schedule: PostingProject['schedule']) => schedule?.status !== 'RUNNING' || schedule.again === true;

/** Fails a project that cannot be planned; one that is not STARTING any more is left as it is. */
export async function failProject(
  tx: Tx,
  note: Note,
  project: Pick<PostingProject, 'id' | 'schedule'>,
  reasons: string[],
): Promise<void> {
  await endProject(tx, note, project.id, { event: 'fail', lastError: reasons, schedule: project.schedule });
}

/**
 * Checked sites to work on: all after COMPLETED, else those without SUCCESS (D-ENG-04). One whose post may stand waits for
 * the operator's word in any case: a further post would take the question away (D-ENG-19).
 */
async function readTargets(tx: Tx, { id, candidates }: Pick<ToPlan, 'id' | 'candidates'>, again: boolean) {
  const { rows: checked } = await sql<Target & { status: string }>`
    select r.module, r.site_id, r.email, r.status from (${candidates}) c
    join project_sites r on r.module = c.module and r.site_id = c.site_id and r.email = c.email
    where r.project_id = ${id} and r.checked order by r.module, r.site_id, r.email`.execute(tx);
  const rows = checked.filter((row) => row.status !== 'UNKNOWN' && (again || row.status !== 'SUCCESS'));
  return { nChecked: checked.length, rows };
}

async function clearRows(tx: Tx, id: number): Promise<ShownRow[]> {
  const { rows } = await sql<ShownRow>`update project_sites r set status = 'NONE', wait_info = null, post_url = null,
      proof_state = null, due_at = null
    where r.project_id = ${id} and r.checked and r.status not in ('NONE', 'UNKNOWN') returning ${shownColumns}`.execute(
    tx,
  );
  return rows;
}

/** The rows of a run begin anew: each says when its post goes out, or what it waits for. Its days are counted. */
async function showPlan(tx: Tx, id: number, runId: number): Promise<ShownRow[]> {
  const { rows } = await sql<ShownRow>`update project_sites r set status = 'NONE', post_url = null, proof_state = null,
      due_at = case when p.due_at > now() then p.due_at end,
      wait_info = case when p.due_at > now() then host_wait(h) else coalesce(host_wait(h), 'Waiting for its turn') end
    from posts p left join sites s on s.module = p.module and s.site_id = p.site_id left join hosts h on h.host = s.host
    where p.run_id = ${runId} and r.project_id = p.project_id and r.module = p.module and r.site_id = p.site_id and r.email = p.email
    returning ${shownColumns}`.execute(tx);
  await sql`update project_days set planned = done + failed where project_id = ${id} and day >= (now() at time zone 'utc')::date`.execute(
    tx,
  );
  await sql`insert into project_days as d (project_id, day, planned)
    select project_id, (due_at at time zone 'utc')::date, count(*) from posts where run_id = ${runId} group by 1, 2
    on conflict (project_id, day) do update set planned = d.planned + excluded.planned`.execute(tx);
  return rows;
}

interface Planned {
  runId: number;
  seed: string;
  targets: Target[];
}

async function planOneEach(tx: Tx, { project, act }: Start, { runId, seed, targets }: Planned): Promise<void> {
  const random = seededRandom(project.plan?.seed ?? seed);
  const sets = plannedSets(await readSets(tx, project.links), project.plan, 0);
  const { draws, dueTimes } = drawPosts(random, sets, { ...project, nPosts: targets.length });
  const posts = shuffle(random, targets).map(({ module, site_id, email }, index) => ({
    ...{ module, site_id, email },
    afterMs: dueTimes[index] ?? 0,
    seed: `${seed}-${index}`,
    draws: draws[index] ?? [],
  }));
  await insertPosts(tx, { projectId: project.id, runId, act, wait: false }, posts);
}

import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { type Module, moduleLabels } from '#domain/contract/modules.ts';
import type { PostingProject } from '#domain/contract/projects/posting.ts';
import type { Problem } from '#domain/contract/projects/rules.ts';
import { type Random, seededRandom, shuffle } from '#domain/rules/random.ts';
import { dayOfSpread } from '#domain/rules/spread.ts';
import type { ActKind } from '#domain/states/post.ts';
import type { Queryable, Tx } from '../../db/store.ts';
import type { LinkDraw } from '../../db/tables.ts';
import type { Note } from '../../live/commit.ts';
import { noteSiteRows, type ShownRow, shownColumns } from '../site-status.ts';
import { closeIfDone } from './close-run.ts';
import { type DrawnSet, drawLinks } from './draw-links.ts';
import { applyProjectEvent } from './project-status.ts';

const dayMs = 86_400_000;
const insertSize = 5_000;
const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789';

interface Target {
  module: PostingProject['module'];
  site_id: string;
  email: string;
}

/** What a run is planned from, whatever the kind of project. */
export interface ToPlan extends Pick<PostingProject, 'id' | 'module' | 'schedule' | 'profileId'> {
  /** Null: it has no acts, or this version cannot carry them out yet. */
  act: ActKind | null;
  /** Modules of its site rows. */
  siteModules: readonly Module[];
  /** What forbids to begin; `nChecked` is the number of its checked sites. */
  problems(nChecked: number): Problem[];
  /** What a start takes beside (a mailbox); answers why it cannot, with nothing changed. */
  begin?(tx: Tx): Promise<string | undefined>;
  /** Of a kind whose work is no acts: begins it, and moves the project on. `again`: also what succeeded before. */
  handOver?(tx: Tx, note: Note, again: boolean): Promise<void>;
  /** The links that its acts carry: from which sets, and how many each. */
  links: Pick<PostingProject, 'linkSetProfiles'> & { min: number; max: number };
}
/** Reads what is to be planned; handed in, since the engine knows no feature. */
export type ReadPlan = (tx: Tx, id: number) => Promise<ToPlan>;

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
  if (project.handOver) return project.handOver(tx, note, again);
  if (act === null) return fail([`${moduleLabels[project.module]} projects cannot be run by this version yet`]);
  const targets = await readTargets(tx, project, again);
  const problems = project.problems(Math.max(targets.nChecked, targets.rows.length));
  if (problems.length > 0) return fail([...new Set(problems.map((problem) => problem.message))]);
  const missing = await project.begin?.(tx);
  if (missing !== undefined) return fail([missing]);
  // An operator's new start is also a new chance for accounts that were stopped.
  await tx
    .updateTable('accounts')
    .set({ stopped_reason: null })
    .where('profile_id', '=', project.profileId ?? 0)
    .where('stopped_reason', 'is not', null)
    .execute();
  const seed = randomBytes(8).toString('hex');
  const run = await tx
    .insertInto('runs')
    .values({ project_id: id, seed, planned: targets.rows.length })
    .returning('id')
    .executeTakeFirstOrThrow();
  await insertPosts(tx, { project, act, runId: run.id, seed, targets: targets.rows });
  noteSiteRows(note, id, await showPlan(tx, id, run.id));
  const schedule = project.schedule ? { ...project.schedule, status: 'RUNNING' as const } : undefined;
  await applyProjectEvent(tx, note, id, 'begin', { runId: run.id, ...(schedule ? { schedule } : {}) });
  if (targets.rows.length === 0) await closeIfDone(tx, note, id);
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
  const schedule = project.schedule ? { ...project.schedule, status: 'DONE' as const } : undefined;
  await applyProjectEvent(tx, note, project.id, 'fail', { lastError: reasons, ...(schedule ? { schedule } : {}) });
}

/**
 * Checked sites to work on: all after COMPLETED, else those without SUCCESS (D-ENG-04). One whose post may stand waits for
 * the operator's word in any case: a further post would take the question away (D-ENG-19).
 */
async function readTargets(tx: Tx, { id, siteModules }: Pick<ToPlan, 'id' | 'siteModules'>, again: boolean) {
  const checked = await tx
    .selectFrom('project_sites')
    .innerJoin('sites', (join) =>
      join.onRef('sites.module', '=', 'project_sites.module').onRef('sites.site_id', '=', 'project_sites.site_id'),
    )
    .where('project_id', '=', id)
    .where('project_sites.module', 'in', siteModules)
    .where('checked', '=', true)
    .select(['project_sites.module', 'project_sites.site_id', 'project_sites.email', 'project_sites.status'])
    .execute();
  const rows = checked.filter((row) => row.status !== 'UNKNOWN' && (again || row.status !== 'SUCCESS'));
  return { nChecked: checked.length, rows: rows as Target[] };
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

interface Plan {
  project: ToPlan;
  act: ActKind;
  runId: number;
  seed: string;
  targets: Target[];
}

async function insertPosts(tx: Tx, { project, act, runId, seed, targets }: Plan): Promise<void> {
  const random = seededRandom(seed);
  const sets = await readSets(tx, project.links);
  const bounds = { min: project.links.min, max: project.links.max, nPosts: targets.length };
  const draws = drawLinks(random, sets, bounds);
  const dueTimes = spreadOver(random, targets.length, project.schedule);
  const posts = shuffle(random, targets).map((target, index) => ({
    ...target,
    afterMs: dueTimes[index] ?? 0,
    seed: `${seed}-${index}`,
    marker: newMarker(),
    draws: draws[index] as LinkDraw[],
  }));
  for (let at = 0; at < posts.length; at += insertSize)
    await sql`insert into posts (project_id, run_id, kind, module, site_id, email, state, due_at, seed, marker, draws)
      select ${project.id}, ${runId}, ${act}, k.module, k.site_id, k.email,
        case when k."afterMs" > 0 or h.stopped or h.hold_until > now() then 'WAITING' else 'PLANNED' end,
        now() + make_interval(secs => k."afterMs" / 1000), k.seed, k.marker, k.draws
      from jsonb_to_recordset(${JSON.stringify(posts.slice(at, at + insertSize))}::jsonb)
      as k(module text, site_id text, email text, "afterMs" float8, seed text, marker text, draws jsonb)
      left join sites s on s.module = k.module and s.site_id = k.site_id left join hosts h on h.host = s.host`.execute(
      tx,
    );
  await sql`select refresh_site_queues(array_agg(module), array_agg(site_id), false)
    from posts where run_id = ${runId} and state = 'PLANNED'`.execute(tx);
}

/** The input link sets of a project that are left, with their keyword mix. */
export async function readSets(
  tx: Queryable,
  { linkSetProfiles }: Pick<PostingProject, 'linkSetProfiles'>,
): Promise<DrawnSet[]> {
  const ids = linkSetProfiles.flatMap((row) => row.linkSetId ?? []);
  if (ids.length === 0) return [];
  const lists = await tx.selectFrom('url_lists').where('id', 'in', ids).select(['id', 'keywords']).execute();
  const keywords = new Map(lists.map((row) => [row.id, row.keywords]));
  return linkSetProfiles.flatMap((row) =>
    row.linkSetId !== null && keywords.has(row.linkSetId)
      ? [{ ...row, linkSetId: row.linkSetId, keywords: keywords.get(row.linkSetId) ?? null }]
      : [],
  );
}

/** Delays from the start in ms: none for Once; for Spread evenly over the days at random minutes (D-SCHED-07). */
export function spreadOver(
  random: Random,
  nPosts: number,
  schedule: Pick<NonNullable<PostingProject['schedule']>, 'durationType' | 'nDay'> | null,
): number[] {
  const nDays = schedule?.durationType === 'Spread' ? (schedule.nDay ?? 1) : 0;
  if (nDays === 0) return Array.from({ length: nPosts }, () => 0);
  return Array.from({ length: nPosts }, (_, index) => {
    const day = dayOfSpread(index, { nPosts, nDays });
    return day * dayMs + Math.floor(random() * 1_440) * 60_000;
  });
}

function newMarker(): string {
  return `r${[...randomBytes(15)].map((byte) => alphabet[byte % alphabet.length]).join('')}`;
}

import { sql } from 'kysely';
import type { LinkDraw } from '#domain/rules/planning/draw-links.ts';
import { blockAt, delaysOfGoing, drawBlock, plannedSets } from '#domain/rules/planning/run-plan.ts';
import { seededRandom, shuffle } from '#domain/rules/random.ts';
import type { Tx } from '../../../db/store.ts';
import { stateList } from '../../state-lists.ts';
import { insertPosts, type PlannedPost, readSets } from './insert-posts.ts';
import type { Target, ToPlan } from './to-plan.ts';

const dayMs = 86_400_000;

/** A run that makes a number of posts, and its project. */
export interface GoingRun {
  project: ToPlan;
  act: NonNullable<ToPlan['act']>;
  runId: number;
  /** True at its start: its project has a slot. */
  isFirst: boolean;
}

/** What stands of such a run. */
interface Standing {
  seed: string;
  wanted: number;
  /** Since its start, in ms by the store's clock. */
  elapsedMs: number;
  /** Posts of it in all, and those that are open. */
  inRun: number;
  open: number;
  /** Posts that were made, may stand or are open: in this run, and in those before it that count for the same number. */
  counted: number;
  before: number;
}

async function readStanding(tx: Tx, { project, runId }: GoingRun): Promise<Standing | undefined> {
  const { rows } = await sql<Standing>`
    select r.seed, r.wanted, (extract(epoch from now() - r.started_at) * 1000)::float8 as "elapsedMs", c.* from runs r
    join projects j on j.id = r.project_id cross join lateral (
      select count(*) filter (where p.run_id = r.id) as "inRun",
        count(*) filter (where p.run_id = r.id and p.state not in ${stateList('ended')}) as open,
        count(*) filter (where p.run_id = r.id and p.state not in ('FAILED', 'SKIPPED')) as counted,
        count(*) filter (where p.run_id <> r.id and p.state not in ('FAILED', 'SKIPPED')) as before
      from posts p join runs o on o.id = p.run_id
      where p.project_id = ${project.id} and (o.id = r.id or o.started_at >= j.posts_since)) c
    where r.id = ${runId} and r.ended_at is null and r.wanted is not null`.execute(tx);
  return rows[0];
}

/**
 * Plans the next posts of a run that makes a number of them: at most one for each chosen site that has none open, those with
 * the fewest first. A site whose post failed, or may stand, gets no further one in this run: its share goes to the others.
 * Answers their ids; with none, and none open, the run plans no more. The project's row is held.
 */
export async function planNext(tx: Tx, run: GoingRun): Promise<number[]> {
  const standing = await readStanding(tx, run);
  if (!standing) return [];
  const room = await roomFor(tx, run.project, standing);
  const targets = room > 0 ? await idleRows(tx, run, standing.seed) : [];
  const chosen = targets.slice(0, room);
  if (chosen.length > 0) return insertNext(tx, run, standing, chosen);
  if (standing.open === 0) await tx.updateTable('runs').set({ wanted: null }).where('id', '=', run.runId).execute();
  return [];
}

/** How many posts may be planned now. */
async function roomFor(tx: Tx, project: ToPlan, standing: Standing): Promise<number> {
  const { wanted, counted, before, elapsedMs } = standing;
  if (wanted > 0) return Math.max(0, wanted - before - counted);
  const { schedule } = project;
  if (schedule?.durationType === 'Spread' && elapsedMs >= (schedule.nDay ?? 1) * dayMs) return 0;
  return articlesLeft(tx, project);
}

/** Uses that are left in the content group for posts that have no article yet; without a limit there is no end of them. */
async function articlesLeft(tx: Tx, { id, contentGroupId }: ToPlan): Promise<number> {
  const { rows } = await sql<{ left: number | null }>`
    select (select sum(greatest(0, g.max_usage_per_article - a.usage_count - a.reserved)) from articles a
        where a.content_group_id = g.id)
      - (select count(*) from article_uses u join articles a on a.id = u.article_id
          where a.content_group_id = g.id and u.reserved = 0)
      - (select count(*) from posts p where p.project_id = ${id} and p.article_id is null and p.state not in ${stateList('ended')})
      as left
    from content_groups g where g.id = ${contentGroupId ?? 0} and g.max_usage_per_article > 0`.execute(tx);
  return rows[0] ? Math.max(0, Number(rows[0].left ?? 0)) : Number.POSITIVE_INFINITY;
}

/** Chosen rows that have no open post and whose last one neither failed nor may stand, in the order in which they get their next. */
async function idleRows(tx: Tx, { project, runId }: GoingRun, seed: string): Promise<Target[]> {
  const { rows } = await sql<Target & { made: number }>`
    select r.module, r.site_id, r.email, coalesce(p.made, 0) as made from (${project.candidates}) c
    join project_sites r on r.module = c.module and r.site_id = c.site_id and r.email = c.email
    left join (
      select module, site_id, email, count(*) as made, bool_or(state not in ${stateList('ended')} or state = 'FAILED') as rests
      from posts where run_id = ${runId} group by 1, 2, 3
    ) p on p.module = r.module and p.site_id = r.site_id and p.email = r.email
    where r.project_id = ${project.id} and r.checked and r.status <> 'UNKNOWN' and not coalesce(p.rests, false)
    order by r.module, r.site_id, r.email`.execute(tx);
  return shuffle(seededRandom(`${seed} turns`), rows).toSorted((one, other) => one.made - other.made);
}

async function insertNext(tx: Tx, run: GoingRun, standing: Standing, targets: Target[]) {
  const { project, act, runId, isFirst } = run;
  const draws = await drawsFrom(tx, project, standing, targets.length);
  const times = timesFrom(project, standing, targets.length);
  const posts = targets.map(
    ({ module, site_id, email }, index): PlannedPost => ({
      ...{ module, site_id, email },
      afterMs: times[index] ?? 0,
      seed: `${standing.seed}-${standing.inRun + index}`,
      draws: draws[index] ?? [],
    }),
  );
  await sql`update runs set planned = planned + ${posts.length} where id = ${runId}`.execute(tx);
  return insertPosts(tx, { projectId: project.id, runId, act, wait: !isFirst }, posts);
}

/** The links of the next posts: each block of a run is drawn from its own seed, so that they need not be kept. */
async function drawsFrom(tx: Tx, project: ToPlan, standing: Standing, count: number): Promise<LinkDraw[][]> {
  const { links, plan } = project;
  const sets = await readSets(tx, links);
  const { inRun, wanted, before } = standing;
  const seed = plan?.seed ?? standing.seed;
  const blocks = new Map<string, LinkDraw[][]>();
  return Array.from({ length: count }, (_, index) => {
    const { block, at, nPosts } = blockAt(inRun + index, wanted - before);
    const key = `${block} of ${nPosts}`;
    const drawn = blocks.get(key) ?? drawBlock(seed, plannedSets(sets, plan, block), { links, block, nPosts });
    blocks.set(key, drawn);
    return drawn[at] ?? [];
  });
}

/** From now to the times of the next posts, in ms: at once, or over the days of a Spread (D-SCHED-07). */
function timesFrom({ schedule, plan }: ToPlan, standing: Standing, count: number): number[] {
  const nPosts = standing.wanted - standing.before;
  if (schedule?.durationType !== 'Spread' || nPosts <= 0) return Array.from({ length: count }, () => 0);
  const of = { seed: plan?.seed ?? standing.seed, from: standing.counted, count };
  const delays = delaysOfGoing(of, { nPosts, nDays: schedule.nDay ?? 1 });
  return delays.map((delay) => Math.max(0, delay - standing.elapsedMs));
}

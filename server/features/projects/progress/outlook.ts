import { sql } from 'kysely';
import type { Schedule } from '#domain/contract/schedules.ts';
import type { DayTally, Outlook } from '#domain/contract/tallies.ts';
import { postsOnDay } from '#domain/rules/spread.ts';
import { isBusy } from '#domain/states/project.ts';
import type { Queryable } from '../../../db/store.ts';
import { tallyOf } from '../../../engine/progress/tallies.ts';
import { NotFound } from '../../../errors/refusal.ts';

/** How far a project is, what happens next, and its posts by day; 404 when it does not exist. Its posts are not counted. */
export async function outlookOf(db: Queryable, id: number): Promise<Outlook> {
  const project = await db
    .selectFrom('projects')
    .innerJoin('campaigns', 'campaigns.id', 'projects.campaign_id')
    .where('projects.id', '=', id)
    .select(['projects.status', 'projects.starts_at', 'projects.schedule', 'campaigns.status as campaignStatus'])
    .executeTakeFirst();
  const tally = await tallyOf(db, id);
  if (!project || !tally) throw new NotFound('project');
  const next = await db
    .selectFrom('posts')
    .where('project_id', '=', id)
    .where('state', '=', 'WAITING')
    .where('due_at', '>', sql<Date>`now()`)
    .orderBy('due_at')
    .select(['due_at', 'site_id'])
    .limit(1)
    .executeTakeFirst();
  const isWaiting = project.status === 'SCHEDULED';
  const startsAt = isWaiting ? project.starts_at : null;
  const spread = isWaiting ? spreadOf(project.schedule, tally) : null;
  const told = await daysOf(db, id);
  const stood = told.days.flatMap((day) => planAsItStands(day, isBusy(project.status)));
  const coming = comingDays(startsAt, spread);
  return {
    tally,
    nextPost: next ? { at: next.due_at.toISOString(), siteId: next.site_id } : null,
    nextRunAt: startsAt?.toISOString() ?? null,
    isPaused: isWaiting && project.campaignStatus === 'PAUSED',
    days: joinedDays(stood, coming.days),
    later: isBusy(project.status) ? told.later : coming.later,
    spread,
  };
}

type Day = DayTally & { isComing: boolean };
type Later = Outlook['later'];
const mostDays = 366;
const dayMs = 86_400_000;

/** The days nearest to today, and what is planned after them: a Spread may take a hundred years. */
async function daysOf(db: Queryable, id: number): Promise<{ days: Day[]; later: Later }> {
  const today = sql`(now() at time zone 'utc')::date`;
  const { rows: days } = await sql<Day>`select * from (
      select to_char(day, 'YYYY-MM-DD') as day, planned, done, failed, day >= ${today} as "isComing"
      from project_days where project_id = ${id}
      order by abs(project_days.day - ${today}), project_days.day limit ${mostDays}) d order by day`.execute(db);
  if (days.length < mostDays) return { days, later: { days: 0, posts: 0 } };
  const { rows } = await sql<Later>`select count(*)::int as days, coalesce(sum(planned), 0)::int as posts
    from project_days where project_id = ${id} and planned > 0 and day > ${days.at(-1)?.day}::date`.execute(db);
  return { days, later: rows[0] ?? { days: 0, posts: 0 } };
}

/**
 * What a schedule will spread when it starts: its number of posts, else what is not posted yet, or all once more (D-ENG-27).
 * As many as go have no number (D-SCHED-08).
 */
function spreadOf(schedule: Schedule | null, { chosen, done, unknown }: Outlook['tally']): Outlook['spread'] {
  if (schedule?.durationType !== 'Spread' || schedule.numberOfPosts === 0) return null;
  const nDays = schedule.nDay ?? 1;
  if (schedule.numberOfPosts !== null) return { nPosts: schedule.numberOfPosts, nDays };
  const nPosts = Math.max(0, chosen - unknown - (schedule.again === true ? 0 : done));
  return { nPosts, nDays };
}

/** The days of a Spread that has not begun, each told where its 24 hours begin. */
function comingDays(startsAt: Date | null, spread: Outlook['spread']): { days: DayTally[]; later: Later } {
  const days: DayTally[] = [];
  const later = { days: 0, posts: 0 };
  if (!startsAt || !spread) return { days, later };
  for (let at = 0; at < spread.nDays; at += 1) {
    const planned = postsOnDay(at, spread);
    if (planned === 0) continue;
    if (days.length >= mostDays) {
      later.days += 1;
      later.posts += planned;
      continue;
    }
    const day = new Date(startsAt.getTime() + at * dayMs).toISOString().slice(0, 10);
    days.push({ day, planned, done: 0, failed: 0 });
  }
  return { days, later };
}

/** Days of before with days to come, in order; the latest when they are too many. */
function joinedDays(stood: DayTally[], coming: DayTally[]): DayTally[] {
  if (coming.length === 0) return stood;
  const days = new Map(stood.map((day) => [day.day, day]));
  for (const day of coming) {
    const held = days.get(day.day);
    days.set(day.day, held ? { ...held, planned: held.planned + day.planned } : day);
  }
  return [...days.values()].toSorted((a, b) => (a.day < b.day ? -1 : 1)).slice(-mostDays);
}

/** What was planned from now on counts only while the project runs: Stop and the end of a run call the rest off. */
function planAsItStands({ isComing, ...day }: Day, runs: boolean): DayTally[] {
  const ended = day.done + day.failed;
  const planned = runs || !isComing ? Math.max(day.planned, ended) : ended;
  return planned + ended === 0 ? [] : [{ ...day, planned }];
}

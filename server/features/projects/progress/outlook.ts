import { sql } from 'kysely';
import type { DayTally, Outlook } from '#domain/contract/tallies.ts';
import { isBusy } from '#domain/states/project.ts';
import type { Queryable } from '../../../db/store.ts';
import { tallyOf } from '../../../engine/progress/tallies.ts';
import { NotFound } from '../../../errors/refusal.ts';

/** How far a project is, what happens next, and its posts by day; 404 when it does not exist. Its posts are not counted. */
export async function outlookOf(db: Queryable, id: number): Promise<Outlook> {
  const project = await db
    .selectFrom('projects')
    .where('id', '=', id)
    .where('campaign_id', 'is not', null)
    .select(['status', 'starts_at'])
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
  return {
    tally,
    nextPost: next ? { at: next.due_at.toISOString(), siteId: next.site_id } : null,
    nextRunAt: project.status === 'SCHEDULED' ? (project.starts_at?.toISOString() ?? null) : null,
    days: (await daysOf(db, id)).flatMap((day) => planAsItStands(day, isBusy(project.status))),
  };
}

type Day = DayTally & { isComing: boolean };

async function daysOf(db: Queryable, id: number): Promise<Day[]> {
  const { rows } = await sql<Day>`select * from (
      select to_char(day, 'YYYY-MM-DD') as day, planned, done, failed, day >= (now() at time zone 'utc')::date as "isComing"
      from project_days where project_id = ${id} order by project_days.day desc limit 366) d order by day`.execute(db);
  return rows;
}

/** What was planned from now on counts only while the project runs: Stop and the end of a run call the rest off. */
function planAsItStands({ isComing, ...day }: Day, runs: boolean): DayTally[] {
  const ended = day.done + day.failed;
  const planned = runs || !isComing ? Math.max(day.planned, ended) : ended;
  return planned + ended === 0 ? [] : [{ ...day, planned }];
}

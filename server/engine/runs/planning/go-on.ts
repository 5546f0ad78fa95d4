import { sql } from 'kysely';
import { anyOf } from '../../../db/any-of.ts';
import type { Queryable, Tx } from '../../../db/store.ts';
import type { Note } from '../../../live/commit.ts';
import { noteSiteRows, type ShownRow, shownColumns } from '../../site-status.ts';
import { stateList } from '../../state-lists.ts';
import { closeIfDone } from '../close-run.ts';
import { planNext } from './plan-next.ts';
import type { ReadPlan } from './to-plan.ts';

/**
 * Running projects whose run makes a number of posts and may need the next ones planned: nothing of it is open, or some of
 * their rows have no open post and the number is not reached. A Spread of months is asked this once a second.
 */
export async function goingProjects(db: Queryable): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select p.id from runs r join projects p on p.id = r.project_id cross join lateral (
      select count(*) as open from posts o where o.run_id = r.id and o.state not in ${stateList('ended')}) c
    where r.ended_at is null and r.wanted is not null and p.status = 'RUNNING' and (c.open = 0
      or (c.open < (select count(*) from project_sites s where s.project_id = p.id and s.checked and s.status <> 'UNKNOWN')
        and (r.wanted = 0 or r.wanted > (select count(*) from posts o join runs of on of.id = o.run_id
          where o.project_id = p.id and (of.id = r.id or of.started_at >= p.posts_since)
            and o.state not in ('FAILED', 'SKIPPED')))))
    order by p.id`.execute(db);
  return rows.map((row) => row.id);
}

/**
 * Plans the next posts of a project whose run makes a number of them (D-SCHED-08), or ends the run when it is over. The
 * project's row is held: a Stop comes before, and nothing is planned, or after, and calls off what was planned. Several
 * processes may ask at once: the second finds the posts of the first.
 */
export async function goOn(tx: Tx, note: Note, id: number, readPlan: ReadPlan): Promise<void> {
  const held = await tx
    .selectFrom('projects')
    .where('id', '=', id)
    .where('status', '=', 'RUNNING')
    .where('campaign_id', 'is not', null)
    .select('run_id')
    .forUpdate()
    .executeTakeFirst();
  if (!held?.run_id) return;
  const project = await readPlan(tx, id);
  if (project.act === null) return;
  const planned = await planNext(tx, { project, act: project.act, runId: held.run_id, isFirst: false });
  if (planned.length > 0) noteSiteRows(note, id, await showNext(tx, planned));
  else await closeIfDone(tx, note, id);
}

/** A row keeps what its last post made of it, and says when the next one goes out. The days of what was planned count it. */
async function showNext(tx: Tx, planned: number[]): Promise<ShownRow[]> {
  const { rows } = await sql<ShownRow>`update project_sites r set due_at = case when p.due_at > now() then p.due_at end,
    wait_info = coalesce(host_wait(h),
      case when p.due_at <= now() then 'Waiting for its turn' end)
    from posts p left join sites s on s.module = p.module and s.site_id = p.site_id left join hosts h on h.host = s.host
    where p.id = ${anyOf(planned)} and r.project_id = p.project_id and r.module = p.module and r.site_id = p.site_id and r.email = p.email
    returning ${shownColumns}`.execute(tx);
  await sql`insert into project_days as d (project_id, day, planned)
    select project_id, (due_at at time zone 'utc')::date, count(*) from posts where id = ${anyOf(planned)} group by 1, 2
    on conflict (project_id, day) do update set planned = d.planned + excluded.planned`.execute(tx);
  return rows;
}

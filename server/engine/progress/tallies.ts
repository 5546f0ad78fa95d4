import { sql } from 'kysely';
import { type CampaignTally, noCampaignTally, type ProjectTally } from '#domain/contract/tallies.ts';
import { anyOf } from '../../db/any-of.ts';
import type { Queryable } from '../../db/store.ts';
import { iso } from '../checks/proved-rows.ts';

/** Sums of a tally and of the differences that are not folded yet, over `t`, one row for each project. */
const projectSums = sql`t.project_id as "projectId", t.version, t.chosen + c.chosen as chosen, t.done + c.done as done,
  t.failed + c.failed as failed, t.unknown + c.unknown as unknown, t.live + c.live as live,
  ${iso(sql`t.last_run_at`)} as "lastRunAt"`;
const unfolded = sql`lateral (select coalesce(sum(d.chosen), 0)::bigint as chosen, coalesce(sum(d.done), 0)::bigint as done,
    coalesce(sum(d.failed), 0)::bigint as failed, coalesce(sum(d.unknown), 0)::bigint as unknown,
    coalesce(sum(d.live), 0)::bigint as live
  from project_changes d where d.project_id = t.project_id) c`;

/** How far all projects of a campaign are. */
export async function talliesOf(db: Queryable, campaignId: number): Promise<ProjectTally[]> {
  const { rows } = await sql<ProjectTally>`select ${projectSums}
    from projects p join project_tallies t on t.project_id = p.id cross join ${unfolded}
    where p.campaign_id = ${campaignId}`.execute(db);
  return rows;
}

/** How far one project is; undefined when it does not exist. */
export async function tallyOf(db: Queryable, projectId: number): Promise<ProjectTally | undefined> {
  const { rows } = await sql<ProjectTally>`select ${projectSums} from project_tallies t cross join ${unfolded}
    where t.project_id = ${projectId}`.execute(db);
  return rows[0];
}

/** Sums by campaign, of some or all; those without projects are left out. Read from narrow rows: no post is looked at. */
export async function campaignTallies(db: Queryable, ids?: number[]): Promise<Map<number, CampaignTally>> {
  const { rows } = await sql<CampaignTally & { id: number }>`
    with sums as (
      select p.campaign_id as id, count(*) as projects, sum(t.chosen) as chosen, sum(t.done) as done, sum(t.failed) as failed,
        sum(t.unknown) as unknown, sum(t.live) as live, max(t.last_run_at) as last_run_at,
        min(p.starts_at) filter (where p.status = 'SCHEDULED') as next_run_at
      from projects p join project_tallies t on t.project_id = p.id
      where ${ids ? sql`p.campaign_id = ${anyOf(ids)}` : sql`p.campaign_id is not null`} group by 1
    ), unfolded as (
      select p.campaign_id as id, sum(d.chosen) as chosen, sum(d.done) as done, sum(d.failed) as failed,
        sum(d.unknown) as unknown, sum(d.live) as live
      from project_changes d join projects p on p.id = d.project_id where p.campaign_id in (select id from sums) group by 1
    )
    select s.id, s.projects, (s.chosen + coalesce(u.chosen, 0))::bigint as chosen, (s.done + coalesce(u.done, 0))::bigint as done,
      (s.failed + coalesce(u.failed, 0))::bigint as failed, (s.unknown + coalesce(u.unknown, 0))::bigint as unknown,
      (s.live + coalesce(u.live, 0))::bigint as live, ${iso(sql`s.last_run_at`)} as "lastRunAt",
      ${iso(sql`case when c.status = 'ACTIVE' then s.next_run_at end`)} as "nextRunAt"
    from sums s join campaigns c on c.id = s.id left join unfolded u on u.id = s.id`.execute(db);
  return new Map(rows.map(({ id, ...tally }) => [id, { ...noCampaignTally, ...tally }]));
}

import { sql } from 'kysely';
import type { LinkSetKeywords } from '#domain/contract/links.ts';
import type { Module } from '#domain/contract/modules.ts';
import type { Schedule } from '#domain/contract/schedules.ts';
import type { ShownPlan } from '#domain/rules/planning/run-plan.ts';
import type { Tx } from '../../db/store.ts';
import { scheduleColumns } from '../../engine/runs/project-status.ts';
import { kindOf } from '../projects/kinds/kinds.ts';
import type { columnsOf } from '../projects/project-forms.ts';
import type { ChosenSite } from './chosen-sites.ts';

/** Rows of one statement. */
const insertSize = 5_000;

interface NewLinkSet {
  name: string;
  keywords: LinkSetKeywords | null;
  onlyLive: boolean;
}

/** Makes link sets; their ids in the order given. A new campaign is told as a whole: nobody listens for its parts yet. */
export async function insertLinkSets(tx: Tx, campaignId: number, sets: readonly NewLinkSet[]): Promise<number[]> {
  const rows = await tx
    .insertInto('url_lists')
    .values(
      sets.map(({ name, keywords, onlyLive }) => ({
        campaign_id: campaignId,
        name,
        keywords: keywords === null ? null : JSON.stringify(keywords),
        only_live: onlyLive,
      })),
    )
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Makes empty account profiles; `group` is told to people beside them (D-ACC-07). */
export async function insertProfiles(
  tx: Tx,
  campaignId: number,
  profiles: readonly { name: string; group: string }[],
): Promise<number[]> {
  if (profiles.length === 0) return [];
  const rows = await tx
    .insertInto('profiles')
    .values(profiles.map(({ name, group }) => ({ campaign_id: campaignId, name, group_label: group })))
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** A scheduled project as its kind writes it. */
export interface NewProject {
  name: string;
  module: Module;
  columns: ReturnType<typeof columnsOf>;
  schedule: Schedule;
  plan: ShownPlan | null;
}

/** Projects of one statement: writing one for hundreds of forms would hold the event loop. */
const projectsAtOnce = 50;

/** Makes scheduled projects; their ids in the order given. */
export async function insertProjects(tx: Tx, campaignId: number, projects: readonly NewProject[]): Promise<number[]> {
  const ids: number[] = [];
  for (let at = 0; at < projects.length; at += projectsAtOnce)
    ids.push(...(await insertSome(tx, campaignId, projects.slice(at, at + projectsAtOnce))));
  return ids;
}

async function insertSome(tx: Tx, campaignId: number, projects: readonly NewProject[]): Promise<number[]> {
  const rows = await tx
    .insertInto('projects')
    .values(
      projects.map(({ name, module, columns, schedule, plan }) => ({
        campaign_id: campaignId,
        name,
        module,
        status: 'SCHEDULED' as const,
        previous_status: 'NEW' as const,
        posts_since: sql<Date>`now()`,
        plan: plan === null ? null : JSON.stringify(plan),
        ...scheduleColumns(schedule),
        ...columns,
      })),
    )
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Marks all sites of its private network that the module of a project can post to. */
export async function insertNetworkSites(
  tx: Tx,
  { id, module, networkId }: { id: number; module: Module; networkId: number | null },
): Promise<void> {
  const candidates = kindOf(module).candidates({ id, module, networkId });
  await sql`insert into project_sites (project_id, module, site_id, email, checked)
    select ${id}::bigint, c.module, c.site_id, c.email, true from (${candidates}) c`.execute(tx);
}

/** Sites of projects, by project id. */
export type SitesOfProjects = Iterable<readonly [projectId: number, sites: readonly ChosenSite[]]>;

/** Marks the sites of projects, of many in one statement; one that was deleted meanwhile is left out. */
export async function insertSites(tx: Tx, projects: SitesOfProjects): Promise<void> {
  let rows: { p: number; m: Module; s: string }[] = [];
  const write = async () => {
    const json = JSON.stringify(rows);
    rows = [];
    await sql`insert into project_sites (project_id, module, site_id, email, checked)
      select k.p, s.module, s.site_id, '', true from jsonb_to_recordset(${json}::jsonb) as k(p bigint, m text, s text)
      join sites s on s.module = k.m and s.site_id = k.s`.execute(tx);
  };
  for (const [p, sites] of projects)
    for (const { module, siteId } of sites) {
      rows.push({ p, m: module, s: siteId });
      if (rows.length >= insertSize) await write();
    }
  if (rows.length > 0) await write();
}

import { sql } from 'kysely';
import type { Module } from '#domain/contract/modules.ts';
import type { ProjectPage, SiteRow } from '#domain/contract/projects.ts';
import type { App } from '../../app.ts';
import type { Queryable } from '../../db/store.ts';
import { listProfiles } from '../accounts/accounts.ts';
import { getCampaign } from '../campaigns/campaigns.ts';
import { listGroups } from '../content/groups.ts';
import { listLinkSets } from '../links/links.ts';
import { readProject } from './project-rows.ts';

/** A project with all that its page shows. */
export async function getProjectPage(app: App, id: number): Promise<ProjectPage> {
  const { db } = app.store;
  const project = await readProject(db, id);
  const [campaign, siblings, sites, profiles, campaigns, urlLists, contentGroups] = await Promise.all([
    getCampaign(db, project.campaignId),
    listSiblings(db, project.campaignId, id),
    listSiteRows(db, id, project.module),
    project.selectedCampaignId === null ? [] : listProfiles(db, project.selectedCampaignId),
    db.selectFrom('campaigns').select(['id', 'name']).orderBy('name').execute(),
    listLinkSets(db, project.campaignId),
    listGroups(db),
  ]);
  const { selectedCampaignId } = project;
  return {
    project,
    campaign: { ...campaign, wizardString: null },
    siblings,
    sites,
    profiles,
    campaigns,
    selectedCampaignId,
    urlLists,
    contentGroups,
  };
}

function listSiblings(db: Queryable, campaignId: number, id: number) {
  return db
    .selectFrom('projects')
    .where('campaign_id', '=', campaignId)
    .where('id', '!=', id)
    .select(['id', 'name', 'module', 'status'])
    .orderBy('id')
    .execute();
}

/** Catalogue sites of the project's module with their marks and run states. */
async function listSiteRows(db: Queryable, projectId: number, module: Module): Promise<SiteRow[]> {
  const rows = await db
    .selectFrom('sites')
    .leftJoin('project_sites', (join) =>
      join
        .onRef('project_sites.module', '=', 'sites.module')
        .onRef('project_sites.site_id', '=', 'sites.site_id')
        .on('project_sites.project_id', '=', projectId),
    )
    .where('sites.module', '=', module)
    .select([
      'sites.module',
      'sites.site_id',
      'sites.platform',
      'sites.pr',
      'sites.dofollow',
      sql<SiteRow['status']>`coalesce(project_sites.status, 'NONE')`.as('status'),
      'wait_info',
      sql<boolean>`coalesce(project_sites.checked, false)`.as('checked'),
      'post_url',
      'proof_state',
    ])
    .orderBy('sites.platform')
    .orderBy('sites.site_id')
    .execute();
  return rows.map((row) => ({
    id: { module: row.module, siteId: row.site_id },
    email: null,
    platform: row.platform,
    pr: row.pr,
    dofollow: row.dofollow,
    status: row.status,
    waitInfo: row.wait_info,
    checked: row.checked,
    postUrl: row.post_url,
    proof: row.proof_state,
  }));
}

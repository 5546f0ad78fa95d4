import type { ProjectPage } from '#domain/contract/projects/projects.ts';
import type { InPortions } from '../../calls/route.ts';
import type { Secrets } from '../../db/secrets.ts';
import type { Queryable } from '../../db/store.ts';
import { getCampaign } from '../campaigns/campaigns.ts';
import { listLinkSets } from '../links/links.ts';
import { kindOf } from './kinds/kinds.ts';
import { readForm } from './project-forms.ts';
import { rowsOf, siteRowPortions } from './site-rows.ts';

/** A project with all that the page of its kind shows (API-003). */
export async function getProjectPage(db: Queryable, id: number, secrets: Secrets): Promise<InPortions<ProjectPage>> {
  const project = await readForm(db, id, secrets);
  const { campaignId, module } = project;
  const [campaign, siblings, urlLists, lists] = await Promise.all([
    getCampaign(db, campaignId),
    listSiblings(db, campaignId, id),
    listLinkSets(db, campaignId),
    kindOf(module).pageLists(db, project),
  ]);
  return {
    project,
    campaign: { ...campaign, wizardString: null },
    siblings,
    sites: siteRowPortions(db, rowsOf(project)),
    profiles: [],
    urlLists,
    ...lists,
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

import { projectKind } from '#domain/contract/modules.ts';
import type { ProjectPage } from '#domain/contract/projects/projects.ts';
import type { InPortions } from '../../calls/route.ts';
import type { Secrets } from '../../db/secrets.ts';
import type { Queryable } from '../../db/store.ts';
import { listProfiles } from '../accounts/accounts.ts';
import { getCampaign } from '../campaigns/campaigns.ts';
import { listGroups } from '../content/groups.ts';
import { listLinkSets } from '../links/links.ts';
import { listNetworks } from '../private-networks/networks.ts';
import { readForm } from './project-forms.ts';
import { siteRowPortions } from './site-rows.ts';

/** A project with all that the page of its kind shows (API-003). */
export async function getProjectPage(db: Queryable, id: number, secrets: Secrets): Promise<InPortions<ProjectPage>> {
  const project = await readForm(db, id, secrets);
  const { campaignId, module } = project;
  const kind = projectKind(module);
  const networkId = 'profileId' in project ? project.profileId : null;
  const selectedCampaignId = 'selectedCampaignId' in project ? project.selectedCampaignId : null;
  const profilesOf = kind === 'account' ? campaignId : kind === 'posting' ? selectedCampaignId : null;
  const [campaign, siblings, profiles, lists] = await Promise.all([
    getCampaign(db, campaignId),
    listSiblings(db, campaignId, id),
    profilesOf === null ? [] : listProfiles(db, profilesOf),
    listsOf(db, kind, campaignId),
  ]);
  return {
    project,
    campaign: { ...campaign, wizardString: null },
    siblings,
    sites: siteRowPortions(db, { id, module, networkId }),
    profiles,
    ...lists,
    ...(kind === 'posting' ? { selectedCampaignId } : {}),
  };
}

async function listsOf(db: Queryable, kind: ReturnType<typeof projectKind>, campaignId: number) {
  const urlLists = await listLinkSets(db, campaignId);
  if (kind === 'indexer' || kind === 'account') return { urlLists };
  const contentGroups = await listGroups(db);
  if (kind === 'private') return { urlLists, contentGroups, privateNetworks: await listNetworks(db) };
  const campaigns = await db.selectFrom('campaigns').select(['id', 'name']).orderBy('name').execute();
  return { urlLists, contentGroups, campaigns };
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

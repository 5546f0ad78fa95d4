import type { Campaign } from '#domain/contract/campaigns.ts';
import { topics } from '#domain/contract/live.ts';
import type { App } from '../../app.ts';
import { anyOf } from '../../db/any-of.ts';
import type { Queryable } from '../../db/store.ts';
import { deleteProjectRows, releaseProjects } from '../../engine/delete-projects.ts';
import { noCounts, noteCampaignCounts, projectCounts } from '../../engine/project-status.ts';
import { NotFound } from '../../errors/refusal.ts';
import { commit } from '../../live/commit.ts';
import { removeLinkSets } from '../links/links.ts';

interface CampaignRow {
  id: number;
  name: string;
  status: Campaign['campaignStatus'];
  creating_type: Campaign['creatingType'];
  schedule: Campaign['schedule'];
}
const columns = ['id', 'name', 'status', 'creating_type', 'schedule'] as const;

function toCampaign(row: CampaignRow, projectCount = noCounts(), wizardString: string | null = null): Campaign {
  const { id, name, schedule } = row;
  return {
    id,
    name,
    campaignStatus: row.status,
    creatingType: row.creating_type,
    wizardString,
    schedule,
    projectCount,
  };
}

/** All campaigns, newest first. */
export async function listCampaigns(app: App): Promise<Campaign[]> {
  const rows = await app.store.db.selectFrom('campaigns').select(columns).orderBy('id', 'desc').execute();
  const counts = await projectCounts(app.store.db);
  return rows.map((row) => toCampaign(row, counts.get(row.id)));
}

/** One campaign with its counts; 404 when it does not exist. */
export async function getCampaign(db: Queryable, id: number): Promise<Campaign> {
  const row = await db
    .selectFrom('campaigns')
    .where('id', '=', id)
    .select([...columns, 'wizard_string'])
    .executeTakeFirst();
  if (!row) throw new NotFound('campaign');
  return toCampaign(row, (await projectCounts(db, [id])).get(id), row.wizard_string);
}

export async function createCampaign(app: App, name: string): Promise<Campaign> {
  return commit(app, async (tx, note) => {
    const row = await tx.insertInto('campaigns').values({ name }).returning(columns).executeTakeFirstOrThrow();
    const campaign = toCampaign(row);
    note(topics.campaigns, { action: 'addNew', campaign });
    return campaign;
  });
}

export async function renameCampaign(app: App, id: number, name: string): Promise<Campaign> {
  return commit(app, async (tx, note) => {
    await tx.updateTable('campaigns').set({ name }).where('id', '=', id).execute();
    const campaign = await getCampaign(tx, id);
    note(topics.campaigns, { action: 'rename', id, name });
    note(topics.campaign(id), { action: 'rename', id, name });
    return campaign;
  });
}

const idsOf = (rows: { id: number }[]) => rows.map((row) => row.id);

/** Deletes campaigns with all they hold; running projects are stopped first (D-GEN-16). */
export async function deleteCampaigns(app: App, ids: number[]): Promise<number[]> {
  return commit(app, async (tx, note) => {
    await tx.selectFrom('campaigns').where('id', '=', anyOf(ids)).select('id').orderBy('id').forUpdate().execute();
    const own = await tx.selectFrom('projects').where('campaign_id', '=', anyOf(ids)).select('id').execute();
    const profiles = await tx.selectFrom('profiles').where('campaign_id', '=', anyOf(ids)).select('id').execute();
    await releaseProjects(tx, note, 'profiles', idsOf(profiles));
    await deleteProjectRows(tx, note, idsOf(own));
    const sets = await tx.selectFrom('url_lists').where('campaign_id', '=', anyOf(ids)).select('id').execute();
    await removeLinkSets(app, tx, note, idsOf(sets));
    const gone = await tx.deleteFrom('campaigns').where('id', '=', anyOf(ids)).returning('id').execute();
    const goneIds = gone.map((row) => row.id);
    if (goneIds.length > 0) note(topics.campaigns, { action: 'campaignsDeleted', ids: goneIds });
    return goneIds;
  });
}

/** Pauses or resumes the scheduler of a campaign (D-CAMP-06). */
export async function setCampaignStatus(app: App, id: number, status: Campaign['campaignStatus']): Promise<void> {
  await commit(app, async (tx, note) => {
    const row = await tx
      .updateTable('campaigns')
      .set({ status })
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst();
    if (!row) throw new NotFound('campaign');
    note(topics.campaign(id), { action: 'campaignStatusChanged', campaignId: id, campaignStatus: status });
    noteCampaignCounts(note, id);
  });
  app.wake();
}

import type { Campaign } from '#domain/contract/campaigns.ts';
import { topics } from '#domain/contract/live.ts';
import { noCampaignTally } from '#domain/contract/tallies.ts';
import { anyOf } from '../../db/any-of.ts';
import { madeBy } from '../../db/made-once.ts';
import type { Secrets } from '../../db/secrets.ts';
import type { Queryable, Tx } from '../../db/store.ts';
import { campaignTallies } from '../../engine/progress/tallies.ts';
import { deleteProjectRows, releaseProjects } from '../../engine/runs/delete-projects.ts';
import { noCounts, noteCampaignCounts, projectCounts } from '../../engine/runs/project-status.ts';
import type { TaskRoom } from '../../engine/tasks/task-room.ts';
import { NotFound } from '../../errors/refusal.ts';
import type { Note } from '../../live/commit.ts';
import { removeLinkSets } from '../links/links.ts';

interface CampaignRow {
  id: number;
  name: string;
  status: Campaign['campaignStatus'];
  creating_type: Campaign['creatingType'];
  schedule: Campaign['schedule'];
}
const columns = ['id', 'name', 'status', 'creating_type', 'schedule'] as const;

interface Sums {
  projectCount?: Campaign['projectCount'] | undefined;
  tally?: Campaign['tally'] | undefined;
}

function toCampaign(row: CampaignRow, sums: Sums = {}, wizardString: string | null = null): Campaign {
  const { id, name, schedule } = row;
  return {
    id,
    name,
    campaignStatus: row.status,
    creatingType: row.creating_type,
    wizardString,
    schedule,
    projectCount: sums.projectCount ?? noCounts(),
    tally: sums.tally ?? noCampaignTally,
  };
}

/** All campaigns, newest first. */
export async function listCampaigns(db: Queryable): Promise<Campaign[]> {
  const rows = await db.selectFrom('campaigns').select(columns).orderBy('id', 'desc').execute();
  const [counts, tallies] = await Promise.all([projectCounts(db), campaignTallies(db)]);
  return rows.map((row) => toCampaign(row, { projectCount: counts.get(row.id), tally: tallies.get(row.id) }));
}

/** One campaign with its counts; 404 when it does not exist. Its wizard is opened with `secrets` alone: it holds passwords. */
export async function getCampaign(db: Queryable, id: number, secrets?: Secrets): Promise<Campaign> {
  const row = await db
    .selectFrom('campaigns')
    .where('id', '=', id)
    .select([...columns, 'wizard_string'])
    .executeTakeFirst();
  if (!row) throw new NotFound('campaign');
  const projectCount = (await projectCounts(db, [id])).get(id);
  const tally = (await campaignTallies(db, [id])).get(id);
  const wizard = secrets && row.wizard_string ? secrets.open(row.wizard_string) : null;
  return toCampaign(row, { projectCount, tally }, wizard);
}

/** What a campaign keeps of where it comes from. */
export interface MadeFrom {
  /** Session of the editor or dialog that makes it; null: of none. */
  madeBy: string | null;
  wizard?: {
    schedule: NonNullable<Campaign['schedule']>;
    /** Sealed. */
    wizardString: string;
  };
}

/** Makes an empty campaign, by hand or from a wizard. */
export async function createCampaign(tx: Tx, note: Note, name: string, from?: MadeFrom): Promise<Campaign> {
  const wizard = from?.wizard && {
    creating_type: 'XWizard' as const,
    wizard_string: from.wizard.wizardString,
    schedule: JSON.stringify(from.wizard.schedule),
  };
  const row = await tx
    .insertInto('campaigns')
    .values({ name, made_by: from?.madeBy ?? null, ...wizard })
    .returning(columns)
    .executeTakeFirstOrThrow();
  const campaign = toCampaign(row);
  note(topics.campaigns, { action: 'addNew', campaign });
  return campaign;
}

/** Makes an empty campaign by hand: a dialog that was not answered and asks again makes no second one of that name. */
export async function createByHand(tx: Tx, note: Note, name: string, uuid: string): Promise<Campaign> {
  const maker = uuid && `${uuid} ${name}`;
  const before = await madeBy(tx, 'campaigns', maker);
  return before === null ? createCampaign(tx, note, name, { madeBy: maker || null }) : getCampaign(tx, before);
}

/** Renames a campaign; 404 when it does not exist. */
export async function renameCampaign(tx: Tx, note: Note, id: number, name: string): Promise<Campaign> {
  await tx.updateTable('campaigns').set({ name }).where('id', '=', id).execute();
  const campaign = await getCampaign(tx, id);
  note(topics.campaigns, { action: 'rename', id, name });
  note(topics.campaign(id), { action: 'rename', id, name });
  return campaign;
}

const idsOf = (rows: { id: number }[]) => rows.map((row) => row.id);

/** Deletes campaigns with all they hold; running projects are stopped first (D-GEN-16), long link sets are left to `tasks`. */
export async function deleteCampaigns(tx: Tx, note: Note, ids: number[], tasks: TaskRoom): Promise<number[]> {
  await tx.selectFrom('campaigns').where('id', '=', anyOf(ids)).select('id').orderBy('id').forUpdate().execute();
  const own = await tx.selectFrom('projects').where('campaign_id', '=', anyOf(ids)).select('id').execute();
  const profiles = await tx.selectFrom('profiles').where('campaign_id', '=', anyOf(ids)).select('id').execute();
  await releaseProjects(tx, note, 'profiles', idsOf(profiles));
  await deleteProjectRows(tx, note, idsOf(own));
  const sets = await tx.selectFrom('url_lists').where('campaign_id', '=', anyOf(ids)).select('id').execute();
  await removeLinkSets(tx, note, idsOf(sets), tasks);
  const gone = await tx.deleteFrom('campaigns').where('id', '=', anyOf(ids)).returning('id').execute();
  const goneIds = gone.map((row) => row.id);
  if (goneIds.length > 0) note(topics.campaigns, { action: 'campaignsDeleted', ids: goneIds });
  return goneIds;
}

/** Pauses or resumes the scheduler of a campaign (D-CAMP-06); the engines are woken after the commit. */
export async function setCampaignStatus(
  tx: Tx,
  note: Note,
  id: number,
  status: Campaign['campaignStatus'],
): Promise<{ campaignStatus: 'ACTIVE' | 'PAUSED'; changed: boolean }> {
  const own = tx.selectFrom('campaigns').where('id', '=', id).select('status').forNoKeyUpdate();
  const before = await own.executeTakeFirst();
  if (!before) throw new NotFound('campaign');
  await tx.updateTable('campaigns').set({ status }).where('id', '=', id).execute();
  note(topics.campaign(id), { action: 'campaignStatusChanged', campaignId: id, campaignStatus: status });
  noteCampaignCounts(note, id);
  return { campaignStatus: status, changed: before.status !== status };
}

import type { Module } from '#domain/contract/modules.ts';
import type { ProjectRow } from '#domain/contract/project-row.ts';
import { newPostingFields, type PostingProject, postingFields } from '#domain/contract/projects.ts';
import type { Schedule } from '#domain/contract/schedules.ts';
import type { ProjectStatus } from '#domain/states/project.ts';
import type { Queryable } from '../../db/store.ts';
import type { ProjectSettings } from '../../db/tables.ts';
import { NotFound } from '../../errors/refusal.ts';

export const rowColumns = ['id', 'campaign_id', 'name', 'module', 'status', 'last_error', 'schedule'] as const;
const formColumns = ['selected_campaign_id', 'profile_id', 'url_list_id', 'content_group_id', 'settings'] as const;

interface StoredRow {
  id: number;
  campaign_id: number;
  name: string;
  module: Module;
  status: ProjectStatus;
  last_error: string[] | null;
  schedule: Schedule | null;
}
interface StoredForm extends StoredRow {
  selected_campaign_id: number | null;
  profile_id: number | null;
  url_list_id: number | null;
  content_group_id: number | null;
  settings: ProjectSettings;
}

/** A project as lists show it; lastError is JSON text on the wire (D-GEN-21). */
export function toProjectRow(row: StoredRow): ProjectRow {
  return {
    id: row.id,
    campaignId: row.campaign_id,
    name: row.name,
    module: row.module,
    status: row.status,
    lastError: row.last_error ? JSON.stringify(row.last_error) : null,
    schedule: row.schedule,
  };
}

/** A project with its whole form; settings that an older version did not know get their defaults. */
export function toPostingProject(row: StoredForm): PostingProject {
  return {
    ...newPostingFields(row.campaign_id),
    ...postingFields.partial().parse(row.settings),
    selectedCampaignId: row.selected_campaign_id,
    profileId: row.profile_id,
    urlListId: row.url_list_id,
    contentGroupId: row.content_group_id,
    ...toProjectRow(row),
  };
}

/** One project with its form; 404 when it does not exist. */
export async function readProject(db: Queryable, id: number): Promise<PostingProject> {
  const row = await db
    .selectFrom('projects')
    .where('id', '=', id)
    .select([...rowColumns, ...formColumns])
    .executeTakeFirst();
  if (!row) throw new NotFound('project');
  return toPostingProject(row);
}

/** Projects of a campaign, newest first. */
export async function listProjectRows(db: Queryable, campaignId: number): Promise<ProjectRow[]> {
  const rows = await db
    .selectFrom('projects')
    .where('campaign_id', '=', campaignId)
    .select(rowColumns)
    .orderBy('id', 'desc')
    .execute();
  return rows.map(toProjectRow);
}

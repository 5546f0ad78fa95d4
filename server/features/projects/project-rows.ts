import type { Module } from '#domain/contract/modules.ts';
import type { ProjectRow } from '#domain/contract/projects/row.ts';
import type { Schedule } from '#domain/contract/schedules.ts';
import type { ProjectStatus } from '#domain/states/project.ts';
import type { Queryable, Tx } from '../../db/store.ts';
import { NotFound } from '../../errors/refusal.ts';

export const rowColumns = [
  'id',
  'campaign_id',
  'name',
  'module',
  'status',
  'last_error',
  'schedule',
  'version',
  'edition',
] as const;
export interface StoredRow {
  id: number;
  /** Null for one that was deleted while sends are out: nobody sees it. */
  campaign_id: number | null;
  name: string;
  module: Module;
  status: ProjectStatus;
  last_error: string[] | null;
  schedule: Schedule | null;
  version: number;
  edition: number;
}
/** A project as lists show it; lastError is JSON text on the wire (D-GEN-21). */
export function toProjectRow(row: StoredRow): ProjectRow {
  return {
    id: row.id,
    campaignId: row.campaign_id ?? 0,
    name: row.name,
    module: row.module,
    status: row.status,
    lastError: row.last_error ? JSON.stringify(row.last_error) : null,
    schedule: row.schedule,
    version: row.version,
    edition: row.edition,
  };
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

/**
 * Keeps the campaign of a project as it is until the commit: no link set that the project is about to name in its form,
 * where no foreign key minds it, is deleted meanwhile. Taken before the project's own row.
 */
export async function keepLinkSets(tx: Tx, projectId: number): Promise<void> {
  const campaign = tx.selectFrom('projects').where('id', '=', projectId).select('campaign_id');
  await tx.selectFrom('campaigns').where('id', '=', campaign).select('id').forShare().execute();
}

/** Holds a project's row until the commit, before anything else is locked for it; 404 when it does not exist. */
export async function lockProject(tx: Tx, id: number) {
  const row = await tx
    .selectFrom('projects')
    .where('id', '=', id)
    .where('campaign_id', 'is not', null)
    .select(['status', 'previous_status', 'version', 'module'])
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new NotFound('project');
  return row;
}

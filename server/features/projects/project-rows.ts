import type { Module } from '#domain/contract/modules.ts';
import type { ProjectRow } from '#domain/contract/project-row.ts';
import type { Schedule } from '#domain/contract/schedules.ts';
import type { ProjectStatus } from '#domain/states/project.ts';
import type { Queryable } from '../../db/store.ts';

export const rowColumns = ['id', 'campaign_id', 'name', 'module', 'status', 'last_error', 'schedule'] as const;
export interface StoredRow {
  id: number;
  campaign_id: number;
  name: string;
  module: Module;
  status: ProjectStatus;
  last_error: string[] | null;
  schedule: Schedule | null;
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

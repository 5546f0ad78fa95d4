import { sql } from 'kysely';
import type { Campaign } from '#domain/contract/campaigns.ts';
import { topics } from '#domain/contract/live.ts';
import { parseUtcMinute, type Schedule } from '#domain/contract/schedules.ts';
import { noCampaignTally } from '#domain/contract/tallies.ts';
import {
  countedAs,
  nextStatus,
  type ProjectEvent,
  type ProjectStatus,
  statusesAllowing,
} from '#domain/states/project.ts';
import type { Queryable, Tx } from '../../db/store.ts';
import type { Note } from '../../live/commit.ts';
import { campaignTallies } from '../progress/tallies.ts';

/** What may change together with a status. */
export interface StatusChange {
  lastError?: string[] | null;
  schedule?: Schedule | null;
  runId?: number;
}

/** A project after a change of status. */
export interface ChangedProject {
  id: number;
  /** Null for a project that was deleted while sends are out. */
  campaignId: number | null;
  status: ProjectStatus;
  schedule: Schedule | null;
  version: number;
}

/**
 * Moves a project by the state table and notes the event on all topics that show it.
 * Undefined when the table forbids it from the present status: nothing was changed.
 */
export async function applyProjectEvent(
  tx: Tx,
  note: Note,
  id: number,
  event: ProjectEvent,
  change: StatusChange = {},
): Promise<ChangedProject | undefined> {
  const current = await tx
    .selectFrom('projects')
    .where('id', '=', id)
    .where('status', 'in', statusesAllowing(event))
    .select(['status', 'previous_status', 'schedule'])
    .forUpdate()
    .executeTakeFirst();
  if (!current) return undefined;
  const status = statusAfter(current, event);
  if (!status) return undefined;
  const keepsPrevious = event === 'schedule' || event === 'verify';
  await tx
    .updateTable('projects')
    .set({
      status,
      ...(keepsPrevious && current.status !== 'SCHEDULED' ? { previous_status: current.status } : {}),
      ...(event === 'start' || event === 'due' || event === 'verify' ? { verify_asked_at: null } : {}),
      ...(event === 'start' || event === 'due'
        ? {
            started_from: event === 'due' ? current.previous_status : current.status,
            start_requested_at: sql<Date>`now()`,
          }
        : {}),
      ...(change.lastError !== undefined
        ? {
            last_error:
              change.lastError === null || change.lastError.length === 0 ? null : JSON.stringify(change.lastError),
          }
        : {}),
      ...(change.schedule !== undefined ? scheduleColumns(change.schedule) : {}),
      ...(change.runId !== undefined ? { run_id: change.runId } : {}),
    })
    .where('id', '=', id)
    .execute();
  return noteProjectStatus(tx, note, id);
}

/** A schedule as the store holds it, with what the tick looks for. */
export function scheduleColumns(schedule: Schedule | null) {
  const waits = schedule?.scheduleType === 'AfterProject';
  // Only the first turn waits for other projects.
  const nextAt = schedule?.repeat?.nextAt;
  return {
    schedule: schedule === null ? null : JSON.stringify(schedule),
    starts_at: schedule && (nextAt || !waits) ? parseUtcMinute(nextAt ?? schedule.startDate ?? '') : null,
    waits_for: schedule && waits && !nextAt ? schedule.sourceProjectIds : null,
  };
}

interface StatusHeld {
  status: ProjectStatus;
  previous_status: ProjectStatus | null;
  schedule: Schedule | null;
}

/** By the table, but for the two events that return to what was held before; what waits for its date goes on waiting. */
function statusAfter({ status, previous_status, schedule }: StatusHeld, event: ProjectEvent): ProjectStatus | null {
  if (event === 'verifyEnd' && schedule?.status === 'SCHEDULED') return 'SCHEDULED';
  if (event === 'unschedule' || event === 'verifyEnd') return previous_status ?? 'NEW';
  return nextStatus(status, event);
}

/** Notes the present status of a project, and its campaign's counts, on every topic that shows them. */
export async function noteProjectStatus(tx: Tx, note: Note, id: number): Promise<ChangedProject | undefined> {
  const row = await tx
    .selectFrom('projects')
    .where('id', '=', id)
    .select(['id', 'campaign_id', 'status', 'last_error', 'schedule', 'version'])
    .executeTakeFirst();
  if (!row) return undefined;
  const { campaign_id: campaignId, status, schedule, version } = row;
  const body = {
    action: 'projectStatusChanged' as const,
    projectId: id,
    status,
    lastError: row.last_error ? JSON.stringify(row.last_error) : null,
    schedule,
    version,
  };
  if (campaignId !== null) {
    note(topics.project(id), body);
    note(topics.campaign(campaignId), body);
    noteCampaignCounts(note, campaignId);
  }
  return { id, campaignId, status, schedule, version };
}

/** Tells the counts of a campaign on the list's topic; they are over all its projects, so they are read after the commit. */
export function noteCampaignCounts(note: Note, campaignId: number): void {
  note.later(`campaign ${campaignId}`, async (db) => {
    // Taken before the counts: whoever committed last reads a higher one, and all that was committed before.
    const { rows } = await sql<{ version: number }>`
      select (pg_current_wal_insert_lsn() - '0/0')::bigint as version`.execute(db);
    const campaign = await db.selectFrom('campaigns').where('id', '=', campaignId).select('status').executeTakeFirst();
    if (!campaign) return [];
    const projectCount = (await projectCounts(db, [campaignId])).get(campaignId) ?? noCounts();
    const tally = (await campaignTallies(db, [campaignId])).get(campaignId) ?? noCampaignTally;
    const version = rows[0]?.version ?? 0;
    const told = { id: campaignId, campaignStatus: campaign.status, projectCount, tally, version };
    return [{ address: topics.campaigns, body: { action: 'statusChanged' as const, ...told } }];
  });
}

/** Counts of a campaign without projects. */
export function noCounts(): Campaign['projectCount'] {
  return { scheduled: 0, running: 0, starting: 0, failed: 0 };
}

/** The four counts per campaign (D-CAMP-08); campaigns without projects are left out. */
export async function projectCounts(
  db: Queryable,
  campaignIds?: number[],
): Promise<Map<number, Campaign['projectCount']>> {
  const rows = await db
    .selectFrom('projects')
    .where('campaign_id', 'is not', null)
    .$if(campaignIds !== undefined, (query) => query.where('campaign_id', 'in', campaignIds ?? []))
    .groupBy(['campaign_id', 'status'])
    .select(['campaign_id', 'status', sql<number>`count(*)`.as('count')])
    .execute();
  const result = new Map<number, Campaign['projectCount']>();
  for (const row of rows) {
    const campaignId = row.campaign_id ?? 0;
    const counts = result.get(campaignId) ?? noCounts();
    const name = countedAs(row.status);
    if (name) counts[name] += row.count;
    result.set(campaignId, counts);
  }
  return result;
}

import { sql } from 'kysely';
import { topics } from '#domain/contract/live.ts';
import type { ProjectTally } from '#domain/contract/tallies.ts';
import { anyOf } from '../../db/any-of.ts';
import type { Store } from '../../db/store.ts';
import { commit, type Note } from '../../live/commit.ts';
import type { Live } from '../../live/live.ts';
import { rowPortions } from '../../live/row-portions.ts';
import { noteCampaignCounts } from '../runs/project-status.ts';

/**
 * Folds what changed at the sites of projects since the last time, and tells it: one event for each project's page, one for
 * each campaign's list, one for the list of campaigns, however many posts ended.
 */
export async function tellProgress(app: { store: Store; live: Live }): Promise<void> {
  // A second in which no post ended costs a look into an empty table.
  const { rows: waiting } = await sql`select from project_changes limit 1`.execute(app.store.db);
  if (waiting.length === 0) return;
  await commit(app, async (tx, note) => {
    const folded = await sql<{ id: number }>`/* hot: fold-progress */
      select project as id from fold_project_changes() as project`.execute(tx);
    if (folded.rows.length === 0) return;
    const { rows } = await sql<ProjectTally & { campaignId: number }>`
      select p.campaign_id as "campaignId", t.project_id as "projectId", t.chosen, t.done, t.failed, t.unknown, t.live, t.version,
        to_char(t.last_run_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "lastRunAt"
      from project_tallies t join projects p on p.id = t.project_id
      where p.campaign_id is not null and t.project_id = ${anyOf(folded.rows.map((row) => row.id))}`.execute(tx);
    for (const [campaignId, own] of Map.groupBy(rows, (row) => row.campaignId)) noteTallies(note, campaignId, own);
  });
}

function noteTallies(note: Note, campaignId: number, rows: (ProjectTally & { campaignId: number })[]): void {
  const tallies = rows.map(({ campaignId: _, ...tally }) => tally);
  for (const some of rowPortions(tallies))
    note(topics.campaign(campaignId), { action: 'projectTallies', tallies: some });
  for (const tally of tallies) note(topics.project(tally.projectId), { action: 'projectTallies', tallies: [tally] });
  noteCampaignCounts(note, campaignId);
}

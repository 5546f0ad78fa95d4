import { sql } from 'kysely';
import { statusesAllowing } from '#domain/states/project.ts';
import type { App } from '../app.ts';
import { takeRestoreMark } from '../db/backups/restore-mark.ts';
import type { Tx } from '../db/store.ts';
import { applyProjectEvent } from '../engine/runs/project-status.ts';
import { stopProjects } from '../engine/runs/stop-projects.ts';
import { deleteSchedule } from '../features/projects/schedules.ts';
import { commit, type Note } from '../live/commit.ts';

/**
 * Brings a store to rest that was filled with a copy: nothing that ran when the copy was made goes on by itself, since what
 * was posted after it is not in it, and would be posted twice. Done once, by the restore itself or, where that was killed,
 * by the next start.
 */
export async function restAfterRestore(app: App, say: (line: string) => void): Promise<void> {
  const lines = await commit(app, async (tx, note) => ((await takeRestoreMark(tx)) ? bringToRest(tx, note) : []));
  for (const line of lines) say(line);
}

/**
 * A schedule that waits for projects which have all ended, or repeat since: whatever else held it up (a pause, links to be
 * read, mails to be confirmed) may have gone by after the copy.
 */
const waitsForNobody = sql`(waits_for is not null and not exists (select from projects s
  where s.id = any(projects.waits_for) and s.campaign_id is not null
    and s.status not in ('COMPLETED', 'FAILED') and s.schedule #>> '{repeat,nextAt}' is null))`;

/** Stops what ran, and takes off schedules whose moment has come since; answers what an operator should look at. */
async function bringToRest(tx: Tx, note: Note): Promise<string[]> {
  const projects = tx.selectFrom('projects').select(['id', 'name']).orderBy('id');
  const running = await projects.where('status', 'in', ['STARTING', 'RUNNING', 'STOPPING']).execute();
  const verifying = await projects.where('status', 'in', statusesAllowing('verifyEnd')).execute();
  await stopProjects(
    tx,
    note,
    running.map(({ id }) => id),
  );
  for (const { id } of verifying) await applyProjectEvent(tx, note, id, 'verifyEnd');
  const overdue = await projects
    .where('status', '=', 'SCHEDULED')
    .where(sql<boolean>`(starts_at < now() or ${waitsForNobody})`)
    .execute();
  for (const { id } of overdue) await deleteSchedule(tx, note, id);
  return [
    ...running.map(({ name }) => `Stopped: ${name}. Look at its sites before it is started again.`),
    ...verifying.map(({ name }) => `Accounts are not confirmed any more: ${name}. Start that again.`),
    ...overdue.map(({ name }) => `Schedule taken off, its time has come since: ${name}`),
  ];
}

import { sql } from 'kysely';
import type { Schedule } from '#domain/contract/schedules.ts';
import { ended } from '#domain/rules/repeats.ts';
import type { Tx } from '../../db/store.ts';
import type { Note } from '../../live/commit.ts';
import { applyProjectEvent } from './project-status.ts';

interface Ending {
  event: 'complete' | 'fail' | 'stopped';
  lastError: string[];
  schedule: Schedule | null;
}

/**
 * A project whose run is over: its schedule is done, or waits for its next turn. Stop means stop: a schedule that was
 * stopped stays as it is.
 */
export async function endProject(tx: Tx, note: Note, id: number, { event, lastError, schedule }: Ending) {
  const next = schedule && event !== 'stopped' ? ended(schedule, await storeNow(tx)) : undefined;
  const changed = await applyProjectEvent(tx, note, id, event, { lastError, ...(next ? { schedule: next } : {}) });
  if (!changed || next?.status !== 'SCHEDULED') return;
  // A number of posts counts anew with each turn.
  await tx.updateTable('projects').set({ posts_since: sql<Date>`now()` }).where('id', '=', id).execute();
  await applyProjectEvent(tx, note, id, 'schedule', { schedule: next });
}

/** What comes due is judged by the store's clock: the next turn is counted by it too. */
async function storeNow(tx: Tx): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select now()`.execute(tx);
  return rows[0]?.now ?? new Date();
}

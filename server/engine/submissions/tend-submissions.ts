import { sql } from 'kysely';
import { labelOf } from '#connectors/registry.ts';
import type { Store, Tx } from '../../db/store.ts';
import { commit, type Note } from '../../live/commit.ts';
import type { Live } from '../../live/live.ts';
import type { TaskRoom } from '../tasks/task-room.ts';
import { endSubmission } from './end-submission.ts';
import { lockSubmission, mayGoOn, showSubmission } from './submission-rows.ts';

type TendParts = { store: Store; live: Live; tasks: TaskRoom };

/**
 * Gives each submission that waits its task (jobs/tasks/submit-links.ts), and ends one that was stopped while nothing of it is
 * on its way, or whose task is gone: cancelled, or out of tries. Each in its own transaction, project before submission.
 */
export async function tendSubmissions(app: TendParts): Promise<void> {
  const rows = await app.store.db
    .selectFrom('submissions')
    .where('ended_at', 'is', null)
    .select('id')
    .orderBy('id')
    .execute();
  for (const { id } of rows) await commit(app, (tx, note) => tend(app, tx, note, Number(id)));
}

async function tend({ tasks }: TendParts, tx: Tx, note: Note, id: number): Promise<void> {
  const held = await lockSubmission(tx, id);
  if (!held) return;
  const { row } = held;
  // Asked after the row is locked: whoever gave it a task has committed both.
  const hasTask = row.task_id !== null && (await tasks.isOpen(tx, 'submitLinks', row.task_id));
  if (!mayGoOn(held)) {
    // What is on its way comes back to its task, or to the one that takes it up.
    if (!row.sending || !hasTask) await endSubmission(tx, note, id, { state: 'STOPPED' });
  } else if (row.state === 'WAITING') {
    const taskId = await tasks.add(tx, note, 'submitLinks', await titleOf(tx, id), { submissionId: id });
    await sql`update submissions set state = 'RUNNING', task_id = ${taskId} where id = ${id}`.execute(tx);
    await showSubmission(tx, note, { ...row, state: 'RUNNING' }, 'Waits for a free place in the background work');
  } else if (!hasTask) {
    await endSubmission(tx, note, id, {
      state: 'STOPPED',
      reason: 'Its work in the background was cancelled or failed',
    });
  }
}

async function titleOf(tx: Tx, id: number): Promise<string> {
  const { rows } = await sql<{ name: string; indexer: string }>`select p.name, s.indexer from submissions s
    join projects p on p.id = s.project_id where s.id = ${id}`.execute(tx);
  return `Telling ${labelOf(rows[0]?.indexer ?? '')} of the links of "${rows[0]?.name}"`;
}

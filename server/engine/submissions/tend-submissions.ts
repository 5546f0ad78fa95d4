import { sql } from 'kysely';
import { labelOf } from '#connectors/registry.ts';
import type { Store, Tx } from '../../db/store.ts';
import { commit, type Note } from '../../live/commit.ts';
import type { Live } from '../../live/live.ts';
import type { TaskRoom } from '../tasks/task-room.ts';
import { jobStateOf, openJobStates } from '../tasks/task-rows.ts';
import { endSubmission } from './end-submission.ts';
import { goesOn, lockSubmission, mayGoOn, setWait } from './submission-rows.ts';

type TendParts = { store: Store; live: Live; tasks: TaskRoom };

/** Most submissions of one look; what is left comes with the next second. */
const mostAtOnce = 500;
/** What a stopped submission waits for. */
const stopping = 'Stops when the batch that is on its way is answered';

/**
 * Gives each submission that is new its task (jobs/tasks/submit-links.ts), and ends one that was stopped while nothing of it is
 * on its way, or whose task is gone: cancelled, or out of tries. One look finds all; each that there is something to do for
 * has its own transaction, project before submission.
 */
export async function tendSubmissions(app: TendParts): Promise<void> {
  const { rows } = await sql<{ id: number }>`/* hot: submissions-to-tend */
    select s.id from submissions s join projects p on p.id = s.project_id
      cross join lateral (select ${jobStateOf('submitLinks', sql`s.task_id`)} as task) t
    where s.ended_at is null and (t.task is null or not t.task = any(${openJobStates})
      or not ${goesOn} and (not s.sending or t.task <> 'active' or s.waits is distinct from ${stopping}))
    order by s.id limit ${mostAtOnce}`.execute(app.store.db);
  for (const { id } of rows) await commit(app, (tx, note) => tend(app, tx, note, id));
}

async function tend({ tasks }: TendParts, tx: Tx, note: Note, id: number): Promise<void> {
  const held = await lockSubmission(tx, id);
  if (!held) return;
  const { row } = held;
  // Asked after the row is locked: whoever gave it a task has committed both.
  const task = row.task_id === null ? undefined : await tasks.stateOf(tx, 'submitLinks', row.task_id);
  const isOpen = task !== undefined && openJobStates.includes(task);
  if (!mayGoOn(held)) {
    // What is on its way comes back to its task. Of a process that died nothing comes back: its task is not active any more.
    if (row.sending && task === 'active') return void (await setWait(tx, note, row, wait(stopping, row.state)));
    await endSubmission(tx, note, id, { state: 'STOPPED' });
    // It finds nothing left to do.
    if (row.task_id !== null && isOpen) await tasks.hurry(tx, note, 'submitLinks', row.task_id);
  } else if (row.task_id === null) {
    const taskId = await tasks.add(tx, note, 'submitLinks', await titleOf(tx, id), { submissionId: id });
    await tx.updateTable('submissions').set({ task_id: taskId }).where('id', '=', id).execute();
    await setWait(tx, note, row, wait('Waits for a free place in the background work', 'WAITING'));
  } else if (!isOpen) {
    await endSubmission(tx, note, id, {
      state: 'STOPPED',
      reason: 'Its work in the background was cancelled or failed',
    });
  }
}

const wait = (reason: string, state: string) => ({ reason, forMs: null, leaves: state === 'WAITING' });

async function titleOf(tx: Tx, id: number): Promise<string> {
  const { rows } = await sql<{ name: string; indexer: string }>`select p.name, s.indexer from submissions s
    join projects p on p.id = s.project_id where s.id = ${id}`.execute(tx);
  return `Telling ${labelOf(rows[0]?.indexer ?? '')} of the links of "${rows[0]?.name}"`;
}

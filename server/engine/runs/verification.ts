import { sql } from 'kysely';
import { topics } from '#domain/contract/live.ts';
import type { Queryable, Store, Tx } from '../../db/store.ts';
import { commit, type Note } from '../../live/commit.ts';
import type { Live } from '../../live/live.ts';
import type { TaskRoom } from '../tasks/task-room.ts';
import { applyProjectEvent } from './project-status.ts';

/** Projects whose accounts are confirmed by mail, or are to be. */
export const verifyingStatuses = ['STARTING_VERIFYING', 'VERIFYING', 'STOPPING_VERIFYING'] as const;

/** Those whose mailbox is read: one that was asked for begins only when the task of the one before it is gone. */
const underWay = ['VERIFYING', 'STOPPING_VERIFYING'] as const;

/**
 * Gives each verification that was asked for its task, in which the mailbox is read (jobs/sign-up/confirm-accounts.ts), and
 * ends one whose task is gone: cancelled, or stopped before it began.
 */
export async function tendVerifications(app: { store: Store; live: Live; tasks: TaskRoom }): Promise<void> {
  await commit(app, async (tx, note) => {
    const rows = await tx
      .selectFrom('projects')
      .where('status', 'in', verifyingStatuses)
      .select(['id', 'name', 'status'])
      .orderBy('id')
      .forUpdate()
      .skipLocked()
      .execute();
    const worked = new Set((await app.tasks.openPayloads(tx, 'confirmAccounts')).map((payload) => payload.projectId));
    for (const { id, name, status } of rows) {
      if (worked.has(id)) continue;
      if (status === 'STARTING_VERIFYING') {
        await tellVerification(tx, note, id, 'Checking mailbox');
        await applyProjectEvent(tx, note, id, 'verifyBegin');
        await app.tasks.add(tx, note, 'confirmAccounts', `Confirming accounts of "${name}" by mail`, { projectId: id });
      } else await endVerification(tx, note, id, { status: 'Stopped' });
    }
  });
}

/** True while a verification is under way and nobody has stopped it. */
export async function isVerifying(db: Queryable, id: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from projects where id = ${id} and status = 'VERIFYING' and campaign_id is not null`.execute(db);
  return rows.length > 0;
}

/** How a verification ended, for people; an error joins those of the project, whose status stays (D-PROJ-05). */
export interface VerificationEnd {
  status: string;
  error?: string;
}

/** Ends a verification: the project returns to the status it held. False when none is under way any more. */
export async function endVerification(tx: Tx, note: Note, id: number, end: VerificationEnd): Promise<boolean> {
  const row = await tx
    .selectFrom('projects')
    .where('id', '=', id)
    .where('status', 'in', underWay)
    .select('last_error')
    .forUpdate()
    .executeTakeFirst();
  if (!row) return false;
  const errors = row.last_error ?? [];
  const isNew = end.error !== undefined && !errors.includes(end.error);
  await tellVerification(tx, note, id, end.status);
  await applyProjectEvent(tx, note, id, 'verifyEnd', isNew ? { lastError: [...errors, end.error ?? ''] } : {});
  return true;
}

/** Stores and tells how far a verification is, for people (D-ACC-06). */
export async function tellVerification(tx: Tx, note: Note, id: number, status: string): Promise<void> {
  await sql`update projects set settings = jsonb_set(settings, '{verificationInfo,status}', ${JSON.stringify(status)}::jsonb)
    where id = ${id} and settings ? 'verificationInfo'`.execute(tx);
  note(topics.project(id), { action: 'verificationProgressed', projectId: id, status });
}

import { sql } from 'kysely';
import { topics } from '#domain/contract/live.ts';
import type { Store, Tx } from '../../db/store.ts';
import { commit, type Note } from '../../live/commit.ts';
import type { Live } from '../../live/live.ts';
import { applyProjectEvent } from './project-status.ts';

/** Why a verification ends at once: this version reads no mailboxes for accounts yet. */
export const cannotVerify = 'Accounts cannot be confirmed by mail by this version yet';

/** Ends verifications that were asked for or stopped; the project returns to the status it held (D-PROJ-05). */
export async function endVerifications(app: { store: Store; live: Live }): Promise<void> {
  await commit(app, async (tx, note) => {
    const rows = await tx
      .selectFrom('projects')
      .where('status', 'in', ['STARTING_VERIFYING', 'STOPPING_VERIFYING'])
      .select(['id', 'status', 'last_error'])
      .forUpdate()
      .execute();
    for (const { id, status, last_error: errors } of rows) {
      const isStopped = status === 'STOPPING_VERIFYING';
      const lastError = isStopped || errors?.includes(cannotVerify) ? errors : [...(errors ?? []), cannotVerify];
      await tellVerification(tx, note, id, isStopped ? 'Stopped' : cannotVerify);
      await applyProjectEvent(tx, note, id, 'verifyEnd', { lastError });
    }
  });
}

/** Stores and tells how far a verification is, for people (D-ACC-06). */
async function tellVerification(tx: Tx, note: Note, id: number, status: string): Promise<void> {
  await sql`update projects set settings = jsonb_set(settings, '{verificationInfo,status}', ${JSON.stringify(status)}::jsonb)
    where id = ${id} and settings ? 'verificationInfo'`.execute(tx);
  note(topics.project(id), { action: 'verificationProgressed', projectId: id, status });
}

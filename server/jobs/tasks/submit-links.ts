import { randomUUID } from 'node:crypto';
import type { PayloadOf } from '#domain/contract/tasks.ts';
import type { App } from '../../app.ts';
import { untilStored } from '../../db/store-away.ts';
import { endSubmission, type SubmissionEnd } from '../../engine/submissions/end-submission.ts';
import type { NextBatch } from '../../engine/submissions/next-batch.ts';
import { giveTurnBack, holdService, takeTurn } from '../../engine/submissions/pace.ts';
import {
  type HeldSubmission,
  lockOwn,
  markSending,
  mayGoOn,
  readBatch,
  settleBatch,
  setWait,
  takeOver,
  type Worker,
} from '../../engine/submissions/submission-rows.ts';
import { TaskPostponed, type TaskWork } from '../../engine/tasks/task-work.ts';
import { type ReadyIndexer, readyIndexer } from '../../features/options/indexers/indexers.ts';
import { commit } from '../../live/commit.ts';
import { type Told, tellBatch, type WaitOfBatch } from './tell-batch.ts';

/** One try of the task, with the name by which it holds the submission. */
type Work = TaskWork<PayloadOf<'submitLinks'>> & { own: Worker };

/** What is shorter is waited for in the process, without a place; what is longer in the store, in ms. */
const shortWaitMs = 1_500;
/** A service that refuses so many batches in a row takes none: the rest is not tried. */
const mostRefusedInRow = 20;

/**
 * Tells one service of the links of a submission, batch by batch, until all are settled, it is stopped, or the service needs
 * the operator. What waits gives its place up, and the task back where it waits long. Begun again it goes on where it was: a
 * batch that was on its way when a process died is told again where the service bears that, and counts as not taken where it
 * may cost.
 */
export async function submitLinks(app: App, task: TaskWork<PayloadOf<'submitLinks'>>): Promise<void> {
  const { submissionId } = task.payload;
  const own = { submissionId, worker: randomUUID() };
  if (!(await commit(app, (tx, note) => takeOver(tx, note, own, task.id)))) return;
  const work = { ...task, own };
  const service = await serviceOf(app, work);
  if (typeof service === 'string') return end(app, own, { state: 'FAILED', reason: service });
  while (service !== undefined) {
    work.signal.throwIfAborted();
    const step = await nextStep(app, work, service);
    if (step === 'over') return;
    if (step === 'stopped') return end(app, own, { state: 'STOPPED' });
    if ('waitMs' in step) {
      await waitFor(work, step.waitMs);
      continue;
    }
    const { row } = step.held;
    work.progress(row.taken + row.refused, row.total);
    if (!step.batch.last) return end(app, own);
    const told = await tellBatch(app, service, { ...step, signal: work.signal });
    if ('again' in told) await waitFor(work, await putOff(app, work, service, told));
    else {
      if (step.turn !== undefined && !told.wasAsked)
        await giveTurnBack(app.store.db, row.indexer, step.turn, service.connector.gapMs ?? 0);
      const refusedInRow = await settle(app, own, step, told);
      if (told.end) return end(app, own, told.end);
      if (refusedInRow >= mostRefusedInRow)
        return end(app, own, { state: 'FAILED', reason: `Not tried after ${mostRefusedInRow} refusals in a row` });
    }
  }
}

async function end(app: App, own: Worker, how?: SubmissionEnd): Promise<void> {
  await untilStored(AbortSignal.timeout(60_000), () =>
    commit(app, async (tx, note) => {
      if (await lockOwn(tx, own)) await endSubmission(tx, note, own.submissionId, how);
    }),
  );
}

/** The service, or why it cannot be told; undefined where the submission is gone. */
async function serviceOf(app: App, { payload, signal }: Work): Promise<ReadyIndexer | string | undefined> {
  const row = await app.store.db
    .selectFrom('submissions')
    .where('id', '=', payload.submissionId)
    .where('ended_at', 'is', null)
    .select('indexer')
    .executeTakeFirst();
  return row && readyIndexer(app, row.indexer, { signal, accountKey: `submission ${payload.submissionId}` });
}

interface Step {
  held: HeldSubmission;
  batch: NextBatch;
  /** True when the batch was on its way already, and its answer was lost with a process. */
  wasLost: boolean;
  /** The turn at the service that it was given; undefined where nothing is told. */
  turn?: string;
}

/**
 * Marks the next batch as on its way in one transaction with the look whether it still may go, and with its turn at the
 * service: no batch begins after a Stop. Where others have the turn, it answers for how long to wait.
 */
function nextStep(
  app: App,
  { own, progress }: Work,
  { connector }: ReadyIndexer,
): Promise<Step | { waitMs: number } | 'over' | 'stopped'> {
  const { urlsPerBatch, oneHost = false } = connector.accepts;
  return commit(app, async (tx, note) => {
    const held = await lockOwn(tx, own);
    if (!held) return 'over';
    if (!mayGoOn(held)) return 'stopped';
    const { row } = held;
    const wasLost = row.sending;
    const batch = await readBatch(tx, held, { most: urlsPerBatch, oneHost });
    const isTold = batch.urls.length > 0 && (connector.isRepeatable || !wasLost);
    if (!isTold) return { held, batch, wasLost };
    const turn = await takeTurn(tx, row, connector.gapMs ?? 0);
    if (turn.isNow) {
      if (row.waits !== null) await setWait(tx, note, row, null);
      await markSending(tx, row.id, true);
      return { held, batch, wasLost, turn: turn.at };
    }
    const { waitMs, isHeld } = turn;
    const leaves = waitMs > shortWaitMs;
    const reason = isHeld ? 'The service asked to be left alone' : 'Waits for its turn at the service';
    // The pace between two batches is no wait that anybody asks about.
    if (leaves) {
      await setWait(tx, note, row, { reason, forMs: waitMs, leaves });
      progress(row.taken + row.refused, row.total, reason);
    }
    return { waitMs };
  });
}

/** Writes down that a batch is tried again, and when; answers for how long to wait. */
async function putOff(app: App, work: Work, { connector }: ReadyIndexer, wait: WaitOfBatch): Promise<number> {
  const { again: forMs, reason, isNamed } = wait;
  await untilStored(work.signal, () =>
    commit(app, async (tx, note) => {
      const held = await lockOwn(tx, work.own);
      if (!held) return;
      const { row } = held;
      const counts = { tries: row.tries + (isNamed ? 0 : 1), named_waits: row.named_waits + (isNamed ? 1 : 0) };
      await tx
        .updateTable('submissions')
        .set({ ...counts, sending: false })
        .where('id', '=', row.id)
        .execute();
      // Where hosts are told of one by one, it may be a host that asks for it.
      if (isNamed && !connector.accepts.oneHost) await holdService(tx, row.indexer, forMs);
      await setWait(tx, note, row, {
        reason: `Waits to try again: ${reason}`,
        forMs,
        leaves: forMs > shortWaitMs,
      });
      work.progress(row.taken + row.refused, row.total, reason);
    }),
  );
  return forMs;
}

/** Stop does not wait for it: what waits is ended by the engine's look (engine/submissions/tend-submissions.ts). */
async function waitFor({ rest }: Work, forMs: number): Promise<void> {
  if (forMs > shortWaitMs) throw new TaskPostponed(forMs);
  await rest(forMs);
}

/**
 * Written down whatever happens to the store meanwhile: what the service took must not be told again for nothing. Where the
 * word that it was written is lost, the place in the links says that it was.
 */
function settle(app: App, own: Worker, { held: before, batch }: Step, told: Told): Promise<number> {
  return untilStored(AbortSignal.timeout(60_000), () =>
    commit(app, async (tx, note) => {
      const held = await lockOwn(tx, own);
      const isThere = held?.row.at_id === before.row.at_id && held.row.at_key === before.row.at_key;
      return held && isThere ? await settleBatch(tx, note, held, batch, told) : (held?.row.refused_in_row ?? 0);
    }),
  );
}

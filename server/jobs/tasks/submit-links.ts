import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { asConnectorError, NeedsOperator, Retryable, Unconfirmed } from '#connectors/kit/errors.ts';
import type { PayloadOf } from '#domain/contract/tasks.ts';
import type { App } from '../../app.ts';
import { isStoreAway, untilStored } from '../../db/store-away.ts';
import { endSubmission, type SubmissionEnd } from '../../engine/submissions/end-submission.ts';
import { hostOf, type NextBatch } from '../../engine/submissions/next-batch.ts';
import {
  type BatchEnd,
  type HeldSubmission,
  isStillWanted,
  lockOwn,
  mayGoOn,
  settleBatch,
  showSubmission,
  takeBatch,
  takeOver,
  type Worker,
} from '../../engine/submissions/submission-rows.ts';
import type { TaskWork } from '../../engine/tasks/task-loop.ts';
import { type ReadyIndexer, readyIndexer } from '../../features/options/indexers.ts';
import { commit } from '../../live/commit.ts';

/** One try of the task, with the name by which it holds the submission. */
type Work = TaskWork<PayloadOf<'submitLinks'>> & { own: Worker };

/** Stop is noticed so soon while it waits, in ms. */
const noticeMs = 500;
/** A service may name the time of the next try so often for one batch, before the batch counts as refused. */
const mostNamedWaits = 20;
/** A service that refuses so many batches in a row takes none: the rest is not tried. */
const mostRefusedInRow = 20;

/**
 * Tells one service of the links of a submission, batch by batch, until all are settled, it is stopped, or the service needs
 * the operator. Begun again it goes on where it was: a batch that was on its way when a process died is told again where the
 * service bears that, and counts as not taken where it may cost.
 */
export async function submitLinks(app: App, task: TaskWork<PayloadOf<'submitLinks'>>): Promise<void> {
  const { submissionId } = task.payload;
  const own = { submissionId, worker: randomUUID() };
  if (!(await commit(app, (tx, note) => takeOver(tx, note, own, task.id)))) return;
  const work = { ...task, own };
  const end = (how?: SubmissionEnd) =>
    untilStored(AbortSignal.timeout(60_000), () =>
      commit(app, async (tx, note) => {
        if (await lockOwn(tx, own)) await endSubmission(tx, note, submissionId, how);
      }),
    );
  const service = await serviceOf(app, work);
  if (typeof service === 'string') return void (await end({ state: 'FAILED', reason: service }));
  if (service === undefined) return;
  let refusedInRow = 0;
  for (;;) {
    work.signal.throwIfAborted();
    const step = await nextStep(app, own, service);
    if (step === 'over') return;
    if (step === 'stopped') return void (await end({ state: 'STOPPED' }));
    const { held, batch, wasLost } = step;
    work.progress(held.row.taken + held.row.refused, held.row.total);
    if (!batch.last) return void (await end());
    const told = await tell(app, work, service, { held, batch, wasLost });
    if (told === 'stopped') continue;
    await settle(app, own, batch, told);
    if (told.end) return void (await end(told.end));
    refusedInRow = told.isRefusal ? refusedInRow + 1 : batch.urls.length > 0 ? 0 : refusedInRow;
    if (refusedInRow >= mostRefusedInRow)
      return void (await end({ state: 'FAILED', reason: `Not tried after ${mostRefusedInRow} refusals in a row` }));
    if (told.wasAsked) await waitFor(app, work, service.connector.gapMs ?? 0);
  }
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
}

/** Marks the next batch as on its way in one transaction with the look whether it still may go: no batch begins after a Stop. */
function nextStep(app: App, own: Worker, { connector }: ReadyIndexer): Promise<Step | 'over' | 'stopped'> {
  const { urlsPerBatch, oneHost = false } = connector.accepts;
  return commit(app, async (tx) => {
    const held = await lockOwn(tx, own);
    if (!held) return 'over';
    if (!mayGoOn(held)) return 'stopped';
    return { held, batch: await takeBatch(tx, held, { most: urlsPerBatch, oneHost }), wasLost: held.row.sending };
  });
}

/** How a batch went. */
interface Told extends BatchEnd {
  /** The service was asked: its pace counts from now. */
  wasAsked: boolean;
  /** The service took none of it. */
  isRefusal: boolean;
  /** Nothing more is to be told. */
  end?: SubmissionEnd;
}

const nothing: Told = { refused: [], wasAsked: false, isRefusal: false };

/** Tells one batch, again where the service asks for it or cannot be reached, within the tries of the options. */
async function tell(app: App, work: Work, service: ReadyIndexer, step: Step): Promise<Told | 'stopped'> {
  const { connector, job } = service;
  const { batch, held, wasLost } = step;
  if (batch.urls.length === 0) return nothing;
  if (wasLost && !connector.isRepeatable) return refusal(batch, 'The answer was lost: they may have been taken');
  const name = `linkwright-${held.row.id}-${batch.last?.id ?? 0}`;
  const { maxNumberOfRetries, timeToWaitBeforeRetry } = await app.options.read();
  for (let tries = 1, named = 0; ; ) {
    try {
      const { refused, note } = await connector.submit(job, { name, urls: batch.urls, dripDays: null });
      const reasons = refused.map(({ reason }) => ({ text: reason, links: 1 }));
      return { refused: reasons, note, wasAsked: true, isRefusal: false };
    } catch (error) {
      if (work.signal.aborted) throw error;
      const known = asConnectorError(error);
      if (!known) throw error;
      const mayRepeat = known instanceof Retryable || (known instanceof Unconfirmed && connector.isRepeatable);
      const afterMs = known instanceof Retryable ? known.afterMs : undefined;
      if (afterMs === undefined) tries += 1;
      else named += 1;
      if (!mayRepeat || tries > maxNumberOfRetries + 1 || named > mostNamedWaits) return judged(known, service, batch);
      await showWait(app, work, known.message);
      await waitFor(app, work, Math.max(afterMs ?? 0, timeToWaitBeforeRetry * 1_000));
      if (!(await isStillWanted(app.store.db, work.own))) return await unsent(app, work);
    }
  }
}

/** Stopped while it waited: the batch is not on its way any more. */
async function unsent(app: App, { own }: Work): Promise<'stopped'> {
  await app.store.db
    .updateTable('submissions')
    .set({ sending: false })
    .where('id', '=', own.submissionId)
    .where('worker', '=', own.worker)
    .execute();
  return 'stopped';
}

/** What a failure that stays means for the batch, and for what comes after it. */
function judged(error: Error, { connector }: ReadyIndexer, batch: NextBatch): Told {
  const reason = error.message.slice(0, 500);
  const told = refusal(batch, reason);
  if (!(error instanceof NeedsOperator)) return told;
  if (!connector.accepts.oneHost) return { ...told, end: { state: 'FAILED', reason } };
  const host = hostOf(batch.urls[0] ?? '') ?? '';
  // Hosts that are not listed cost no request: they are passed without the pace of the service.
  return { ...told, wasAsked: false, isRefusal: false, skip: { host, reason } };
}

const refusal = (batch: NextBatch, text: string): Told => ({
  refused: [{ text, links: batch.nTold }],
  wasAsked: true,
  isRefusal: true,
});

/** Written down whatever happens to the store meanwhile: what the service took must not be told again for nothing. */
function settle(app: App, own: Worker, batch: NextBatch, told: Told): Promise<void> {
  return untilStored(AbortSignal.timeout(60_000), () =>
    commit(app, async (tx, note) => {
      const held = await lockOwn(tx, own);
      if (held) await settleBatch(tx, note, held, batch, told);
    }),
  );
}

async function showWait(app: App, work: Work, reason: string): Promise<void> {
  await commit(app, async (tx, note) => {
    const held = await lockOwn(tx, work.own);
    if (!held) return;
    await showSubmission(tx, note, held.row, `Waits to try again: ${reason}`);
    work.progress(held.row.taken + held.row.refused, held.row.total, reason);
  });
}

/** Waits, but not on after Stop. */
async function waitFor(app: App, work: Work, forMs: number): Promise<void> {
  for (const until = Date.now() + forMs; Date.now() < until; ) {
    await pause(Math.min(noticeMs, Math.max(1, until - Date.now())), undefined, { signal: work.signal });
    if (!(await isStillWanted(app.store.db, work.own).catch(leaveWaiting))) return;
  }
}

/** While the store is away nobody can say that it was stopped. */
function leaveWaiting(error: unknown): boolean {
  if (!isStoreAway(error)) throw error;
  return true;
}

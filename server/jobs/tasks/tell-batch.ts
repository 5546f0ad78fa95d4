import type { ServiceJob } from '#connectors/kit/contract/connector.ts';
import { asConnectorError, NeedsOperator, Retryable, Unconfirmed } from '#connectors/kit/errors.ts';
import type { App } from '../../app.ts';
import type { SubmissionEnd } from '../../engine/submissions/end-submission.ts';
import { hostOf, type NextBatch } from '../../engine/submissions/next-batch.ts';
import type { BatchEnd, HeldSubmission } from '../../engine/submissions/submission-rows.ts';
import type { ReadyIndexer } from '../../features/options/indexers/indexers.ts';

/** A service may name the time of the next try so often for one batch, before the batch counts as refused. */
const mostNamedWaits = 20;

/** How a batch went. */
export interface Told extends BatchEnd {
  /** Something was sent for it: it took its turn at the service. */
  wasAsked: boolean;
  /** Nothing more is to be told. */
  end?: SubmissionEnd;
}

/** A batch that is to be tried again. */
export interface WaitOfBatch {
  /** In so many ms. */
  again: number;
  reason: string;
  /** True when the service named the time: this uses up no try. */
  isNamed: boolean;
}

/** What is told, and what is known of it. */
interface ToTell {
  held: HeldSubmission;
  batch: NextBatch;
  wasLost: boolean;
  signal: AbortSignal;
}

/** Tells one batch, once; where the service asks for another try or cannot be reached, within the tries of the options. */
export async function tellBatch(app: App, service: ReadyIndexer, step: ToTell): Promise<Told | WaitOfBatch> {
  const { connector, masked } = service;
  const { batch, held, wasLost } = step;
  if (batch.urls.length === 0) return { refused: [], wasAsked: false };
  if (wasLost && !connector.isRepeatable)
    return { ...refusal(batch, 'The answer was lost: they may have been taken'), wasAsked: false };
  const name = `linkwright-${held.row.id}-${batch.last?.id ?? 0}`;
  const { maxNumberOfRetries, timeToWaitBeforeRetry } = await app.options.read();
  const { job, wasAsked } = watched(service.job);
  try {
    const { refused, note } = await connector.submit(job, { name, urls: batch.urls, dripDays: null });
    const reasons = refused.map(({ reason }) => ({ text: masked(reason), links: 1 }));
    return { refused: reasons, note: note === undefined ? note : masked(note), wasAsked: true, isRefusal: false };
  } catch (error) {
    if (step.signal.aborted) throw error;
    const known = asConnectorError(error);
    if (!known) throw error;
    const mayRepeat = known instanceof Retryable || (known instanceof Unconfirmed && connector.isRepeatable);
    const afterMs = known instanceof Retryable ? known.afterMs : undefined;
    const isNamed = afterMs !== undefined;
    const isLast = isNamed ? held.row.named_waits >= mostNamedWaits : held.row.tries >= maxNumberOfRetries;
    if (!mayRepeat || isLast) return { ...judged(known, service, batch), wasAsked: wasAsked() };
    const again = Math.max(afterMs ?? 0, timeToWaitBeforeRetry * 1_000);
    return { again, reason: masked(known.message).slice(0, 500), isNamed };
  }
}

/** A job that notes whether anything was sent with it. */
function watched(job: ServiceJob): { job: ServiceJob; wasAsked: () => boolean } {
  let nSent = 0;
  const http: ServiceJob['tools']['http'] = (request) => {
    nSent += 1;
    return job.tools.http(request);
  };
  return { job: { ...job, tools: { ...job.tools, http } }, wasAsked: () => nSent > 0 };
}

/** What a failure that stays means for the batch, and for what comes after it. */
function judged(error: Error, { connector, masked }: ReadyIndexer, batch: NextBatch): Omit<Told, 'wasAsked'> {
  const reason = masked(error.message).slice(0, 500);
  const host = connector.accepts.oneHost ? hostOf(batch.urls[0] ?? '') : undefined;
  const told = refusal(batch, reason, host);
  if (!(error instanceof NeedsOperator)) return told;
  if (host === undefined) return { ...told, end: { state: 'FAILED', reason } };
  // It says nothing of other hosts.
  return { ...told, isRefusal: undefined, skip: { host, reason } };
}

const refusal = (batch: NextBatch, text: string, host?: string): BatchEnd => ({
  refused: [{ text, links: batch.nTold, ...(host === undefined ? {} : { host }) }],
  isRefusal: true,
});

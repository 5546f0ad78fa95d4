import { asConnectorError, Fatal, NeedsOperator, Retryable, Unconfirmed } from '#connectors/kit/errors.ts';
import type { EngineOptions } from '#domain/contract/options/engine-options.ts';
import type { ClaimedAct } from '../engine/acts/claim.ts';
import type { Hold, Outcome } from '../engine/acts/outcome.ts';

export const lookingInfo = (noun: string) => `Looking whether the ${noun} is there`;
/** Longest word of a site beside what we do about it. */
const maxWord = 500;
/** The site's own word on a post (its 500, say), as connector errors tell it; undefined when none came. */
export const saidBySite = (reason: string | null) =>
  reason !== null && / answered \d{3}\b/.test(reason) ? reason.slice(0, maxWord) : undefined;
/** What the site said, and that the post is looked for all the same: it may have been taken. */
export function lookingAfter(noun: string, reason: string): string {
  const said = saidBySite(reason);
  return said === undefined ? lookingInfo(noun) : `${said}. ${lookingInfo(noun)}`;
}

/** Wait before look-up number n (from 0), in ms: soon at first, then at growing distances. */
export function lookDelay(nLooks: number, settleMs: number): number {
  return Math.min(60_000, Math.max(200, settleMs), 1_000 * 2 ** nLooks);
}

/** What follows from an error of an act, by the four classes of the contract. */
export function judgeFailure(error: unknown, of: FailedAct): Outcome {
  const { post, noun, options, settleMs, wasSent } = of;
  const known = asConnectorError(error);
  const message = error instanceof Error ? error.message : String(error);
  const hold = holdOf(error);
  if (known instanceof Retryable) return { ...retryOrNext(post, options, message, known.afterMs), ...hold };
  if (known instanceof NeedsOperator) {
    const next = nextOrFail(post, options, message);
    return next.kind === 'nextAccount' ? { ...next, refused: true } : next;
  }
  if (known instanceof Fatal) return { kind: 'failed', reason: message };
  const reason = known instanceof Unconfirmed ? message : `Fault in the program: ${message}`;
  if (!wasSent && !(known instanceof Unconfirmed)) return { kind: 'failed', reason };
  return { kind: 'lost', afterMs: lookDelay(0, settleMs), reason, token: null, info: lookingAfter(noun, reason) };
}

/** An act that ended with an error. */
export interface FailedAct {
  post: ClaimedAct;
  /** As its way names it. */
  noun: string;
  options: EngineOptions;
  settleMs: number;
  /** True when a byte of it may have left. */
  wasSent: boolean;
}

/** A wish of the host to be left alone, for all that we want there. */
export function holdOf(error: unknown): { hold?: Hold } {
  if (!(error instanceof Retryable) || error.afterMs === undefined || error.afterMs <= 0) return {};
  return { hold: { forMs: error.afterMs, reason: error.message } };
}

/** Another try on the same account while the options allow it, then a further account (D-ENG-10). */
export function retryOrNext(
  post: ClaimedAct,
  options: EngineOptions,
  reason: string,
  afterMs?: number,
): Exclude<Outcome, { kind: 'gone' | 'succeeded' | 'unknown' }> {
  const number = post.tries + 1;
  if (number > options.maxNumberOfRetries) return nextOrFail(post, options, reason);
  const waitMs = Math.max(afterMs ?? 0, options.timeToWaitBeforeRetry * 1_000);
  return {
    kind: 'retry',
    counts: true,
    afterMs: waitMs,
    reason,
    info: `Retry ${number} of ${options.maxNumberOfRetries} in ${Math.ceil(waitMs / 1_000)} s: ${reason}`,
  };
}

/** A further account while the options allow one; after the last, the reason of the last try is the reason of the failure. */
function nextOrFail(
  post: ClaimedAct,
  options: EngineOptions,
  reason: string,
): Extract<Outcome, { kind: 'nextAccount' | 'failed' }> {
  // Who registers has no further account: another name would change nothing.
  return post.kind === 'publish' && post.accountsTried.length < options.maxAccountsToRetry
    ? { kind: 'nextAccount', reason }
    : { kind: 'failed', reason };
}

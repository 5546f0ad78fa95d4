import type { Published } from '#connectors/kit/contract/platforms.ts';
import { asConnectorError, NeedsOperator, Retryable } from '#connectors/kit/errors.ts';
import { storableText } from '#domain/rules/storable-text.ts';
import type { App } from '../app.ts';
import type { ClaimedAct } from '../engine/acts/claim.ts';
import type { Outcome } from '../engine/acts/outcome.ts';
import { lostAtRestart } from '../engine/rescue.ts';
import type { ActWay, FoundAct, Sent } from './act-way.ts';
import { holdOf, lookDelay, lookingAfter, lookingInfo, retryOrNext, saidBySite } from './judge-failure.ts';
import { jobFor, type SiteContext } from './post-context.ts';

/** After this many look-ups without an answer the operator decides. */
const maxLooks = 30;
/** An act that is carried out or looked up, its kind, and what is known of its site. */
export interface ActInWork {
  way: ActWay<ClaimedAct, SiteContext>;
  post: ClaimedAct;
  context: SiteContext;
}
const pendingInfo = (noun: string) => `Waiting for the site to show the ${noun}`;
/** So many names are tried at one site. */
const mostNames = 5;

/** What follows when a site took an act. */
export function published({ way, post }: ActInWork, result: Sent, note: string | null): Outcome {
  if (result.state === 'taken') {
    const { reason } = result;
    if (post.accountsTried.length + 1 >= mostNames) return { kind: 'failed', reason };
    return { kind: 'nextAccount', reason, refused: true };
  }
  const pending = pendingInfo(way.noun);
  if (result.state === 'pending')
    return { kind: 'lost', afterMs: 10_000, reason: pending, token: result.token, info: pending };
  const bad = badAnswer(way.noun, result);
  if (bad) return { kind: 'lost', afterMs: 0, reason: bad, token: null, info: lookingInfo(way.noun) };
  const links = result.links ? { links: result.links.filter((link) => isWebAddress(link.url)) } : {};
  const mail = result.waitsForMail ? { waitsForMail: true } : {};
  return { kind: 'succeeded', url: result.url, remoteId: result.remoteId, note, ...links, ...mail };
}

/** Longest address and id of a post that are stored. */
const maxAddress = 2_000;
const maxRemoteId = 500;
const isWebAddress = (url: string) => /^https?:\/\//i.test(url) && url.length <= maxAddress && URL.canParse(url);

/** Why a site's word on where a post stands cannot be believed; what is stored is shown and exported as a link. */
function badAnswer(noun: string, { url, remoteId }: Published): string | undefined {
  if (!isWebAddress(storableText(url))) return `The site took the ${noun}, but what it names as its address is none`;
  if (remoteId.length > maxRemoteId) return `The site took the ${noun}, but the id it gave it is too long`;
  return undefined;
}

/** Longest word on why an answer was lost, beside why nobody can tell what became of it. */
const maxCause = 300;
const withCause = (reason: string, cause: string | null) =>
  cause === null || cause === lostAtRestart ? reason : `${reason} (${cause.slice(0, maxCause)})`;

/** Reads whether a post whose answer was lost, or that was not visible yet, is there now. */
export async function look(app: App, of: ActInWork, signal: AbortSignal): Promise<Outcome> {
  const { post } = of;
  if (!post.content) return textGone;
  try {
    return judgeFound(app, of, await readSite(app, of, signal));
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (post.lookUps >= maxLooks || !(await mayAnswerYet(app, post, error)))
      return { kind: 'unknown', reason: `The site could not be looked at: ${message}` };
    const again = lookAgain(app, of, post.reason === lostAtRestart ? lostAtRestart : message);
    const wishedMs = error instanceof Retryable ? (error.afterMs ?? 0) : 0;
    return { ...again, afterMs: Math.max(again.afterMs, wishedMs), ...holdOf(error) };
  }
}

/**
 * Whether a site that could not be looked at is asked again. A refusal is the operator's to mend; where the project was
 * deleted meanwhile nobody is left to be told, and a site may refuse a login that it takes a moment later.
 */
async function mayAnswerYet({ store }: App, { projectId }: ClaimedAct, error: unknown): Promise<boolean> {
  if (error instanceof Retryable) return true;
  if (!(asConnectorError(error) instanceof NeedsOperator)) return false;
  const project = await store.db
    .selectFrom('projects')
    .where('id', '=', projectId)
    .select('campaign_id')
    .executeTakeFirst();
  return project?.campaign_id === null;
}

const textGone: Outcome = { kind: 'unknown', reason: 'The text of this post is not known any more' };

/**
 * The last look before a post is sent that may have gone out before: a slow site may have written it meanwhile. Undefined
 * when it is surely not there; errors are those of a try to send.
 */
export async function lookBeforeSending(app: App, of: ActInWork, signal: AbortSignal): Promise<Outcome | undefined> {
  if (!of.post.content) return textGone;
  const found = await readSite(app, of, signal);
  return found.state === 'absent' ? undefined : judgeFound(app, of, found);
}

function readSite(app: App, { way, post, context }: ActInWork, signal: AbortSignal): Promise<FoundAct> {
  if (!post.content) throw new Error('What is looked for is not known');
  // The store's clock tells how long ago, ours when: the clocks of machines differ.
  const sentAt = post.sentForMs === null ? null : Date.now() - post.sentForMs;
  return way.lookUp(context, jobFor(app, post, context, signal), post.content, { token: post.token, sentAt });
}

function judgeFound(app: App, of: ActInWork, found: FoundAct): Outcome {
  const { way, post, context } = of;
  if (found.state === 'taken') return published(of, found, null);
  if (found.state === 'published') {
    const bad = badAnswer(way.noun, found);
    return bad ? { kind: 'unknown', reason: bad } : published(of, found, null);
  }
  if (found.state === 'unknown') return { kind: 'unknown', reason: withCause(found.reason, post.reason) };
  if (found.state === 'pending')
    return post.lookUps >= maxLooks
      ? { kind: 'unknown', reason: `The site did not show the ${way.noun}` }
      : lookAgain(app, of, pendingInfo(way.noun));
  // Absent: what was sent may still be on its way.
  if (!hasSettled(app, of)) return lookAgain(app, of, post.reason ?? 'The answer was lost');
  // Our own end is not the site's fault: such a try costs none of its retries.
  if (post.reason === lostAtRestart)
    return { kind: 'retry', counts: false, afterMs: 0, reason: lostAtRestart, info: 'Sent again after a restart' };
  const lost = saidBySite(post.reason) ?? 'The answer was lost';
  return retryOrNext(post, context.options, `${lost} and the ${way.noun} is not there`);
}

/**
 * True when what was sent has surely been carried out or dropped: the platform's settling time is over since the answer
 * was lost, and as long again as the site had let us wait: a site that was slow may be slow to write.
 */
function hasSettled(app: App, { post, context: { platform, options } }: ActInWork): boolean {
  const settleMs = app.config.settleMs ?? platform.settleMs;
  const waitedMs = Math.min(post.waitedMs ?? 0, options.waitTimeOut * 1_000);
  return post.lookUps >= 1 && (post.lostForMs ?? 0) >= Math.max(settleMs, waitedMs);
}

function lookAgain(app: App, { way, post, context: { platform } }: ActInWork, reason: string) {
  const afterMs = lookDelay(post.lookUps, app.config.settleMs ?? platform.settleMs);
  const pending = pendingInfo(way.noun);
  const info = reason === pending ? pending : lookingAfter(way.noun, reason);
  // A look of ours is no new loss: settling goes on.
  return { kind: 'lost' as const, afterMs, reason, token: post.token, info, again: true };
}

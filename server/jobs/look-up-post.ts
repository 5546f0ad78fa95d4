import type { Found, Pending, PostContent, Published } from '#connectors/kit/contract/platforms.ts';
import { Retryable } from '#connectors/kit/errors.ts';
import { storableText } from '#domain/rules/storable-text.ts';
import type { App } from '../app.ts';
import type { ClaimedPost } from '../engine/acts/claim.ts';
import type { Outcome } from '../engine/acts/outcome.ts';
import { lostAtRestart } from '../engine/rescue.ts';
import { holdOf, lookDelay, lookingAfter, lookingInfo, retryOrNext, saidBySite } from './judge-failure.ts';
import { jobFor, type PostContext } from './post-context.ts';

/** After this many look-ups without an answer the operator decides. */
const maxLooks = 30;
const pendingInfo = 'Waiting for the site to show the post';

/** What follows when a site took a post. */
export function published(result: Published | Pending, note: string | null): Outcome {
  if (result.state === 'pending')
    return { kind: 'lost', afterMs: 10_000, reason: pendingInfo, token: result.token, info: pendingInfo };
  const bad = badAnswer(result);
  if (bad) return { kind: 'lost', afterMs: 0, reason: bad, token: null, info: lookingInfo };
  const links = result.links ? { links: result.links.filter((link) => isWebAddress(link.url)) } : {};
  return { kind: 'succeeded', url: result.url, remoteId: result.remoteId, note, ...links };
}

/** Longest address and id of a post that are stored. */
const maxAddress = 2_000;
const maxRemoteId = 500;
const isWebAddress = (url: string) => /^https?:\/\//i.test(url) && url.length <= maxAddress && URL.canParse(url);

/** Why a site's word on where a post stands cannot be believed; what is stored is shown and exported as a link. */
function badAnswer({ url, remoteId }: Published): string | undefined {
  if (!isWebAddress(storableText(url))) return 'The site took the post, but what it names as its address is none';
  if (remoteId.length > maxRemoteId) return 'The site took the post, but the id it gave it is too long';
  return undefined;
}

/** Reads whether a post whose answer was lost, or that was not visible yet, is there now. */
export async function look(app: App, post: ClaimedPost, context: PostContext, signal: AbortSignal): Promise<Outcome> {
  if (!post.content) return textGone;
  try {
    return judgeFound(app, post, context, await readSite(app, post, context, signal));
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (!(error instanceof Retryable) || post.lookUps >= maxLooks)
      return { kind: 'unknown', reason: `The site could not be looked at: ${message}` };
    const again = lookAgain(app, post, context, post.reason === lostAtRestart ? lostAtRestart : message);
    return { ...again, afterMs: Math.max(again.afterMs, error.afterMs ?? 0), ...holdOf(error) };
  }
}

const textGone: Outcome = { kind: 'unknown', reason: 'The text of this post is not known any more' };

/**
 * The last look before a post is sent that may have gone out before: a slow site may have written it meanwhile. Undefined
 * when it is surely not there; errors are those of a try to send.
 */
export async function lookBeforeSending(
  app: App,
  post: ClaimedPost,
  context: PostContext,
  signal: AbortSignal,
): Promise<Outcome | undefined> {
  if (!post.content) return textGone;
  const found = await readSite(app, post, context, signal);
  return found.state === 'absent' ? undefined : judgeFound(app, post, context, found);
}

function readSite(app: App, post: ClaimedPost, context: PostContext, signal: AbortSignal): Promise<Found> {
  const content = post.content as PostContent;
  // The store's clock tells how long ago, ours when: the clocks of machines differ.
  const sentAt = post.sentForMs === null ? null : Date.now() - post.sentForMs;
  return context.platform.lookUp(jobFor(app, post, context, signal), content, { token: post.token, sentAt });
}

function judgeFound(app: App, post: ClaimedPost, context: PostContext, found: Found): Outcome {
  if (found.state === 'published') {
    const bad = badAnswer(found);
    return bad ? { kind: 'unknown', reason: bad } : published(found, null);
  }
  if (found.state === 'unknown') return { kind: 'unknown', reason: found.reason };
  if (found.state === 'pending')
    return post.lookUps >= maxLooks
      ? { kind: 'unknown', reason: 'The site did not show the post' }
      : lookAgain(app, post, context, pendingInfo);
  // Absent: what was sent may still be on its way.
  if (!hasSettled(app, post, context)) return lookAgain(app, post, context, post.reason ?? 'The answer was lost');
  // Our own end is not the site's fault: such a try costs none of its retries.
  if (post.reason === lostAtRestart)
    return { kind: 'retry', counts: false, afterMs: 0, reason: lostAtRestart, info: 'Sent again after a restart' };
  return retryOrNext(
    post,
    context.options,
    `${saidBySite(post.reason) ?? 'The answer was lost'} and the post is not there`,
  );
}

/**
 * True when what was sent has surely been carried out or dropped: the platform's settling time is over since the answer
 * was lost, and as long again as the site had let us wait: a site that was slow may be slow to write.
 */
function hasSettled(app: App, post: ClaimedPost, { platform, options }: PostContext): boolean {
  const settleMs = app.config.settleMs ?? platform.settleMs;
  const waitedMs = Math.min(post.waitedMs ?? 0, options.waitTimeOut * 1_000);
  return post.lookUps >= 1 && (post.lostForMs ?? 0) >= Math.max(settleMs, waitedMs);
}

function lookAgain(app: App, post: ClaimedPost, { platform }: PostContext, reason: string) {
  const afterMs = lookDelay(post.lookUps, app.config.settleMs ?? platform.settleMs);
  const info = reason === pendingInfo ? pendingInfo : lookingAfter(reason);
  // A look of ours is no new loss: settling goes on.
  return { kind: 'lost' as const, afterMs, reason, token: post.token, info, again: true };
}

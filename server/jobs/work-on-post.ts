import type { Found, Pending, Published } from '#connectors/kit/contract.ts';
import { NeedsOperator, Retryable } from '#connectors/kit/errors.ts';
import type { App } from '../app.ts';
import type { ClaimedPost } from '../engine/claim.ts';
import { closeRunIfDone, type RunsInWork } from '../engine/close-run.ts';
import type { Outcome, Work } from '../engine/outcome.ts';
import { applyOutcome, letGo, markSending } from '../engine/post-outcome.ts';
import { lostAtRestart } from '../engine/rescue.ts';
import { succeedPost } from '../engine/succeed-post.ts';
import { commit, commitOne } from '../live/commit.ts';
import { checkLink } from './check-link.ts';
import { judgeFailure, lookDelay, lookingInfo, retryOrNext } from './judge-failure.ts';
import { CannotWork, forgetSite, jobFor, outputOf, type PostContext, readContext } from './post-context.ts';
import { outputAnchor, prepareContent } from './prepare-content.ts';
import type { CountsTeller } from './tell-counts.ts';

/** After this many look-ups without an answer the operator decides. */
const maxLooks = 30;
const pendingInfo = 'Waiting for the site to show the post';

/** What all posts of this process share. */
export interface PostsTogether {
  counts: CountsTeller;
  runs: RunsInWork;
}

/** Publishes or looks up one claimed post, writes down how it ended, and proves its link. */
export async function workOnPost(
  app: App,
  { counts, runs }: PostsTogether,
  post: ClaimedPost,
  signal: AbortSignal,
): Promise<void> {
  let inWork = true;
  const leave = () => {
    const wasLast = inWork && runs.leave(post.runId);
    inWork = false;
    return wasLast;
  };
  runs.take(post.runId);
  try {
    const { outcome, context } = await decide(app, post, signal);
    const output = outputOf(context, outputAnchor(post, context?.project.outputAnchor ?? ''));
    const work = { post, output, bootId: app.bootId };
    const linkId = await writeDown(app, work, outcome);
    if (outcome.kind === 'succeeded' && context) counts.changed(context.project);
    if (leave()) await closeRunIfDone(app, post.runId);
    if (linkId !== null && outcome.kind === 'succeeded')
      await proveAtOnce(app, { linkId, post, outcome, context }, signal);
  } catch (error) {
    leave();
    await letGo(app.store.db, post.id).catch(() => {});
    throw error;
  }
}

/** A success is one statement; every other end needs a transaction. Answers the link it made. */
async function writeDown(app: App, work: Omit<Work, 'outcome'>, outcome: Outcome): Promise<number | null> {
  const { linkId } =
    outcome.kind === 'succeeded'
      ? await commitOne(app, (db, note) => succeedPost(db, note, { ...work, outcome }))
      : await commit(app, (tx, note) => applyOutcome(tx, note, { ...work, outcome }));
  return linkId;
}

interface Posted {
  linkId: number;
  post: ClaimedPost;
  outcome: Extract<Outcome, { kind: 'succeeded' }>;
  context: PostContext | undefined;
}

/** The proof that follows a post; its check was queued, claimed by us, together with the success. */
function proveAtOnce(app: App, { linkId, post, outcome, context }: Posted, signal: AbortSignal): Promise<void> {
  const placed = outcome.links ?? post.content?.links ?? [];
  const urlListId = context?.project.urlListId ?? 0;
  const check = { linkId, urlListId, url: outcome.url, linksOnPage: '', counted: false, tries: 0, placed };
  return checkLink(app, check, signal);
}

interface Decision {
  outcome: Outcome;
  context: PostContext | undefined;
}

async function decide(app: App, post: ClaimedPost, signal: AbortSignal): Promise<Decision> {
  let context: PostContext | undefined;
  const looking = post.state === 'LOOKING';
  try {
    context = await readContext(app, post);
    if (!context.account) throw new CannotWork(missingAccount(post));
    return { context, outcome: await (looking ? look : publish)(app, post, context, signal) };
  } catch (error) {
    if (!(error instanceof CannotWork)) throw error;
    // A post that may have been sent cannot simply fail: the operator says what became of it.
    return { context, outcome: { kind: looking ? 'unknown' : 'failed', reason: error.message } };
  }
}

function missingAccount(post: ClaimedPost): string {
  if (post.state === 'LOOKING') return 'The account of this post is gone';
  const further = post.accountsTried.length > 0 ? 'No further account' : 'No account';
  return `${further} for ${post.siteId} in the account profile`;
}

async function publish(app: App, post: ClaimedPost, context: PostContext, signal: AbortSignal): Promise<Outcome> {
  const { platform, options, account } = context;
  const { content, articleId, note } = await prepareContent(app, post, context);
  const accountKey = account?.key ?? '';
  Object.assign(post, { content, accountKey });
  if (!(await markSending(app.store.db, post, { content, accountKey, articleId, bootId: app.bootId })))
    throw new Error('the post was taken over by another process');
  try {
    return published(await platform.publish(jobFor(app, post, context, signal), content), note);
  } catch (error) {
    if (error instanceof NeedsOperator) await stopAccount(app, post, context, error.message);
    return judgeFailure(error, post, options, app.config.settleMs ?? platform.settleMs);
  }
}

function published(result: Published | Pending, note: string | null): Outcome {
  if (result.state === 'pending')
    return { kind: 'lost', afterMs: 10_000, reason: pendingInfo, token: result.token, info: pendingInfo };
  const links = result.links ? { links: result.links } : {};
  return { kind: 'succeeded', url: result.url, remoteId: result.remoteId, note, ...links };
}

/** Reads whether a post whose answer was lost, or that was not visible yet, is there now. */
async function look(app: App, post: ClaimedPost, context: PostContext, signal: AbortSignal): Promise<Outcome> {
  if (!post.content) return { kind: 'unknown', reason: 'The text of this post is not known any more' };
  try {
    const found = await context.platform.lookUp(jobFor(app, post, context, signal), post.content, post.token);
    return judgeFound(app, post, context, found);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (error instanceof Retryable && post.lookUps < maxLooks)
      return lookAgain(app, post, context, post.reason === lostAtRestart ? lostAtRestart : message);
    return { kind: 'unknown', reason: `The site could not be looked at: ${message}` };
  }
}

function judgeFound(app: App, post: ClaimedPost, context: PostContext, found: Found): Outcome {
  if (found.state === 'published') return published(found, null);
  if (found.state === 'unknown') return { kind: 'unknown', reason: found.reason };
  if (found.state === 'pending')
    return post.lookUps >= maxLooks
      ? { kind: 'unknown', reason: 'The site did not show the post' }
      : lookAgain(app, post, context, pendingInfo);
  // Absent: what was sent may still be on its way until the platform's settling time is over.
  const settleMs = app.config.settleMs ?? context.platform.settleMs;
  const settled = post.sentAt !== null && Date.now() - post.sentAt.getTime() >= settleMs && post.lookUps >= 1;
  if (!settled) return lookAgain(app, post, context, post.reason ?? 'The answer was lost');
  // Our own end is not the site's fault: such a try costs none of its retries.
  if (post.reason === lostAtRestart)
    return { kind: 'retry', counts: false, afterMs: 0, reason: lostAtRestart, info: 'Sent again after a restart' };
  return retryOrNext(post, context.options, 'The answer was lost and the post is not there');
}

function lookAgain(app: App, post: ClaimedPost, { platform }: PostContext, reason: string): Outcome {
  const afterMs = lookDelay(post.lookUps, app.config.settleMs ?? platform.settleMs);
  return { kind: 'lost', afterMs, reason, token: post.token, info: reason === pendingInfo ? pendingInfo : lookingInfo };
}

/** A refused login stops that account until the operator starts a project with it again; the others go on. */
async function stopAccount(
  app: App,
  post: ClaimedPost,
  { account, project }: PostContext,
  reason: string,
): Promise<void> {
  const [siteKey = '', emailKey = ''] = account?.key.split('\t') ?? [];
  await app.store.db
    .updateTable('accounts')
    .set({ stopped_reason: reason })
    .where('profile_id', '=', project.profileId ?? 0)
    .where('site_key', '=', siteKey)
    .where('email_key', '=', emailKey)
    .execute();
  forgetSite(app, post);
}

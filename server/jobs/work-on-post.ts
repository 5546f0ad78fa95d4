import { setTimeout as pause } from 'node:timers/promises';
import { NeedsOperator } from '#connectors/kit/errors.ts';
import { storable, storableText } from '#domain/rules/storable-text.ts';
import type { App } from '../app.ts';
import { isStoreAway, untilStored } from '../db/store-away.ts';
import type { ClaimedPost } from '../engine/acts/claim.ts';
import { markAnswers, markSending, paceAct, stampAct } from '../engine/acts/mark-sending.ts';
import type { Outcome, Work } from '../engine/acts/outcome.ts';
import { applyOutcome, letGo, type NoSuccess } from '../engine/acts/post-outcome.ts';
import { succeedTogether } from '../engine/acts/succeed-post.ts';
import { closeWhenDone, type ProjectsInWork } from '../engine/runs/close-run.ts';
import { commit } from '../live/commit.ts';
import { maskSecrets, maskValue } from '../outside/mask-secrets.ts';
import { checkLink } from './check-link.ts';
import { judgeFailure } from './judge-failure.ts';
import { look, lookBeforeSending, published } from './look-up-post.ts';
import { notSeenYet, plannedTime } from './not-seen-yet.ts';
import { CannotWork, forgetSite, jobFor, outputOf, type PostContext, readContext } from './post-context.ts';
import { outputAnchor, type Prepared, prepareContent } from './prepare-content.ts';
import type { CountsTeller } from './tell-counts.ts';

/** What all posts of this process share. */
export interface PostsTogether {
  counts: CountsTeller;
  projects: ProjectsInWork;
}

/** Publishes or looks up one claimed post, writes down how it ended, and proves its link. */
export async function workOnPost(
  app: App,
  { counts, projects }: PostsTogether,
  post: ClaimedPost,
  signal: AbortSignal,
): Promise<void> {
  let inWork = true;
  const leave = () => {
    const wasLast = inWork && projects.leave(post.projectId);
    inWork = false;
    return wasLast;
  };
  projects.take(post.projectId);
  try {
    const { outcome: decided, context } = await decide(app, post, signal);
    // The one place by which all that a site said goes to the store.
    const outcome = maskOutcome(storable(notSeenYet(post, decided)), context);
    const isDraft = post.content?.status === 'draft';
    const output = outputOf(context, outputAnchor(post, context?.project.outputAnchor ?? ''), isDraft);
    const work = { post, output, bootId: app.bootId };
    const linkId = await untilStored(signal, () => writeDown(app, work, outcome));
    if (outcome.kind === 'failed' || outcome.kind === 'unknown') logEnd(app, post, outcome);
    if (outcome.kind === 'succeeded' && context) counts.changed(context.project, post);
    if (leave()) await closeWhenDone(app, post.projectId);
    if (linkId !== null && outcome.kind === 'succeeded')
      await proveAtOnce(app, { linkId, post, outcome, context }, signal);
  } catch (error) {
    leave();
    await endFaulty(app, post, error, signal).catch(() => {});
    throw error;
  }
}

/** A post that did not get there stands in the log too, its secrets masked as in the store. */
function logEnd(app: App, post: ClaimedPost, { kind, reason }: Extract<Outcome, { kind: 'failed' | 'unknown' }>): void {
  const of = { project: post.projectId, post: post.id, module: post.module, site: post.siteId };
  app.log.warn({ ...of, outcome: kind, reason }, kind === 'failed' ? 'a post failed' : 'a post may stand: to decide');
}

/**
 * Work that broke off by a fault of ours ends with it instead of beginning again for ever; where the store was away, or
 * bytes may have left, it is let go and taken up by the rescue.
 */
async function endFaulty(app: App, post: ClaimedPost, error: unknown, signal: AbortSignal): Promise<void> {
  const reason = storableText(`Fault in the program: ${error instanceof Error ? error.message : String(error)}`);
  const mayStand = post.state === 'LOOKING' || post.wasSent;
  const outcome: NoSuccess = mayStand ? { kind: 'unknown', reason } : { kind: 'failed', reason, isUnsent: true };
  const work = { post, output: outputOf(undefined, '', false), bootId: app.bootId, outcome };
  const end = () => commit(app, (tx, note) => applyOutcome(tx, note, work));
  const isOurs = !isStoreAway(error) && !signal.aborted;
  // Whatever this meets too: a post must not stay in the hands of a process that has given it up.
  const isOver = isOurs && (await end().catch(() => false));
  if (isOver) await closeWhenDone(app, post.projectId);
  else await untilStored(signal, () => letGo(app.store.db, post.id, app.bootId));
}

/** A success is one statement; every other end needs a transaction. Answers the link it made. */
async function writeDown(app: App, work: Omit<Work, 'outcome'>, outcome: Outcome): Promise<number | null> {
  if (outcome.kind === 'succeeded') return (await succeedTogether(app, { ...work, outcome })).linkId;
  await commit(app, (tx, note) => applyOutcome(tx, note, { ...work, outcome }));
  return null;
}

/** What a site says may hold what it was sent, however it writes it: the account's password goes no further. */
function maskOutcome(outcome: Outcome, context: PostContext | undefined): Outcome {
  const masked = { ...outcome } as Record<string, unknown>;
  for (const name of ['reason', 'info', 'note', 'hold'])
    if (masked[name]) masked[name] = maskValue(masked[name], secretsOf(context));
  return masked as unknown as Outcome;
}

const secretsOf = (context: PostContext | undefined) => (context?.account ? [context.account.password] : []);

interface Posted {
  linkId: number;
  post: ClaimedPost;
  outcome: Extract<Outcome, { kind: 'succeeded' }>;
  context: PostContext | undefined;
}

/** The proof that follows a post, still at its place at the site; its check was queued, claimed by us, with the success. */
function proveAtOnce(app: App, { linkId, post, outcome, context }: Posted, signal: AbortSignal): Promise<void> {
  const placed = outcome.links ?? post.content?.links ?? [];
  const urlListId = context?.project.urlListId ?? 0;
  const cleans = context?.project.cleanAfterProof ?? false;
  const check = { linkId, urlListId, url: outcome.url, linksOnPage: '', counted: false, tries: 0, placed };
  const plannedFor = plannedTime(post);
  const of = { cleans, site: { module: post.module, siteId: post.siteId }, ...(plannedFor ? { plannedFor } : {}) };
  return checkLink(app, { ...check, ...of }, signal);
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
    if (error instanceof CalledOff) return { context, outcome: error.outcome };
    if (!(error instanceof CannotWork)) throw error;
    // A post that may have been sent cannot simply fail: the operator says what became of it.
    return { context, outcome: { kind: looking || post.wasSent ? 'unknown' : 'failed', reason: error.message } };
  }
}

function missingAccount(post: ClaimedPost): string {
  if (post.state === 'LOOKING') return 'The account of this post is gone';
  const further = post.accountsTried.length > 0 ? 'No further account' : 'No account';
  return `${further} for ${post.siteId} in the account profile`;
}

/** A post that must not be sent now, found out right before its first byte. */
class CalledOff extends Error {
  override name = 'CalledOff';
  readonly outcome: Outcome;
  constructor(outcome: Outcome) {
    super('The post was called off');
    this.outcome = outcome;
  }
}

async function publish(app: App, post: ClaimedPost, context: PostContext, signal: AbortSignal): Promise<Outcome> {
  const { platform, options, account } = context;
  const prepared = await prepareContent(app, post, context);
  Object.assign(post, { content: prepared.content, accountKey: account?.key ?? '' });
  const gate = createGate(app, post, prepared, signal);
  try {
    const found = post.wasSent ? await lookBeforeSending(app, post, context, signal) : undefined;
    if (found) return found;
    const job = jobFor(app, post, context, signal, gate.pass);
    return published(await platform.publish(job, prepared.content), prepared.note);
  } catch (error) {
    // A connector may dress up what the gate threw.
    if (gate.refused) throw gate.refused;
    if (error instanceof NeedsOperator)
      await untilStored(signal, () => stopAccount(app, post, context, maskSecrets(error.message, secretsOf(context))));
    const settleMs = app.config.settleMs ?? platform.settleMs;
    return judgeFailure(error, { post, options, settleMs, wasSent: gate.hasPassed });
  }
}

/** A mark that took longer counts the gap of its site anew, in ms. */
const slowMarkMs = 15;

/**
 * The gate before each act of a post: marks it as being sent, committed, right before its first byte leaves
 * (design section 7, step 6), not before the gap of its site is over, and not once it was called off. An act that the
 * connector repeats, since its session was over, keeps the gap too.
 */
function createGate(app: App, post: ClaimedPost, { content }: Prepared, signal: AbortSignal) {
  const mark = { postId: post.id, content, accountKey: post.accountKey ?? '' };
  const ask = () => (gate.hasPassed ? paceAct(app, post.id) : markSending(app, mark));
  const leave = async () => {
    for (;;) {
      const began = performance.now();
      const { answer, gapMs } = await ask();
      if (answer === markAnswers.marked) {
        // Where this fails the gap is shorter by what the disk took.
        if (gapMs !== 0 && performance.now() - began > slowMarkMs) await stampAct(app.store.db, post).catch(() => {});
        return;
      }
      if (answer === markAnswers.notAllowed)
        throw new CannotWork('The site was deleted, or may not be posted to any more');
      if (answer < 0) throw new CalledOff(answer === markAnswers.notOurs ? { kind: 'gone' } : waitsForHost);
      await pause(answer, undefined, { signal });
    }
  };
  const gate = {
    hasPassed: false,
    /** Why nothing may leave; whether it was marked before that the rescue finds out. */
    refused: undefined as unknown,
    pass: async () => {
      await leave().catch((error: unknown) => {
        gate.refused = error;
        throw error;
      });
      gate.hasPassed = true;
    },
  };
  return gate;
}

const waitsForHost: Outcome = {
  kind: 'retry',
  counts: false,
  afterMs: 0,
  reason: 'The host takes no requests now',
  info: 'Waiting until the host takes requests again',
};

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
    .set({ stopped_reason: storableText(reason) })
    .where('profile_id', '=', project.profileId ?? 0)
    .where('site_key', '=', siteKey)
    .where('email_key', '=', emailKey)
    .execute();
  forgetSite(app, post);
}

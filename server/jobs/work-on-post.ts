import { NeedsOperator } from '#connectors/kit/errors.ts';
import { storable, storableText } from '#domain/rules/storable-text.ts';
import type { ActKind } from '#domain/states/post.ts';
import type { App } from '../app.ts';
import { isStoreAway, untilStored } from '../db/store-away.ts';
import type { ClaimedAct } from '../engine/acts/claim.ts';
import type { Outcome } from '../engine/acts/outcome.ts';
import { applyOutcome, letGo, type NoSuccess } from '../engine/acts/post-outcome.ts';
import { closeWhenDone, type ProjectsInWork } from '../engine/runs/close-run.ts';
import { commit } from '../live/commit.ts';
import { maskSecrets, maskValue } from '../outside/mask-secrets.ts';
import { CalledOff, createGate } from './act-gate.ts';
import type { ActWay } from './act-way.ts';
import { judgeFailure } from './judge-failure.ts';
import { type ActInWork, look, lookBeforeSending, published } from './look-up-post.ts';
import { CannotWork, jobFor, outputOf, type SiteContext } from './post-context.ts';
import { publishWay } from './publish-way.ts';
import { signUpWay } from './sign-up/sign-up-way.ts';
import type { CountsTeller } from './tell-counts.ts';

type Way = ActWay<ClaimedAct, SiteContext>;
const ways: Record<ActKind, Way> = {
  publish: publishWay as unknown as Way,
  register: signUpWay as unknown as Way,
};

/** What all acts of this process share. */
export interface ActsTogether {
  counts: CountsTeller;
  projects: ProjectsInWork;
}

/** Carries out or looks up one claimed act, writes down how it ended, and proves its link. */
export async function workOnPost(
  app: App,
  { counts, projects }: ActsTogether,
  post: ClaimedAct,
  signal: AbortSignal,
): Promise<void> {
  let inWork = true;
  const leave = () => {
    const wasLast = inWork && projects.leave(post.projectId);
    inWork = false;
    return wasLast;
  };
  projects.take(post.projectId);
  const way = ways[post.kind];
  try {
    const { outcome: decided, context } = await decide(app, way, post, signal);
    // The one place by which all that a site said goes to the store.
    const outcome = maskOutcome(storable(way.toldOf(post, decided)), context);
    const linkId = await untilStored(signal, () => writeDown(app, way, { post, outcome, context }));
    if (outcome.kind === 'failed' || outcome.kind === 'unknown') logEnd(app, post, outcome);
    if (outcome.kind === 'succeeded' && context) way.counted?.(counts, context, post);
    if (leave()) await closeWhenDone(app, post.projectId);
    if (linkId !== null && outcome.kind === 'succeeded')
      await way.prove?.(app, { linkId, act: post, outcome, context }, signal);
  } catch (error) {
    leave();
    await endFaulty(app, post, error, signal).catch(() => {});
    throw error;
  }
}

/** A post that did not get there stands in the log too, its secrets masked as in the store. */
function logEnd(app: App, post: ClaimedAct, { kind, reason }: Extract<Outcome, { kind: 'failed' | 'unknown' }>): void {
  const of = { project: post.projectId, post: post.id, module: post.module, site: post.siteId };
  app.log.warn({ ...of, outcome: kind, reason }, kind === 'failed' ? 'a post failed' : 'a post may stand: to decide');
}

/**
 * Work that broke off by a fault of ours ends with it instead of beginning again for ever; where the store was away, or
 * bytes may have left, it is let go and taken up by the rescue.
 */
async function endFaulty(app: App, post: ClaimedAct, error: unknown, signal: AbortSignal): Promise<void> {
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

interface Decided {
  post: ClaimedAct;
  outcome: Outcome;
  context: SiteContext | undefined;
}

/** Answers the link that a success made. */
async function writeDown(app: App, way: Way, { post, outcome, context }: Decided): Promise<number | null> {
  if (outcome.kind === 'succeeded') return way.succeed(app, { act: post, outcome, context });
  const work = { post, output: outputOf(undefined, '', false), bootId: app.bootId, outcome };
  await commit(app, (tx, note) => applyOutcome(tx, note, work));
  return null;
}

/** What a site says may hold what it was sent, however it writes it: the account's password goes no further. */
function maskOutcome(outcome: Outcome, context: SiteContext | undefined): Outcome {
  const masked = { ...outcome } as Record<string, unknown>;
  for (const name of ['reason', 'info', 'note', 'hold'])
    if (masked[name]) masked[name] = maskValue(masked[name], secretsOf(context));
  return masked as unknown as Outcome;
}

const secretsOf = (context: SiteContext | undefined) => (context?.account ? [context.account.password] : []);

interface Decision {
  outcome: Outcome;
  context: SiteContext | undefined;
}

async function decide(app: App, way: Way, post: ClaimedAct, signal: AbortSignal): Promise<Decision> {
  let context: SiteContext | undefined;
  const looking = post.state === 'LOOKING';
  try {
    context = await way.readContext(app, post);
    if (!context.account && !context.platform.ownLogin) throw new CannotWork(missingAccount(post));
    const of = { way, post, context };
    return { context, outcome: await (looking ? look(app, of, signal) : send(app, of, signal)) };
  } catch (error) {
    if (error instanceof CalledOff) return { context, outcome: error.outcome };
    if (!(error instanceof CannotWork)) throw error;
    // What may have been sent cannot simply fail: the operator says what became of it.
    return { context, outcome: { kind: looking || post.wasSent ? 'unknown' : 'failed', reason: error.message } };
  }
}

function missingAccount(post: ClaimedAct): string {
  if (post.state === 'LOOKING') return 'The account of this post is gone';
  const isTried = post.accountsTried.length > 0;
  // A row of a private network has a login of its own.
  if (post.email !== '')
    return isTried
      ? `${post.siteId} refused the login of the private network`
      : `${post.siteId} is not in the private network any more, or refused its login there`;
  const further = isTried ? 'No further account' : 'No account';
  return `${further} for ${post.siteId} in the account profile`;
}

async function send(app: App, of: ActInWork, signal: AbortSignal): Promise<Outcome> {
  const { way, post, context } = of;
  const { platform, options, account } = context;
  const { content, note } = await way.prepare(app, post, context);
  Object.assign(post, { content, accountKey: account?.key ?? '' });
  const gate = createGate(app, post, content, signal);
  try {
    const found = post.wasSent ? await lookBeforeSending(app, of, signal) : undefined;
    if (found) return found;
    const job = jobFor(app, post, context, signal, gate.pass);
    return published(of, await way.send(context, job, content), note);
  } catch (error) {
    // A connector may dress up what the gate threw.
    if (gate.refused) throw gate.refused;
    if (error instanceof NeedsOperator) {
      const reason = maskSecrets(error.message, secretsOf(context));
      await untilStored(signal, async () => way.refused?.(app, post, context, reason));
    }
    const settleMs = app.config.settleMs ?? platform.settleMs;
    return judgeFailure(error, { post, noun: way.noun, options, settleMs, wasSent: gate.hasPassed });
  }
}

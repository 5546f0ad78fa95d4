import { sql } from 'kysely';
import { nextPostState, type PostEvent, postStatesAllowing } from '#domain/states/post.ts';
import type { Queryable, Tx } from '../../db/store.ts';
import type { Note } from '../../live/commit.ts';
import { type RowState, setSiteStatus } from '../site-status.ts';
import { stateList } from '../state-lists.ts';
import type { ClaimedAct } from './claim.ts';
import { holdHost } from './hosts.ts';
import type { Outcome, Work } from './outcome.ts';

/** Every end but a success. */
export type NoSuccess = Exclude<Outcome, { kind: 'succeeded' }>;
type Unfinished = Exclude<NoSuccess, { kind: 'gone' }>;

const eventOf: Record<Unfinished['kind'], PostEvent> = {
  retry: 'retry',
  nextAccount: 'nextAccount',
  lost: 'lost',
  failed: 'fail',
  unknown: 'giveUp',
};

/**
 * Writes down an end that is no success, in one transaction: post, attempt, article, row, queue. False when the post was no
 * longer ours, or not in a state that allows it. Successes: succeed-post.ts.
 */
export async function applyOutcome(tx: Tx, note: Note, work: Work & { outcome: NoSuccess }): Promise<boolean> {
  const { post, outcome } = work;
  if (outcome.kind === 'gone') return leavePost(tx, post.id, work.bootId);
  const isCalledOff =
    (outcome.kind === 'retry' || outcome.kind === 'nextAccount') && !(await mayGoOn(tx, post.projectId));
  const event = isCalledOff ? 'skip' : eventOf[outcome.kind];
  const moved = await tx
    .updateTable('posts')
    .set({ ...changesFor(post, outcome), ...stateAfter(post, event), ...(isCalledOff ? ended : {}) })
    .where('id', '=', post.id)
    .where('state', 'in', postStatesAllowing(event))
    // A process that was thought dead may come back: what was taken from it is no longer its to settle.
    .where('claimed_by', '=', work.bootId)
    .$if(outcome.kind === 'failed' && outcome.isUnsent === true, (own) =>
      own.where('state', '=', 'CLAIMED').where('sent_at', 'is', null),
    )
    .returning(['article_id'])
    .executeTakeFirst();
  if (!moved) return leavePost(tx, post.id, work.bootId);
  await closeAttempt(tx, post.id, outcome);
  if (isCalledOff || outcome.kind === 'failed' || outcome.kind === 'unknown') await giveBack(tx, moved.article_id);
  const row: RowState = isCalledOff ? { status: 'STOPPED', waitInfo: outcome.reason } : rowStateOf(outcome);
  await setSiteStatus(tx, note, post, row);
  if ('hold' in outcome && outcome.hold) await holdHost(tx, note, post, outcome.hold);
  await sql`/* hot: refresh-site-queue */ select refresh_site_queue(${post.module}, ${post.siteId}, false)`.execute(tx);
  return true;
}

/**
 * Whether a project still wants its posts sent. Its row is held until the commit: a Stop comes before, and is seen here,
 * or after, and calls off what this transaction put back.
 */
async function mayGoOn(tx: Tx, projectId: number): Promise<boolean> {
  const project = await tx
    .selectFrom('projects')
    .where('id', '=', projectId)
    .select('status')
    .forShare()
    .executeTakeFirst();
  return project?.status === 'RUNNING';
}

function stateAfter(post: ClaimedAct, event: PostEvent) {
  const state = nextPostState(post.state, event);
  if (state === null) throw new Error(`A post cannot ${event} from ${post.state}`);
  return { state };
}

const ended = { claimed_by: null, finished_at: sql<Date>`now()` };

function changesFor(post: ClaimedAct, outcome: Unfinished) {
  const later = (ms: number) => sql<Date>`now() + make_interval(secs => ${ms / 1_000})`;
  const { reason } = outcome;
  switch (outcome.kind) {
    case 'retry':
      return {
        claimed_by: null,
        due_at: later(outcome.afterMs),
        tries: post.tries + (outcome.counts ? 1 : 0),
        look_ups: 0,
        reason,
      };
    case 'nextAccount':
      return {
        claimed_by: null,
        due_at: later(0),
        tries: 0,
        look_ups: 0,
        account_key: null,
        ...(outcome.refused ? { sent_at: null } : {}),
        // A name that is taken: the next try is somebody else's.
        ...(post.kind === 'register' ? { content: null } : {}),
        accounts_tried: [...post.accountsTried, ...(post.accountKey ? [post.accountKey] : [])],
        reason,
      };
    case 'lost':
      return {
        claimed_by: null,
        due_at: later(outcome.afterMs),
        token: outcome.token,
        look_ups: outcome.again ? post.lookUps + 1 : 0,
        reason,
        ...(outcome.again ? {} : { lost_at: sql<Date>`now()` }),
      };
    default:
      return { ...ended, reason };
  }
}

/** An article that a post had reserved is free for others again. */
async function giveBack(tx: Tx, articleId: number | null): Promise<void> {
  if (articleId === null) return;
  await sql`update articles set reserved = greatest(0, reserved - 1) where id = ${articleId}`.execute(tx);
}

async function closeAttempt(tx: Tx, postId: number, outcome: Unfinished): Promise<void> {
  const states = {
    retry: 'RETRY',
    nextAccount: 'FAILED',
    lost: 'UNCONFIRMED',
    failed: 'FAILED',
    unknown: 'UNCONFIRMED',
  } as const;
  await tx
    .updateTable('attempts')
    .set({
      state: states[outcome.kind],
      reason: outcome.reason,
      ended_at: sql<Date>`now()`,
    })
    .where('post_id', '=', postId)
    .where('state', 'in', ['SENDING', 'UNCONFIRMED'])
    .execute();
}

function rowStateOf(outcome: Unfinished): RowState {
  switch (outcome.kind) {
    case 'retry':
    case 'lost':
      return { status: 'RUNNING', waitInfo: outcome.info };
    case 'nextAccount':
      return { status: 'RUNNING', waitInfo: `Next account: ${outcome.reason}` };
    case 'failed':
      return { status: 'FAILED', waitInfo: outcome.reason };
    case 'unknown':
      return { status: 'UNKNOWN', waitInfo: `It may be on the site: ${outcome.reason}` };
  }
}

/** A post that was called off while we prepared it: its place at the site is free now. */
async function leavePost(db: Queryable, postId: number, bootId: string): Promise<boolean> {
  await sql`
    with left_alone as (
      update posts set claimed_by = null where id = ${postId} and claimed_by = ${bootId} and state = 'SKIPPED'
      returning module, site_id
    )
    select refresh_site_queue(module, site_id, false) from left_alone`.execute(db);
  return false;
}

/** Lets go of a post of ours whose work broke off by a fault in the program; the rescue takes it up as after a crash. */
export async function letGo(db: Queryable, postId: number, bootId: string): Promise<void> {
  await leavePost(db, postId, bootId);
  await sql`update posts set claimed_by = null
    where id = ${postId} and claimed_by = ${bootId} and state in ${stateList('inWork')}`.execute(db);
}

/**
 * Lets go of posts that are this process's by the store, but in nobody's hands here: a claim was carried out whose answer
 * was lost. Called between two claims.
 */
export async function letGoUnheld(db: Queryable, bootId: string, held: number[]): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from posts where claimed_by = ${bootId} and (state in ${stateList('inWork')} or state = 'SKIPPED')
      and id <> all(${held}::bigint[])`.execute(db);
  for (const { id } of rows) await letGo(db, id, bootId);
}

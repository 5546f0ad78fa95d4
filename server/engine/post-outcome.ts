import { sql } from 'kysely';
import type { PlacedLink, PostContent } from '#connectors/kit/contract.ts';
import { nextPostState, type PostEvent, type PostState } from '#domain/states/post.ts';
import type { Queryable, Tx } from '../db/store.ts';
import type { Note } from '../live/commit.ts';
import type { ClaimedPost } from './claim.ts';
import { type RowState, setSiteStatus } from './site-status.ts';
import { succeedPost } from './succeed-post.ts';

/** How the work on a post ended, for now or for good. */
export type Outcome =
  | { kind: 'succeeded'; url: string; remoteId: string; links?: PlacedLink[]; note: string | null }
  /** Tried again on the same account after a wait; `counts` false: the last try was broken off by us and costs none. */
  | { kind: 'retry'; afterMs: number; info: string; reason: string; counts: boolean }
  /** Tried again at once with a further account of the profile. */
  | { kind: 'nextAccount'; reason: string }
  /** Sent, no answer, or accepted but not visible yet: looked up after a wait. */
  | { kind: 'lost'; afterMs: number; reason: string; token: string | null; info: string }
  | { kind: 'failed'; reason: string }
  | { kind: 'unknown'; reason: string };

/** What is needed of the project to write down a success. */
export interface OutputTo {
  linkSetId: number | null;
  anchor: string;
  account: { username: string; password: string; sealedPassword: string } | null;
}

const eventOf = {
  retry: 'retry',
  nextAccount: 'retry',
  lost: 'lost',
  failed: 'fail',
  unknown: 'giveUp',
} as const;

/** States from which an event may happen. */
function statesBefore(event: PostEvent): PostState[] {
  return (['CLAIMED', 'SENDING', 'LOOKING'] as const).filter((state) => nextPostState(state, event) !== null);
}

/**
 * Marks a post as being sent, with its finished text; committed before any byte leaves
 * (design section 7, step 6). False when the post is no longer ours.
 */
export async function markSending(
  tx: Queryable,
  post: ClaimedPost,
  sent: { content: PostContent; accountKey: string; articleId: number | null; bootId: string },
): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`/* hot: mark-sending */
    with post as (
      update posts set state = 'SENDING', content = ${JSON.stringify(sent.content)}, account_key = ${sent.accountKey},
        article_id = ${sent.articleId}, sent_at = now()
      where id = ${post.id} and state = 'CLAIMED' and claimed_by = ${sent.bootId} returning id
    )
    insert into attempts (post_id, account, state) select id, ${sent.accountKey}, 'SENDING' from post returning id`.execute(
    tx,
  );
  return rows.length === 1;
}

/** A post with its outcome, and where a success of it is written down. */
export interface Work {
  post: ClaimedPost;
  outcome: Outcome;
  output: OutputTo;
  bootId: string;
}

/** Writes down how the work ended, in one transaction: post, attempt, link, counters, row, queue. */
export async function applyOutcome(tx: Tx, note: Note, work: Work): Promise<{ linkId: number | null }> {
  const { post, outcome } = work;
  if (outcome.kind === 'succeeded') return succeedPost(tx, note, { ...work, outcome });
  const moved = await tx
    .updateTable('posts')
    .set(changesFor(post, outcome))
    .where('id', '=', post.id)
    .where('state', 'in', statesBefore(eventOf[outcome.kind]))
    // A process that was thought dead may come back: what was taken from it is no longer its to settle.
    .where('claimed_by', '=', work.bootId)
    .returning(['article_id'])
    .executeTakeFirst();
  if (!moved) return { linkId: null };
  await closeAttempt(tx, post.id, outcome);
  await setSiteStatus(tx, note, post, rowStateOf(outcome));
  await sql`/* hot: refresh-site-queue */ select refresh_site_queue(${post.module}, ${post.siteId}, false)`.execute(tx);
  if (outcome.kind === 'failed' && moved.article_id !== null)
    await sql`update articles set reserved = greatest(0, reserved - 1) where id = ${moved.article_id}`.execute(tx);
  return { linkId: null };
}

type Unfinished = Exclude<Outcome, { kind: 'succeeded' }>;

function changesFor(post: ClaimedPost, outcome: Unfinished) {
  const done = { claimed_by: null, finished_at: new Date() };
  const later = (ms: number) => sql<Date>`now() + make_interval(secs => ${ms / 1_000})`;
  switch (outcome.kind) {
    case 'retry':
      return {
        state: 'PLANNED' as const,
        claimed_by: null,
        due_at: later(outcome.afterMs),
        tries: post.tries + (outcome.counts ? 1 : 0),
        look_ups: 0,
        reason: outcome.reason,
      };
    case 'nextAccount':
      return {
        state: 'PLANNED' as const,
        claimed_by: null,
        due_at: later(0),
        tries: 0,
        look_ups: 0,
        account_key: null,
        accounts_tried: [...post.accountsTried, ...(post.accountKey ? [post.accountKey] : [])],
        reason: outcome.reason,
      };
    case 'lost':
      return {
        state: 'LOOKUP' as const,
        claimed_by: null,
        due_at: later(outcome.afterMs),
        token: outcome.token,
        look_ups: post.state === 'LOOKING' ? post.lookUps + 1 : 0,
        reason: outcome.reason,
      };
    case 'failed':
      return { ...done, state: 'FAILED' as const, reason: outcome.reason };
    case 'unknown':
      return { ...done, state: 'UNKNOWN' as const, reason: outcome.reason };
  }
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
      ended_at: new Date(),
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
      return { status: 'UNKNOWN', waitInfo: outcome.reason };
  }
}

/** Lets go of a post whose work broke off by a fault of ours; the rescue takes it up as after a crash. */
export async function letGo(db: Queryable, postId: number): Promise<void> {
  await db
    .updateTable('posts')
    .set({ claimed_by: null })
    .where('id', '=', postId)
    .where('state', 'in', ['CLAIMED', 'SENDING', 'LOOKING'])
    .execute();
}

import { sql } from 'kysely';
import type { PlacedLink, PostContent } from '#connectors/kit/contract.ts';
import type { UrlItem } from '#domain/contract/links.ts';
import { topics } from '#domain/contract/live.ts';
import { nextPostState, type PostEvent, type PostState } from '#domain/states/post.ts';
import type { Queryable, Tx } from '../db/store.ts';
import type { Note } from '../live/commit.ts';
import type { ClaimedPost } from './claim.ts';
import { countEnded } from './close-run.ts';
import { setSiteStatus } from './site-status.ts';

/** How the work on a post ended, for now or for good. */
export type Outcome =
  | { kind: 'succeeded'; url: string; remoteId: string; links?: PlacedLink[]; note: string | null }
  /** Tried again on the same account after a wait. */
  | { kind: 'retry'; afterMs: number; info: string; reason: string }
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
  succeeded: 'succeed',
  retry: 'retry',
  nextAccount: 'retry',
  lost: 'lost',
  failed: 'fail',
  unknown: 'giveUp',
} as const;

/** States from which an event may happen. */
function statesBefore(event: PostEvent): PostState[] {
  return (['CLAIMED', 'SENDING', 'LOOKING', 'UNKNOWN'] as const).filter(
    (state) => nextPostState(state, event) !== null,
  );
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
  const { rows } = await sql<{ id: number }>`
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

/** Writes down how the work ended, in one transaction: post, attempt, link, counters, row, queue. */
export async function applyOutcome(
  tx: Tx,
  note: Note,
  work: { post: ClaimedPost; outcome: Outcome; output: OutputTo; bootId: string },
): Promise<{ linkId: number | null }> {
  const { post, outcome } = work;
  const event = eventOf[outcome.kind];
  const before = statesBefore(event);
  const moved = await tx
    .updateTable('posts')
    .set(changesFor(post, outcome))
    .where('id', '=', post.id)
    .where('state', 'in', before)
    // A process that was thought dead may come back: what was taken from it is no longer its to settle.
    .where((build) => build.or([build('claimed_by', '=', work.bootId), build('state', '=', 'UNKNOWN')]))
    .returning(['article_id', 'content'])
    .executeTakeFirst();
  if (!moved) return { linkId: null };
  await closeAttempt(tx, post.id, outcome);
  const linkId =
    outcome.kind === 'succeeded' ? await addBacklink(tx, note, { ...work, outcome, content: moved.content }) : null;
  await settleArticle(tx, moved.article_id, outcome.kind);
  await showRow(tx, note, post, outcome);
  if (outcome.kind === 'succeeded') await countEnded(tx, note, post.runId, 'succeeded', 1);
  if (outcome.kind === 'failed') await countEnded(tx, note, post.runId, 'failed', 1);
  if (outcome.kind === 'unknown') await countEnded(tx, note, post.runId, 'unknown', 1);
  await sql`select refresh_site_queue(${post.module}, ${post.siteId}, false)`.execute(tx);
  return { linkId };
}

function changesFor(post: ClaimedPost, outcome: Outcome) {
  const done = { claimed_by: null, finished_at: new Date() };
  const later = (ms: number) => sql<Date>`now() + make_interval(secs => ${ms / 1_000})`;
  switch (outcome.kind) {
    case 'succeeded':
      return {
        ...done,
        state: 'SUCCEEDED' as const,
        url: outcome.url,
        remote_id: outcome.remoteId,
        reason: null,
        ...(outcome.links
          ? { content: sql<string>`jsonb_set(content, '{links}', ${JSON.stringify(outcome.links)}::jsonb)` }
          : {}),
      };
    case 'retry':
      return {
        state: 'PLANNED' as const,
        claimed_by: null,
        due_at: later(outcome.afterMs),
        tries: post.tries + 1,
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

async function closeAttempt(tx: Tx, postId: number, outcome: Outcome): Promise<void> {
  const states = {
    succeeded: 'SUCCEEDED',
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
      reason: outcome.kind === 'succeeded' ? null : outcome.reason,
      ended_at: new Date(),
    })
    .where('post_id', '=', postId)
    .where('state', 'in', ['SENDING', 'UNCONFIRMED'])
    .execute();
}

interface Success {
  post: ClaimedPost;
  outcome: Extract<Outcome, { kind: 'succeeded' }>;
  output: OutputTo;
  bootId: string;
  content: PostContent | null;
}

/** Adds the page to the output link set, once per post, and queues its proof in our own hands. */
async function addBacklink(
  tx: Tx,
  note: Note,
  { post, outcome, output, bootId, content }: Success,
): Promise<number | null> {
  if (output.linkSetId === null) return null;
  const links = content?.links ?? [];
  const row = await tx
    .insertInto('url_items')
    .values({
      url_list_id: output.linkSetId,
      url: outcome.url,
      anchor: output.anchor || (content?.title ?? ''),
      links_on_page: [...new Set(links.map((link) => link.url))].join(' '),
      site: post.siteId,
      username: output.account?.username ?? null,
      password: output.account?.sealedPassword ?? null,
      post_id: post.id,
    })
    .onConflict((conflict) => conflict.column('post_id').doNothing())
    .returning(['id', 'url_list_id', 'url', 'anchor', 'links_on_page', 'site', 'username', 'added_at'])
    .executeTakeFirst();
  if (!row) return null;
  await tx
    .insertInto('link_checks')
    .values({
      link_id: row.id,
      url_list_id: output.linkSetId,
      host: URL.canParse(outcome.url) ? new URL(outcome.url).host : '',
      counted: false,
      claimed_by: bootId,
      claimed_at: new Date(),
    })
    .execute();
  const urlItem: UrlItem = {
    id: row.id,
    urlListId: row.url_list_id,
    url: row.url,
    anchor: row.anchor,
    linksOnPage: row.links_on_page,
    site: row.site,
    username: row.username,
    password: output.account?.password ?? null,
    dateAdded: row.added_at.toISOString(),
    proof: { state: 'CHECKING', checkedAt: null, httpStatus: null, reason: null, links: [] },
  };
  note(topics.linkSet(output.linkSetId), { action: 'urlItemsAdded', urlItems: [urlItem] });
  return row.id;
}

/** An article counts as used on success; until then it is only reserved (D-ENG-07). */
async function settleArticle(tx: Tx, articleId: number | null, kind: Outcome['kind']): Promise<void> {
  if (articleId === null || kind === 'retry' || kind === 'nextAccount' || kind === 'lost' || kind === 'unknown') return;
  await sql`update articles set reserved = greatest(0, reserved - 1), usage_count = usage_count + ${kind === 'succeeded' ? 1 : 0}
    where id = ${articleId}`.execute(tx);
}

async function showRow(tx: Tx, note: Note, post: ClaimedPost, outcome: Outcome): Promise<void> {
  switch (outcome.kind) {
    case 'succeeded':
      return setSiteStatus(tx, note, post, {
        status: 'SUCCESS',
        waitInfo: outcome.note,
        postUrl: outcome.url,
        proof: 'CHECKING',
      });
    case 'retry':
    case 'lost':
      return setSiteStatus(tx, note, post, { status: 'RUNNING', waitInfo: outcome.info });
    case 'nextAccount':
      return setSiteStatus(tx, note, post, { status: 'RUNNING', waitInfo: `Next account: ${outcome.reason}` });
    case 'failed':
      return setSiteStatus(tx, note, post, { status: 'FAILED', waitInfo: outcome.reason });
    case 'unknown':
      return setSiteStatus(tx, note, post, { status: 'UNKNOWN', waitInfo: outcome.reason });
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

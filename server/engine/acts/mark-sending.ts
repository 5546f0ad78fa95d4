import { sql } from 'kysely';
import type { Queryable, Store } from '../../db/store.ts';
import type { ActContent } from '../../db/tables.ts';
import { together } from '../../db/together.ts';
import type { ClaimedAct } from './claim.ts';

/** What mark_sending in the store answers beside a wait in ms. */
export const markAnswers = { marked: 0, notOurs: -1, hostHeld: -2, notAllowed: -3 } as const;

interface Mark {
  postId: number;
  content: ActContent;
  accountKey: string;
}
interface Marked {
  /** One of markAnswers, or how long the gap of its site still is, in ms. */
  answer: number;
  /** The gap of its site, in ms; null when it was not asked for. */
  gapMs: number | null;
}
interface MarkParts {
  store: Store;
  bootId: string;
}

async function markMany(
  { store, bootId }: MarkParts,
  marks: Mark[],
  patient: boolean,
): Promise<(Marked | undefined)[]> {
  const ids = marks.map((mark) => mark.postId);
  const contents = marks.map((mark) => JSON.stringify(mark.content));
  const accounts = marks.map((mark) => mark.accountKey);
  const { rows } = await sql<Marked & { post: number }>`/* hot: mark-sending */ select post, answer, gap as "gapMs"
    from mark_sending(${bootId}, ${ids}::bigint[], ${contents}::jsonb[], ${accounts}::text[], ${patient})`.execute(
    store.db,
  );
  const byPost = new Map(rows.map((row) => [row.post, row]));
  return ids.map((id) => byPost.get(id));
}

/**
 * Marks a post as being sent, with its finished text; committed right before its first byte leaves (design section 7,
 * step 6).
 */
export const markSending = together<MarkParts, Mark, Marked>({
  many: (parts, marks) => markMany(parts, marks, false),
  one: async (parts, mark) => (await markMany(parts, [mark], true))[0] ?? { answer: markAnswers.notOurs, gapMs: 0 },
  sizeOf: ({ content }) => ('html' in content ? content.html.length + (content.markup?.length ?? 0) : 0),
});

/**
 * Whether a further act of a post that is being sent may leave: markAnswers.marked, a wait in ms for the gap of its site,
 * or markAnswers.notOurs.
 */
export async function paceAct({ store, bootId }: MarkParts, postId: number): Promise<Marked> {
  const { rows } = await sql<{ answer: number }>`select pace_act(${postId}, ${bootId}) as answer`.execute(store.db);
  return { answer: rows[0]?.answer ?? markAnswers.notOurs, gapMs: null };
}

/**
 * Counts the gap of the site anew from now: the mark took so long to reach the disk that the act leaves well after the
 * moment it was counted from.
 */
export async function stampAct(
  db: Queryable,
  { module, siteId }: Pick<ClaimedAct, 'module' | 'siteId'>,
): Promise<void> {
  await sql`update site_queue q set act_next_at = t.at, next_at = greatest(q.next_at, t.at),
      ready_at = case when q.ready_at is null then null else greatest(q.ready_at, t.at) end
    from (select clock_timestamp() + make_interval(secs => gap_ms / 1000.0) as at from sites
      where module = ${module} and site_id = ${siteId} and gap_ms > 0 and set_config('synchronous_commit', 'off', true) is not null) t
    where q.module = ${module} and q.site_id = ${siteId} and q.act_next_at < t.at`.execute(db);
}

import { sql } from 'kysely';
import type { UrlItem } from '#domain/contract/links.ts';
import { topics } from '#domain/contract/live.ts';
import { noProof } from '#domain/contract/proofs.ts';
import type { Queryable, Store } from '../../db/store.ts';
import { together } from '../../db/together.ts';
import { commitOne, type Note } from '../../live/commit.ts';
import type { Live } from '../../live/live.ts';
import { noteSiteStatus, type SiteOfProject } from '../site-status.ts';
import type { Outcome, Work } from './outcome.ts';

interface Success extends Omit<Work, 'post' | 'bootId'> {
  post: SiteOfProject & { id: number };
  outcome: Extract<Outcome, { kind: 'succeeded' }>;
}

/** Whose word a success is: the process's in whose hands the post is, or the operator's on an unknown one. */
type By = { bootId: string } | { operator: true };

interface Written {
  id: number;
  version: number | null;
  linkId: number | null;
  anchor: string;
  linksOnPage: string;
  addedAt: Date;
}

/** The link that a success made. */
interface Made {
  linkId: number | null;
}

/**
 * Writes down a success with one statement, since every post of a run comes by here: the attempt is closed, the page
 * becomes a backlink (once per post) with its proof queued in our own hands, the article counts as used (D-ENG-07), and
 * the row turns green. The read of the proof still holds the place at the site; without one the site is free now.
 */
export async function succeedPost(db: Queryable, note: Note, work: Success, by: By): Promise<Made> {
  const [row] = await write(db, [work], by, true);
  if (row) return noteMade(note, work, row);
  return { linkId: await linkInHand(db, work.post.id, by) };
}

/** The same for posts that succeed at one moment, each in this process's hands. */
export const succeedTogether = together<{ store: Store; live: Live; bootId: string }, Success, Made>({
  many: (app, works) =>
    commitOne(app, async (db, note) => {
      const rows = new Map((await write(db, works, app, false)).map((row) => [row.id, row]));
      return works.map((work) => {
        const row = rows.get(work.post.id);
        return row && noteMade(note, work, row);
      });
    }),
  one: (app, work) => commitOne(app, (db, note) => succeedPost(db, note, work, app)),
});

function noteMade(note: Note, work: Success, row: Written): Made {
  if (row.version !== null)
    noteSiteStatus(note, work.post, {
      status: 'SUCCESS',
      waitInfo: work.outcome.note,
      postUrl: work.outcome.url,
      proof: row.linkId === null ? null : 'CHECKING',
      version: row.version,
    });
  if (row.linkId !== null) noteLink(note, work, row);
  return { linkId: row.linkId };
}

/** Written before, but the store's answer was lost on the way: its link still waits in our hands for its proof. */
async function linkInHand(db: Queryable, postId: number, by: By): Promise<number | null> {
  if ('operator' in by) return null;
  const { rows } = await sql<{ id: number }>`
    select i.id from url_items i join link_checks c on c.link_id = i.id
    where i.post_id = ${postId} and c.claimed_by = ${by.bootId}::uuid`.execute(db);
  return rows[0]?.id ?? null;
}

function doneOf({ post, outcome, output }: Success) {
  return {
    id: post.id,
    url: outcome.url,
    host: URL.canParse(outcome.url) ? new URL(outcome.url).host : '',
    remote_id: outcome.remoteId,
    links: outcome.links ?? null,
    note: outcome.note,
    list: output.linkSetId,
    anchor: output.anchor,
    username: output.account?.username ?? null,
    password: output.account?.sealedPassword ?? null,
  };
}

/** Answers a row for each post that was in the state to succeed (migration 0015 says how). */
async function write(db: Queryable, works: Success[], by: By, patient: boolean): Promise<Written[]> {
  const bootId = 'operator' in by ? null : by.bootId;
  const { rows } = await sql<Written>`/* hot: succeed-posts */
    select post as id, version, link as "linkId", anchor, links_on_page as "linksOnPage", added_at as "addedAt"
    from succeed_posts(${bootId}::uuid, ${JSON.stringify(works.map(doneOf))}::jsonb, ${patient})`.execute(db);
  return rows;
}

function noteLink(note: Note, { post, outcome, output }: Success, row: Written): void {
  if (row.linkId === null || output.linkSetId === null) return;
  const urlItem: UrlItem = {
    id: row.linkId,
    urlListId: output.linkSetId,
    url: outcome.url,
    anchor: row.anchor,
    linksOnPage: row.linksOnPage,
    site: post.siteId,
    username: output.account?.username ?? null,
    password: output.account?.password ?? null,
    dateAdded: row.addedAt.toISOString(),
    proof: { ...noProof, state: 'CHECKING' },
    edition: 0,
    placed: null,
  };
  note(topics.linkSet(output.linkSetId), { action: 'urlItemsAdded', urlItems: [urlItem] });
}

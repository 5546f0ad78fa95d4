import { sql } from 'kysely';
import type { UrlItem } from '#domain/contract/links.ts';
import { topics } from '#domain/contract/live.ts';
import { noProof } from '#domain/contract/proofs.ts';
import { anyOf } from '../../db/any-of.ts';
import type { Queryable, Store } from '../../db/store.ts';
import { together } from '../../db/together.ts';
import { commitOne, type Note } from '../../live/commit.ts';
import type { Live } from '../../live/live.ts';
import { stateList } from '../state-lists.ts';
import type { Outcome, Work } from './outcome.ts';
import { noteSiteStatus, type SiteOfProject } from './site-status.ts';

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

/** The backlinks of posts that have an output link set; a post makes one at most. */
const newLinks = sql`insert into url_items (url_list_id, url, anchor, links_on_page, site, username, password, post_id, placed)
  select list, url, coalesce(nullif(anchor, ''), content->>'title', ''),
    coalesce((select string_agg(distinct l->>'url', ' ') from jsonb_array_elements(content->'links') l), ''),
    site_id, username, password, id, content->'links'
  from post where list in (select id from url_lists where campaign_id is not null) order by id
  on conflict (post_id) do nothing returning id, post_id, url_list_id, anchor, links_on_page, added_at`;

/**
 * Answers a row for each post that was in the state to succeed. One that somebody else changes at this moment is waited for
 * if `patient`, else left out. A post of the operator's word gave its reservation back when it ended.
 */
async function write(db: Queryable, works: Success[], by: By, patient: boolean): Promise<Written[]> {
  const bootId = 'operator' in by ? null : by.bootId;
  // As an array beside the rows: so the store knows that few are meant, and looks them up by their keys.
  const ids = anyOf(works.map(({ post }) => post.id));
  const inTurn = sql.raw(patient ? '' : 'skip locked');
  const { rows } = await sql<Written>`/* hot: succeed-posts${sql.raw(patient ? '' : '-together')} */
    with done as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(works.map(doneOf))}::jsonb) as d(id bigint, url text, host text,
        remote_id text, links jsonb, note text, list bigint, anchor text, username text, password text)
    ), held as materialized (
      select id from posts where id = ${ids} and case when ${bootId}::uuid is null then state = 'UNKNOWN'
        else state in ${stateList('inWork')} and claimed_by = ${bootId}::uuid end
      order by id for no key update ${inTurn}
    ), post as (
      update posts p set state = 'SUCCEEDED', claimed_by = null, finished_at = now(), url = d.url, remote_id = d.remote_id,
        reason = null, content = case when jsonb_typeof(d.links) = 'array' then jsonb_set(content, '{links}', d.links) else content end
      from done d join held h using (id) where p.id = d.id and p.id = ${ids}
      returning p.id, p.project_id, p.module, p.site_id, p.email, p.article_id, p.content, d.url, d.host, d.note, d.list,
        d.anchor, d.username, d.password
    ), attempt as (
      update attempts set state = 'SUCCEEDED', reason = null, ended_at = now()
      where post_id = ${ids} and post_id in (select id from post) and state in ('SENDING', 'UNCONFIRMED')
    ), link as (
      ${newLinks}
    ), check_it as (
      insert into link_checks (link_id, url_list_id, host, counted, claimed_by, claimed_at, module, site_id)
      select l.id, l.url_list_id, p.host, false, ${bootId}::uuid, now(), p.module, p.site_id from link l join post p on p.id = l.post_id
    ), used as (
      insert into article_uses (article_id, reserved)
      select article_id, case when ${bootId}::uuid is null then 0 else 1 end from post where article_id is not null
    ), site_row as materialized (
      select project_id, module, site_id, email from project_sites
      where (project_id, module, site_id, email) in (select project_id, module, site_id, email from post)
      order by 1, 2, 3, 4 for no key update
    ), shown as (
      update project_sites r set status = 'SUCCESS', wait_info = p.note, post_url = p.url,
        proof_state = case when p.id in (select post_id from link) then 'CHECKING' end
      from post p join site_row using (project_id, module, site_id, email)
      where r.project_id = p.project_id and r.module = p.module and r.site_id = p.site_id and r.email = p.email
      returning p.id, r.version
    )
    select p.id, shown.version, link.id as "linkId", link.anchor, link.links_on_page as "linksOnPage", link.added_at as "addedAt",
      case when link.id is null then refresh_site_queue(p.module, p.site_id, false) end
    from post p left join link on link.post_id = p.id left join shown on shown.id = p.id order by p.module, p.site_id`.execute(
    db,
  );
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
  };
  note(topics.linkSet(output.linkSetId), { action: 'urlItemsAdded', urlItems: [urlItem] });
}

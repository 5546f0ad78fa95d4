import { sql } from 'kysely';
import type { UrlItem } from '#domain/contract/links.ts';
import { topics } from '#domain/contract/live.ts';
import { noProof } from '#domain/contract/proofs.ts';
import type { Queryable } from '../db/store.ts';
import type { Note } from '../live/commit.ts';
import type { Outcome, Work } from './outcome.ts';
import { noteSiteStatus, type SiteOfProject } from './site-status.ts';
import { stateList } from './state-lists.ts';

interface Success extends Omit<Work, 'post'> {
  post: SiteOfProject & { id: number };
  outcome: Extract<Outcome, { kind: 'succeeded' }>;
  /** The operator's word on an unknown post; its reservation was given back when it ended. */
  byOperator?: boolean;
}

interface Written {
  version: number | null;
  linkId: number | null;
  anchor: string;
  linksOnPage: string;
  addedAt: Date;
}

/**
 * Writes down a success with one statement, since every post of a run comes by here: the attempt is closed, the page
 * becomes a backlink (once per post) with its proof queued in our own hands, the article counts as used (D-ENG-07), and
 * the row turns green. The read of the proof still holds the place at the site; without one the site is free now.
 */
export async function succeedPost(db: Queryable, note: Note, work: Success): Promise<{ linkId: number | null }> {
  const { post, outcome } = work;
  const row = await write(db, work);
  if (!row) return { linkId: await linkInHand(db, work) };
  const proof = row.linkId === null ? null : 'CHECKING';
  if (row.version !== null)
    noteSiteStatus(note, post, {
      status: 'SUCCESS',
      waitInfo: outcome.note,
      postUrl: outcome.url,
      proof,
      version: row.version,
    });
  if (row.linkId !== null) noteLink(note, work, row);
  return { linkId: row.linkId };
}

/** Written before, but the store's answer was lost on the way: its link still waits in our hands for its proof. */
async function linkInHand(db: Queryable, { post, bootId, byOperator }: Success): Promise<number | null> {
  if (byOperator) return null;
  const { rows } = await sql<{ id: number }>`
    select i.id from url_items i join link_checks c on c.link_id = i.id
    where i.post_id = ${post.id} and c.claimed_by = ${bootId}::uuid`.execute(db);
  return rows[0]?.id ?? null;
}

async function write(db: Queryable, { post, outcome, output, ...by }: Success): Promise<Written | undefined> {
  const host = URL.canParse(outcome.url) ? new URL(outcome.url).host : '';
  const byOperator = by.byOperator ?? false;
  const bootId = byOperator ? null : by.bootId;
  const links = outcome.links ? JSON.stringify(outcome.links) : null;
  const { rows } = await sql<Written>`/* hot: succeed-post */
    with post as (
      update posts set state = 'SUCCEEDED', claimed_by = null, finished_at = now(), url = ${outcome.url},
        remote_id = ${outcome.remoteId}, reason = null,
        content = case when ${links}::jsonb is null then content else jsonb_set(content, '{links}', ${links}::jsonb) end
      where id = ${post.id} and case when ${byOperator} then state = 'UNKNOWN'
        else state in ${stateList('inWork')} and claimed_by = ${bootId} end
      returning id, run_id, project_id, module, site_id, email, article_id, content
    ), attempt as (
      update attempts set state = 'SUCCEEDED', reason = null, ended_at = now()
      where post_id in (select id from post) and state in ('SENDING', 'UNCONFIRMED')
    ), link as (
      insert into url_items (url_list_id, url, anchor, links_on_page, site, username, password, post_id, placed)
      select ${output.linkSetId}::bigint, ${outcome.url}, coalesce(nullif(${output.anchor}, ''), content->>'title', ''),
        coalesce((select string_agg(distinct l->>'url', ' ') from jsonb_array_elements(content->'links') l), ''),
        site_id, ${output.account?.username ?? null}, ${output.account?.sealedPassword ?? null}, id, content->'links'
      from post where ${output.linkSetId}::bigint in (select id from url_lists where campaign_id is not null)
      on conflict (post_id) do nothing returning id, anchor, links_on_page, added_at
    ), check_it as (
      insert into link_checks (link_id, url_list_id, host, counted, claimed_by, claimed_at, module, site_id)
      select id, ${output.linkSetId}::bigint, ${host}, false, ${bootId}::uuid, now(), ${post.module}, ${post.siteId} from link
    ), shown as (
      update project_sites r set status = 'SUCCESS', wait_info = ${outcome.note}, post_url = ${outcome.url},
        proof_state = case when exists (select from link) then 'CHECKING' end
      from post p where r.project_id = p.project_id and r.module = p.module and r.site_id = p.site_id and r.email = p.email
      returning r.version
    ), used as (
      update articles set reserved = greatest(0, reserved - ${byOperator ? 0 : 1}), usage_count = usage_count + 1
      where id in (select article_id from post)
    )
    select shown.version, link.id as "linkId", link.anchor, link.links_on_page as "linksOnPage", link.added_at as "addedAt",
      case when link.id is null then refresh_site_queue(${post.module}, ${post.siteId}, false) end
    from post left join link on true left join shown on true`.execute(db);
  return rows[0];
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

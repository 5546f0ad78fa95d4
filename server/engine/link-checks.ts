import { sql } from 'kysely';
import type { PlacedLink } from '#connectors/kit/contract.ts';
import type { Proof } from '#domain/contract/links.ts';
import { topics } from '#domain/contract/live.ts';
import type { Module } from '#domain/contract/modules.ts';
import type { SiteStatus } from '#domain/contract/projects.ts';
import type { ExpectedLink } from '#domain/rules/proof.ts';
import type { Queryable, Store, Tx } from '../db/store.ts';
import type { LinkRow } from '../db/tables.ts';
import { commit, commitOne, type Note } from '../live/commit.ts';
import type { Live } from '../live/live.ts';
import { noteSiteStatus } from './site-status.ts';

/** A link whose page is to be read. */
export interface ClaimedCheck {
  linkId: number;
  urlListId: number;
  url: string;
  linksOnPage: string;
  counted: boolean;
  tries: number;
  /** What the post placed; null for links that no post of ours made. */
  placed: PlacedLink[] | null;
}

/** Least time between two reads of one host in a check, in ms. */
const hostGapMs = 250;

/** Claims due checks, at most one per host at a time and not before the host's gap. */
export async function claimChecks(store: Store, bootId: string, limit: number): Promise<ClaimedCheck[]> {
  const { rows } = await sql<ClaimedCheck>`
    with ready as (
      update hosts h set check_next_at = now() + make_interval(secs => ${hostGapMs / 1_000})
      where h.host in (
        select host from hosts where not stopped and check_next_at <= now()
          and exists (select from link_checks c where c.host = hosts.host and c.claimed_by is null and c.due_at <= now())
        order by check_next_at limit ${limit} for update skip locked)
      returning h.host
    ), picked as (
      select c.link_id from ready r cross join lateral (
        select link_id from link_checks where host = r.host and claimed_by is null and due_at <= now()
        order by due_at limit 1 for update skip locked) c
    ), claimed as (
      update link_checks c set claimed_by = ${bootId}, claimed_at = now() from picked
      where c.link_id = picked.link_id returning c.*
    )
    select c.link_id as "linkId", c.url_list_id as "urlListId", i.url, i.links_on_page as "linksOnPage", c.counted, c.tries,
      p.content->'links' as placed
    from claimed c join url_items i on i.id = c.link_id left join posts p on p.id = i.post_id`.execute(store.db);
  return rows;
}

/** What should stand on the page: what the post placed, else the addresses noted in linksOnPage. */
export function expectedLinks(check: Pick<ClaimedCheck, 'placed' | 'linksOnPage'>): ExpectedLink[] {
  if (check.placed) return check.placed;
  return check.linksOnPage
    .split(/\s+/)
    .filter((word) => /^https?:\/\//i.test(word) && URL.canParse(word))
    .map((url) => ({ url }));
}

/**
 * Stores a proof on the link and on the site row of its post, and counts the check; `tell` notes the link as it is now. It
 * may reach the disk later: a proof that is lost with the machine is made again.
 */
export async function storeProof(
  app: { store: Store; live: Live },
  check: Pick<ClaimedCheck, 'linkId' | 'urlListId' | 'counted'>,
  proof: Proof,
  tell: (note: Note, link: LinkRow) => void,
): Promise<void> {
  const store = async (on: Queryable, note: Note) => {
    const row = await writeProof(on, check.linkId, proof);
    if (!row) return false;
    tell(note, row);
    if (row.project_id !== null)
      noteSiteStatus(
        note,
        { projectId: row.project_id, module: row.module, siteId: row.site_id, email: row.email },
        {
          status: row.status,
          waitInfo: row.wait_info,
          postUrl: row.post_url,
          proof: proof.state,
          version: row.version,
        },
      );
    return row.counted ?? false;
  };
  if (check.counted)
    return commit(app, async (tx, note) => {
      if (await store(tx, note)) await countCheck(tx, note, check.urlListId);
    });
  const counted = await commitOne(app, store);
  if (counted) await commit(app, (tx, note) => countCheck(tx, note, check.urlListId));
}

interface ProvedRow extends LinkRow {
  project_id: number | null;
  module: Module;
  site_id: string;
  email: string;
  status: SiteStatus;
  wait_info: string | null;
  post_url: string | null;
  version: number;
  counted: boolean | null;
}

async function writeProof(on: Queryable, linkId: number, proof: Proof): Promise<ProvedRow | undefined> {
  const { state } = proof;
  const { rows } = await sql<ProvedRow>`/* hot: store-proof */
    with item as (
      update url_items set proof = ${JSON.stringify(proof)}, proof_state = ${state}, checked_at = ${proof.checkedAt ?? new Date().toISOString()}
      where id = ${linkId} and set_config('synchronous_commit', 'off', true) is not null
      returning id, url_list_id, url, anchor, links_on_page, site, username, password, added_at, proof_state, proof, post_id
    ), ended as (
      delete from link_checks where link_id = ${linkId} returning counted, module as at_module, site_id as at_site
    ), shown as (
      update project_sites r set proof_state = ${state} from posts p, item
      where p.id = item.post_id and r.project_id = p.project_id and r.module = p.module and r.site_id = p.site_id
        and r.email = p.email and r.post_url = p.url
      returning r.project_id, r.module, r.site_id, r.email, r.status, r.wait_info, r.post_url, r.version
    )
    select item.*, shown.*, ended.counted,
      case when ended.at_module is not null then refresh_site_queue(ended.at_module, ended.at_site, false) end
    from item left join shown on true left join ended on true`.execute(on);
  return rows[0];
}

/** Counts one of a check of the whole set. */
async function countCheck(tx: Tx, note: Note, urlListId: number): Promise<void> {
  const list = await tx
    .updateTable('url_lists')
    .set({
      check_done: sql`least(check_total, check_done + 1)`,
      checking: sql`checking and check_done + 1 < check_total`,
    })
    .where('id', '=', urlListId)
    .returning(['check_total', 'check_done', 'checking'])
    .executeTakeFirst();
  if (list)
    note(topics.linkSet(urlListId), {
      action: 'checkProgressed',
      urlListId,
      state: list.checking ? 'CHECKING' : 'IDLE',
      total: list.check_total,
      done: list.check_done,
    });
}

/** Puts a check back for a later try. */
export async function delayCheck(store: Store, linkId: number, afterMs: number): Promise<void> {
  await sql`
    with delayed as (
      update link_checks set claimed_by = null, claimed_at = null, tries = tries + 1,
        due_at = now() + make_interval(secs => ${afterMs / 1_000}) where link_id = ${linkId} returning module, site_id
    )
    select refresh_site_queue(module, site_id, false) from delayed where module is not null`.execute(store.db);
}

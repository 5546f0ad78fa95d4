import { sql } from 'kysely';
import type { PlacedLink } from '#connectors/kit/contract/platforms.ts';
import type { Proof } from '#domain/contract/proofs.ts';
import type { ExpectedLink } from '#domain/rules/standing-links.ts';
import type { Store } from '../../db/store.ts';

/*
 * Checks are rows that claim themselves, one reading at a time per host over all processes (docs/decisions/0010).
 * Whoever writes takes locks in this order: url_lists, url_items, link_checks, project_sites, hosts; several rows of a
 * table by their key. Claims and rescues pass over what is locked and wait for nobody.
 */

/** A link whose page is to be read. */
export interface ClaimedCheck {
  linkId: number;
  urlListId: number;
  url: string;
  linksOnPage: string;
  counted: boolean;
  /** Readings that found less than everything. */
  tries: number;
  /** What the post placed; null for links that no post of ours made. */
  placed: PlacedLink[] | null;
  /** Readings in a row that failed. */
  troubles?: number;
  /** Links of the last good word. */
  before?: Proof['links'] | null;
  /** The host whose one reading this is; missing for the reading that follows a post in the post's own slot. */
  host?: string;
  /** Where redirects have led so far, and how many. */
  atUrl?: string | null;
  hops?: number;
}

/** Least time between the beginnings of two reads of one host, in ms. */
export const hostGapMs = 250;
/** What is in our own hands and nobody reads is given back after this time, in ms. */
const forgottenAfterMs = 30_000;

/** Links and hosts that this process reads right now. */
const inHand = new WeakMap<Store, { links: Set<number>; hosts: Set<string> }>();
function handOf(store: Store) {
  const hand = inHand.get(store) ?? { links: new Set<number>(), hosts: new Set<string>() };
  inHand.set(store, hand);
  return hand;
}

/** Notes that a check is being read; the answer ends it. */
export function takeInHand(store: Store, { linkId, host }: ClaimedCheck): () => void {
  const hand = handOf(store);
  hand.links.add(linkId);
  if (host !== undefined) hand.hosts.add(host);
  return () => {
    hand.links.delete(linkId);
    if (host !== undefined) hand.hosts.delete(host);
  };
}

/** Claims due checks, at most one per host: none while a host is held, stopped, read by anyone, or within its gap. */
export async function claimChecks(store: Store, bootId: string, limit: number): Promise<ClaimedCheck[]> {
  const { rows } = await sql<ClaimedCheck & { before: Proof['links'] | null; host: string }>`
    with ready as materialized (
      select host from hosts
      where check_due_at <= now() and check_next_at <= now() and not stopped and reading_by is null
        and (hold_until is null or hold_until <= now())
        and not exists (select from link_checks c where c.host = hosts.host and c.claimed_by is not null)
      order by check_due_at limit ${limit} for no key update skip locked
    ), picked as materialized (
      select r.host, c.link_id from ready r left join lateral (
        select link_id from link_checks where host = r.host and claimed_by is null and due_at <= now()
        order by due_at, link_id limit 1 for update skip locked) c on true
    ), taken as (
      update hosts h set
        reading_by = case when p.link_id is null then null else ${bootId}::uuid end,
        reading_since = now(),
        check_next_at = case when p.link_id is null then h.check_next_at else now() + make_interval(secs => ${hostGapMs / 1_000}) end,
        check_due_at = (select min(due_at) from link_checks c
          where c.host = h.host and c.claimed_by is null and c.link_id is distinct from p.link_id)
      from picked p where h.host = p.host
    ), claimed as (
      update link_checks c set claimed_by = ${bootId}, claimed_at = now() from picked
      where c.link_id = picked.link_id returning c.*
    )
    select c.link_id as "linkId", c.url_list_id as "urlListId", i.url, i.links_on_page as "linksOnPage", c.counted, c.tries,
      c.troubles, c.host, c.at_url as "atUrl", c.hops, i.placed, i.proof->'links' as before
    from claimed c join url_items i on i.id = c.link_id`.execute(store.db);
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

/** The next reading begins where the link says. */
export const homeAgain = sql`host = coalesce(link_checks.home, link_checks.host), home = null, at_url = null, hops = 0`;

/** Lets a check go on at another host, to which a redirect led. */
export async function moveOn(
  app: { store: Store; bootId: string },
  { linkId, host }: ClaimedCheck,
  { url, hops }: { url: string; hops: number },
): Promise<void> {
  await sql`
    with moved as (
      update link_checks set claimed_by = null, claimed_at = null, due_at = now(), home = coalesce(home, host),
        host = ${new URL(url).host}, at_url = ${url}, hops = ${hops}
      where link_id = ${linkId} and claimed_by = ${app.bootId} returning 1
    )
    update hosts set reading_by = null where host = ${host ?? ''} and reading_by = ${app.bootId}
      and (select count(*) from moved) >= 0`.execute(app.store.db);
}

/** Puts a check back for a later try; `looked`: its page was read and did not show everything. */
export async function putBack(
  app: { store: Store; bootId: string },
  { linkId, host }: ClaimedCheck,
  { afterMs, looked }: { afterMs: number; looked: boolean },
): Promise<void> {
  await sql`
    with back as (
      update link_checks set claimed_by = null, claimed_at = null, tries = tries + ${looked ? 1 : 0}::int,
        due_at = now() + make_interval(secs => ${afterMs / 1_000}), ${homeAgain}
      where link_id = ${linkId} and claimed_by = ${app.bootId} returning 1
    )
    update hosts set reading_by = null where host = ${host ?? ''} and reading_by = ${app.bootId}
      and (select count(*) from back) >= 0`.execute(app.store.db);
}

/**
 * Frees what dead processes were reading, and what this one holds without reading it: its proof could not be stored, and
 * neither could its return.
 */
export async function freeChecks(store: Store, bootId: string): Promise<void> {
  const { links, hosts } = handOf(store);
  const old = sql`now() - make_interval(secs => ${forgottenAfterMs / 1_000})`;
  await sql`
    with forgotten as materialized (
      select link_id from link_checks where claimed_by is not null
        and (claimed_by not in (select boot_id from processes)
          or (claimed_by = ${bootId} and claimed_at < ${old} and not link_id = any(${[...links]}::bigint[])))
      order by link_id for update skip locked
    )
    update link_checks c set claimed_by = null, claimed_at = null from forgotten f where c.link_id = f.link_id`.execute(
    store.db,
  );
  await sql`
    with forgotten as materialized (
      select host from hosts where reading_by is not null
        and (reading_by not in (select boot_id from processes)
          or (reading_by = ${bootId} and reading_since < ${old} and not host = any(${[...hosts]}::text[])))
      order by host for update skip locked
    )
    update hosts h set reading_by = null from forgotten f where h.host = f.host`.execute(store.db);
}

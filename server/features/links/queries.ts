import { type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import type { PageQuery } from '#domain/contract/call.ts';
import { type AnchorType, linkFilter, type UrlItem } from '#domain/contract/links.ts';
import { maxRowsInEvent } from '#domain/contract/live.ts';
import { noProof } from '#domain/contract/proofs.ts';
import { keyedPage, moment, natural, numeric } from '../../db/keyed-page.ts';
import { likePattern, startPattern } from '../../db/paging.ts';
import type { Secrets } from '../../db/secrets.ts';
import type { Queryable } from '../../db/store.ts';
import type { LinkRow } from '../../db/tables.ts';
import { mostRowsTold } from '../../live/row-portions.ts';

export const linkColumns = [
  'id',
  'url_list_id',
  'url',
  'anchor',
  'links_on_page',
  'site',
  'username',
  'password',
  'added_at',
  'proof_state',
  'proof',
  'pages',
  'pages_live',
  'seen_at',
  'edition',
] as const;

/** A link as screens read it, its password opened (D-GEN-11). */
export function toUrlItem(secrets: Secrets, row: LinkRow): UrlItem {
  return {
    id: row.id,
    urlListId: row.url_list_id,
    url: row.url,
    anchor: row.anchor,
    linksOnPage: row.links_on_page,
    site: row.site,
    username: row.username,
    password: row.password === null ? null : secrets.open(row.password),
    dateAdded: row.added_at.toISOString(),
    proof: { ...noProof, ...row.proof },
    edition: row.edition,
    placed:
      row.pages === 0
        ? null
        : { pages: row.pages, live: row.pages_live, seenAt: row.seen_at ? new Date(row.seen_at).toISOString() : null },
  };
}

/** What a list of links is narrowed to. */
export type LinkFilter = Partial<z.output<typeof filterShape>>;
const filterShape = z.object(linkFilter);

/** True for links that a filter leaves; all without one. */
export function fits(filter: LinkFilter) {
  const { search, proof, site, since, until, anchor } = filter;
  const parts = [sql<SqlBool>`true`];
  if (search?.trim()) parts.push(sql<SqlBool>`url || ' ' || anchor ilike ${likePattern(search)}`);
  if (proof === 'UNREADABLE') parts.push(sql<SqlBool>`troubled`);
  else if (proof === 'PLACED') parts.push(sql<SqlBool>`proof_state = 'NONE' and pages > 0`);
  else if (proof === 'NONE') parts.push(sql<SqlBool>`proof_state = 'NONE' and pages = 0`);
  else if (proof && proof !== 'CHECKING') parts.push(sql<SqlBool>`proof_state = ${proof}`);
  if (site?.trim()) parts.push(sql<SqlBool>`lower(site) like ${startPattern(site)}`);
  if (since) parts.push(sql<SqlBool>`added_at >= ${`${since} 00:00Z`}::timestamptz`);
  if (until) parts.push(sql<SqlBool>`added_at < ${`${until} 00:00Z`}::timestamptz + interval '24 hours'`);
  if (anchor) parts.push(anchor === 'empty' ? sql<SqlBool>`anchor = ''` : sql<SqlBool>`anchor <> ''`);
  return sql<SqlBool>`(${sql.join(parts, sql` and `)})`;
}

/** One page by key: newest first, or by URL; narrowed by a filter. */
export function linkPage(db: Queryable, listId: number, page: Partial<PageQuery> & LinkFilter) {
  const byUrl = page.sort === 'url';
  const source = {
    table: 'url_items',
    columns: linkColumns,
    where: sql<SqlBool>`url_list_id = ${listId} and ${fits(page)}`,
    key: byUrl ? [natural('url_key'), numeric('id')] : [moment('added_at'), numeric('id')],
    isDown: byUrl ? page.order === 'desc' : page.order !== 'asc',
  };
  return keyedPage<LinkRow>(db, source, page);
}

/** How many links of a set fit. */
export async function countThatFit(db: Queryable, listId: number, filter: LinkFilter): Promise<number> {
  const { total } = await db
    .selectFrom('url_items')
    .where('url_list_id', '=', listId)
    .where(fits(filter))
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** Deletes all links of a set that fit; gives back how many there were, and their ids unless they are too many to tell. */
export async function deleteThatFit(tx: Queryable, listId: number, filter: LinkFilter): Promise<Deleted> {
  const { rows } = await sql<Deleted>`
    with gone as (delete from url_items where url_list_id = ${listId} and ${fits(filter)} returning id)
    select count(*) as count, case when count(*) > ${mostRowsTold} then '[]' else coalesce(jsonb_agg(id), '[]') end as ids
    from gone`.execute(tx);
  return rows[0] ?? { count: 0, ids: [] };
}
interface Deleted {
  count: number;
  ids: number[];
}

/** Ids of the links of a set that fit, as a query. */
export function linksThatFit(listId: number, filter: LinkFilter) {
  return sql`select id from url_items where url_list_id = ${listId} and ${fits(filter)}`;
}

/** Id of the newest link of a set, 0 without one. */
export async function lastLinkId(db: Queryable, listId: number): Promise<number> {
  const row = await db
    .selectFrom('url_items')
    .where('url_list_id', '=', listId)
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? 0;
}

/** Links of a set newer than one, oldest first; one more than an event may name. */
export async function linksSince(db: Queryable, listId: number, lastId: number): Promise<LinkRow[]> {
  return db
    .selectFrom('url_items')
    .where('url_list_id', '=', listId)
    .where('id', '>', lastId)
    .select(linkColumns)
    .orderBy('id')
    .limit(maxRowsInEvent + 1)
    .execute();
}

/** Links count as the same when address and anchor are. */
export const sameLink = (link: Pick<UrlItem, 'url' | 'anchor'>) => `${link.url}\n${link.anchor}`;

/**
 * Which of these links a set holds, as {@link sameLink} writes them. Of an address that stands there with many anchors
 * only the first 200 are looked at: the answer is for people, and must not cost more than the import.
 */
export async function heldLinks(
  db: Queryable,
  listId: number,
  links: Pick<UrlItem, 'url' | 'anchor'>[],
): Promise<Set<string>> {
  const { rows } = await sql<{ url: string; anchor: string }>`
    select k.url, k.anchor from unnest(${links.map((link) => link.url)}::text[],
      ${links.map((link) => link.anchor)}::text[]) as k(url, anchor)
    where exists (select from (select i.anchor from url_items i
      where i.url_list_id = ${listId} and i.url_key = left(k.url, 300) and i.url = k.url limit 200) h
      where h.anchor = k.anchor)`.execute(db);
  return new Set(rows.map(sameLink));
}

/**
 * Placed links of a set by the anchor types of their draws; `total` counts those with their own anchor too. A text
 * holds its links in the order of the draws, the last ones may be missing: some platforms take fewer.
 */
export async function placedMix(db: Queryable, listId: number) {
  const { rows } = await sql<{ type: AnchorType | null; n: number }>`
    select d.value->>'anchorType' as type, count(*) as n
    from url_lists l join projects r on r.campaign_id = l.campaign_id join posts p on p.project_id = r.id
    cross join lateral jsonb_array_elements(p.draws) with ordinality d(value, at)
    where l.id = ${listId} and p.state = 'SUCCEEDED'
      and (d.value->>'linkSetId')::bigint = l.id and d.at <= p.n_links group by 1`.execute(db);
  const placed: Record<AnchorType, number> = { primary: 0, secondary: 0, branded: 0, generic: 0, nakedUrl: 0 };
  for (const { type, n } of rows) if (type !== null) placed[type] = n;
  return { placed, total: rows.reduce((sum, { n }) => sum + n, 0) };
}

import { type SqlBool, sql } from 'kysely';
import type { PageQuery } from '#domain/contract/call.ts';
import type { AnchorType, UrlItem } from '#domain/contract/links.ts';
import { maxRowsInEvent } from '#domain/contract/live.ts';
import { noProof, type ProofState } from '#domain/contract/proofs.ts';
import { likePattern, readCursor, writeCursor } from '../../db/paging.ts';
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
] as const;

/** A link as screens read it, its password opened. */
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
    placed:
      row.pages === 0
        ? null
        : { pages: row.pages, live: row.pages_live, seenAt: row.seen_at ? new Date(row.seen_at).toISOString() : null },
  };
}

/** What a list of links is narrowed to. */
export interface LinkFilter {
  search?: string | undefined;
  proof?: ProofState | undefined;
}

/** True for links that a search and a proof state leave; all without them. */
function fits({ search, proof }: LinkFilter) {
  const found = search?.trim() ? sql<SqlBool>`url || ' ' || anchor ilike ${likePattern(search)}` : sql<SqlBool>`true`;
  if (proof === 'UNREADABLE') return sql<SqlBool>`${found} and troubled`;
  return proof === undefined || proof === 'CHECKING' ? found : sql<SqlBool>`${found} and proof_state = ${proof}`;
}

/** One page by key: newest first, or by URL; filtered by search text and proof state. */
export async function linkPage(db: Queryable, listId: number, page: PageQuery & { proof?: ProofState | undefined }) {
  const byUrl = page.sort === 'url';
  const down = byUrl ? page.order === 'desc' : page.order !== 'asc';
  const compare = sql.raw(down ? '<' : '>');
  const direction = sql.raw(down ? 'desc' : 'asc');
  const afterUrl = byUrl ? readCursor(page.after, ['string', 'number'] as const) : undefined;
  const afterId = byUrl ? undefined : readCursor(page.after, ['number'] as const);
  const rows = await db
    .selectFrom('url_items')
    .where('url_list_id', '=', listId)
    .where(fits(page))
    .$if(afterUrl !== undefined, (query) =>
      query.where(sql<SqlBool>`(left(url, 300), id) ${compare} (${afterUrl?.[0]}, ${afterUrl?.[1]})`),
    )
    .$if(afterId !== undefined, (query) => query.where(sql<SqlBool>`id ${compare} ${afterId?.[0]}`))
    .select(linkColumns)
    .orderBy(byUrl ? sql`left(url, 300) ${direction}, id ${direction}` : sql`id ${direction}`)
    .limit(page.limit + 1)
    .execute();
  const last = rows.length > page.limit ? rows[page.limit - 1] : undefined;
  const next = last ? writeCursor(byUrl ? [[...last.url].slice(0, 300).join(''), last.id] : [last.id]) : null;
  return { rows: rows.slice(0, page.limit), next };
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
      where i.url_list_id = ${listId} and left(i.url, 300) = left(k.url, 300) and i.url = k.url limit 200) h
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

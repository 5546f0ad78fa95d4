import { type SqlBool, sql } from 'kysely';
import type { PageQuery } from '#domain/contract/call.ts';
import type { Proof, ProofState, UrlItem } from '#domain/contract/links.ts';
import { likePattern, readCursor, writeCursor } from '../../db/paging.ts';
import type { Secrets } from '../../db/secrets.ts';
import type { Queryable } from '../../db/store.ts';
import type { LinkRow } from '../../db/tables.ts';

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
] as const;

const noProof: Proof = { state: 'NONE', checkedAt: null, httpStatus: null, reason: null, links: [] };

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
    proof: row.proof ?? noProof,
  };
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
    .$if(Boolean(page.search?.trim()), (query) =>
      query.where(sql<SqlBool>`url || ' ' || anchor ilike ${likePattern(page.search ?? '')}`),
    )
    .$if(page.proof !== undefined && page.proof !== 'CHECKING', (query) =>
      query.where('proof_state', '=', page.proof as LinkRow['proof_state']),
    )
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

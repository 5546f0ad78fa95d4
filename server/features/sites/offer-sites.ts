import { sql } from 'kysely';
import type { SiteOffer } from '#domain/contract/sites.ts';
import type { Queryable } from '../../db/store.ts';

/** A few sites for a typed name: those an account of this name posts to, then those that hold it, in the order of their keys. */
export async function offerSites(db: Queryable, query: { search: string; limit: number }): Promise<SiteOffer[]> {
  const typed = query.search.trim().toLowerCase();
  const { rows } = await sql<Omit<SiteOffer, 'id'> & { module: SiteOffer['id']['module']; siteId: string }>`
    select module, site_id as "siteId", url, connector, permission, is_named as "isNamed" from (
      select *, ${typed} in (lower(site_id), host, regexp_replace(host, ':[0-9]+$', ''), regexp_replace(host, '^www.', ''))
        as is_named from sites) s
    where is_named or position(${typed} in lower(site_id)) > 0 or position(${typed} in host) > 0
    order by is_named desc, (position(${typed} in lower(site_id)) = 1) desc, site_id, module
    limit ${query.limit}`.execute(db);
  return rows.map(({ module, siteId, ...offer }) => ({ id: { module, siteId }, ...offer }));
}

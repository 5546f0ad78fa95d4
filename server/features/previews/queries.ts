import { sql } from 'kysely';
import type { SiteKey } from '#domain/contract/sites.ts';
import type { LinkDraw } from '#domain/rules/planning/draw-links.ts';
import type { PickedLink } from '../../compose/links/place-anchors.ts';
import type { Queryable } from '../../db/store.ts';

/** An article as a post takes it. */
export interface ShownArticle {
  title: string;
  body: string;
  authorName: string;
  authorBio: string;
}

/** The article that a post on this site would get next (0016 says which), without reserving it. */
export async function nextArticle(
  db: Queryable,
  group: number,
  { site, place }: { site: SiteKey; place: number },
): Promise<ShownArticle | undefined> {
  const { rows } = await sql<ShownArticle>`
    select title, body, author_name as "authorName", author_bio as "authorBio" from articles
    where id = article_for_site(${group}, ${place}, '{}', ${site.module}, ${site.siteId}, '{}')`.execute(db);
  return rows[0];
}

/** The links that draws would get next, least placed first, without counting them as placed. */
export async function nextLinks(db: Queryable, draws: LinkDraw[]): Promise<PickedLink[]> {
  const picked: PickedLink[] = [];
  for (const [linkSetId, ofSet] of Map.groupBy(draws, (draw) => draw.linkSetId)) {
    const rows = await db
      .selectFrom('url_items')
      .innerJoin('url_lists', 'url_lists.id', 'url_items.url_list_id')
      .where('url_list_id', '=', linkSetId)
      .orderBy('placed_count')
      .orderBy('url_items.id')
      .limit(ofSet.length)
      .select(['url_items.url', 'url_items.anchor', 'url_lists.keywords'])
      .execute();
    picked.push(...rows.map((row) => ({ ...row, linkSetId })));
  }
  return picked;
}

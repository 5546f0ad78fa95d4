import { type SqlBool, sql } from 'kysely';
import { topics } from '#domain/contract/live.ts';
import type { Proof } from '#domain/contract/proofs.ts';
import type { SiteKey } from '#domain/contract/sites.ts';
import { type ExpectedLink, followedAsRead } from '#domain/rules/standing-links.ts';
import type { App } from '../../app.ts';
import { commit } from '../../live/commit.ts';
import { findSites } from './sites.ts';

/** A reading that says the same is noted again after this time, in ms. */
const againAfterMs = 3_600_000;

interface Page {
  linkId: number;
  placed: readonly ExpectedLink[];
  links: Proof['links'];
}

/** Keeps what proofs read of the dofollow of sites; what was read a while ago and has not changed costs nothing. */
export class DofollowReadings {
  readonly #app: App;
  readonly #known = new Map<string, { followed: boolean; at: number }>();

  constructor(app: App) {
    this.#app = app;
  }

  /** What the page of a post says of its site, which goes before what its operator says of it. */
  async note(page: Page, site?: SiteKey): Promise<void> {
    const followed = followedAsRead(page.placed, page.links);
    if (followed === null) return;
    const key = site && `${site.module}\t${site.siteId}`;
    const known = key === undefined ? undefined : this.#known.get(key);
    if (known?.followed === followed && Date.now() - known.at < againAfterMs) return;
    if (key !== undefined) this.#known.set(key, { followed, at: Date.now() });
    await commit(this.#app, async (tx, tell) => {
      const ofPage = sql<SqlBool>`(module, site_id) = (select p.module, p.site_id from url_items i join posts p on p.id = i.post_id
        where i.id = ${page.linkId})`;
      const was = await tx.selectFrom('sites').where(ofPage).select('dofollow_read').forUpdate().executeTakeFirst();
      if (!was) return;
      const [row] = await tx
        .updateTable('sites')
        .set({ dofollow_read: followed, dofollow_read_at: sql<Date>`now()` })
        .where(ofPage)
        .returning(['module', 'site_id as siteId', 'dofollow_read_at as readAt'])
        .execute();
      if (!row || was.dofollow_read === followed) return;
      const { module, siteId, readAt } = row;
      tell(topics.customSites, { action: 'sitesAdded', sites: await findSites(tx, [{ module, siteId }]) });
      const post = await tx
        .selectFrom('posts')
        .innerJoin('url_items', 'url_items.post_id', 'posts.id')
        .where('url_items.id', '=', page.linkId)
        .select('posts.project_id as projectId')
        .executeTakeFirst();
      if (!post || !readAt) return;
      const read = { id: { module, siteId }, dofollow: followed, dofollowReadAt: readAt.toISOString() };
      tell(topics.project(post.projectId), { action: 'dofollowRead', projectId: post.projectId, ...read });
    });
  }
}

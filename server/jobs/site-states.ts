import { sql } from 'kysely';
import { topics } from '#domain/contract/live.ts';
import type { SiteKey } from '#domain/contract/sites.ts';
import type { App } from '../app.ts';
import { isStoreAway } from '../db/store-away.ts';
import { findSites } from '../features/sites/sites.ts';
import { commit } from '../live/commit.ts';
import { rowPortions } from '../live/row-portions.ts';

/** Sites that took a post: gathered, and told together, so that no post pays for it. A site that takes posts works. */
export class TakenPosts {
  #waiting = new Map<string, SiteKey>();

  note({ module, siteId }: SiteKey): void {
    this.#waiting.set(`${module}\t${siteId}`, { module, siteId });
  }

  /** Stores and tells the new state of those that were not known to work; while the store is away it waits for the next time. */
  async tell(app: App): Promise<void> {
    const taken = this.#waiting;
    if (taken.size === 0) return;
    this.#waiting = new Map();
    try {
      await commit(app, async (tx, note) => {
        const { rows } = await sql<SiteKey>`
          with held as materialized (
            select s.module, s.site_id from sites s
            join jsonb_to_recordset(${JSON.stringify([...taken.values()])}::jsonb) as k(module text, "siteId" text)
              on s.module = k.module and s.site_id = k."siteId"
            where s.status <> 'WORKING' order by s.module, s.site_id for no key update of s
          )
          update sites s set status = 'WORKING', status_reason = 'A post was made here'
          from held where s.module = held.module and s.site_id = held.site_id
          returning s.module, s.site_id as "siteId"`.execute(tx);
        for (const some of rowPortions(rows))
          note(topics.customSites, { action: 'sitesAdded', sites: await findSites(tx, some) });
      });
    } catch (error) {
      if (isStoreAway(error)) this.#waiting = new Map([...taken, ...this.#waiting]);
      throw error;
    }
  }
}

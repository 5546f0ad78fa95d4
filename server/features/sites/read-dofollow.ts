import { sql } from 'kysely';
import { topics } from '#domain/contract/live.ts';
import type { Proof } from '#domain/contract/proofs.ts';
import type { SiteKey } from '#domain/contract/sites.ts';
import { type ExpectedLink, followedAsRead } from '#domain/rules/standing-links.ts';
import type { App } from '../../app.ts';
import { isStoreAway } from '../../db/store-away.ts';
import { commit } from '../../live/commit.ts';
import { rowPortions } from '../../live/row-portions.ts';
import { findSites } from './sites.ts';

/** A reading that says the same is noted again after this time, in ms. */
const againAfterMs = 3_600_000;
/** Readings that wait to be stored at most; what is beyond is read again some day. */
const mostWaiting = 20_000;

interface Page {
  linkId: number;
  placed: readonly ExpectedLink[];
  links: Proof['links'];
}

interface Reading extends SiteKey {
  projectId: number;
  followed: boolean;
  readAt: Date;
  isNew: boolean;
}

/** What proofs read of the dofollow of sites: gathered, and stored for all sites at once, so that no proof pays for it. */
class DofollowReadings {
  readonly #app: App;
  /** By link: its latest reading. */
  #waiting = new Map<number, boolean>();
  readonly #known = new Map<string, { followed: boolean; at: number }>();

  constructor(app: App) {
    this.#app = app;
  }

  /** What the page of a post says of its site, which goes before what its operator says of it. */
  note(page: Page, site?: SiteKey): void {
    const followed = followedAsRead(page.placed, page.links);
    if (followed === null || this.#waiting.size >= mostWaiting) return;
    const key = site && `${site.module}\t${site.siteId}`;
    const known = key === undefined ? undefined : this.#known.get(key);
    if (known?.followed === followed && Date.now() - known.at < againAfterMs) return;
    if (key !== undefined) this.#known.set(key, { followed, at: Date.now() });
    this.#waiting.set(page.linkId, followed);
  }

  /** Stores what was gathered, and tells of each site whose word has changed; while the store is away it waits for the next time. */
  async tell(): Promise<void> {
    const stored = this.#waiting;
    if (stored.size === 0) return;
    this.#waiting = new Map();
    try {
      await commit(this.#app, async (tx, note) => {
        const { rows } = await store([...stored]).execute(tx);
        const changed = rows.filter((row) => row.isNew);
        for (const some of rowPortions(changed))
          note(topics.customSites, { action: 'sitesAdded', sites: await findSites(tx, some) });
        for (const { projectId, module, siteId, followed, readAt } of changed) {
          const read = { id: { module, siteId }, dofollow: followed, dofollowReadAt: readAt.toISOString() };
          note(topics.project(projectId), { action: 'dofollowRead', projectId, ...read });
        }
      });
    } catch (error) {
      // What the store refuses for another reason would be refused again, and all that is told with it.
      if (isStoreAway(error)) this.#waiting = new Map([...stored, ...this.#waiting]);
      throw error;
    }
  }
}

/** The sites that change by these readings, in the order of their keys; of several pages of a site the last counts. */
function store(readings: [link: number, followed: boolean][]) {
  const read = JSON.stringify(readings.map(([link, followed], at) => ({ link, followed, at })));
  return sql<Reading>`with told as (
      select distinct on (p.module, p.site_id) p.module, p.site_id, p.project_id, r.followed
      from jsonb_to_recordset(${read}::jsonb) as r(link bigint, followed boolean, at int)
      join url_items i on i.id = r.link join posts p on p.id = i.post_id order by p.module, p.site_id, r.at desc
    ), held as materialized (
      select s.module, s.site_id, s.dofollow_read as before, told.followed, told.project_id
      from sites s join told on told.module = s.module and told.site_id = s.site_id
      where s.dofollow_read is distinct from told.followed or s.dofollow_read_at < now() - interval '1 hour'
      order by s.module, s.site_id for no key update of s
    )
    update sites s set dofollow_read = held.followed, dofollow_read_at = now()
    from held where s.module = held.module and s.site_id = held.site_id
    returning s.module, s.site_id as "siteId", held.project_id as "projectId", held.followed, s.dofollow_read_at as "readAt",
      held.before is distinct from held.followed as "isNew"`;
}

/** Of each product in this process; tests run several. */
const ofProduct = new WeakMap<App, DofollowReadings>();

/** The readings of a product. */
export function dofollowReadings(app: App): DofollowReadings {
  const held = ofProduct.get(app) ?? new DofollowReadings(app);
  ofProduct.set(app, held);
  return held;
}

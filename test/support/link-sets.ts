import { addLinks, checkLinkSet, listLinks, type UrlItem } from '#domain/contract/links.ts';
import type { LiveBody } from '#domain/contract/live.ts';
import { topics } from '#domain/contract/live.ts';
import { newCampaign, newLinkSet } from './nouns.ts';
import type { TestApp } from './start-app.ts';

/** A link set of a test with what a window hears of it. */
export interface WatchedSet {
  id: number;
  links: UrlItem[];
  events: LiveBody[];
  until(fits: (body: LiveBody) => boolean, what?: string): Promise<LiveBody>;
  /** Begins a check; `ended` is the next time the set comes to rest. */
  check(body?: object): Promise<{ total: number; state: string; done: number }>;
  untilIdle(): Promise<void>;
  /** The set as a screen loads it. */
  load(query?: object): Promise<Loaded>;
  /** Makes what waits due now, on hosts that are held no more. */
  hurry(): Promise<void>;
}
interface Loaded {
  urlItems: UrlItem[];
  check: { state: string; total: number; done: number };
  proofCounts: Record<string, number>;
}

/** Makes a set of links; `onPage` is what should stand on each. */
export async function watchedSet(app: TestApp, urls: string[], onPage = 'https://money.test/'): Promise<WatchedSet> {
  const { id: campaignId } = await newCampaign(app);
  const { id } = await newLinkSet(app, campaignId);
  const text = urls.map((url) => `${url}|x|a|x|${onPage}`).join('\n');
  const added = urls.length > 0 ? await app.send(addLinks, { params: { id }, body: { links: text } }) : undefined;
  const heard = await app.listen(topics.linkSet(id));
  let nSeen = 0;
  const load = async (query = {}): Promise<Loaded> =>
    (await app.send(listLinks, { params: { id }, query: { order: 'asc', ...query } })).body;
  return {
    id,
    links: added?.body.urlItems ?? [],
    events: heard.events,
    until: heard.until,
    async check(body = {}) {
      nSeen = heard.events.length;
      return (await app.send(checkLinkSet, { params: { id }, body })).body.check;
    },
    async untilIdle() {
      const isEnd = (body: LiveBody) => body.action === 'checkProgressed' && body.state === 'IDLE';
      // The word of an earlier end may still be on its way when the answer of the next check is there.
      do {
        const end = await heard.until((body) => isEnd(body) && heard.events.indexOf(body) >= nSeen, 'the end');
        nSeen = heard.events.indexOf(end) + 1;
      } while ((await load()).check.state !== 'IDLE');
    },
    load,
    async hurry() {
      const { pool } = app.app.store;
      await pool.query('update hosts set hold_until = null');
      app.app.outside.holds?.clear();
      await pool.query('update link_checks set due_at = now() where url_list_id = $1', [id]);
      app.app.wake();
    },
  };
}

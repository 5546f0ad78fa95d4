import { maxProbes, networkTexts } from '#domain/contract/private-networks.ts';
import { normalizeUrl, whyNoUrl } from '#domain/rules/line-formats.ts';
import { siteNameOf } from '#domain/rules/site-address.ts';
import type { App } from '../../app.ts';
import { Refusal } from '../../errors/refusal.ts';
import { recogniseAt } from '../sites/add-by-address.ts';
import { servedBy } from './network-sites.ts';
import type { Place } from './site-lines.ts';

/** Addresses that are asked side by side, and how long all of them may take together, in ms. */
const atOnce = 24;
const longestMs = 600_000;

/**
 * Finds out what runs at self-hosted addresses (D-PBN-01), by the names that lines give them; a text says why an address is of
 * no use. Refused where they are too many to be asked while somebody waits.
 */
export async function placesByProbing(
  app: App,
  texts: readonly string[],
  isCalledOff: () => boolean,
): Promise<Map<string, Place | string>> {
  const open = [...new Map(texts.map((text) => [siteNameOf(text), text]))];
  if (open.length > maxProbes) throw new Refusal('INVALID', networkTexts.tooMany, { field: 'siteList' });
  const found = new Map<string, Place | string>();
  const until = Date.now() + longestMs;
  const work = async () => {
    for (let next = open.pop(); next; next = open.pop()) {
      const [name, text] = next;
      const isOver = Date.now() > until || isCalledOff();
      found.set(name, isOver ? 'There was no time left to look at this address' : await placeAt(app, text));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return found;
}

async function placeAt(app: App, text: string): Promise<Place | string> {
  const url = normalizeUrl(text);
  if (!url) return whyNoUrl(text);
  const name = siteNameOf(url);
  try {
    const { id: connector, label: platform } = await recogniseAt(app, url);
    const [group] = servedBy(connector);
    if (!group) return networkTexts.serves(platform);
    const put = { module: group, siteId: name, platform, url, connector, pr: 0, dofollow: true };
    return { group, siteId: name, platform, url, selfHosted: true, put };
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}

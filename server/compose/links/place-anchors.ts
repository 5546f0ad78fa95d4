import type { PlacedLink } from '#connectors/kit/contract/platforms.ts';
import type { LinkSetKeywords } from '#domain/contract/links.ts';
import type { LinkDraw } from '#domain/rules/planning/draw-links.ts';
import { seededRandom } from '#domain/rules/random.ts';
import { chooseAnchor } from './choose-anchor.ts';

/** A link of an input set, as a post takes it. */
export interface PickedLink {
  linkSetId: number;
  url: string;
  anchor: string;
  keywords: LinkSetKeywords | null;
}

/** What links are drawn from, and how. */
export interface Draws {
  seed: string;
  draws: LinkDraw[];
  picked: PickedLink[];
  rel: string;
}

/** Links in the order of the draws; a set may hold fewer links than were drawn: each stands in a post once. */
export function placeAnchors({ seed, draws, picked, rel }: Draws): PlacedLink[] {
  const random = seededRandom(`${seed} links`);
  const bySet = Map.groupBy(picked, (link) => link.linkSetId);
  const placed: PlacedLink[] = [];
  for (const [linkSetId, ofSet] of Map.groupBy(draws, (draw) => draw.linkSetId))
    for (const [index, draw] of ofSet.entries()) {
      const link = bySet.get(linkSetId)?.[index];
      if (link) placed.push({ url: link.url, anchor: chooseAnchor(random, link, draw.anchorType, link.keywords), rel });
    }
  return placed;
}

/** Where links were drawn and none is left. */
export const noLinks = 'The input link sets hold no link';
/** Where a platform that posts links alone gets none. */
export const bookmarkNeedsLink = 'A bookmark needs a link: tick Insert URLs and choose an input link set';
/** Where the content group has no article left. */
export const noArticle = 'No article left to use in the content group';

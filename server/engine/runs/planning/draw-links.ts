import { type AnchorType, anchorTypes, type LinkSetKeywords } from '#domain/contract/links.ts';
import { largestRemainder } from '#domain/rules/quota.ts';
import { type Random, randomInt, shuffle } from '#domain/rules/random.ts';
import type { LinkDraw } from '../../../db/tables.ts';

/** An input link set of a project, with the keyword mix of the set. */
export interface DrawnSet {
  linkSetId: number;
  linkProb: number;
  minLinks: number;
  maxLinks: number;
  keywords: LinkSetKeywords | null;
}

/** How many links of each set one post gets (D-PROJ-08). */
function countsForPost(random: Random, sets: DrawnSet[], bounds: { min: number; max: number }): number[] {
  const counts = sets.map((set) =>
    random() * 100 < set.linkProb ? randomInt(random, set.minLinks, Math.max(set.minLinks, set.maxLinks)) : 0,
  );
  const sum = () => counts.reduce((all, count) => all + count, 0);
  const pickIndex = (allowed: (index: number) => boolean) => {
    const indexes = sets.map((_, index) => index).filter(allowed);
    return indexes.length === 0 ? undefined : indexes[Math.floor(random() * indexes.length)];
  };
  while (sum() > bounds.max) {
    const index = pickIndex((at) => (counts[at] ?? 0) > 0) ?? 0;
    counts[index] = (counts[index] ?? 0) - 1;
  }
  while (sum() < bounds.min) {
    const index = pickIndex((at) => (counts[at] ?? 0) < (sets[at]?.maxLinks ?? 0));
    if (index === undefined) break;
    counts[index] = (counts[index] ?? 0) + 1;
  }
  return counts;
}

/**
 * Links of all posts of a run: counts by chance from the seed, anchor types by exact quota over
 * the run (largest remainder), dealt out in random order.
 */
export function drawLinks(
  random: Random,
  sets: DrawnSet[],
  bounds: { min: number; max: number; nPosts: number },
): LinkDraw[][] {
  const posts = Array.from({ length: bounds.nPosts }, () => countsForPost(random, sets, bounds));
  const typesOf = sets.map((set, index) => {
    const total = posts.reduce((all, counts) => all + (counts[index] ?? 0), 0);
    return set.keywords?.useKeyword ? shuffle(random, quota(set.keywords, total)) : undefined;
  });
  return posts.map((counts) =>
    sets.flatMap((set, index) => {
      const inPost = new Set<AnchorType>();
      return Array.from({ length: counts[index] ?? 0 }, () => ({
        linkSetId: set.linkSetId,
        anchorType: takeType(typesOf[index] ?? [], inPost),
      }));
    }),
  );
}

/** How far a type that a post does not have yet is looked for. */
const lookAhead = 30;

/** The next type that the post does not have yet: one anchor twice on a page is what no editor would write. */
function takeType(types: AnchorType[], inPost: Set<AnchorType>): AnchorType | null {
  const last = types.length - 1;
  for (let at = last; at > last - lookAhead && at >= 0; at -= 1) {
    const type = types[at] as AnchorType;
    if (inPost.has(type)) continue;
    types[at] = types[last] as AnchorType;
    types[last] = type;
    break;
  }
  const type = types.pop() ?? null;
  if (type !== null) inPost.add(type);
  return type;
}

function quota(keywords: LinkSetKeywords, total: number): AnchorType[] {
  const shares = anchorTypes.map((type) => keywords[`${type}Percentage`]);
  return largestRemainder(total, shares).flatMap((count, index) =>
    Array.from({ length: count }, () => anchorTypes[index] as AnchorType),
  );
}

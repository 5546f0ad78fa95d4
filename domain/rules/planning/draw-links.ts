import { type AnchorType, anchorTypes, type LinkSetKeywords } from '../../contract/links.ts';
import { largestRemainder } from '../quota.ts';
import { type Random, randomInt, shuffle } from '../random.ts';

/** A link to draw for a post: from which set, and by which keyword type (null: the link's own anchor). */
export interface LinkDraw {
  linkSetId: number;
  anchorType: AnchorType | null;
}

/** An input link set of a project, with the keyword mix of the set. */
export interface DrawnSet {
  linkSetId: number;
  linkProb: number;
  minLinks: number;
  maxLinks: number;
  keywords: LinkSetKeywords | null;
  /** How many of each anchor type were planned (a wizard's plan); counts for as many links as it has, else the mix does. */
  planned?: readonly number[] | undefined;
}

/** Least and most links of a post. */
export interface LinkBounds {
  min: number;
  max: number;
}

/** How many links of each set one post gets (D-PROJ-08). */
function countsForPost(random: Random, sets: DrawnSet[], bounds: LinkBounds): number[] {
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
export function drawLinks(random: Random, sets: DrawnSet[], bounds: LinkBounds & { nPosts: number }): LinkDraw[][] {
  const posts = Array.from({ length: bounds.nPosts }, () => countsForPost(random, sets, bounds));
  const typesOf = sets.map((set, index) => {
    const total = posts.reduce((all, counts) => all + (counts[index] ?? 0), 0);
    return set.keywords?.useKeyword ? shuffle(random, quota(set, set.keywords, total)) : undefined;
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

/** So many links by anchor type, in the order of {@link anchorTypes}: the mix by exact quota. */
export function anchorQuota(keywords: LinkSetKeywords, total: number): number[] {
  return largestRemainder(
    total,
    anchorTypes.map((type) => keywords[`${type}Percentage`]),
  );
}

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

function quota({ planned }: DrawnSet, keywords: LinkSetKeywords, total: number): AnchorType[] {
  const isPlanned = planned?.reduce((sum, count) => sum + count, 0) === total;
  return (isPlanned ? planned : anchorQuota(keywords, total)).flatMap((count, index) =>
    Array.from({ length: count }, () => anchorTypes[index] as AnchorType),
  );
}

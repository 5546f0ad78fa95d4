import type { LinkSetKeywords } from '../../contract/links.ts';
import type { Schedule } from '../../contract/schedules.ts';
import type { Wizard, WizardLinkSet, WizardNode } from '../../contract/wizards.ts';
import type { DrawnSet, LinkBounds, LinkDraw } from '../planning/draw-links.ts';
import { blockAt, delaysOfGoing, drawBlock, drawPosts } from '../planning/run-plan.ts';
import { seededRandom } from '../random.ts';
import { postsOf, type WizardFacts } from './facts.ts';
import { parentsOf } from './fit.ts';
import { isBookmark, isPrivate, urlsOf } from './problems.ts';

/** What links are drawn from, by number: the link sets of tier 1, then the pages of each project. */
export type Source = number;

/** A project of a campaign to be, as its run will be planned. */
export interface PlannedNode {
  node: WizardNode;
  /** Null: as many as go. */
  nPosts: number | null;
  /** Its input link sets, named by their source. */
  sets: DrawnSet[];
  links: LinkBounds;
  schedule: Pick<Schedule, 'durationType' | 'nDay' | 'numberOfPosts'>;
  /** Its run draws from it. */
  seed: string;
  /** By source, for each block of posts: how many links. */
  drawn: Map<Source, number[]>;
  /** When each post goes out, in ms from the start of the project. */
  delays: number[];
}

/** The keyword mix of a link set, as link sets have it. */
export function keywordsOf({ urls: _, ...set }: WizardLinkSet): LinkSetKeywords {
  return { useKeyword: true, ...set };
}

/** Number of the source that the pages of a project are. */
export const sourceOf = ({ linksAndKeywords, projects }: Wizard, { id }: WizardNode): Source =>
  (linksAndKeywords[0]?.linkSets.length ?? 0) + projects.findIndex((node) => node.id === id);

interface Offered {
  source: Source;
  /** How many different links it will hold; Infinity where nobody knows. */
  size: number;
  keywords: LinkSetKeywords;
}

/** What a project links to: the sets of tier 1, or the pages that its parents make, with the keywords of its own tier. */
function offeredTo(wizard: Wizard, node: WizardNode, facts: WizardFacts): Offered[] {
  const sets = wizard.linksAndKeywords[node.tier - 1]?.linkSets ?? [];
  if (node.tier === 1)
    return sets.map((set, source) => ({ source, size: urlsOf(set).length, keywords: keywordsOf(set) }));
  const [own] = sets;
  if (!own) return [];
  return parentsOf(wizard.projects, node).map((parent) => ({
    source: sourceOf(wizard, parent),
    size: postsOf(parent, facts) ?? Number.POSITIVE_INFINITY,
    keywords: keywordsOf(own),
  }));
}

/** The project with the links and the times that its run will draw. */
export function planNode(wizard: Wizard, node: WizardNode, facts: WizardFacts): PlannedNode {
  const offered = offeredTo(wizard, node, facts).filter(({ size }) => size > 0);
  const links = boundsOf(wizard, node, offered);
  const planned = {
    node,
    links,
    nPosts: postsOf(node, facts),
    sets: links.max === 0 ? [] : offered.map((one) => drawnSet(one, links, offered.length === 1)),
    schedule: scheduleOf(wizard, node),
    seed: `${wizard.seed} ${node.id}`,
  };
  const { blocks, delays } = drawAll(planned);
  const drawn = new Map(
    planned.sets.map(({ linkSetId }) => [linkSetId, blocks.map((block) => countOf(block, linkSetId))]),
  );
  return { ...planned, drawn, delays };
}

/** Links of a post: a bookmark is one link, and no post can have more than there are pages to link to. */
function boundsOf({ linksAndKeywords }: Wizard, node: WizardNode, offered: readonly Offered[]): LinkBounds {
  const { minLinks, maxLinks } = linksAndKeywords[node.tier - 1] ?? { minLinks: 0, maxLinks: 0 };
  const wanted = isBookmark(node) ? { min: 1, max: 1 } : { min: minLinks ?? 0, max: maxLinks ?? 0 };
  const size = offered.reduce((sum, one) => sum + one.size, 0);
  const max = Math.min(wanted.max, size);
  return { min: Math.min(wanted.min, max), max };
}

/** One set has all the links; of several each may have none. */
function drawnSet({ source, size, keywords }: Offered, { min, max }: LinkBounds, isOnly: boolean): DrawnSet {
  return {
    linkSetId: source,
    linkProb: 100,
    minLinks: isOnly ? min : 0,
    maxLinks: Math.min(max, size),
    keywords,
  };
}

/** Spread over the days above one (D-WIZ-12); as many posts as go are always ended by their days. */
function scheduleOf({ nDay }: Wizard, node: WizardNode): PlannedNode['schedule'] {
  const numberOfPosts = isPrivate(node) ? (node.numberOfPosts ?? 0) : null;
  const isSpread = (nDay ?? 1) > 1 || numberOfPosts === 0;
  return { durationType: isSpread ? 'Spread' : 'Once', nDay: isSpread ? (nDay ?? 1) : null, numberOfPosts };
}

type Undrawn = Omit<PlannedNode, 'drawn' | 'delays'>;

function drawAll({ node, nPosts, sets, links, schedule, seed }: Undrawn): { blocks: LinkDraw[][][]; delays: number[] } {
  if (nPosts === null) return { blocks: [], delays: [] };
  if (!isPrivate(node)) {
    const { draws, dueTimes } = drawPosts(seededRandom(seed), sets, { nPosts, links, schedule });
    return { blocks: [draws], delays: dueTimes };
  }
  const blocks: LinkDraw[][][] = [];
  for (let nth = 0; nth < nPosts; ) {
    const { block, nPosts: size } = blockAt(nth, nPosts);
    blocks.push(drawBlock(seed, sets, { links, block, nPosts: size }));
    nth += size;
  }
  const isSpread = schedule.durationType === 'Spread';
  const over = { nPosts, nDays: schedule.nDay ?? 1 };
  const delays = isSpread
    ? delaysOfGoing({ seed, from: 0, count: nPosts }, over)
    : Array.from({ length: nPosts }, () => 0);
  return { blocks, delays };
}

const countOf = (block: LinkDraw[][], source: Source): number =>
  block.reduce((sum, draws) => sum + draws.filter(({ linkSetId }) => linkSetId === source).length, 0);

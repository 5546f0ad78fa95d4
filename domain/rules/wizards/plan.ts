import { anchorTypes } from '../../contract/links.ts';
import { parseUtcMinute } from '../../contract/schedules.ts';
import type { CampaignPlan, LinkCounts, PlannedTier, WizardProblem } from '../../contract/wizard-plan.ts';
import type { Wizard } from '../../contract/wizards.ts';
import { nameOfBox, readDiagram } from '../diagrams/cells.ts';
import { nodesOf } from '../diagrams/nodes.ts';
import { anchorQuota } from '../planning/draw-links.ts';
import { largestRemainder } from '../quota.ts';
import { factWarnings, type WizardFacts } from './facts.ts';
import { parentsOf } from './fit.ts';
import { type PlannedNode, planNode, type Source } from './planned-node.ts';
import { isPrivate, tiersOf } from './problems.ts';

const dayMs = 86_400_000;

/** A project with its links by anchor type: by source, for each block of posts, in the order of the anchor types. */
export interface MixedNode extends PlannedNode {
  mix: Map<Source, number[][]>;
  /** From and to when it posts, in ms since 1970. */
  from: number;
  to: number;
}

/** What a campaign will be: its numbers, and what its projects are planned from. */
export interface WholePlan {
  plan: CampaignPlan;
  nodes: MixedNode[];
}

/**
 * Plans a campaign from a wizard, with the functions by which its runs will be planned and from the same seeds: what it
 * shows is what they do. It halts after each project: who runs it lets others have their turn.
 */
export function* planWizard(wizard: Wizard, facts: WizardFacts, now: Date): Generator<undefined, WholePlan> {
  const drawn: PlannedNode[] = [];
  for (const node of wizard.projects) {
    drawn.push(planNode(wizard, node, facts));
    yield;
  }
  const nodes = timed(wizard, mixed(drawn), now);
  yield;
  return { plan: sumUp(wizard, nodes, facts, now), nodes };
}

/** Links of one keyword mix, over all projects that draw by it: the tier has the mix by exact quota. */
const poolOf = ({ node }: PlannedNode, source: Source): string =>
  node.tier === 1 ? `set ${source}` : `tier ${node.tier}`;

/** Deals the anchor types of each pool out to its projects and blocks, each as near to the mix as the whole allows. */
function mixed(drawn: readonly PlannedNode[]): Omit<MixedNode, 'from' | 'to'>[] {
  const totals = new Map<string, number>();
  for (const one of drawn)
    for (const [source, counts] of one.drawn) {
      const pool = poolOf(one, source);
      totals.set(pool, (totals.get(pool) ?? 0) + counts.reduce((sum, count) => sum + count, 0));
    }
  const left = new Map<string, number[]>();
  return drawn.map((one) => {
    const mix = new Map<Source, number[][]>();
    for (const { linkSetId: source, keywords } of one.sets) {
      const pool = poolOf(one, source);
      if (!keywords) continue;
      const rest = left.get(pool) ?? anchorQuota(keywords, totals.get(pool) ?? 0);
      left.set(pool, rest);
      mix.set(
        source,
        (one.drawn.get(source) ?? []).map((count) => take(rest, count)),
      );
    }
    return { ...one, mix };
  });
}

/** Takes so many out of what is left, in its proportion. */
function take(rest: number[], count: number): number[] {
  const taken = largestRemainder(count, rest);
  for (const [type, number] of taken.entries()) rest[type] = (rest[type] ?? 0) - number;
  return taken;
}

/** Tier 1 begins at the start, a lower project when the last of its parents has posted (D-WIZ-12). */
function timed(wizard: Wizard, nodes: Omit<MixedNode, 'from' | 'to'>[], now: Date): MixedNode[] {
  const start = Math.max(now.getTime(), parseUtcMinute(wizard.startDate)?.getTime() ?? 0);
  const ends = new Map<string, number>();
  return nodes.map((one) => {
    const from = parentsOf(wizard.projects, one.node).reduce(
      (last, { id }) => Math.max(last, ends.get(id) ?? start),
      start,
    );
    const days = one.nPosts === null ? (one.schedule.nDay ?? 1) * dayMs - 1 : 0;
    const to = from + one.delays.reduce((last, delay) => Math.max(last, delay), days);
    ends.set(one.node.id, to);
    return { ...one, from, to };
  });
}

const isoDay = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);
const dayOf = (moment: number): number => Math.floor(moment / dayMs);

const noLinks = (): LinkCounts => ({
  total: 0,
  byType: { primary: 0, secondary: 0, branded: 0, generic: 0, nakedUrl: 0 },
});

function addLinks(sum: LinkCounts, mix: MixedNode['mix']): LinkCounts {
  for (const blocks of mix.values())
    for (const counts of blocks)
      for (const [index, type] of anchorTypes.entries()) {
        sum.byType[type] += counts[index] ?? 0;
        sum.total += counts[index] ?? 0;
      }
  return sum;
}

function sumUp(wizard: Wizard, nodes: MixedNode[], facts: WizardFacts, now: Date): CampaignPlan {
  const days = new Map<number, number>();
  for (const { from, delays } of nodes)
    for (const delay of delays) days.set(dayOf(from + delay), (days.get(dayOf(from + delay)) ?? 0) + 1);
  const tiers = tiersOf(wizard).map((tier) => tierOf(tier, nodes, facts));
  return {
    tiers,
    nodes: nodes.map((one) => ({ id: one.node.id, tier: one.node.tier, ...shareOf([one], facts) })),
    accounts: tiers.reduce((sum, { accounts }) => sum + accounts, 0),
    days: [...days].toSorted(([one], [other]) => one - other).map(([day, posts]) => ({ day: isoDay(day), posts })),
    warnings: [...leftOut(wizard), ...factWarnings(wizard, facts, now)],
  };
}

function shareOf(nodes: readonly MixedNode[], facts: WizardFacts) {
  const busy = nodes.filter(({ nPosts }) => nPosts !== 0);
  const moments = (pick: (node: MixedNode) => number) => busy.map((one) => dayOf(pick(one)));
  const firstDay = (one: MixedNode) =>
    one.from + one.delays.reduce((first, delay) => Math.min(first, delay), one.to - one.from);
  const [from, to] = [moments(firstDay), moments(({ to }) => to)];
  return {
    sites: nodes.reduce((sum, { node }) => sum + (facts.sites.get(node.id)?.count ?? 0), 0),
    posts: nodes.some(({ nPosts }) => nPosts === null) ? null : nodes.reduce((sum, one) => sum + (one.nPosts ?? 0), 0),
    links: nodes.reduce((sum, { mix }) => addLinks(sum, mix), noLinks()),
    firstDay: from.length > 0 ? isoDay(Math.min(...from)) : null,
    lastDay: to.length > 0 ? isoDay(Math.max(...to)) : null,
  };
}

/** Accounts of a group are counted in its first tier: they are made once. */
function tierOf(tier: number, nodes: readonly MixedNode[], facts: WizardFacts): PlannedTier {
  const own = nodes.filter(({ node }) => node.tier === tier);
  const making = own.filter(({ node }) => !isPrivate(node) && node.createNewAccount);
  const groups = new Set(making.map(({ node }) => node.group));
  for (const { node } of nodes) if (node.tier < tier) groups.delete(node.group);
  const accounts = [...groups].reduce((sum, group) => sum + (facts.accounts.get(group) ?? 0), 0);
  const projects = own.length + [...groups].filter((group) => facts.accounts.get(group)).length;
  return { tier, projects, accounts, ...shareOf(own, facts) };
}

/** Boxes of which nothing comes are named where the diagram stands. */
function leftOut({ strategy }: Wizard): WizardProblem[] {
  const read = readDiagram(strategy.strategy);
  if ('reason' in read) return [];
  const { loose, empty } = nodesOf(read.cells);
  return [
    ...loose.map((box) => `${nameOfBox(box)} does not hang on the Money Site and is left out`),
    ...empty.map((box) => `${nameOfBox(box)} has no checked module: nothing comes of it`),
  ].map((message) => ({ tab: 'strategy' as const, message }));
}

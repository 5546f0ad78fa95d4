import type { Module } from '../../contract/modules.ts';
import { moduleLabels } from '../../contract/modules.ts';
import { type AnyCell, clipped, nameOfBox } from './cells.ts';
import { type DiagramNode, nodesOf } from './nodes.ts';
import { treeOf } from './tree.ts';

/** What a tier of a diagram would make. */
export interface OutlineTier {
  tier: number;
  /** Projects by module, the most first. */
  projects: { module: Module; label: string; count: number }[];
  /** Stores of accounts: one for each group. */
  accountStores: number;
}

/** Something in a diagram that is hardly meant so; `boxId` is what it is about. */
export interface DiagramWarning {
  boxId: string;
  text: string;
}

/** What a diagram would make, and what to look at before. */
export interface Outline {
  tiers: OutlineTier[];
  warnings: DiagramWarning[];
}

/** `premiumModules`: modules for which there is a premium site; left out, nothing is said of them. */
export function outlineOf(cells: readonly AnyCell[], premiumModules?: ReadonlySet<Module>): Outline {
  const { nodes, depth, loose, empty } = nodesOf(cells);
  const { childrenOf } = treeOf(cells);
  const warnings = [
    ...loose.map((box) => ({
      boxId: box.id,
      text: `${nameOfBox(box)} does not hang on the Money Site: it is left out`,
    })),
    ...empty.map((box) => ({ boxId: box.id, text: `${nameOfBox(box)}: no kind of site is checked` })),
    ...nodes
      .filter(({ premium, module }) => premium && premiumModules && !premiumModules.has(module))
      .map(({ boxId, name }) => ({ boxId, text: `${clipped(name)}: there is no premium site for it` })),
    ...shortBranches(nodes, depth, childrenOf),
  ];
  const tiers = Array.from({ length: depth }, (_, at) => tierOf(at + 1, nodes));
  return { tiers, warnings };
}

function tierOf(tier: number, nodes: readonly DiagramNode[]): OutlineTier {
  const own = nodes.filter((node) => node.tier === tier);
  const counts = Map.groupBy(own, ({ module }) => module);
  const projects = [...counts]
    .map(([module, some]) => ({ module, label: moduleLabels[module], count: some.length }))
    .toSorted((one, two) => two.count - one.count);
  return { tier, projects, accountStores: new Set(own.map(({ group }) => group)).size };
}

/** Boxes above the last tier on which nothing hangs, where others of their tier carry some. */
function shortBranches(
  nodes: readonly DiagramNode[],
  depth: number,
  childrenOf: ReadonlyMap<string, string[]>,
): DiagramWarning[] {
  const seen = new Set<string>();
  return nodes.flatMap(({ boxId, tier, name }) => {
    if (tier >= depth || childrenOf.has(boxId) || seen.has(boxId)) return [];
    seen.add(boxId);
    return { boxId, text: `${clipped(name)}: nothing links to it, tier ${tier + 1} has no box for it` };
  });
}

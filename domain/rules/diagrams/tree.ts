import { type AnyCell, type Box, boxesOf, edgesOf, nameOfBox } from './cells.ts';

/** How boxes hang together. */
export interface Tree {
  boxes: Box[];
  /** Null where there is not exactly one. */
  root: Box | null;
  /** By id of the child. */
  parentOf: Map<string, string>;
  childrenOf: Map<string, string[]>;
  /** Distance from the Money Site, of the boxes that hang on it; its own is 0. */
  tierOf: Map<string, number>;
}

/** Reads how the boxes of a diagram hang together; of a diagram that breaks the rules the first parent counts. */
export function treeOf(cells: readonly AnyCell[]): Tree {
  const boxes = boxesOf(cells);
  const roots = boxes.filter(({ type }) => type === 'MoneySite');
  const root = roots.length === 1 ? (roots[0] ?? null) : null;
  const parentOf = new Map<string, string>();
  const childrenOf = new Map<string, string[]>();
  for (const { parent, child } of edgesOf(cells)) {
    if (parent === child || parentOf.has(child)) continue;
    parentOf.set(child, parent);
    const children = childrenOf.get(parent);
    if (children) children.push(child);
    else childrenOf.set(parent, [child]);
  }
  const tierOf = new Map<string, number>();
  let tier = root ? [root.id] : [];
  for (let depth = 0; tier.length > 0; depth += 1) {
    for (const id of tier) tierOf.set(id, depth);
    tier = tier.flatMap((id) => childrenOf.get(id) ?? []).filter((id) => !tierOf.has(id));
  }
  return { boxes, root, parentOf, childrenOf, tierOf };
}

/** Why the cells are no diagram of ours: one root, one parent, no loop, no link to itself (part L). Null where all is well. */
export function whyNoTree(cells: readonly AnyCell[]): string | null {
  const nRoots = boxesOf(cells).filter(({ type }) => type === 'MoneySite').length;
  if (nRoots === 0) return 'The diagram has no Money Site';
  if (nRoots > 1) return `The diagram has ${nRoots} Money Sites, and may have one`;
  return whyNoForest(cells);
}

/** The same of a part of a diagram: what hangs on what, with the Money Site or without. */
export function whyNoForest(cells: readonly AnyCell[]): string | null {
  const { boxes, parentOf } = treeOf(cells);
  const names = new Map(boxes.map((box) => [box.id, nameOfBox(box)]));
  const types = new Map(boxes.map(({ id, type }) => [id, type]));
  const seen = new Set<string>();
  for (const { parent, child } of edgesOf(cells)) {
    if (parent === child) return `${names.get(child)} is linked to itself`;
    if (types.get(child) === 'MoneySite') return 'The Money Site hangs on another box';
    if (seen.has(child)) return `${names.get(child)} hangs on two boxes`;
    seen.add(child);
  }
  return whyLoop(parentOf, names);
}

function whyLoop(parentOf: ReadonlyMap<string, string>, names: ReadonlyMap<string, string>): string | null {
  const settled = new Set<string>();
  for (const start of parentOf.keys()) {
    const path = new Set<string>();
    for (let at: string | undefined = start; at !== undefined && !settled.has(at); at = parentOf.get(at)) {
      if (path.has(at)) return `${names.get(at)} hangs on itself over other boxes`;
      path.add(at);
    }
    for (const id of path) settled.add(id);
  }
  return null;
}

/** Why a box may not hang on another one; null where it may (3-wizards section 4). */
export function whyNoLink(cells: readonly AnyCell[], parent: string, child: string): string | null {
  const { boxes, parentOf } = treeOf(cells);
  const [from, to] = [parent, child].map((id) => boxes.find((box) => box.id === id));
  if (!from || !to) return 'Only boxes are linked';
  if (from === to) return 'A box cannot link to itself';
  if (to.type === 'MoneySite') return 'The Money Site hangs on nothing';
  if (parentOf.has(child)) return `${nameOfBox(to)} hangs on a box already`;
  // A circle that is there already is walked once.
  const seen = new Set<string>();
  for (let at: string | undefined = parent; at !== undefined && !seen.has(at); at = parentOf.get(at)) {
    if (at === child) return `${nameOfBox(from)} hangs on ${nameOfBox(to)}: a loop is not possible`;
    seen.add(at);
  }
  return null;
}

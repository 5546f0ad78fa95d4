import type { Module } from '../../contract/modules.ts';
import { moduleLabels } from '../../contract/modules.ts';
import { boxKind } from './catalogue.ts';
import { type AnyCell, type Box, fullNameOfBox } from './cells.ts';
import { type Tree, treeOf } from './tree.ts';

/** What becomes a project: a box, or one module of a generic one (D-WIZ-09). */
export interface DiagramNode {
  /** Id of the box; of a generic project that and its module, with a colon between them. */
  id: string;
  boxId: string;
  /** Id of the box it hangs on; null for the Money Site. */
  parentId: string | null;
  name: string;
  module: Module;
  premium: boolean;
  /** From 1. */
  tier: number;
  /** Account Store Name. */
  profileName: string;
  /** Nodes of one group share their accounts (D-WIZ-08). */
  group: string;
}

/** Nodes of a diagram by tier, and what is left out of it. */
export interface DiagramNodes {
  nodes: DiagramNode[];
  /** The greatest tier that has a node. */
  depth: number;
  /** Boxes that do not hang on the Money Site, with all that hangs on them. */
  loose: Box[];
  /** Generic projects of which no module is checked: nothing comes of them. */
  empty: Box[];
}

/** What the boxes of a diagram become, those of the first tier first, each tier in the order of the cells. */
export function nodesOf(cells: readonly AnyCell[]): DiagramNodes {
  const tree = treeOf(cells);
  const projects = tree.boxes.filter(({ type }) => type !== 'MoneySite');
  const hanging = projects.filter(({ id }) => tree.tierOf.has(id));
  const nodes = hanging.flatMap((box) => nodesOfBox(box, tree)).toSorted((one, two) => one.tier - two.tier);
  return {
    nodes,
    depth: nodes.at(-1)?.tier ?? 0,
    loose: projects.filter(({ id }) => !tree.tierOf.has(id)),
    empty: hanging.filter(({ type, modules }) => type === 'Project' && modules.length === 0),
  };
}

function nodesOfBox(box: Box, { root, parentOf, tierOf }: Tree): DiagramNode[] {
  const kind = boxKind(box.type);
  const parent = parentOf.get(box.id);
  const common = {
    boxId: box.id,
    parentId: parent === undefined || parent === root?.id ? null : parent,
    premium: kind?.isPremium === true,
    tier: tierOf.get(box.id) ?? 0,
    profileName: box.profileName,
  };
  const name = fullNameOfBox(box);
  const { module } = kind ?? {};
  if (module) return [{ ...common, id: box.id, name, module, group: groupOf(box, module) }];
  return box.modules.map((one) => ({
    ...common,
    id: `${box.id}:${one}`,
    name: `${name} ${moduleLabels[one]}`,
    module: one,
    group: groupOf(box, one),
  }));
}

const isPrivate = (module: Module) => module.startsWith('Private');

/** Boxes with one Account Store Name share a group, the modules of a generic project too; private ones never with others. */
function groupOf({ id, profileName }: Box, module: Module): string {
  const kind = isPrivate(module) ? 'private' : 'open';
  return profileName === '' ? `box ${id}` : `${kind} ${profileName}`;
}

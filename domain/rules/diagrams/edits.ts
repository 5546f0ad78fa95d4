import type { ElementType } from '../../contract/strategies.ts';
import { boxKind, genericModules, moduleRows } from './catalogue.ts';
import { type AnyCell, diagramBounds, edgesOf } from './cells.ts';
import { clamped, pointWithin } from './drawing/constants.ts';
import { nextNumber, renumbered } from './numbering.ts';
import { whyNoForest, whyNoLink } from './tree.ts';

/** What is copied appears so far beside it, in px (3-wizards section 9). */
const pasteOffset = 20;
const boxSize = { width: 150, height: 100 } as const;
/** A generic project shows all its modules, 20 px each and 2 between, below its head (D-DIAG-03). */
export const genericSize = { width: 150, height: genericModules.length * moduleRows.pitch + moduleRows.top } as const;

/** Cells after a change, or why it is not made. */
export type Edited = { cells: AnyCell[] } | { reason: string };

const topmost = (cells: readonly AnyCell[]) =>
  Math.max(0, ...cells.map(({ z }) => clamped(z, { min: 0, max: 1e6 }, 0)));
const tooMany = { reason: `A diagram has at most ${diagramBounds.cells} boxes and links` };

/** A diagram as it begins: the Money Site alone. */
export const newDiagram = (): AnyCell[] => [
  { id: 'money-site', type: 'MoneySite', position: { x: 420, y: 40 }, size: { ...boxSize }, z: 1, attrs: {} },
];

/** A new box with the lowest free number of its type. */
export function addBox(
  cells: readonly AnyCell[],
  { id, type, position }: { id: string; type: ElementType; position: { x: number; y: number } },
): Edited {
  if (type === 'MoneySite' || !boxKind(type)) return { reason: 'A diagram has one Money Site' };
  if (cells.length >= diagramBounds.cells) return tooMany;
  const isGeneric = type === 'Project';
  const box: AnyCell = {
    id,
    type,
    position: pointWithin(position),
    size: { ...(isGeneric ? genericSize : boxSize) },
    z: topmost(cells) + 1,
    custom: { nameId: nextNumber(cells, type), projectName: '', profileName: '' },
    ...(isGeneric ? { modules: genericModules.map((module) => ({ id: module, checked: false })) } : {}),
    attrs: {},
  };
  return { cells: [...cells, box] };
}

/** Hangs a box on another one; refused where the rules of the tree are broken by it. */
export function addLink(
  cells: readonly AnyCell[],
  { id, parent, child }: { id: string; parent: string; child: string },
): Edited {
  const reason = whyNoLink(cells, parent, child);
  if (reason) return { reason };
  if (cells.length >= diagramBounds.cells) return tooMany;
  return {
    cells: [...cells, { ...plainLink, id, source: { id: parent }, target: { id: child }, z: topmost(cells) + 1 }],
  };
}

const plainLink = {
  type: 'Link',
  router: 'normal',
  connector: 'smooth',
  labels: [],
  vertices: [],
  attrs: {
    line: { stroke: '#64748b', strokeWidth: 2, strokeDasharray: '', sourceMarker: 'medium', targetMarker: 'none' },
  },
} as const;

const endsOf = ({ source, target }: AnyCell): unknown[] =>
  [source, target].map((end) => (typeof end === 'object' && end !== null && 'id' in end ? end.id : undefined));

/** Takes cells away with all that is linked to them; the Money Site stays. */
export function removeCells(cells: readonly AnyCell[], ids: readonly string[]): AnyCell[] {
  const gone = new Set<unknown>(cells.flatMap(({ id, type }) => (type !== 'MoneySite' && ids.includes(id) ? id : [])));
  return cells.filter((cell) => !gone.has(cell.id) && !endsOf(cell).some((end) => gone.has(end)));
}

/**
 * Copies boxes with the links among them, a little beside the originals, each with a number of its own. `copied` may come
 * from anywhere; the Money Site is never copied, and what would break the tree is refused as a whole.
 */
export function pasteCells(
  cells: readonly AnyCell[],
  copied: readonly AnyCell[],
  newId: () => string,
): { cells: AnyCell[]; added: string[] } | { reason: string } {
  const boxes = copied.filter(({ type, source }) => type !== 'MoneySite' && source === undefined);
  const ids = new Map(boxes.map(({ id }) => [id, newId()]));
  const byId = new Map(copied.map((cell) => [cell.id, cell]));
  const links = edgesOf(copied).flatMap((edge) => {
    const link = byId.get(edge.id);
    const isOurs = link && !boxKind(link.type) && ids.has(edge.parent) && ids.has(edge.child);
    return isOurs ? [{ ...edge, link }] : [];
  });
  if (cells.length + boxes.length + links.length > diagramBounds.cells) return tooMany;
  const reason = whyNoForest([...boxes, ...links.map(({ link }) => link)]);
  if (reason !== null) return { reason };
  const z = topmost(cells);
  const added = [
    ...boxes.map((box, at) => ({ ...copyOf(box, ids), z: z + 1 + at })),
    ...links.map(({ link, parent, child }, at) => ({
      ...link,
      id: newId(),
      source: { id: ids.get(parent) },
      target: { id: ids.get(child) },
      ...(Array.isArray(link.vertices) ? { vertices: link.vertices.map(besideIt) } : {}),
      z: z + 1 + boxes.length + at,
    })),
  ];
  return { cells: renumbered([...cells, ...added]), added: added.map(({ id }) => id) };
}

/** A corner of a copied link, beside the original's. */
function besideIt(corner: unknown): unknown {
  const { x, y } = pointWithin(corner);
  return { ...(typeof corner === 'object' ? corner : {}), x: x + pasteOffset, y: y + pasteOffset };
}

/** A copied box or shape beside the original; what it is a part of, and its parts, are those that were copied with it. */
function copyOf({ parent, embeds, ...box }: AnyCell, ids: ReadonlyMap<unknown, string>): AnyCell {
  const { x, y } = pointWithin(box.position);
  const [within, parts] = [ids.get(parent), Array.isArray(embeds) ? embeds.flatMap((id) => ids.get(id) ?? []) : []];
  const custom = typeof box.custom === 'object' ? box.custom : {};
  return {
    ...(box as AnyCell),
    id: ids.get(box.id) ?? '',
    position: pointWithin({ x: x + pasteOffset, y: y + pasteOffset }),
    ...(within === undefined ? {} : { parent: within }),
    ...(parts.length > 0 ? { embeds: parts } : {}),
    ...(boxKind(box.type) ? { custom: { ...custom, nameId: 0 } } : {}),
  };
}

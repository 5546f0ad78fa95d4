import { boxKind, type GenericModule, genericModules } from '../catalogue.ts';
import { type AnyCell, clipped } from '../cells.ts';
import { addLink, type Edited, genericSize } from '../edits.ts';
import { treeOf } from '../tree.ts';
import { clamped, drawingBounds } from './constants.ts';
import { isPlaced } from './moves.ts';
import { rectOf } from './shown.ts';

const objectOf = (value: unknown) =>
  (typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}) as Record<string, unknown>;
const mapOne = (cells: readonly AnyCell[], id: string, change: (cell: AnyCell) => AnyCell): AnyCell[] =>
  cells.map((cell) => (cell.id === id ? change(cell) : cell));

/** Name of the project and Account Store Name of a box; the Money Site has neither. */
export function nameBox(
  cells: readonly AnyCell[],
  id: string,
  words: { projectName?: string; profileName?: string },
): AnyCell[] {
  const cut = Object.fromEntries(
    Object.entries(words).map(([key, text]) => [key, text.slice(0, drawingBounds.name).toWellFormed()]),
  );
  return mapOne(cells, id, (cell) =>
    cell.type === 'MoneySite' || !boxKind(cell.type) ? cell : { ...cell, custom: { ...objectOf(cell.custom), ...cut } },
  );
}

/** Checks a module of a generic project or takes the check away; the box is as high as all its rows (D-DIAG-03). */
export function toggleModule(cells: readonly AnyCell[], id: string, module: GenericModule): AnyCell[] {
  return mapOne(cells, id, (cell) => {
    if (cell.type !== 'Project') return cell;
    const before = Array.isArray(cell.modules) ? cell.modules.map(objectOf) : [];
    const isKnown = before.some((row) => row.id === module);
    const all = isKnown ? before : [...before, ...missing(before)];
    const modules = all.map((row) => (row.id === module ? { ...row, checked: row.checked !== true } : row));
    const { width } = rectOf(cell);
    return { ...cell, modules, size: { ...objectOf(cell.size), width, height: genericSize.height } };
  });
}
const missing = (rows: readonly Record<string, unknown>[]) =>
  genericModules.flatMap((id) => (rows.some((row) => row.id === id) ? [] : { id, checked: false }));

/** What can be set of a link. */
export interface LinkLook {
  router?: string;
  connector?: string;
  vertices?: { x: number; y: number }[];
  labels?: { text: string; position: string }[];
  line?: Record<string, unknown>;
}

/** Changes how a link is drawn; what is not named of it stays. */
export function styleLink(cells: readonly AnyCell[], id: string, { line, ...look }: LinkLook): AnyCell[] {
  return mapOne(cells, id, (cell) => {
    const attrs = objectOf(cell.attrs);
    return { ...cell, ...look, ...(line ? { attrs: { ...attrs, line: { ...objectOf(attrs.line), ...line } } } : {}) };
  });
}

/** What can be set of a shape that is no box (D-DIAG-06). */
export interface ShapeLook {
  body?: Record<string, unknown>;
  label?: Record<string, unknown>;
  tokens?: number;
  /** Where its ports begin, in degrees. */
  portAngle?: number;
}

/** Changes how a general shape is drawn, within the bounds. */
export function styleShape(
  cells: readonly AnyCell[],
  id: string,
  { body, label, tokens, portAngle }: ShapeLook,
): AnyCell[] {
  const { outline, fontSize } = drawingBounds;
  const held = (look: Record<string, unknown> | undefined) => ({
    ...look,
    ...(look && 'strokeWidth' in look ? { strokeWidth: clamped(look.strokeWidth, outline, 2) } : {}),
    ...(look && 'fontSize' in look ? { fontSize: clamped(look.fontSize, fontSize, 14) } : {}),
  });
  return mapOne(cells, id, (cell) => {
    const attrs = objectOf(cell.attrs);
    return {
      ...cell,
      attrs: {
        ...attrs,
        ...(body ? { body: { ...objectOf(attrs.body), ...held(body) } } : {}),
        ...(label ? { label: { ...objectOf(attrs.label), ...held(label) } } : {}),
      },
      ...(tokens === undefined ? {} : { tokens: clamped(Math.round(tokens), drawingBounds.tokens, 1) }),
      ...(portAngle === undefined ? {} : { ports: turned(cell.ports, clamped(portAngle, drawingBounds.portAngle, 0)) }),
    };
  });
}

function turned(ports: unknown, startAngle: number) {
  const { groups, ...others } = objectOf(ports);
  const all = Object.entries(objectOf(groups)).map(([name, group]) => {
    const { position, ...more } = objectOf(group);
    const { args, ...place } = typeof position === 'string' ? { name: position } : objectOf(position);
    return [name, { ...more, position: { ...place, args: { ...objectOf(args), startAngle } } }];
  });
  return { ...others, groups: Object.fromEntries(all) };
}

/** Hangs a box on another parent, or on none (null): its link keeps its look; refused where the tree would break. */
export function hangBox(cells: readonly AnyCell[], child: string, parent: string | null, newId: () => string): Edited {
  const link = linkAbove(cells, child);
  const without = link ? cells.filter(({ id }) => id !== link.id) : [...cells];
  if (parent === null) return { cells: without };
  const added = addLink(without, { id: link?.id ?? newId(), parent, child });
  if ('reason' in added || !link) return added;
  const moved = { ...link, source: { ...objectOf(link.source), id: parent } };
  return { cells: cells.map((cell) => (cell.id === link.id ? moved : cell)) };
}

/** The link a box hangs by. */
function linkAbove(cells: readonly AnyCell[], child: string): AnyCell | undefined {
  const parent = treeOf(cells).parentOf.get(child);
  return parent === undefined
    ? undefined
    : cells.find(({ source, target }) => objectOf(source).id === parent && objectOf(target).id === child);
}

/** Where the bounded numbers of a general shape stand, and what people call them (D-DIAG-06). */
const bounded = [
  { path: ['attrs', 'label', 'fontSize'], name: 'font size', ...drawingBounds.fontSize },
  { path: ['attrs', 'body', 'strokeWidth'], name: 'outline thickness', ...drawingBounds.outline },
  { path: ['tokens'], name: 'number of place tokens', ...drawingBounds.tokens },
] as const;

interface Bounded {
  path: readonly string[];
  name: string;
  min: number;
  max: number;
}

/** All bounded numbers that a shape may have; none for boxes and links, of which they are never drawn. */
function boundedOf(cell: AnyCell): readonly Bounded[] {
  if (boxKind(cell.type) || !isPlaced(cell)) return [];
  const groups = Object.keys(objectOf(objectOf(cell.ports).groups)).map((group) => ({
    path: ['ports', 'groups', group, 'position', 'args', 'startAngle'],
    name: 'port start angle',
    ...drawingBounds.portAngle,
  }));
  return [...bounded, ...groups];
}

const at = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((found, key) => (Object.hasOwn(objectOf(found), key) ? objectOf(found)[key] : undefined), value);
const isOut = (value: unknown, { min, max }: Bounded) => typeof value === 'number' && (value < min || value > max);

/** Writes a number where one stands. */
function put(cell: AnyCell, path: readonly string[], to: number): void {
  const held = at(cell, path.slice(0, -1)) as Record<string, unknown>;
  held[path.at(-1) ?? ''] = to;
}

/** The first number of a shape that is out of its bounds, with the bounds; null where all are within. */
export function whyOutOfBounds(cells: readonly AnyCell[]): string | null {
  for (const cell of cells)
    for (const one of boundedOf(cell)) {
      const value = at(cell, one.path);
      if (isOut(value, one))
        return `Shape "${clipped(cell.id)}" has the ${one.name} ${value}: from ${one.min} to ${one.max} is possible`;
    }
  return null;
}

/** Cells whose numbers are held within their bounds, as diagrams of other programs are loaded; those within stay the same objects. */
export const withinBounds = (cells: readonly AnyCell[]): AnyCell[] =>
  cells.map((cell) => {
    const out = boundedOf(cell).filter((one) => isOut(at(cell, one.path), one));
    if (out.length === 0) return cell;
    const held = JSON.parse(JSON.stringify(cell)) as AnyCell;
    for (const one of out) put(held, one.path, clamped(at(held, one.path), one, one.min));
    return held;
  });

import { parseBounded } from '../bounded-json.ts';
import type { GenericModule } from './catalogue.ts';
import { boxKind, genericModules } from './catalogue.ts';

/**
 * Bounds of a diagram: what people draw stays far below them. `place` to either side, and `size`, are in px: a layout of the
 * most boxes in one row has room.
 */
export const diagramBounds = {
  cells: 5_000,
  text: 5_000_000,
  string: 100_000,
  place: 1_000_000,
  size: 10_000,
} as const;
/** Longest name of a box as it is shown; imported ones may have any length. */
const longestShown = 80;

/** A cell as it is stored: what is not known of it is kept as it came. */
export interface AnyCell {
  id: string;
  type: string;
  [more: string]: unknown;
}

/** A box of a diagram as its rules see it. */
export interface Box {
  id: string;
  type: string;
  /** Number among the boxes of its type; 0 where none is told. */
  nameId: number;
  projectName: string;
  /** Account Store Name. */
  profileName: string;
  /** Checked modules of a generic project. */
  modules: GenericModule[];
}
/** A link between two boxes: the parent is nearer to the Money Site (D-DIAG-02). */
export interface Edge {
  id: string;
  parent: string;
  child: string;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const objectOf = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {});
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
/** A name cut to what can be read of it. */
export const clipped = (text: string): string =>
  text.length > longestShown ? `${text.slice(0, longestShown).toWellFormed()}…` : text;

/** What a box is called, whole: the name of its project, else its kind with its number. */
export const fullNameOfBox = ({ type, nameId, projectName }: Box): string =>
  projectName || `${boxKind(type)?.label ?? type}${nameId > 0 ? ` (${nameId})` : ''}`;
/** Name of a box for people: cut where it is longer than can be read. */
export const nameOfBox = (box: Box): string => clipped(fullNameOfBox(box));

/** A diagram: its cells, and what other programs wrote beside them, which is kept as it came. */
export interface Diagram {
  cells: readonly AnyCell[];
  beside?: Record<string, unknown>;
}

/** A diagram as it is stored. */
export const diagramText = ({ cells, beside }: Diagram): string => JSON.stringify({ cells, ...beside });

/**
 * Cells without those of our links that miss an end, or lead back to where they begin (DIAG-10): nothing is drawn of them.
 * Links of other programs may end anywhere, and stay.
 */
export function withoutLooseLinks(cells: readonly AnyCell[]): AnyCell[] {
  const ids = new Set<unknown>(cells.filter(({ type }) => type !== 'Link').map(({ id }) => id));
  return cells.filter(({ type, source, target }) => {
    const [from, to] = [objectOf(source).id, objectOf(target).id];
    return type !== 'Link' || (from !== to && ids.has(from) && ids.has(to));
  });
}

/** Reads the text of a diagram, or says why it is none. Types and attributes that are not known stay (D-DIAG-09). */
export function readDiagram(text: string): { cells: AnyCell[]; beside: Record<string, unknown> } | { reason: string } {
  if (text.length > diagramBounds.text) return { reason: 'The diagram is larger than 5 million characters' };
  let json: unknown;
  try {
    json = parseBounded(text);
  } catch (error) {
    return { reason: error instanceof SyntaxError ? 'The diagram is no valid JSON' : (error as Error).message };
  }
  const { cells, ...beside } = objectOf(json);
  if (!Array.isArray(cells)) return { reason: 'The diagram has no list of cells' };
  if (cells.length > diagramBounds.cells)
    return { reason: `The diagram has ${cells.length} cells, at most ${diagramBounds.cells} are taken` };
  const seen = new Set<string>();
  for (const [at, cell] of cells.entries()) {
    const reason = whyNoCell(cell) ?? (seen.has(cell.id) ? `has the id of another cell` : undefined);
    if (reason) return { reason: `Cell ${at + 1} ${reason}` };
    seen.add(cell.id);
  }
  const unsafe = whyUnsafe(beside);
  return unsafe === undefined ? { cells, beside } : { reason: `What stands beside the cells ${unsafe}` };
}

function whyNoCell(cell: unknown): string | undefined {
  if (!isObject(cell)) return 'is no object';
  if (typeof cell.id !== 'string' || cell.id === '' || cell.id.length > 200) return 'has no id of 1 to 200 characters';
  if (typeof cell.type !== 'string' || cell.type === '' || cell.type.length > 200) return 'has no type';
  const inherited = namesIn(cell).find((name) => inheritedNames.has(name));
  if (inherited !== undefined) return `uses the name "${inherited}", which no cell may have`;
  return whyUnsafe(cell) ?? whyOutOfSight(cell as AnyCell);
}

/** What every object has by birth: drawing libraries keep cells by id in plain objects, and would find these there already. */
const inheritedNames: ReadonlySet<unknown> = new Set(Object.getOwnPropertyNames(Object.prototype));

/** Each name by which a cell is known, or knows another one: its own id, and those of ends, parents, parts and ports. */
function namesIn({ id, source, target, parent, embeds, ports }: Record<string, unknown>): unknown[] {
  const [ends, { groups, items }] = [[source, target].map(objectOf), objectOf(ports)];
  return [
    ...[id, parent, ...listOf(embeds), ...Object.keys(objectOf(groups))],
    ...ends.flatMap((end) => [end.id, end.port]),
    ...listOf(items).flatMap((item) => [objectOf(item).id, objectOf(item).group]),
  ];
}

/** A place or a size with which nothing could be seen any more. */
function whyOutOfSight(cell: AnyCell): string | undefined {
  const [{ x, y }, { width, height }] = [objectOf(cell.position), objectOf(cell.size)];
  const { place, size } = diagramBounds;
  for (const [name, value] of Object.entries({ x, y, width, height })) {
    const [min, max] = name.length === 1 ? [-place, place] : [0, size];
    if (value === undefined || (typeof value === 'number' && value >= min && value <= max)) continue;
    const found = typeof value === 'number' ? `the ${name} ${value}` : `a ${name} that is no number`;
    return `gives ${calledOf(cell)} ${found}: from ${min.toLocaleString('en')} to ${max.toLocaleString('en')} is possible`;
  }
  return undefined;
}

function calledOf(cell: AnyCell): string {
  const [box] = boxesOf([cell]);
  return box ? nameOfBox(box) : `"${clipped(cell.id)}"`;
}

/** Names that reach behind an object, and texts that no label needs. Depth is bounded by the reader. */
function whyUnsafe(value: unknown): string | undefined {
  if (typeof value === 'string')
    return value.length > diagramBounds.string ? `holds a text of over ${diagramBounds.string} characters` : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  if (Object.hasOwn(value, '__proto__')) return 'holds the name "__proto__"';
  for (const part of Object.values(value)) {
    const reason = whyUnsafe(part);
    if (reason) return reason;
  }
  return undefined;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The boxes among cells. */
export function boxesOf(cells: readonly AnyCell[]): Box[] {
  return cells.flatMap((cell) => {
    if (!boxKind(cell.type)) return [];
    const custom = objectOf(cell.custom);
    const nameId = Number.isSafeInteger(custom.nameId) ? Number(custom.nameId) : 0;
    return {
      id: cell.id,
      type: cell.type,
      nameId,
      projectName: textOf(custom.projectName).trim(),
      profileName: textOf(custom.profileName).trim(),
      modules: cell.type === 'Project' ? checkedOf(cell.modules) : [],
    };
  });
}

function checkedOf(modules: unknown): GenericModule[] {
  if (!Array.isArray(modules)) return [];
  const checked = new Set(modules.filter((one) => isObject(one) && one.checked === true).map((one) => one.id));
  return genericModules.filter((module) => checked.has(module));
}

/** The links between boxes, whatever their type is called; those that end elsewhere are drawings. */
export function edgesOf(cells: readonly AnyCell[]): Edge[] {
  const boxes = new Set(cells.filter(({ type }) => boxKind(type)).map(({ id }) => id));
  return cells.flatMap(({ id, source, target }) => {
    const [parent, child] = [source, target].map((end) => objectOf(end).id);
    const isEdge = typeof parent === 'string' && typeof child === 'string' && boxes.has(parent) && boxes.has(child);
    return isEdge ? { id, parent, child } : [];
  });
}

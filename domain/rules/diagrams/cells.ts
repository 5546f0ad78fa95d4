import { parseBounded } from '../bounded-json.ts';
import type { GenericModule } from './catalogue.ts';
import { boxKind, genericModules } from './catalogue.ts';

/** Bounds of a diagram: what people draw stays far below them. */
export const diagramBounds = { cells: 5_000, text: 5_000_000, string: 100_000 } as const;

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

/** Reads the text of a diagram, or says why it is none. Types and attributes that are not known stay (D-DIAG-09). */
export function readDiagram(text: string): { cells: AnyCell[] } | { reason: string } {
  if (text.length > diagramBounds.text) return { reason: 'The diagram is larger than 5 million characters' };
  let json: unknown;
  try {
    json = parseBounded(text);
  } catch (error) {
    return { reason: error instanceof SyntaxError ? 'The diagram is no valid JSON' : (error as Error).message };
  }
  const cells = isObject(json) ? json.cells : undefined;
  if (!Array.isArray(cells)) return { reason: 'The diagram has no list of cells' };
  if (cells.length > diagramBounds.cells)
    return { reason: `The diagram has ${cells.length} cells, at most ${diagramBounds.cells} are taken` };
  const seen = new Set<string>();
  for (const [at, cell] of cells.entries()) {
    const reason = whyNoCell(cell) ?? (seen.has(cell.id) ? `has the id of another cell` : undefined);
    if (reason) return { reason: `Cell ${at + 1} ${reason}` };
    seen.add(cell.id);
  }
  return { cells };
}

function whyNoCell(cell: unknown): string | undefined {
  if (!isObject(cell)) return 'is no object';
  if (typeof cell.id !== 'string' || cell.id === '' || cell.id.length > 200) return 'has no id of 1 to 200 characters';
  if (typeof cell.type !== 'string' || cell.type === '' || cell.type.length > 200) return 'has no type';
  return whyUnsafe(cell);
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
    const custom = isObject(cell.custom) ? cell.custom : {};
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
    const [parent, child] = [source, target].map((end) => (isObject(end) ? end.id : undefined));
    const isEdge = typeof parent === 'string' && typeof child === 'string' && boxes.has(parent) && boxes.has(child);
    return isEdge ? { id, parent, child } : [];
  });
}

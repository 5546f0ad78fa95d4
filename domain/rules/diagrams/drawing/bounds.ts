import { boxKind } from '../catalogue.ts';
import { type AnyCell, clipped } from '../cells.ts';
import { clamped, drawingBounds } from './constants.ts';
import { isPlaced } from './moves.ts';

const { fontSize, outline, portAngle, tokens } = drawingBounds;
/** Where the bounded numbers of a general shape stand, and what people call them (D-DIAG-06). */
const bounded = [
  { path: ['attrs', 'label', 'fontSize'], name: 'font size', ...fontSize },
  { path: ['attrs', 'body', 'strokeWidth'], name: 'outline thickness', ...outline },
  { path: ['tokens'], name: 'number of place tokens', ...tokens },
] as const;

const objectOf = (value: unknown) =>
  (typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}) as Record<string, unknown>;

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
    ...portAngle,
  }));
  return [...bounded, ...groups];
}

const at = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((found, key) => (Object.hasOwn(objectOf(found), key) ? objectOf(found)[key] : undefined), value);
const isOut = (value: unknown, { min, max }: Bounded) => typeof value === 'number' && (value < min || value > max);

function put(value: unknown, [key = '', ...rest]: readonly string[], to: number): Record<string, unknown> {
  const held = objectOf(value);
  return { ...held, [key]: rest.length === 0 ? to : put(held[key], rest, to) };
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
  cells.map((cell) =>
    boundedOf(cell).reduce((held, one) => {
      const value = at(held, one.path);
      return isOut(value, one) ? (put(held, one.path, clamped(value, one, one.min)) as AnyCell) : held;
    }, cell),
  );

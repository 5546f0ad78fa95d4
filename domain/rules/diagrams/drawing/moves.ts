import type { AnyCell } from '../cells.ts';
import { drawingBounds, pointWithin } from './constants.ts';

interface Point {
  x: number;
  y: number;
}

/** The nearest place on the grid, in px. */
export const onGrid = (value: number): number => Math.round(value / drawingBounds.grid) * drawingBounds.grid;
/** Whether a cell stands somewhere: boxes and shapes, not links. */
export const isPlaced = ({ position, source }: AnyCell): boolean =>
  typeof position === 'object' && position !== null && source === undefined;

/** The ids with all that is embedded in them, however the embedding runs in circles. */
export function withEmbedded(cells: readonly AnyCell[], ids: Iterable<string>): Set<string> {
  const inside = Map.groupBy(
    cells.filter(({ parent }) => typeof parent === 'string'),
    ({ parent }) => parent as string,
  );
  const found = new Set(ids);
  for (const id of found) for (const cell of inside.get(id) ?? []) found.add(cell.id);
  return found;
}

/** Moves what stands somewhere by a distance, and the corners of links that hang between what is moved. */
export function moveCells(cells: readonly AnyCell[], ids: Iterable<string>, by: Point): AnyCell[] {
  const moved = withEmbedded(cells, ids);
  const shift = (value: unknown) => {
    const { x, y } = pointWithin(value);
    return pointWithin({ x: x + by.x, y: y + by.y });
  };
  const hangsOnMoved = (end: unknown) =>
    typeof end === 'object' && end !== null && 'id' in end && moved.has(`${end.id}`);
  return cells.map((cell) => {
    if (isPlaced(cell)) return moved.has(cell.id) ? { ...cell, position: shift(cell.position) } : cell;
    const { vertices, source, target } = cell;
    if (!Array.isArray(vertices) || vertices.length === 0 || !hangsOnMoved(source) || !hangsOnMoved(target))
      return cell;
    return { ...cell, vertices: vertices.map((one) => ({ ...(one as object), ...shift(one) })) };
  });
}

/** Puts cells at places of their own, as a layout found them; corners of the links between them are given up. */
export function placeCells(cells: readonly AnyCell[], places: ReadonlyMap<string, Point>): AnyCell[] {
  const byId = new Map(cells.map((cell) => [cell.id, cell]));
  let placed: AnyCell[] = [...cells];
  for (const [id, { x, y }] of places) {
    const cell = byId.get(id);
    if (!cell) continue;
    const from = pointWithin(cell.position);
    const hasParts = cells.some(({ parent }) => parent === id);
    if (hasParts) placed = moveCells(placed, [id], { x: x - from.x, y: y - from.y });
  }
  return placed.map((cell) => {
    const place = places.get(cell.id);
    if (place) return { ...cell, position: { ...(cell.position as object), ...pointWithin(place) } };
    const isLaidOut = [cell.source, cell.target].every((end) =>
      places.has(`${(end as { id?: unknown } | undefined)?.id}`),
    );
    return isLaidOut && Array.isArray(cell.vertices) && cell.vertices.length > 0 ? { ...cell, vertices: [] } : cell;
  });
}

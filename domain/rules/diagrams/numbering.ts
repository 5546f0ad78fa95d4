import { type AnyCell, boxesOf } from './cells.ts';

/** The lowest number from 1 that no box of a type has (3-wizards section 4). */
function lowestFree(used: Iterable<number>): number {
  const taken = new Set(used);
  let number = 1;
  while (taken.has(number)) number += 1;
  return number;
}

/** The number of the next box of a type. */
export const nextNumber = (cells: readonly AnyCell[], type: string): number =>
  lowestFree(boxesOf(cells).flatMap((box) => (box.type === type ? box.nameId : [])));

/**
 * Cells whose boxes have a number of their own among those of their type: what has none, or that of an earlier one, gets the
 * lowest free one. Cells that are well stay the same objects.
 */
export function renumbered(cells: readonly AnyCell[]): AnyCell[] {
  const boxes = new Map(boxesOf(cells).map((box) => [box.id, box]));
  const used = new Map<string, Set<number>>();
  const usedOf = (type: string) => {
    const found = used.get(type) ?? new Set<number>();
    used.set(type, found);
    return found;
  };
  const kept = new Set<string>();
  for (const { id, type, nameId } of boxes.values()) {
    if (nameId < 1 || usedOf(type).has(nameId)) continue;
    usedOf(type).add(nameId);
    kept.add(id);
  }
  return cells.map((cell) => {
    const box = boxes.get(cell.id);
    if (!box || box.type === 'MoneySite' || kept.has(cell.id)) return cell;
    const nameId = lowestFree(usedOf(box.type));
    usedOf(box.type).add(nameId);
    return { ...cell, custom: { ...(cell.custom as object | undefined), nameId } };
  });
}

import type { AnyCell } from '../cells.ts';
import { treeOf } from '../tree.ts';
import { pointWithin } from './constants.ts';
import { isPlaced } from './moves.ts';

export type Way = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight' | 'Home' | 'End';

/** What stands in a diagram as it is read: by tier from the left, then what hangs on nothing. */
function readingOrder(cells: readonly AnyCell[]): string[] {
  const { tierOf } = treeOf(cells);
  const places = cells.filter(isPlaced).map(({ id, position }) => ({
    id,
    tier: tierOf.get(id) ?? Number.POSITIVE_INFINITY,
    ...pointWithin(position),
  }));
  return places
    .toSorted((one, two) => (one.tier === two.tier ? one.x - two.x || one.y - two.y : one.tier - two.tier))
    .map(({ id }) => id);
}

/** Where a key leads from a box: up to what it hangs on, down to the first that hangs on it, aside in reading order. */
export function walk(cells: readonly AnyCell[], from: string | null, way: Way): string | null {
  const order = readingOrder(cells);
  const at = from === null ? -1 : order.indexOf(from);
  if (from === null || at < 0) return order[0] ?? null;
  const { parentOf, childrenOf } = treeOf(cells);
  const below = childrenOf.get(from);
  const next = {
    ArrowUp: parentOf.get(from),
    ArrowDown: below && order.find((id) => below.includes(id)),
    ArrowLeft: order[at - 1],
    ArrowRight: order[at + 1],
    Home: order[0],
    End: order.at(-1),
  };
  return next[way] ?? from;
}

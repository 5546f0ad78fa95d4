import { useEffect, useEffectEvent, useMemo } from 'react';
import { useAddress } from '#web/lib/address.ts';
import type { GridFilter, GridLine, GridRow } from './grid-tree.ts';

const first = { q: '', da: '', dofollow: 'any' };
const dofollows = ['any', 'yes', 'no'] as const;

/** The filter of a grid, kept in the address. */
export function useGridFilter(): [GridFilter, (next: GridFilter) => void] {
  const [{ q, da, dofollow }, change] = useAddress(first);
  const filter = useMemo<GridFilter>(() => {
    const wanted = dofollows.find((word) => word === dofollow) ?? 'any';
    return { text: q, minDa: /^\d{1,3}$/.test(da) ? Number(da) : null, dofollow: wanted };
  }, [q, da, dofollow]);
  const set = (next: GridFilter) =>
    change({ q: next.text, da: next.minDa === null ? '' : String(next.minDa), dofollow: next.dofollow });
  return [filter, set];
}

interface Moving {
  active: number;
  move: (to: number) => void;
}

/** Goes to the next line that holds, from the active one on and then from the top. */
export function useJump<R extends GridRow>(
  jump: { holds: (row: R) => boolean } | null | undefined,
  lines: readonly GridLine<R>[],
  { active, move }: Moving,
): void {
  const go = useEffectEvent((holds: (row: R) => boolean) => {
    const fits = (line: GridLine<R>) => line.kind === 'row' && holds(line.row);
    const below = lines.findIndex((line, at) => at > active && fits(line));
    const to = below >= 0 ? below : lines.findIndex(fits);
    if (to >= 0) move(to);
  });
  useEffect(() => {
    if (jump) go(jump.holds);
  }, [jump]);
}

import { useEffect, useEffectEvent, useMemo } from 'react';
import { useAddress } from '#web/lib/address.ts';
import type { GridFilter, GridLine, GridRow } from './grid-tree.ts';

const first = { q: '', da: '', dofollow: 'any' };
const dofollows = ['any', 'yes', 'no'] as const;

/** The filter that lets every row through. */
export const noFilter: GridFilter = { text: '', minDa: null, dofollow: 'any' };

/** True when a filter may leave rows out. */
export const isNarrowed = ({ text, minDa, dofollow }: GridFilter) =>
  text.trim() !== '' || minDa !== null || dofollow !== 'any';

/** The filter of a grid, kept in the address; of rows without DA and dofollow only its text counts. */
export function useGridFilter(hasRank: boolean): [GridFilter, (next: GridFilter) => void] {
  const [{ q, da, dofollow }, change] = useAddress(first);
  const filter = useMemo<GridFilter>(() => {
    const wanted = dofollows.find((word) => word === dofollow) ?? 'any';
    if (!hasRank) return { ...noFilter, text: q };
    return { text: q, minDa: /^\d{1,3}$/.test(da) ? Number(da) : null, dofollow: wanted };
  }, [q, da, dofollow, hasRank]);
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

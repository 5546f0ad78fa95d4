import { useState } from 'react';

type Key = string | number;

interface SelectionInput<Row> {
  rows: readonly Row[];
  keyOf: (row: Row) => Key;
  /** Search and filter as one text: another one ends the selection of all. */
  view: string;
  /** Asks the server how many rows fit; loaded rows are not all. */
  countAll: () => Promise<number>;
  /** True for rows that were deleted meanwhile. */
  isGone?: (key: Key) => boolean;
}

/** Selected rows of a long list: some, those that are out of sight now too, or all that fit, with their count. */
export function useSelection<Row>({ rows, keyOf, view, countAll, isGone }: SelectionInput<Row>) {
  const [held, setHeld] = useState<ReadonlyMap<Key, Row>>(new Map());
  const [all, setAll] = useState<{ view: string; count: number } | null>(null);
  const isAll = all !== null && all.view === view;
  const alive = isGone ? [...held].filter(([key]) => !isGone(key)) : [...held];
  return {
    has: (row: Row) => isAll || held.has(keyOf(row)),
    isAll,
    /** Selected rows; empty while all are selected. */
    chosen: isAll ? [] : alive.map(([, row]) => row),
    count: isAll ? all.count : alive.length,
    /** Selects rows, or gives them up. */
    pick: (some: readonly Row[], isOn: boolean) => {
      setHeld((now) => {
        // Of all those that are loaded stay. What was picked while a range was on its way stays too.
        const next = new Map(isAll ? rows.map((row) => [keyOf(row), row]) : now);
        for (const row of some) {
          if (isOn) next.set(keyOf(row), row);
          else next.delete(keyOf(row));
        }
        return next;
      });
      setAll(null);
    },
    selectAll: async () => setAll({ view, count: await countAll() }),
    clear: () => {
      setHeld(new Map());
      setAll(null);
    },
  };
}
/** The selection of a list, with the selected rows. */
export type Selected<Row> = ReturnType<typeof useSelection<Row>>;
export type Selection = Pick<Selected<unknown>, 'isAll' | 'count' | 'selectAll' | 'clear'>;

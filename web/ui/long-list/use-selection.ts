import { useState } from 'react';

type Key = string | number;
const none: ReadonlySet<Key> = new Set();

interface SelectionInput<Row> {
  rows: readonly Row[];
  keyOf: (row: Row) => Key;
  /** Search and filter as one text: another one ends the selection of all. */
  view: string;
  /** Asks the server how many rows fit; loaded rows are not all. */
  countAll: () => Promise<number>;
}

/** Selected rows of a long list: some of the loaded ones, or all that fit, with their count. */
export function useSelection<Row>({ rows, keyOf, view, countAll }: SelectionInput<Row>) {
  const [keys, setKeys] = useState<ReadonlySet<Key>>(none);
  const [all, setAll] = useState<{ view: string; count: number } | null>(null);
  const isAll = all !== null && all.view === view;
  const chosen = isAll ? [] : rows.filter((row) => keys.has(keyOf(row)));
  return {
    keys,
    isAll,
    /** Selected rows that are loaded; empty while all are selected. */
    chosen,
    count: isAll ? all.count : chosen.length,
    select: (next: ReadonlySet<Key>) => {
      setKeys(next);
      setAll(null);
    },
    selectAll: async () => setAll({ view, count: await countAll() }),
    clear: () => {
      setKeys(none);
      setAll(null);
    },
  };
}
/** The selection of a list, with the selected rows that are loaded. */
export type Selected<Row> = ReturnType<typeof useSelection<Row>>;
export type Selection = Omit<Selected<unknown>, 'chosen'>;

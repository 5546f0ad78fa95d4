import { type ChangeEvent, useRef } from 'react';

/** Chooses rows from one to another one, both included and in any order, or gives them up. */
type Pick<Row> = (from: Row, to: Row, isOn: boolean) => void;

/**
 * Ranges by Shift: a click or Space takes all rows from the one that was chosen last. It is remembered itself, or by its
 * key, never by its place: rows come and go meanwhile. Another `view` of the list forgets where a range begins.
 */
export function useRange<Row>(view: string, pick: Pick<Row>) {
  const anchor = useRef<{ view: string; row: Row } | null>(null);
  const take = (row: Row, isOn: boolean, isRange: boolean) => {
    const from = isRange && anchor.current?.view === view ? anchor.current.row : row;
    anchor.current = { view, row };
    pick(from, row, isOn);
  };
  return {
    take,
    /** For the change of a row's checkbox. */
    onChange: (row: Row) => (event: ChangeEvent<HTMLInputElement>) => {
      const { shiftKey } = event.nativeEvent as unknown as { shiftKey?: boolean };
      take(row, event.target.checked, shiftKey === true);
    },
  };
}

/** The part of a list from one row to another one; only the second where the first is not there. */
export function partBetween<Row>(
  rows: readonly Row[],
  isFrom: (row: Row) => boolean,
  isTo: (row: Row) => boolean,
): Row[] {
  const to = rows.findIndex(isTo);
  const from = rows.findIndex(isFrom);
  const start = from < 0 ? to : from;
  return to < 0 ? [] : rows.slice(Math.min(start, to), Math.max(start, to) + 1);
}

import { type ChangeEvent, useRef } from 'react';

/** Chooses rows by their places, both ends included, or gives them up. */
type Pick = (from: number, to: number, isOn: boolean) => void;

/**
 * Ranges by Shift: a click or Space takes all rows from the one that was chosen last. Places are those in the whole list;
 * another `view` of it forgets where a range begins.
 */
export function useRange(view: string, pick: Pick) {
  const anchor = useRef<{ view: string; at: number } | null>(null);
  const take = (at: number, isOn: boolean, isRange: boolean) => {
    const from = isRange && anchor.current?.view === view ? anchor.current.at : at;
    anchor.current = { view, at };
    pick(Math.min(from, at), Math.max(from, at), isOn);
  };
  return {
    take,
    /** For the change of a row's checkbox. */
    onChange: (at: number) => (event: ChangeEvent<HTMLInputElement>) => {
      const { shiftKey } = event.nativeEvent as unknown as { shiftKey?: boolean };
      take(at, event.target.checked, shiftKey === true);
    },
  };
}

import { useSyncExternalStore } from 'react';

/** Phones: what has no room there is dropped or stands below. The same bound stands in page-frame.css. */
const phone = matchMedia('(max-width: 640px)');
const listen = (tell: () => void) => {
  phone.addEventListener('change', tell);
  return () => phone.removeEventListener('change', tell);
};

/** Whether the screen is a phone's. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(listen, () => phone.matches);
}

/**
 * Where a column of a long list stands on a phone: whole over two lines of its own, in the line after it, below that, or,
 * left out, nowhere.
 */
export interface OnPhone {
  narrow?: 'whole' | 'beside' | 'below';
}

/** Room of one more line of a row, and of two lines of letters, in px. */
const [belowHeight, wholeHeight] = [28, 44];

/** Columns as they stand on this screen, with the height of a row. */
export function arrange<C extends OnPhone & { width: string }>(columns: C[], isNarrow: boolean, rowHeight: number) {
  if (!isNarrow) return { shown: columns, widths: columns.map(({ width }) => width), height: rowHeight };
  const shown = columns.filter(({ narrow }) => narrow !== undefined);
  const stand = (where: OnPhone['narrow']) => shown.filter(({ narrow }) => narrow === where).length;
  const more = (stand('whole') > 0 ? wholeHeight : 0) + (stand('below') > 0 ? belowHeight : 0);
  return { shown, widths: Array<string>(stand('beside')).fill('auto'), height: rowHeight + more };
}

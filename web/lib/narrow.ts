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

/** Where a column of a long list stands on a phone: in the first line, in the second, or, left out, nowhere. */
export interface OnPhone {
  narrow?: 'beside' | 'below';
}

/** Columns as they stand on this screen, with the height of a row. */
export function arrange<C extends OnPhone & { width: string }>(columns: C[], isNarrow: boolean, rowHeight: number) {
  if (!isNarrow) return { shown: columns, widths: columns.map(({ width }) => width), height: rowHeight };
  const shown = columns.filter(({ narrow }) => narrow !== undefined);
  const nBeside = shown.filter(({ narrow }) => narrow === 'beside').length;
  const hasBelow = nBeside < shown.length;
  return { shown, widths: Array<string>(nBeside).fill('auto'), height: hasBelow ? rowHeight + 28 : rowHeight };
}

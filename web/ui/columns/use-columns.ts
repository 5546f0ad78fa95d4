import { useMemo } from 'react';
import { remembered } from '#web/lib/local-memory.ts';
import { useValue, type ValueStore } from '#web/lib/value-store.ts';

/** What every column of every list has. */
export interface AnyColumn {
  key: string;
  title: string;
  /** One sentence for a term that had to be guessed. */
  hint?: string;
  /** True for columns that cannot be hidden: the name of a row, and what is done to it. */
  stays?: boolean;
}

interface Kept {
  hidden: string[];
  widths: Record<string, number>;
}

/** Narrowest column in px: its sort arrow still fits. */
export const leastWidth = 56;
const mostWidth = 1_600;
const stores = new Map<string, ValueStore<string>>();

function storeOf(list: string): ValueStore<string> {
  const store = stores.get(list) ?? remembered<string>(`linkwright.columns.${list}`, '');
  stores.set(list, store);
  return store;
}

/** What was remembered; anything odd counts as nothing. */
function parse(text: string): Kept {
  try {
    const { hidden, widths } = JSON.parse(text || '{}');
    const isWidth = ([, px]: [string, unknown]) => typeof px === 'number' && px >= leastWidth && px <= mostWidth;
    return {
      hidden: Array.isArray(hidden) ? hidden.filter((key) => typeof key === 'string') : [],
      widths: Object.fromEntries(Object.entries(widths ?? {}).filter(isWidth)) as Record<string, number>,
    };
  } catch {
    return { hidden: [], widths: {} };
  }
}

/** Columns of a list as this browser's person wants them. */
export interface Columns<C extends AnyColumn> {
  all: readonly C[];
  shown: C[];
  isHidden: (column: AnyColumn) => boolean;
  /** Width in px that was chosen; undefined where the list decides. */
  widthOf: (column: AnyColumn) => number | undefined;
  /** Undefined gives the width back to the list. */
  resize: (column: AnyColumn, px: number | undefined) => void;
  hide: (column: AnyColumn, isHidden: boolean) => void;
  reset: () => void;
  isChanged: boolean;
}

/** Widths and visibility of the columns of a list, remembered per browser; `list` names it. */
export function useColumns<C extends AnyColumn>(list: string, columns: readonly C[]): Columns<C> {
  const store = storeOf(list);
  const text = useValue(store);
  const kept = useMemo(() => parse(text), [text]);
  // Read again at each change: a drag changes it faster than it is drawn.
  const change = (next: (now: Kept) => Kept) => store.set(JSON.stringify(next(parse(store.get()))));
  const isHidden = (column: AnyColumn) => !column.stays && kept.hidden.includes(column.key);
  return {
    all: columns,
    shown: columns.filter((column) => !isHidden(column)),
    isHidden,
    widthOf: ({ key }) => kept.widths[key],
    resize: ({ key }, px) =>
      change(({ hidden, widths: { [key]: _, ...others } }) => ({
        hidden,
        widths:
          px === undefined ? others : { ...others, [key]: Math.round(Math.min(mostWidth, Math.max(leastWidth, px))) },
      })),
    hide: ({ key }, isHidden) =>
      change(({ hidden, widths }) => {
        const others = hidden.filter((name) => name !== key);
        return { hidden: isHidden ? [...others, key] : others, widths };
      }),
    reset: () => store.set(''),
    isChanged: kept.hidden.length > 0 || Object.keys(kept.widths).length > 0,
  };
}

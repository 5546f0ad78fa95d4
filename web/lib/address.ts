import { useSearchParams } from 'react-router';

type Values = Record<string, string>;

/**
 * What a screen shows (search, filter, order, page), kept in the address: a reload and Back lead to the same picture. What is
 * as at first does not stand there. The entry of the history is replaced: Back leaves the screen.
 */
export function useAddress<T extends Values>(first: T): [T, (change: Partial<T>) => void] {
  const [params, setParams] = useSearchParams();
  const now = Object.fromEntries(Object.entries(first).map(([name, value]) => [name, params.get(name) ?? value])) as T;
  const change = (part: Partial<T>) => {
    const entries = Object.entries(part) as [string, string][];
    if (entries.every(([name, value]) => now[name] === value)) return;
    setParams(
      (held) => {
        // Not what was drawn last, but what stands there now: two changes may come at once.
        const next = new URLSearchParams(location.search || held);
        for (const [name, value] of entries) {
          if (value === first[name]) next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace: true },
    );
  };
  return [now, change];
}

interface Ordered {
  search: string;
  sort: string;
  order: 'asc' | 'desc';
}

/** The same for what a long list shows. */
export function useListAddress<T extends Ordered>(first: T): [T, (change: Partial<T>) => void] {
  const [view, change] = useAddress(first as unknown as Values);
  const order = view.order === 'asc' || view.order === 'desc' ? view.order : first.order;
  return [{ ...view, order } as unknown as T, change as (part: Partial<T>) => void];
}

import { newer } from './versions.ts';

/**
 * Adds items or replaces those with the same key, so that applying an event twice changes nothing (D-LIVE-04). What is
 * older than the held one changes nothing either.
 */
export function upsert<T, K>(list: readonly T[], items: readonly T[], keyOf: (item: T) => K): T[] {
  const incoming = new Map(items.map((item) => [keyOf(item), item]));
  const kept = list.map((item) => {
    const fresh = incoming.get(keyOf(item));
    if (fresh === undefined) return item;
    incoming.delete(keyOf(item));
    return newer(item, fresh);
  });
  return incoming.size === 0 ? kept : [...kept, ...incoming.values()];
}

/** Replaces an item that is in the list by a newer one: an edit that comes after a deletion brings nothing back. */
export function replaced<T, K>(list: readonly T[], item: T, keyOf: (item: T) => K): T[] {
  return list.map((held) => (keyOf(held) === keyOf(item) ? newer(held, item) : held));
}

/** The list without the items of these keys. */
export function without<T, K>(list: readonly T[], keys: Iterable<K>, keyOf: (item: T) => K): T[] {
  const gone = new Set(keys);
  return list.filter((item) => !gone.has(keyOf(item)));
}

/** Identity by numeric id. */
export const byId = (item: { id: number }): number => item.id;

import { useSyncExternalStore } from 'react';
import { isNewer, newer } from './versions.ts';

/**
 * Fast-changing fields by row key, kept out of row arrays: an event repaints one cell and
 * not the table (frontend.md section 7).
 */
export class LiveStore<V extends object> {
  #values = new Map<string, V>();
  #byKey = new Map<string, Set<() => void>>();
  #any = new Set<() => void>();
  #notice: ReturnType<typeof setTimeout> | undefined;

  get(key: string): V | undefined {
    return this.#values.get(key);
  }

  values(): IterableIterator<V> {
    return this.#values.values();
  }

  /** Takes a value unless a newer one is held. */
  set(key: string, value: V): void {
    if (!isNewer(value, this.#values.get(key))) return;
    this.#values.set(key, value);
    for (const listener of this.#byKey.get(key) ?? []) listener();
    this.#notifyAny();
  }

  /** Takes a fresh load as the whole truth, but for what was told meanwhile. */
  replace(entries: Iterable<readonly [string, V]>): void {
    const held = this.#values;
    this.#values = new Map();
    for (const [key, value] of entries) this.#values.set(key, newer(held.get(key), value));
    for (const listeners of this.#byKey.values()) for (const listener of listeners) listener();
    this.#notifyAny();
  }

  subscribe(key: string, listener: () => void): () => void {
    const listeners = this.#byKey.get(key) ?? new Set();
    this.#byKey.set(key, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#byKey.delete(key);
    };
  }

  /** Told at most every 200 ms, for counters (1-core section 4). */
  subscribeAny(listener: () => void): () => void {
    this.#any.add(listener);
    return () => this.#any.delete(listener);
  }

  #notifyAny(): void {
    this.#notice ??= setTimeout(() => {
      this.#notice = undefined;
      for (const listener of this.#any) listener();
    }, 200);
  }
}

/** One cell's value, live. */
export function useLiveValue<V extends object>(store: LiveStore<V>, key: string): V | undefined {
  return useSyncExternalStore(
    (listener) => store.subscribe(key, listener),
    () => store.get(key),
  );
}

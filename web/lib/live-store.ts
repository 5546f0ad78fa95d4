import { useSyncExternalStore } from 'react';

/**
 * Fast-changing fields by row key, kept out of row arrays: an event repaints one cell and
 * not the table (frontend.md section 7).
 */
export class LiveStore<V> {
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

  set(key: string, value: V): void {
    this.#values.set(key, value);
    for (const listener of this.#byKey.get(key) ?? []) listener();
    this.#notifyAny();
  }

  /** Changes every value; what stays the same object is not told. */
  update(change: (value: V) => V): void {
    for (const [key, value] of this.#values) {
      const next = change(value);
      if (next !== value) this.set(key, next);
    }
  }

  /** Takes a fresh load as the whole truth. */
  replace(entries: Iterable<readonly [string, V]>): void {
    this.#values = new Map(entries);
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
export function useLiveValue<V>(store: LiveStore<V>, key: string): V | undefined {
  return useSyncExternalStore(
    (listener) => store.subscribe(key, listener),
    () => store.get(key),
  );
}

import { useCallback, useEffect, useRef, useState } from 'react';
import type { SpinCounts } from '#domain/rules/spin-counts.ts';

// Short enough that the numbers stand 200 ms after a key, long enough that not every key puts the text together.
const waitMs = 80;

/** The numbers of a text, counted beside the typing: the last text that was told, once the one before is done. */
export function useCounts(): { counts: SpinCounts | null; count: (text: () => string) => void } {
  const [counts, setCounts] = useState<SpinCounts | null>(null);
  const counting = useRef<Counting | null>(null);
  const told = useRef<(() => string) | null>(null);
  useEffect(() => {
    const own = new Counting(setCounts);
    counting.current = own;
    if (told.current) own.count(told.current);
    return () => own.close();
  }, []);
  const count = useCallback((text: () => string) => {
    told.current = text;
    counting.current?.count(text);
  }, []);
  return { counts, count };
}

class Counting {
  readonly #worker = new Worker(new URL('./count-worker.ts', import.meta.url), { type: 'module' });
  #next: (() => string) | null = null;
  #isBusy = false;
  #waiting: ReturnType<typeof setTimeout> | undefined;

  constructor(onCounts: (counts: SpinCounts) => void) {
    this.#worker.onmessage = ({ data }: MessageEvent<SpinCounts>) => {
      this.#isBusy = false;
      onCounts(data);
      this.#send();
    };
  }

  count(text: () => string): void {
    this.#next = text;
    this.#waiting ??= setTimeout(() => {
      this.#waiting = undefined;
      this.#send();
    }, waitMs);
  }

  close(): void {
    clearTimeout(this.#waiting);
    this.#worker.terminate();
  }

  #send(): void {
    if (this.#isBusy || !this.#next) return;
    this.#isBusy = true;
    this.#worker.postMessage(this.#next());
    this.#next = null;
  }
}

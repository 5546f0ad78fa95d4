import { useEffect, useRef, useState } from 'react';
import { spinArticle } from '#domain/contract/content.ts';
import type { SpinnerService } from '#domain/contract/options/spinner.ts';
import { send } from '#web/lib/call.ts';
import { attempt } from '#web/lib/notices.ts';
import { texts } from './texts.ts';

// The fixed pause before spinning, and how long its failure is shown, in s (2-content section 9).
const pauseMs = 300;
const shownS = 5;

/** What is spun of an article. */
export interface SpunFields {
  title: string;
  body: string;
}

interface SpinWork {
  /** null: not saved yet. */
  id: number | null;
  contentGroupId: number;
  onSpun: (service: SpinnerService, fields: SpunFields) => void;
  /** Tells a refusal at its field. */
  landing: <T>(work: Promise<T>) => Promise<T>;
}

/** Has an article spun; leaving the page, or cancelling, calls it off. */
export function useSpin({ id, contentGroupId, onSpun, landing }: SpinWork) {
  const [isSpinning, setIsSpinning] = useState(false);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const ask = async (service: SpinnerService, { title, body }: SpunFields, signal: AbortSignal) => {
    const ofGroup = id === null ? { contentGroupId } : {};
    const sent = { params: { id: id ?? 0 }, body: { spinnerService: service, title, body, ...ofGroup }, signal };
    return send(spinArticle, sent).catch((error: unknown) => {
      if (signal.aborted) return null;
      throw error;
    });
  };
  return {
    isSpinning,
    cancel: () => running.current?.abort(),
    spin: async (service: SpinnerService, fields: SpunFields) => {
      const own = new AbortController();
      running.current = own;
      setIsSpinning(true);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      const spun = await attempt(() => landing(ask(service, fields, own.signal)), { failed: texts.spinFailed }, shownS);
      setIsSpinning(false);
      if (spun && !own.signal.aborted) onSpun(service, { title: spun.title, body: spun.body });
    },
  };
}

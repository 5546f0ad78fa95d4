import { useEffect, useEffectEvent } from 'react';
import type { LiveBody } from '#domain/contract/live.ts';
import type { Topic } from '#domain/contract/topic.ts';
import { live } from './live.ts';

const gapMs = 200;

/**
 * Applies the events of a topic in batches: the first at once, what follows at most every
 * 200 ms.
 */
export function useTopic<Body extends LiveBody>(topic: Topic<Body> | null, apply: (events: Body[]) => void): void {
  const flush = useEffectEvent((events: Body[]) => apply(events));
  useEffect(() => {
    if (!topic) return;
    let queue: Body[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const drain = () => {
      timer = undefined;
      if (queue.length === 0) return;
      const events = queue;
      queue = [];
      timer = setTimeout(drain, gapMs);
      flush(events);
    };
    const stop = live.listen(topic, (body) => {
      queue.push(body as Body);
      if (timer === undefined) drain();
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [topic]);
}

/** Hands over each event as it comes, for hot fields that go to a LiveStore. */
export function useEachEvent<Body extends LiveBody>(topic: Topic<Body>, apply: (event: Body) => void): void {
  const hand = useEffectEvent((event: Body) => apply(event));
  useEffect(() => live.listen(topic, (body) => hand(body as Body)), [topic]);
}

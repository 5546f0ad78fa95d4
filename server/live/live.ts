import type { LiveEvent } from '#domain/contract/live.ts';

/** Receives every event of the topics it asked for. */
export type LiveListener = (event: LiveEvent) => void;

/** The event hub of one process. */
export interface Live {
  /** Hands events to the listeners here and in the other processes. Call only after commit. */
  publish(events: LiveEvent[]): void;
  /** Delivers events here only; used for what came from another process. */
  deliver(events: LiveEvent[]): void;
  /** Listens to one topic; the answer ends it. */
  subscribe(address: string, listener: LiveListener): () => void;
}

/** Time in which a later event of the same thing replaces an earlier one, in ms (D-LIVE-06). */
const throttleMs = 200;

/** What an event is about, when only its latest state counts; undefined: every one is sent. */
function throttleKey({ address, body }: LiveEvent): string | undefined {
  if (body.action === 'siteStatusChanged') return `${address}|${body.id.module}|${body.id.siteId}|${body.email ?? ''}`;
  if (body.action === 'verificationProgressed' || body.action === 'checkProgressed') return `${address}|${body.action}`;
  // Counters that change with every post.
  if (body.action === 'urlListEdited') return `${address}|list|${body.urlList.id}`;
  if (body.action === 'statusChanged') return `${address}|count|${body.id}`;
  return undefined;
}

/** Makes the hub; `forward` sends events to the other processes. */
export function createLive(forward: (events: LiveEvent[]) => void): Live {
  const listeners = new Map<string, Set<LiveListener>>();
  /** Things told less than throttleMs ago, with the newest state that waits for its turn. */
  const held = new Map<string, LiveEvent | undefined>();

  const send = (event: LiveEvent) => {
    for (const listener of listeners.get(event.address) ?? []) listener(event);
  };
  const release = (key: string) => {
    const waiting = held.get(key);
    if (!waiting) {
      held.delete(key);
      return;
    }
    held.set(key, undefined);
    send(waiting);
    setTimeout(release, throttleMs, key).unref();
  };
  const deliver = (events: LiveEvent[]) => {
    for (const event of events) {
      if (!listeners.has(event.address)) continue;
      const key = throttleKey(event);
      if (key === undefined) send(event);
      else if (held.has(key)) held.set(key, event);
      else {
        held.set(key, undefined);
        send(event);
        setTimeout(release, throttleMs, key).unref();
      }
    }
  };
  return {
    deliver,
    publish(events) {
      deliver(events);
      forward(events);
    },
    subscribe(address, listener) {
      const set = listeners.get(address) ?? new Set();
      listeners.set(address, set.add(listener));
      return () => {
        set.delete(listener);
        if (set.size === 0) listeners.delete(address);
      };
    },
  };
}

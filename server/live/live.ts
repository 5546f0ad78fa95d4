import type { LiveEvent } from '#domain/contract/live.ts';

/** Receives every event of the topics it asked for. */
export type LiveListener = (event: LiveEvent) => void;

/** The event hub of one process. */
export interface Live {
  /** Hands events to the listeners here and in the other processes. Call only after commit. */
  publish(events: LiveEvent[]): void;
  /** Delivers events here only; used for what came from another process. */
  deliver(events: LiveEvent[]): void;
  /** Says that events may have been missed: whoever listens here loads again. */
  tellGap(): void;
  /** The same in all processes: one of them died, perhaps between a commit and its events. */
  announceGap(): void;
  onGap(listener: () => void): () => void;
  /** Says that a session is over, by the hash under which it was stored. The store tells the other processes. */
  endSession(session: string): void;
  onSessionEnd(listener: (session: string) => void): () => void;
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
  if (body.action === 'taskChanged') return `${address}|${body.task.id}`;
  if (body.action === 'tasksAdded') return `${address}|${body.kind}`;
  if (body.action === 'statusChanged') return `${address}|count|${body.id}`;
  return undefined;
}

/** Of two tellings of one thing the one with the higher version; what carries none is as new as it came. */
function newest(held: LiveEvent | undefined, came: LiveEvent): LiveEvent {
  const versionOf = ({ body }: LiveEvent) => {
    if (body.action === 'taskChanged') return body.task.version;
    if (body.action === 'urlListEdited') return body.urlList.version;
    return 'version' in body ? body.version : 0;
  };
  return held !== undefined && versionOf(held) > versionOf(came) ? held : came;
}

/**
 * Passes events on; of one thing at most one in throttleMs, the newest. What nobody listens to is not passed on, but takes the
 * place of an older one that waits: a window that comes now has loaded what is newer.
 */
function createThrottle(isHeard: (event: LiveEvent) => boolean, send: (event: LiveEvent) => void) {
  /** Things told less than throttleMs ago, with the newest state that waits for its turn. */
  const held = new Map<string, LiveEvent | undefined>();
  const hold = (key: string) => {
    held.set(key, undefined);
    setTimeout(release, throttleMs, key).unref();
  };
  const release = (key: string) => {
    const waiting = held.get(key);
    held.delete(key);
    if (!waiting) return;
    hold(key);
    send(waiting);
  };
  return (event: LiveEvent) => {
    const key = throttleKey(event);
    if (key !== undefined && held.has(key)) {
      held.set(key, newest(held.get(key), event));
      return;
    }
    if (!isHeard(event)) return;
    if (key !== undefined) hold(key);
    send(event);
  };
}

/** Carries what is told to the other processes. */
export interface ToOthers {
  forward(events: LiveEvent[]): void;
  forwardGap(): void;
}

/** Makes the hub of a process. */
export function createLive(others: ToOthers): Live {
  const listeners = new Map<string, Set<LiveListener>>();
  const gapListeners = new Set<() => void>();
  const endListeners = new Set<(session: string) => void>();
  const pass = createThrottle(
    (event) => listeners.has(event.address),
    (event) => {
      for (const listener of listeners.get(event.address) ?? []) listener(event);
    },
  );
  const deliver = (events: LiveEvent[]) => {
    for (const event of events) pass(event);
  };
  const tellGap = () => {
    for (const listener of [...gapListeners]) listener();
  };
  return {
    deliver,
    publish(events) {
      deliver(events);
      others.forward(events);
    },
    tellGap,
    announceGap() {
      tellGap();
      others.forwardGap();
    },
    onGap(listener) {
      gapListeners.add(listener);
      return () => gapListeners.delete(listener);
    },
    endSession(session) {
      for (const listener of [...endListeners]) listener(session);
    },
    onSessionEnd(listener) {
      endListeners.add(listener);
      return () => endListeners.delete(listener);
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

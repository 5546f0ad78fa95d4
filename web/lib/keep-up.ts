/** Loads that are on their way, by what they load, each with the events that came since it was sent. */
const underWay = new Map<string, Set<unknown[]>>();

/**
 * Loads something whose events are heard already. The answer may have been read before events that came first: they are
 * applied to it, which changes nothing where it knows them.
 */
export async function loadAndKeepUp<T, Event>(
  what: string,
  load: () => Promise<T>,
  apply: (data: T, event: Event) => T,
): Promise<T> {
  const heard: Event[] = [];
  const loads = underWay.get(what) ?? new Set();
  underWay.set(what, loads.add(heard));
  try {
    const data = await load();
    return heard.reduce(apply, data);
  } finally {
    loads.delete(heard);
    if (loads.size === 0) underWay.delete(what);
  }
}

/**
 * Shows what a call answered as the event that tells of it, and after it what was told while it was on its way: that may
 * be later, and names have no count that says which is.
 */
export async function answerAndKeepUp<Event>(
  what: string,
  call: () => Promise<Event>,
  show: (events: Event[]) => void,
): Promise<void> {
  show(
    await loadAndKeepUp<Event[], Event>(
      what,
      async () => [await call()],
      (events, event) => [...events, event],
    ),
  );
}

/** Tells the loads that are on their way what has happened meanwhile. */
export function tellLoads(what: string, events: readonly unknown[]): void {
  for (const heard of underWay.get(what) ?? []) heard.push(...events);
}

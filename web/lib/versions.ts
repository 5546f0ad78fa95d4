/** Something of the server that changes while it is shown: answers and events of it may overtake each other. */
export interface Versioned {
  version: number;
}

/**
 * True when what came is older in nothing than what is held: only then it may take its place. The version tells the
 * state, the edition what a form shows; what names neither is taken.
 */
export function isNewer(came: object, held: object | undefined): boolean {
  return held === undefined || (isNewerIn('version', came, held) && isNewerIn('edition', came, held));
}

/** The same for one of the two counts, where state and form are held apart. */
export function isNewerIn(count: 'version' | 'edition', came: object, held: object): boolean {
  const [ours, theirs] = [held, came].map((value) => (value as Record<string, unknown>)[count]);
  return typeof ours !== 'number' || typeof theirs !== 'number' || theirs >= ours;
}

/** The newer of two readings of one thing. */
export function newer<T>(held: T | undefined, came: T): T {
  return isObject(held) && isObject(came) && !isNewer(came, held) ? held : came;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

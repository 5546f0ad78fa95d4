/** A source of numbers in [0, 1), repeatable from its seed. */
export type Random = () => number;

/** Hashes a text to 32 bits (FNV-1a), to turn names into seeds. */
export function hashText(value: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < value.length; at += 1) hash = Math.imul(hash ^ value.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/** Generator "mulberry32": same seed, same sequence, on every machine. */
export function seededRandom(seed: string): Random {
  let state = hashText(seed);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A whole number between both bounds, bounds included. */
export function randomInt(random: Random, min: number, max: number): number {
  return min + Math.floor(random() * (max - min + 1));
}

/** One of the items; the list must not be empty. */
export function pickOne<T>(random: Random, items: readonly T[]): T {
  return items[Math.floor(random() * items.length)] as T;
}

/** The items in random order (Fisher-Yates), the given list untouched. */
export function shuffle<T>(random: Random, items: readonly T[]): T[] {
  const result = [...items];
  for (let at = result.length - 1; at > 0; at -= 1) {
    const other = randomInt(random, 0, at);
    [result[at], result[other]] = [result[other] as T, result[at] as T];
  }
  return result;
}

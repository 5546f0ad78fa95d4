/** Opening brace position to closing position, for balanced pairs up to 200 deep. */
export function matchBraces(text: string): Map<number, number> {
  const pairs = new Map<number, number>();
  const open: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '{') open.push(at);
    else if (text[at] === '}') {
      const start = open.pop();
      if (start !== undefined && open.length < 200) pairs.set(start, at);
    }
  }
  return pairs;
}

/** Whether no post can be made of texts like these: what is no brace may be left out. */
export const isSpinBroken = (...texts: string[]): boolean => texts.some((text) => findBrokenSpin(text) !== null);

/** Where spin syntax is broken, as a character counted from 1: a brace without its partner, or nested too deep; else null. */
export function findBrokenSpin(text: string): number | null {
  const pairs = matchBraces(text);
  const ends = new Set(pairs.values());
  for (let at = 0; at < text.length; at += 1) {
    const isBroken = (text[at] === '{' && !pairs.has(at)) || (text[at] === '}' && !ends.has(at));
    // People count characters, not the halves that some are stored in.
    if (isBroken) return [...text.slice(0, at)].length + 1;
  }
  return null;
}

/** What an answer may send at full speed, in bytes: hardly a page or an interface needs more. */
export const shortAnswer = 1024 * 1024;
/** What lies beyond that of all answers together is read at this rate, in bytes a second. */
const sharedRate = 16 * 1024 * 1024;

let freeAt = 0;

/**
 * Sites that send without end must not use up the process for the others: what is read beyond the first megabyte of an answer
 * takes its turn in one queue. Answers how long to wait before reading on, in ms.
 */
export function waitForTurn(bytes: number): number {
  const now = performance.now();
  freeAt = Math.max(freeAt, now) + (bytes / sharedRate) * 1_000;
  return freeAt - now;
}

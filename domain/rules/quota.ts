/**
 * Splits `total` whole units over shares by the largest remainder method, so that a mix over
 * a run is exact and not a matter of dice. Equal remainders go to the earlier share.
 */
export function largestRemainder(total: number, shares: readonly number[]): number[] {
  const sum = shares.reduce((all, share) => all + share, 0);
  if (total <= 0 || sum <= 0) return shares.map(() => 0);
  const exact = shares.map((share) => (total * share) / sum);
  const result = exact.map(Math.floor);
  const missing = total - result.reduce((all, count) => all + count, 0);
  const byRemainder = exact
    .map((value, index) => ({ index, rest: value - Math.floor(value) }))
    .sort((a, b) => b.rest - a.rest || a.index - b.index);
  for (const { index } of byRemainder.slice(0, missing)) result[index] = (result[index] ?? 0) + 1;
  return result;
}

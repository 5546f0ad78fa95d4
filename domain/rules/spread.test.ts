import { expect, it } from 'vitest';
import { dayOfSpread, postsOnDay } from './spread.ts';

it.each([
  [10, 4],
  [3, 9],
  [1_000, 7],
  [0, 5],
  [5, 1],
])('%i posts over %i days are told for the days on which they go out', (nPosts, nDays) => {
  const spread = { nPosts, nDays };
  const told = Array.from({ length: nDays }, (_, day) => postsOnDay(day, spread));
  const sent = Array.from({ length: nDays }, () => 0);
  for (let index = 0; index < nPosts; index += 1)
    sent[dayOfSpread(index, spread)] = (sent[dayOfSpread(index, spread)] ?? 0) + 1;
  expect(told).toEqual(sent);
});

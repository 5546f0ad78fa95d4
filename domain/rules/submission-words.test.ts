import { expect, test } from 'vitest';
import { rowStatusOf, saidMostly, submissionWords, withSaid } from './submission-words.ts';

test.each([
  [{ total: 1, taken: 0, refused: 0, said: {} }, '0 of 1 link taken'],
  [{ total: 12_000, taken: 11_000, refused: 0, said: {} }, '11,000 of 12,000 links taken'],
  [{ total: 3, taken: 1, refused: 2, said: { 'no key': 2 } }, '1 of 3 links taken, 2 not: no key'],
  [
    { total: 9, taken: 5, refused: 4, said: { rare: 1, often: 3, also: 1 } },
    '5 of 9 links taken, 4 not: often (and 2 more)',
  ],
])('says how far a submission is: %o', (counts, words) => {
  expect(submissionWords(counts)).toBe(words);
});

test('what is said is counted by its text, and of many texts the last ones together', () => {
  expect(
    withSaid({ one: 1 }, [
      { text: 'one', links: 2 },
      { text: 'two', links: 1 },
    ]),
  ).toEqual({ one: 3, two: 1 });
  const many = withSaid(
    {},
    Array.from({ length: 80 }, (_, at) => ({ text: `reason ${at}`, links: 1 })),
  );
  expect(Object.keys(many)).toHaveLength(51);
  expect(saidMostly(many)[0]).toEqual({ text: 'Other reasons', links: 30 });
  expect(Object.keys(withSaid({}, [{ text: 'x'.repeat(900), links: 1 }]))[0]).toHaveLength(500);
});

test('each state has its status at the row', () => {
  const states = ['WAITING', 'RUNNING', 'DONE', 'FAILED', 'STOPPED'] as const;
  expect(states.map(rowStatusOf)).toEqual(['NONE', 'RUNNING', 'SUCCESS', 'FAILED', 'STOPPED']);
});

import { expect, test } from 'vitest';
import { rowStatusOf, saidMostly, saidTogether, submissionWords, withSaid } from './submission-words.ts';

const of = (links: number, ...hosts: string[]) => ({ links, hosts, nHosts: hosts.length });

test.each([
  [{ total: 1, taken: 0, refused: 0, said: {} }, '0 of 1 link taken'],
  [{ total: 12_000, taken: 11_000, refused: 0, said: {} }, '11,000 of 12,000 links taken'],
  [{ total: 3, taken: 1, refused: 2, said: { 'no key': of(2) } }, '1 of 3 links taken, 2 not: no key'],
  [
    {
      total: 9,
      taken: 5,
      refused: 4,
      said: { rare: of(1), often: of(3, 'a.test', 'b.test', 'c.test', 'd.test'), also: of(1) },
    },
    '5 of 9 links taken, 4 not: often – a.test, b.test, c.test and 1 more (and 2 more)',
  ],
])('says how far a submission is: %o', (counts, words) => {
  expect(submissionWords(counts)).toBe(words);
});

test('what is said is counted by its text, and of many texts the last ones together', () => {
  expect(
    withSaid({ one: of(1) }, [
      { text: 'one', links: 2 },
      { text: 'two', links: 1 },
    ]),
  ).toEqual({ one: of(3), two: of(1) });
  const many = withSaid(
    {},
    Array.from({ length: 80 }, (_, at) => ({ text: `reason ${at}`, links: 1 })),
  );
  expect(Object.keys(many)).toHaveLength(51);
  expect(saidMostly(many)[0]).toEqual({ text: 'Other reasons', links: 30 });
  expect(Object.keys(withSaid({}, [{ text: 'x'.repeat(900), links: 1 }]))[0]).toHaveLength(500);
});

test('what is said of many hosts is one reason, with some of them by name and how many they are', () => {
  const sayings = Array.from({ length: 200 }, (_, at) => ({
    text: 'no key',
    links: 1,
    host: `h${Math.floor(at / 2)}.test`,
  }));
  const said = sayings.reduce<Record<string, ReturnType<typeof of>>>((sums, one) => withSaid(sums, [one]), {});
  expect(said['no key']).toMatchObject({ links: 200, nHosts: 100 });
  expect(said['no key']?.hosts).toHaveLength(20);
  expect(saidMostly(said)).toEqual([{ text: 'no key – h0.test, h1.test, h2.test and 97 more', links: 200 }]);
  expect(saidTogether([said, { 'no key': of(3, 'h0.test'), other: of(1) }])).toMatchObject({
    'no key': { links: 203, nHosts: 100 },
    other: of(1),
  });
});

test('each state has its status at the row', () => {
  const states = ['WAITING', 'RUNNING', 'DONE', 'FAILED', 'STOPPED'] as const;
  expect(states.map(rowStatusOf)).toEqual(['NONE', 'RUNNING', 'SUCCESS', 'FAILED', 'STOPPED']);
});

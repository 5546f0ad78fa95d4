import { expect, test } from 'vitest';
import { countOf } from './plural.ts';

test('a noun goes with its number', () => {
  expect([0, 1, 2, 1_000].map((count) => countOf(count, 'site'))).toEqual([
    '0 sites',
    '1 site',
    '2 sites',
    '1,000 sites',
  ]);
  expect(countOf(2, 'entry', 'entries')).toBe('2 entries');
});

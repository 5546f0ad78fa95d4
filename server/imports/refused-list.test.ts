import { expect, test } from 'vitest';
import { limits } from '#domain/limits.ts';
import { RefusedList } from './refused-list.ts';

test('keeps the first of what was refused, each cut to its bound', () => {
  const refused = new RefusedList();
  for (let at = 0; at < limits.refused + 5; at += 1) refused.add(`${at} ${'x'.repeat(limits.refusedLength)}`);
  expect(refused.list).toHaveLength(limits.refused);
  expect(refused.list.at(-1)).toMatch(new RegExp(`^${limits.refused - 1} x+$`));
  expect(new Set(refused.list.map((text) => text.length))).toEqual(new Set([limits.refusedLength]));
});

import { expect, test } from 'vitest';
import { plannedAt, planWord } from './planned-posts.ts';

test('the moment of a plan is read back from its word', () => {
  expect(plannedAt(planWord('2026-11-22T13:05:00.000Z'))).toBe('2026-11-22T13:05:00.000Z');
  for (const other of [null, '', 'The page answered 404', 'Planned on the site for today'])
    expect(plannedAt(other)).toBeNull();
});

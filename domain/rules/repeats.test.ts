import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatUtcMinute, parseUtcMinute, type Schedule } from '../contract/schedules.ts';
import { afresh, begun, ended } from './repeats.ts';

const once: Schedule = {
  scheduleType: 'FixedDate',
  startDate: '01/03/2030 10:00',
  sourceProjectId: null,
  sourceProjectIds: [],
  durationType: 'Once',
  nDay: null,
  numberOfPosts: null,
  again: null,
  repeat: null,
  status: 'SCHEDULED',
};
const weekly: Schedule = { ...once, repeat: { everyDays: 7, times: 3, done: 0, from: null, nextAt: null } };
const at = (text: string) => parseUtcMinute(text) ?? new Date(Number.NaN);

test('a schedule without repeats runs once', () => {
  expect(begun(once, at('01/03/2030 10:01'))).toEqual({ ...once, status: 'RUNNING' });
  expect(ended(once, at('01/03/2030 10:02'))).toEqual({ ...once, status: 'DONE' });
  expect(afresh(once)).toBe(once);
});

test('turns are counted from the date, whatever a run takes, up to their number', () => {
  const first = ended(begun(weekly, at('01/03/2030 10:01')), at('03/03/2030 23:00'));
  expect(first).toMatchObject({ status: 'SCHEDULED', again: true, repeat: { done: 1, nextAt: '08/03/2030 10:00' } });
  // The second one took ten days: the turn that came meanwhile is left out.
  const second = ended(begun(first, at('08/03/2030 10:00')), at('18/03/2030 10:00'));
  expect(second).toMatchObject({ status: 'SCHEDULED', repeat: { done: 2, nextAt: '22/03/2030 10:00' } });
  const third = ended(begun(second, at('22/03/2030 10:00')), at('22/03/2030 10:05'));
  expect(third).toMatchObject({ status: 'DONE', repeat: { done: 3, nextAt: null } });
  expect(afresh(third).repeat).toEqual(weekly.repeat);
});

test('one that waits for other projects is counted from its first run', () => {
  const after: Schedule = { ...weekly, scheduleType: 'AfterProject', startDate: null, sourceProjectIds: [2] };
  const first = ended(begun(after, at('05/03/2030 08:30')), at('05/03/2030 09:00'));
  expect(first).toMatchObject({ repeat: { from: '05/03/2030 08:30', nextAt: '12/03/2030 08:30' } });
});

test('the next turn is a whole number of intervals away, and later than now', () => {
  const minutes = fc.integer({ min: 0, max: 60 * 24 * 4_000 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 365 }), minutes, minutes, (everyDays, late, took) => {
      const repeat = { everyDays, times: 9, done: 0, from: null, nextAt: null };
      const start = at('01/03/2030 10:00').getTime();
      const end = start + (late + took) * 60_000;
      const next =
        ended(begun({ ...once, repeat }, new Date(start + late * 60_000)), new Date(end)).repeat?.nextAt ?? '';
      const away = at(next).getTime() - start;
      expect(away % (everyDays * 86_400_000)).toBe(0);
      expect(at(next).getTime()).toBeGreaterThan(end);
      expect(at(next).getTime() - end).toBeLessThanOrEqual(everyDays * 86_400_000);
      expect(formatUtcMinute(at(next))).toBe(next);
    }),
  );
});

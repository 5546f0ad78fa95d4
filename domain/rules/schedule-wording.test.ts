import { describe, expect, it } from 'vitest';
import type { Schedule } from '../contract/schedules.ts';
import { daysLabel, describeSchedule } from './schedule-wording.ts';

const fixed: Schedule = {
  scheduleType: 'FixedDate',
  startDate: '31/12/2030 10:00',
  sourceProjectId: null,
  sourceProjectIds: [],
  durationType: 'Once',
  nDay: null,
  numberOfPosts: null,
  status: 'SCHEDULED',
};
const following = (...ids: number[]): Partial<Schedule> => ({
  scheduleType: 'AfterProject',
  startDate: null,
  sourceProjectIds: ids,
});
const turns = (done: number) => ({ everyDays: 7, times: 3, done, from: null, nextAt: null });
const names = new Map([
  [1, 'a'],
  [2, 'b'],
]);

describe('describeSchedule', () => {
  it.each<[Partial<Schedule>, string]>([
    [{}, 'Starting at 31/12/2030 10:00'],
    [{ durationType: 'Spread', nDay: 3 }, 'For 3 days, starting at 31/12/2030 10:00'],
    [{ durationType: 'Spread', nDay: 1 }, 'Starting at 31/12/2030 10:00'],
    [{ durationType: 'Once', nDay: 3 }, 'Starting at 31/12/2030 10:00'],
    [following(1), 'Starting after project a'],
    [following(1, 2), 'Starting after projects: a, b'],
    [following(1, 9), 'Starting after projects: a, (deleted)'],
    [following(9), 'Starting after project (deleted)'],
    [{ ...following(2, 1), durationType: 'Spread', nDay: 2 }, 'For 2 days, starting after projects: b, a'],
    [{ repeat: turns(0) }, 'Starting at 31/12/2030 10:00, then every 7 days, 3 runs in all'],
    [
      { repeat: { ...turns(1), nextAt: '07/01/2031 10:00' } },
      'Starting at 31/12/2030 10:00, every 7 days, 1 of 3 runs begun, next at 07/01/2031 10:00',
    ],
    [
      { repeat: { ...turns(2), everyDays: 1 }, status: 'RUNNING' },
      'Starting at 31/12/2030 10:00, every day, 2 of 3 runs begun',
    ],
    [{ repeat: turns(3), status: 'DONE' }, 'Finished: starting at 31/12/2030 10:00, every 7 days, 3 of 3 runs begun'],
  ])('%j', (changes, text) => {
    expect(
      describeSchedule(
        { ...fixed, ...changes },
        (utc) => utc,
        (id) => names.get(id),
      ),
    ).toBe(text);
  });

  it('shows dates in the form it is given', () => {
    expect(
      describeSchedule(
        fixed,
        () => 'soon',
        () => undefined,
      ),
    ).toBe('Starting at soon');
  });
});

it.each([
  [0, '0 days'],
  [1, '1 day'],
  [2, '2 days'],
])('%i is "%s"', (days, label) => {
  expect(daysLabel(days)).toBe(label);
});

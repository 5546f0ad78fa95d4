import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatUtcMinute, parseUtcMinute, scheduleInput, scheduleTexts, sourceIds, utcMinute } from './schedules.ts';

const minute = 60_000;
/** Whole minutes of the years 1000 to 9999. */
const moment = fc
  .integer({ min: Date.UTC(1000, 0) / minute, max: Date.UTC(9999, 11, 31, 23, 59) / minute })
  .map((minutes) => new Date(minutes * minute));

describe('utc minutes', () => {
  it('are read as they were written, around every change of clocks too', () => {
    fc.assert(
      fc.property(moment, (date) => {
        const text = formatUtcMinute(date);
        expect(utcMinute.safeParse(text).success).toBe(true);
        expect(parseUtcMinute(text)?.getTime()).toBe(date.getTime());
      }),
    );
    // Every minute of the nights in which clocks change in Europe and America stands for itself alone.
    for (const night of [Date.UTC(2027, 2, 28), Date.UTC(2027, 9, 31), Date.UTC(2027, 2, 14), Date.UTC(2027, 10, 7)]) {
      const texts = Array.from({ length: 1_440 }, (_, at) => formatUtcMinute(new Date(night + at * minute)));
      expect(new Set(texts).size).toBe(1_440);
      expect(texts.every((text, at) => parseUtcMinute(text)?.getTime() === night + at * minute)).toBe(true);
    }
  });

  it.each(['29/02/2028 00:00', '28/03/2027 02:30', '31/12/9999 23:59'])('%s is a moment', (text) => {
    expect(formatUtcMinute(parseUtcMinute(text) ?? new Date(0))).toBe(text);
  });

  it.each([
    '29/02/2027 00:00',
    '31/04/2027 00:00',
    '00/01/2027 00:00',
    '01/13/2027 00:00',
    '01/01/2027 24:00',
    '01/01/2027 10:60',
    '01/01/0050 10:00',
    '1/1/2027 10:00',
    '2027-01-01 10:00',
    '01/01/2027',
    '',
  ])('%j is none', (text) => {
    expect(parseUtcMinute(text)).toBeNull();
  });
});

describe('scheduleInput', () => {
  const good = { scheduleType: 'FixedDate', startDate: '01/01/2030 10:00', durationType: 'Once' };
  const messages = (value: object) => scheduleInput.safeParse(value).error?.issues.map((issue) => issue.message) ?? [];
  it.each<[string, object, string[]]>([
    ['good', good, []],
    ['nothing chosen', {}, [scheduleTexts.type, scheduleTexts.duration]],
    ['no date', { ...good, startDate: null }, [scheduleTexts.date]],
    ['no time', { ...good, startDate: '01/01/2030' }, [scheduleTexts.time]],
    ['no source', { scheduleType: 'AfterProject', durationType: 'Once' }, [scheduleTexts.parent]],
    ['one source', { scheduleType: 'AfterProject', durationType: 'Once', sourceProjectId: 4 }, []],
    ['repeats', { ...good, repeat: { everyDays: 7, times: 4 } }, []],
    ['once', { ...good, repeat: { everyDays: 7, times: 1 } }, [scheduleTexts.times]],
    ['half a day', { ...good, repeat: { everyDays: 0.5, times: 2 } }, [scheduleTexts.everyDays]],
    [
      'nothing said',
      { ...good, repeat: { everyDays: null, times: null } },
      [scheduleTexts.everyDays, scheduleTexts.times],
    ],
    ['no days', { ...good, durationType: 'Spread' }, [scheduleTexts.nDay]],
    ['zero days', { ...good, durationType: 'Spread', nDay: 0 }, [scheduleTexts.nDayMin]],
    ['half a day', { ...good, durationType: 'Spread', nDay: 1.5 }, [scheduleTexts.nDayMin]],
    ['days', { ...good, durationType: 'Spread', nDay: 3 }, []],
    ['too few posts', { ...good, numberOfPosts: -1 }, [scheduleTexts.postsMin]],
    ['no end of posts', { ...good, numberOfPosts: 0 }, []],
  ])('%s', (_, value, expected) => {
    expect(messages(value)).toEqual(expected);
  });

  it('reads one source or several alike', () => {
    expect(sourceIds({ sourceProjectId: 3 })).toEqual([3]);
    expect(sourceIds({ sourceProjectId: 3, sourceProjectIds: [1, 2, 1] })).toEqual([1, 2]);
    expect(sourceIds({})).toEqual([]);
  });
});

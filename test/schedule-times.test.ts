import dayjs from 'dayjs';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { formatUtcMinute, parseUtcMinute } from '#domain/contract/schedules.ts';
import { fromWire, joinToWire, showWire } from '#web/lib/dates.ts';

const before = process.env.TZ;
afterAll(() => {
  if (before === undefined) delete process.env.TZ;
  else process.env.TZ = before;
});

/** Zones with other rules: two hemispheres, and one whose clocks change by half an hour. */
const zones = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe'] as const;
const [from, to] = [Date.UTC(1990, 0, 1), Date.UTC(2090, 0, 1)];
const minute = 60_000;
/** Any minute, half of them within three hours of a change of clocks. */
function anyMinute(): fc.Arbitrary<Date> {
  const any = fc.integer({ min: from / minute, max: to / minute });
  const near = fc
    .tuple(fc.constantFrom(...changesOfClocks()), fc.integer({ min: -180, max: 180 }))
    .map(([at, offset]) => at / minute + offset);
  return fc.oneof(any, near).map((minutes) => new Date(minutes * minute));
}

/** Moments at which the zone's offset changes, 2024 to 2028. */
function changesOfClocks(): number[] {
  const found: number[] = [];
  const offset = (at: number) => new Date(at).getTimezoneOffset();
  for (let at = Date.UTC(2024, 0, 1); at < Date.UTC(2029, 0, 1); at += 30 * minute)
    if (offset(at) !== offset(at + 30 * minute)) found.push(at + 30 * minute);
  return found;
}

describe.each(zones)('in %s', (zone) => {
  const inZone = <T>(work: () => T): T => {
    process.env.TZ = zone;
    return work();
  };

  test('clocks change', () => inZone(() => expect(changesOfClocks()).toHaveLength(10)));

  test('a stored schedule is shown at its local time', () =>
    inZone(() => {
      const clock = new Intl.DateTimeFormat('en-GB', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
      fc.assert(
        fc.property(anyMinute(), (at) => {
          expect(showWire(formatUtcMinute(at))).toBe(clock.format(at).replace(',', ''));
        }),
      );
    }));

  test('opened in the dialog and saved again it stays the same moment, or the other of a doubled hour', () =>
    inZone(() => {
      fc.assert(
        fc.property(anyMinute(), (at) => {
          const wire = formatUtcMinute(at);
          const local = fromWire(wire)!;
          const again = joinToWire(local, local);
          // The dialog shows wall time: where it comes twice, the browser takes the first.
          if (again !== wire) {
            expect(showWire(again)).toBe(showWire(wire));
            expect(parseUtcMinute(again)!.getTime()).toBeLessThan(at.getTime());
          }
          expect(joinToWire(fromWire(again)!, fromWire(again)!)).toBe(again);
        }),
      );
    }));

  test('a local time that is skipped starts after the gap, never before', () =>
    inZone(() => {
      for (const at of changesOfClocks()) {
        const gap = new Date(at - minute).getTimezoneOffset() - new Date(at).getTimezoneOffset();
        if (gap <= 0) continue;
        const wall = dayjs(new Date(at - minute));
        // The minute that the clocks pass over: one after the last that exists.
        const skipped = { day: wall, time: wall.set('second', 0) };
        const next = skipped.time.hour() * 60 + skipped.time.minute() + 1;
        const time = dayjs(new Date(2025, 5, 15, Math.floor(next / 60) % 24, next % 60));
        const wire = parseUtcMinute(joinToWire(skipped.day, time))!.getTime();
        expect(wire).toBe(at);
      }
    }));
});

test('what is no moment is not taken for one', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const read = parseUtcMinute(text);
      if (read) expect(formatUtcMinute(read)).toBe(text);
    }),
  );
});

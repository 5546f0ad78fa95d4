import { describe, expect, test } from 'vitest';
import { showMoment, showShortDate, showWholeMoment } from './dates.ts';

// Local times: the tests hold in any zone.
const now = new Date(2026, 10, 22, 14, 5);
const at = (...parts: [number, number, number, number, number]) => new Date(...parts).toISOString();

describe('a moment', () => {
  test('of today is told by its time, of this year without the year, of another year in full', () => {
    expect(showMoment(at(2026, 10, 22, 0, 0), now)).toBe('Today 00:00');
    expect(showMoment(at(2026, 10, 21, 23, 59), now)).toBe('21/11 23:59');
    expect(showMoment(at(2026, 0, 1, 9, 30), now)).toBe('01/01 09:30');
    expect(showMoment(at(2025, 11, 31, 9, 30), now)).toBe('31/12/2025 09:30');
    expect(showMoment(at(2027, 0, 1, 9, 30), now)).toBe('01/01/2027 09:30');
  });
  test('that is none is no word', () => {
    expect([showMoment(null), showWholeMoment(null)]).toEqual(['', '']);
  });
  test('in full has its seconds and its zone', () => {
    expect(showWholeMoment(at(2026, 10, 22, 14, 5))).toMatch(/^22\/11\/2026 14:05:00 UTC[+-]\d\d:\d\d \(.+\)$/);
  });
  test('in tables of links is its day', () => {
    expect(showShortDate(at(2026, 10, 22, 14, 5))).toBe('22/11/26');
  });
});

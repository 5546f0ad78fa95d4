import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  drainOrder,
  type PercentageField,
  type Percentages,
  percentagesProblem,
  percentageTexts,
  setPercentage,
} from './percentages.ts';
import { largestRemainder } from './quota.ts';

const mix = (primary: number, generic = 0, nakedUrl = 0, branded = 0, secondary = 0): Percentages => ({
  primaryPercentage: primary,
  genericPercentage: generic,
  nakedUrlPercentage: nakedUrl,
  brandedPercentage: branded,
  secondaryPercentage: secondary,
});
const total = (value: Percentages) => drainOrder.reduce((sum, name) => sum + value[name], 0);

describe('setPercentage', () => {
  it.each<[string, Percentages, PercentageField, number, Percentages]>([
    ['a raise drains primary first', mix(100), 'secondaryPercentage', 30, mix(70, 0, 0, 0, 30)],
    ['then generic', mix(10, 50, 40), 'secondaryPercentage', 30, mix(0, 30, 40, 0, 30)],
    ['then naked URL', mix(10, 10, 80), 'brandedPercentage', 50, mix(0, 0, 50, 50)],
    ['then branded', mix(10, 10, 10, 70), 'secondaryPercentage', 50, mix(0, 0, 0, 50, 50)],
    ['secondary last', mix(0, 0, 0, 0, 100), 'brandedPercentage', 40, mix(0, 0, 0, 40, 60)],
    ['itself it does not drain', mix(20, 80), 'genericPercentage', 100, mix(0, 100)],
    ['a raise of primary begins at generic', mix(40, 30, 30), 'primaryPercentage', 60, mix(60, 10, 30)],
    ['lowering gives to primary', mix(70, 0, 0, 0, 30), 'secondaryPercentage', 10, mix(90, 0, 0, 0, 10)],
    ['lowering primary gives to naked URL', mix(100), 'primaryPercentage', 60, mix(60, 0, 40)],
    ['above 100 counts as 100', mix(50, 50), 'genericPercentage', 170, mix(0, 100)],
    ['below 0 counts as 0', mix(50, 50), 'genericPercentage', -5, mix(100, 0)],
    ['halves are rounded', mix(100), 'genericPercentage', 12.5, mix(87, 13)],
    ['no number counts as 0', mix(50, 50), 'genericPercentage', Number.NaN, mix(100, 0)],
  ])('%s', (_, before, field, value, after) => {
    expect(setPercentage(before, field, value)).toEqual(after);
  });

  const anyMix = fc
    .array(fc.nat(100), { minLength: 5, maxLength: 5 })
    .map((parts) => largestRemainder(100, parts.some(Boolean) ? parts : [1, 0, 0, 0, 0]))
    .map(([a = 0, b, c, d, e]) => mix(a, b, c, d, e));
  it('keeps the total of 100 and none below 0, however often it is used', () => {
    const changes = fc.array(fc.tuple(fc.constantFrom(...drainOrder), fc.oneof(fc.integer(), fc.double())));
    fc.assert(
      fc.property(anyMix, changes, (start, steps) => {
        let now = start;
        for (const [field, value] of steps) {
          const next = setPercentage(now, field, value);
          expect(total(next)).toBe(100);
          for (const name of drainOrder) {
            expect(Number.isInteger(next[name])).toBe(true);
            expect(next[name]).toBeGreaterThanOrEqual(0);
          }
          expect(next[field]).toBe(Math.min(100, Math.max(0, Math.round(Number.isFinite(value) ? value : 0))));
          now = next;
        }
      }),
    );
  });
});

describe('percentagesProblem', () => {
  const keywords = { primaryKeyword: 'p', secondaryKeyword: '', brandedKeyword: '', genericKeyword: '' };
  it.each([
    ['good', { ...mix(100), ...keywords }, []],
    ['naked URL needs no keyword', { ...mix(40, 0, 60), ...keywords }, []],
    ['primary keyword', { ...mix(100), ...keywords, primaryKeyword: ' ' }, ['Primary keyword is required']],
    ['primary percentage', { ...mix(0, 0, 100), ...keywords }, [percentageTexts.primary]],
    ['secondary keyword', { ...mix(99, 0, 0, 0, 1), ...keywords }, ['Secondary keyword is required']],
    ['branded keyword', { ...mix(99, 0, 0, 1), ...keywords }, ['Branded keyword is required']],
    ['generic keyword', { ...mix(99, 1), ...keywords }, ['Generic keyword is required']],
    ['total', { ...mix(99), ...keywords }, ['Percentages must add up to 100']],
    ['total above', { ...mix(100, 0, 1), ...keywords }, ['Percentages must add up to 100']],
  ])('%s', (_, value, messages) => {
    expect(percentagesProblem(value).map((problem) => problem.message)).toEqual(messages);
  });
});

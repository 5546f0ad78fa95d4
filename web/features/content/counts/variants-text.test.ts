import { expect, it } from 'vitest';
import { countSpin } from '#domain/rules/spin-counts.ts';
import { exactVariants, powerOf, shortVariants } from './variants-text.ts';

const variants = (nChoices: number) => countSpin('{a|b}'.repeat(nChoices)).variants;

it('short numbers are written out', () => {
  expect(shortVariants(variants(0))).toBe('1 variant');
  expect(shortVariants(variants(12))).toBe('4,096 variants');
  expect(powerOf(variants(19))).toBeNull();
});

it.each([
  [20, '1.0', '6', '1,048,576 variants'],
  [40, '1.1', '12', '1,099,511,627,776 variants'],
  [10_000, '2.0', '3,010', 'About 1.9951 × 10^3,010 variants'],
])('2 to the power of %i is shortened', (nChoices, mantissa, exponent, exact) => {
  expect(powerOf(variants(nChoices))).toEqual({ mantissa, exponent });
  expect(exactVariants(variants(nChoices))).toBe(exact);
});

it('what rounds up to ten is one of the next power', () => {
  expect(powerOf({ exact: 9_999_999n, log10: Math.log10(9_999_999) })).toEqual({ mantissa: '1.0', exponent: '7' });
});

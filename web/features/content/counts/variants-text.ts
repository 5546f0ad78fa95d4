import type { Variants } from '#domain/rules/spin-counts.ts';

/** Numbers below it are written out. */
const longest = 1_000_000n;

/** A number of variants that is written out: "1 variant", "96 variants". */
export const shortVariants = ({ exact }: Variants): string =>
  `${(exact ?? 0n).toLocaleString()} ${exact === 1n ? 'variant' : 'variants'}`;

/** A big number as 1.2 × 10^12; null for one that is written out. */
export function powerOf({ exact, log10 }: Variants, nDigits = 1): { mantissa: string; exponent: string } | null {
  if (exact !== null && exact < longest) return null;
  let exponent = Math.floor(log10);
  let mantissa = (10 ** (log10 - exponent)).toFixed(nDigits);
  if (mantissa.startsWith('10')) {
    exponent += 1;
    mantissa = (1).toFixed(nDigits);
  }
  return { mantissa, exponent: exponent.toLocaleString() };
}

/** A big number to the last digit; one that nobody could read by its first five. */
export function exactVariants(variants: Variants): string {
  if (variants.exact !== null) return `${variants.exact.toLocaleString()} variants`;
  const { mantissa = '', exponent = '' } = powerOf(variants, 4) ?? {};
  return `About ${mantissa} × 10^${exponent} variants`;
}

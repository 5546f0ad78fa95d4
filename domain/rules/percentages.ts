/** Percentage fields of a keyword mix, in the order in which raises drain them (D-LINK-02). */
export const drainOrder = [
  'primaryPercentage',
  'genericPercentage',
  'nakedUrlPercentage',
  'brandedPercentage',
  'secondaryPercentage',
] as const;
export type PercentageField = (typeof drainOrder)[number];
export type Percentages = Record<PercentageField, number>;

/**
 * Sets one percentage and balances the others so that the total stays 100 and none falls
 * below 0 (1-core section 5, D-LINK-02). `value` is cut to 0..100 whole numbers.
 */
export function setPercentage(current: Percentages, field: PercentageField, value: number): Percentages {
  const wanted = Math.min(100, Math.max(0, Math.round(Number.isFinite(value) ? value : 0)));
  const next: Percentages = { ...current, [field]: wanted };
  let rest = 100 - drainOrder.reduce((sum, name) => sum + next[name], 0);
  if (rest > 0) next[field === 'primaryPercentage' ? 'nakedUrlPercentage' : 'primaryPercentage'] += rest;
  for (const name of drainOrder) {
    if (rest >= 0) break;
    if (name === field) continue;
    const taken = Math.min(next[name], -rest);
    next[name] -= taken;
    rest += taken;
  }
  return next;
}

export const percentageTexts = {
  total: 'Percentages must add up to 100',
  primary: 'Primary percentage must be greater than zero',
  keyword: (type: string) => `${type} keyword is required`,
} as const;

type Keywords = Percentages &
  Record<'primaryKeyword' | 'secondaryKeyword' | 'brandedKeyword' | 'genericKeyword', string>;

/** Broken rules of a keyword mix with the field each belongs to; empty when it is good. */
export function percentagesProblem(value: Keywords): { field: string; message: string }[] {
  const problems: { field: string; message: string }[] = [];
  if (!value.primaryKeyword.trim())
    problems.push({ field: 'primaryKeyword', message: percentageTexts.keyword('Primary') });
  if (!(value.primaryPercentage >= 1)) problems.push({ field: 'primaryPercentage', message: percentageTexts.primary });
  for (const type of ['Secondary', 'Branded', 'Generic'] as const) {
    const name = type.toLowerCase() as 'secondary' | 'branded' | 'generic';
    if (value[`${name}Percentage`] !== 0 && !value[`${name}Keyword`].trim())
      problems.push({ field: `${name}Keyword`, message: percentageTexts.keyword(type) });
  }
  if (!isWhole(value)) problems.push({ field: 'primaryPercentage', message: percentageTexts.total });
  return problems;
}

/** True when the shares of a mix are the whole, whether it is used or not (D-LINK-03). */
export function isWhole(value: Percentages): boolean {
  return drainOrder.reduce((sum, name) => sum + value[name], 0) === 100;
}

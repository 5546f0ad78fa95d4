import type { SelectionType } from '#domain/contract/site-selections.ts';

/** Words of the two ways to select. */
export const selectByLabels: Record<SelectionType, string> = { Condition: 'Platforms', Manually: 'Sites' };
/** The same as choices of a dropdown, in the spec's order. */
export const selectByOptions = (['Condition', 'Manually'] as const).map((value) => ({
  value,
  label: selectByLabels[value],
}));

import { countOf } from '#web/lib/plural.ts';

/** Longest name that is shown whole (2-content section 9). */
export const nameLength = 120;

/** Texts of the site selection screens. */
export const texts = {
  title: 'Site Selections',
  newTitle: 'New Site Selection',
  renameTitle: 'Rename Site Selection',
  none: 'No site selections yet',
  noneHint:
    'A site selection is a named choice of sites, by their platforms or one by one. Projects take their sites from it.',
  created: 'Successfully created a new site selection',
  createFailed: 'Failed to create new site selection. Unknown error',
  renamed: 'Successfully renamed the site selection',
  renameFailed: 'Failed to rename the site selection. Unknown error',
  deleteAsk: 'Do you want to delete the selected site selections?',
  deleteHint: (count: number) => `${countOf(count, 'site selection goes', 'site selections go')}. The sites stay.`,
  deleted: 'Successfully deleted the selected site selections',
  deleteFailed: 'Failed to delete selected site selections. Unknown error',
  loadFailed: 'Failed to load site selections. Unexpected error',
  saved: 'Successfully saved the site selection',
  saveFailed: 'Failed to save site selection. Unknown error',
  getFailed: 'Failed to get site selection. Unknown error',
  means: (count: number) => `Means ${countOf(count, 'site')} now`,
} as const;

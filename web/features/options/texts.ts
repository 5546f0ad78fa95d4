/** Texts of the options. */
export const texts = {
  productIndexer: 'Linkwright Indexer',
  balances: 'Balances of all services',
  title: 'Options',
  loadFailed: 'Failed to get options. Unexpected error',
  saved: 'Successfully saved the options',
  saveFailed: 'Failed to save options. Unknown error',
} as const;

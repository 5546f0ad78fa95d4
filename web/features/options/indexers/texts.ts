/** Texts of the tab Indexer. */
export const texts = {
  loadFailed: 'Failed to load the options. Unexpected error',
  saved: 'Successfully saved the indexing service',
  saveFailed: 'Failed to save the indexing service. Unknown error',
  removed: 'Successfully removed the settings of the indexing service',
  removeFailed: 'Failed to remove the settings of the indexing service. Unknown error',
  checkFailed: 'Failed to ask the indexing service. Unknown error',
  indexersHint:
    'Services that are told of your links. An indexer project tells a link set; a posting project tells the pages it made.',
} as const;

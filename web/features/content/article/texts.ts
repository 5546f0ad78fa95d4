/** Texts of the article editor. */
export const texts = {
  loadFailed: 'Failed to load the article. Unexpected error',
  saved: 'Successfully saved the article',
  saveFailed: 'Failed to save the article. Unknown error',
} as const;

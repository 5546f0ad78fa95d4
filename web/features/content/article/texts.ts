/** Texts of the article editor. */
export const texts = {
  loadFailed: 'Failed to load the article. Unexpected error',
  saved: 'Successfully saved the article',
  gone: 'This article, or its content group, was deleted in another window since it was opened here',
  saveAnew: 'Save as a new article',
  saveFailed: 'Failed to save the article. Unknown error',
  spin: 'Spin',
  spinning: 'Spinning the article',
  spinFailed: 'Failed to spin the article. Unknown error',
  spunBy: (label: string) => `Title and body were spun by ${label}`,
  replacedBy: (source: string) => `Title and body were replaced by ${source}`,
  cancelSpin: 'Cancel',
  undo: 'Undo',
  titleHolder: '{Ten|10} ways to water a garden',
  bodyHolder: 'Write or paste the article, as text or HTML',
} as const;

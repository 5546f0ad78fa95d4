/** Texts of the campaigns list. */
export const texts = {
  title: 'Campaigns',
  loadFailed: 'Failed to load campaigns. Unexpected error',
  created: 'Successfully created a new campaign',
  diagramsFailed: 'Failed to load the diagrams. Unexpected error',
  createFailed: 'Failed to create new campaign. Unknown error',
  renamed: 'Successfully renamed the campaign',
  renameFailed: 'Failed to rename the campaign. Unknown error',
  deleted: 'Successfully deleted the selected campaigns',
  deleteFailed: 'Failed to delete selected campaigns. Unknown error',
  deleteHint: 'Projects, account profiles and link sets inside are deleted too. Running projects are stopped first.',
  downloadFailed: 'Failed to download the backlinks',
  strategy: 'Please select a strategy',
} as const;

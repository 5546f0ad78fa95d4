/** Texts of the cloud accounts screen. */
export const texts = {
  title: 'Cloud Accounts',
  add: 'Add Account',
  edit: 'Edit Account',
  loadFailed: 'Failed to load cloud accounts. Unknown error',
  addFailed: 'Failed to add new account. Unknown error',
  saveFailed: 'Failed to save the account. Unknown error',
  deleteFailed: 'Failed to delete the account. Unknown error',
  testFailed: 'Failed to test the account. Unknown error',
  added: 'Successfully added the account',
  saved: 'Successfully saved the account',
  deleted: 'Successfully deleted the account',
  deleteTitle: 'Delete Cloud Account',
  deleteContent:
    'Do you want to delete the selected cloud account? Deleting the account will delete the cloud blogs on your computer too. An upload that is under way is broken off; what stands at the service stays there.',
  none: 'No cloud accounts yet',
  noneHint:
    'A cloud account holds the key of a service that keeps files for strangers to read. Cloud blogs stand there.',
  noDetail: 'Nothing is known of this account',
} as const;

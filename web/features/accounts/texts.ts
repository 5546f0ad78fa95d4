/** Texts of the account profile page. */
export const texts = {
  loadFailed: 'Failed to load accounts. Unexpected error',
  added: 'Successfully added a new account',
  addFailed: 'Failed to add new account. Unknown error',
  deleted: 'Successfully deleted the selected accounts',
  deleteFailed: 'Failed to delete selected accounts. Unknown error',
  deleteAsk: 'Do you want to delete the selected accounts?',
  deleteHint: (count: number) =>
    `${count.toLocaleString()} accounts are removed from this profile. The sites themselves are not touched.`,
  exportFailed: 'Failed to export the accounts. Unknown error',
  importFailed: (file: string) => `${file} file upload failed.`,
  imported: (file: string) => `${file} file uploaded successfully.`,
} as const;

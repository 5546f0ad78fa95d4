import { countOf } from '#web/lib/plural.ts';
import type { LongListTexts } from '#web/ui/long-list/long-list.tsx';

/** Texts of the account profile page. */
export const texts = {
  loadFailed: 'Failed to load accounts. Unexpected error',
  added: 'Successfully added a new account',
  addFailed: 'Failed to add new account. Unknown error',
  siteHint: 'Id or host of the site, as it stands in the catalogue',
  siteSearching: 'Looking for this site…',
  siteUnknown: 'No site of this name yet: nothing is posted with this account until there is one',
  edited: 'Successfully saved the account',
  editFailed: 'Failed to save the account. Unknown error',
  gone: 'This account was deleted or renamed in another window since it was opened here',
  addAnew: 'Add as new',
  changed: (count: number) => `Successfully changed ${countOf(count, 'account')}`,
  changeFailed: 'Failed to change the selected accounts. Unknown error',
  emailHint: (other: string) => `Only needed to tell several accounts of one website apart; left empty, ${other} does`,
  testing: 'Asking the site…',
  testHint: 'Asks the site whether it takes this login. Posts nothing.',
  testNeedsSite: 'Choose a website of the catalogue to test its login',
  testFailed: 'The login could not be tested. Please try again',
  exportFailed: 'Failed to export the accounts. Unknown error',
  importFailed: (file: string) => `${file} file upload failed.`,
  imported: (file: string) => `${file} file uploaded successfully.`,
} as const;

/** Texts of the list of accounts. */
export const listTexts: LongListTexts = {
  label: 'Accounts',
  deleted: 'Successfully deleted the selected accounts',
  deleteFailed: 'Failed to delete selected accounts. Unknown error',
  deleteHint: (count) =>
    `${countOf(count, 'account is', 'accounts are')} removed from this profile. The sites themselves are not touched.`,
  noneFits: 'No account fits the filter',
  none: 'No accounts yet',
  noneHint:
    'Add one, or import a CSV file with siteName, email, username and password. Lines of the form site|email|username|password are read too.',
};

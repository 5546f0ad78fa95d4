import { countOf } from '#web/lib/plural.ts';
import type { LongListTexts } from '#web/ui/long-list/long-list.tsx';

/** Texts of the email manager. */
export const texts = {
  loadFailed: 'Failed to load emails. Unknown error',
  added: 'Successfully added the email account',
  addFailed: 'Failed to add email account. Unknown error',
  edited: 'Successfully saved the email account',
  editFailed: 'Failed to save the email account. Unknown error',
  gone: 'This mailbox was deleted or renamed in another window since it was opened here',
  addAnew: 'Add as new',
  tested: 'Successfully logged in to the email address',
  testFailed: 'Failed to login the email address. Unknown error',
  testing: 'Logging in…',
  testHint: 'Logs in and out again; reads no mail.',
  checkFailed: 'Failed to test the logins. Unknown error',
  checking: (count: number) => `The logins of ${countOf(count, 'mailbox', 'mailboxes')} are being tested`,
  stopFailed: 'Failed to stop the test of logins. Unknown error',
  marked: (count: number, used: boolean) =>
    `Marked ${countOf(count, 'mailbox', 'mailboxes')} as ${used ? 'used' : 'unused'}`,
  markFailed: 'Failed to mark the mailboxes. Unknown error',
  exportFailed: 'Failed to export the mailboxes. Unknown error',
  importFailed: (file: string) => `${file} file upload failed.`,
  imported: (file: string) => `${file} file uploaded successfully.`,
  passwordsHint: 'Mailboxes are drawn for account creation one after the other, the oldest unused one first.',
} as const;

/** Texts of the list. */
export const listTexts: LongListTexts = {
  label: 'Mailboxes',
  deleted: 'Successfully deleted the selected mailboxes',
  deleteFailed: 'Failed to delete the accounts',
  deleteHint: (count) =>
    `${countOf(count, 'mailbox is', 'mailboxes are')} removed from this list. The mails at the servers are not touched, and projects that took one keep it.`,
  noneFits: 'No mailbox fits the filter',
  none: 'No mailboxes yet',
  noneHint: 'Account creation reads the mails of sites in them. Add one, paste lines, or import a file of many.',
};

import { z } from 'zod';
import {
  defineCall,
  edition,
  idsOrFilterBody,
  pageNeighbours,
  pageQuery,
  readEdition,
  searchText,
  success,
} from './call.ts';
import { emailSettings, mailProtocols } from './email-settings.ts';
import { importQuery, importReply } from './imports.ts';
import { topic } from './topic.ts';

/** What is known of the login of a mailbox: never tried, tried, or waiting for the check that is under way. */
export const loginStates = ['NEW', 'WORKS', 'FAILED', 'CHECKING'] as const;
export type LoginState = (typeof loginStates)[number];

/** A mailbox of the operator's list; its address in lower case tells it apart (D-MAIL-03). */
export const mailbox = z.object({
  address: z.string(),
  login: z.string(),
  password: z.string(),
  server: z.string(),
  port: z.number(),
  protocol: z.enum(mailProtocols),
  ssl: z.boolean(),
  checkSpamFolder: z.boolean(),
  spamFolderName: z.string(),
  /** Taken for a project, and not drawn again. */
  used: z.boolean(),
  loginState: z.enum(loginStates),
  /** Why the login failed. */
  loginSaid: z.string().nullable(),
  checkedAt: z.iso.datetime().nullable(),
  version: z.number(),
  edition,
});
export type Mailbox = z.infer<typeof mailbox>;

/** What a list of mailboxes is narrowed to, what is done to all that fit too. */
export const mailboxFilter = {
  search: searchText,
  used: z.enum(['yes', 'no']).optional(),
  login: z.enum(loginStates).optional(),
};

export const mailboxTexts = {
  exists: 'This email address is in the list already',
  noneChosen: 'No mailbox fits',
} as const;

const address = z.string().max(320);
const which = idsOrFilterBody(address, mailboxFilter);
const countReply = z.object({ count: z.number() });

/** Sorts: address (default), added (the newest first). */
export const listMailboxes = defineCall({
  id: 'listMailboxes',
  method: 'GET',
  path: '/rest/user_emails',
  summary: 'One page of the list of mailboxes',
  query: pageQuery.extend(mailboxFilter),
  reply: z.object({
    emails: z.array(mailbox),
    /** All of the list, whatever the filter. */
    nAll: z.number(),
    ...pageNeighbours,
    total: z.number().nullable(),
  }),
});
export const addMailbox = defineCall({
  id: 'addMailbox',
  method: 'PUT',
  path: '/rest/user_emails',
  summary: 'Add a mailbox to the list (D-MAIL-01)',
  body: emailSettings,
  reply: z.object({ email: mailbox }),
});
export const editMailbox = defineCall({
  id: 'editMailbox',
  method: 'POST',
  path: '/rest/user_emails',
  summary: 'Change a mailbox of the list; `was` names it as it stands',
  body: emailSettings.extend({ was: address, edition: readEdition }),
  reply: z.object({ email: mailbox }),
});
export const deleteMailboxes = defineCall({
  id: 'deleteMailboxes',
  method: 'DELETE',
  path: '/rest/user_emails',
  summary: 'Delete mailboxes of the list by their addresses, or all that fit (D-MAIL-03)',
  body: which,
  /** The named ones that were there; all that fit are counted alone. */
  reply: z.object({ addresses: z.array(address), count: z.number() }),
});
export const markMailboxes = defineCall({
  id: 'markMailboxes',
  method: 'POST',
  path: '/action/mark/user_emails',
  summary: 'Mark mailboxes as used or as unused: unused ones are drawn for account creation, the oldest first',
  body: z.object({ which, used: z.boolean() }),
  reply: countReply,
});
export const checkMailboxes = defineCall({
  id: 'checkMailboxes',
  method: 'POST',
  path: '/action/check/user_emails',
  summary: 'Log in to mailboxes of the list, one after the other at each server; a task',
  body: z.object({ which }),
  reply: countReply,
});
export const stopCheckingMailboxes = defineCall({
  id: 'stopCheckingMailboxes',
  method: 'POST',
  path: '/action/stop-checking/user_emails',
  summary: 'Stop the check of logins; what was found stays',
  reply: success,
});
export const importMailboxes = defineCall({
  id: 'importMailboxes',
  method: 'POST',
  path: '/action/import/user_emails',
  summary: 'Import mailboxes: CSV, or lines email:login:password:server:port:protocol:ssl (D-MAIL-02)',
  query: importQuery,
  takes: 'upload',
  reply: importReply,
});
export const rejectedMailboxes = defineCall({
  id: 'rejectedMailboxes',
  method: 'POST',
  path: '/action/rejects/user_emails',
  summary: 'The lines of a file that the import refuses, in the format of that file; changes nothing',
  takes: 'upload',
  answer: 'file',
});
export const exportMailboxes = defineCall({
  id: 'exportMailboxes',
  method: 'GET',
  path: '/action/export/user_emails',
  summary: 'CSV of all mailboxes of the list',
  answer: 'file',
  changes: false,
});

/** Events of topic email_manager. */
export type EmailManagerEventBody =
  /** New and changed ones, those that were taken too; null: too many to tell, load again. */
  { action: 'emailsInserted'; emails: Mailbox[] | null } | { action: 'emailsDeleted'; addresses: string[] | null };
/** What happens to the list of mailboxes. */
export const emailManagerTopic = topic<EmailManagerEventBody>('email_manager');

import { z } from 'zod';
import { defineCall, id, success } from './call.ts';

/** Exact messages of the Email tab (1-core section 5) and of the two downloads (D-ACC-04, D-ACC-05). */
export const emailTexts = {
  server: 'Please enter server address',
  port: 'Please enter the server port',
  portBounds: 'Must be a number between 1 and 65535',
  protocol: 'Please select email protocol',
  address: 'Please enter your verification email',
  login: 'Please enter your email login',
  password: 'Email password is required',
  spamFolder: 'Spam folder name is required',
  control: 'Must not hold line breaks or other control characters',
  addressForm: 'Must be an e-mail address, as name@example.com',
  serverForm: 'Must be the name of a server, as mail.example.com',
  noProductMail: 'Pre-created email addresses are not available',
  listEmpty: 'No unused email address left in the list',
} as const;

export const mailProtocols = ['pop3', 'imap'] as const;
/** Where the address for confirmation mails comes from (D-ACC-08). */
export const emailSources = ['MANUAL', 'PRODUCT', 'LIST'] as const;

/** A mailbox as typed (part L); its rules are {@link emailProblems}, so that a half-filled form can be kept. */
export const emailSettings = z.object({
  emailAddress: z.string().max(320).default(''),
  emailLogin: z.string().max(320).default(''),
  emailPassword: z.string().max(1_000).default(''),
  emailServer: z.string().max(255).default(''),
  emailServerPort: z.number().nullable().default(995),
  mailProtocol: z.enum(mailProtocols).nullable().default('pop3'),
  SSL: z.boolean().default(true),
  checkSpamFolder: z.boolean().default(false),
  spamFolderName: z.string().max(255).default(''),
});
export type EmailSettings = z.infer<typeof emailSettings>;

/** What is sent to the mail server as a line: a break in it would be a command of its own (RFC 1939, section 3). */
const sentFields = ['emailServer', 'emailAddress', 'emailLogin', 'emailPassword', 'spamFolderName'] as const;

/** True for a text with a line break or another control character. */
export const hasControl = (text: string): boolean => /\p{Cc}/u.test(text);

/** Whether a rule is broken by what stands in the field, not by what is missing in it. */
export const isWrongMail = (message: string): boolean =>
  [emailTexts.portBounds, emailTexts.control, emailTexts.addressForm, emailTexts.serverForm].some(
    (text) => text === message,
  );

/** Broken rules of a mailbox, in the order of the form. */
export function emailProblems(form: EmailSettings): { field: keyof EmailSettings; message: string }[] {
  const found: { field: keyof EmailSettings; message: string }[] = [];
  const add = (field: keyof EmailSettings, message: string) => found.push({ field, message });
  const port = form.emailServerPort;
  if (!form.emailServer.trim()) add('emailServer', emailTexts.server);
  else if (/[\s/@]/.test(form.emailServer.trim())) add('emailServer', emailTexts.serverForm);
  if (port == null) add('emailServerPort', emailTexts.port);
  else if (!Number.isInteger(port) || port < 1 || port > 65_535) add('emailServerPort', emailTexts.portBounds);
  if (form.mailProtocol == null) add('mailProtocol', emailTexts.protocol);
  if (!form.emailAddress.trim()) add('emailAddress', emailTexts.address);
  else if (!/^[^\s@]+@[^\s@]+$/.test(form.emailAddress.trim())) add('emailAddress', emailTexts.addressForm);
  if (!form.emailLogin.trim()) add('emailLogin', emailTexts.login);
  if (!form.emailPassword) add('emailPassword', emailTexts.password);
  if (form.mailProtocol === 'imap' && form.checkSpamFolder && !form.spamFolderName.trim())
    add('spamFolderName', emailTexts.spamFolder);
  for (const field of sentFields)
    if (hasControl(form[field]) && !found.some((one) => one.field === field)) add(field, emailTexts.control);
  return found;
}

/** A mailbox that keeps the rules of its form. */
export const wholeMailbox = emailSettings.superRefine((form, context) => {
  for (const { field, message } of emailProblems(form)) context.addIssue({ code: 'custom', path: [field], message });
});

const settingsReply = z.object({ emailSettings });
export const downloadEmail = defineCall({
  id: 'downloadEmail',
  method: 'POST',
  path: '/action/email/download',
  summary: 'A fresh pre-created address with its mailbox (D-ACC-04)',
  body: z.object({ projectId: id.optional() }),
  reply: settingsReply,
});
export const downloadListEmail = defineCall({
  id: 'downloadListEmail',
  method: 'GET',
  path: '/action/email_list/download',
  summary: 'The oldest unused address of the email list, marked as used (D-ACC-05)',
  reply: settingsReply,
});
export const testEmailLogin = defineCall({
  id: 'testEmailLogin',
  method: 'POST',
  path: '/action/email/test_login',
  summary: 'Log in to a mailbox with the typed settings',
  body: emailSettings,
  reply: success,
});

import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { type EmailSettings, emailProblems, emailTexts } from '#domain/contract/email-settings.ts';
import type { App } from '../../app.ts';
import type { Secrets } from '../../db/secrets.ts';
import type { Queryable } from '../../db/store.ts';
import { Refusal } from '../../errors/refusal.ts';
import { checkMailbox } from '../../outside/mail/check-mailbox.ts';
import { MailboxRefused } from '../../outside/mail/connect-mailbox.ts';

/** True when a catch-all domain of the product's own is set up (D-ACC-04). */
export function hasProductMail(app: Pick<App, 'config'>): boolean {
  return app.config.productMail !== null;
}

/** A fresh address in the catch-all domain, read through its one mailbox (D-ACC-04). */
export function freshEmail(app: Pick<App, 'config'>): EmailSettings {
  const mail = app.config.productMail;
  if (!mail) throw new Refusal('NOT_SET_UP', emailTexts.noProductMail);
  const { domain, ...box } = mail;
  return {
    ...box,
    emailAddress: `${randomBytes(6).toString('hex')}@${domain}`,
    mailProtocol: 'imap',
    checkSpamFolder: false,
    spamFolderName: '',
  };
}

/** The oldest unused mailbox of the list, marked as used (D-ACC-05); two at once never get the same. Nobody is told of it. */
export async function takeListEmail(tx: Queryable, secrets: Secrets): Promise<EmailSettings> {
  const { rows } = await sql<EmailSettings>`
    update user_emails set used = true
    where id = (select id from user_emails where not used order by id limit 1 for update skip locked)
    returning address as "emailAddress", login as "emailLogin", password as "emailPassword", server as "emailServer",
      port as "emailServerPort", protocol as "mailProtocol", ssl as "SSL", check_spam_folder as "checkSpamFolder",
      spam_folder_name as "spamFolderName"`.execute(tx);
  const taken = rows[0];
  if (!taken) throw new Refusal('NONE_LEFT', emailTexts.listEmpty);
  return { ...taken, emailPassword: secrets.open(taken.emailPassword) };
}

/** Logs in with the typed settings; refused with what the operator can mend. */
export async function testLogin(app: App, box: EmailSettings): Promise<void> {
  const problem = emailProblems(box)[0];
  if (problem) throw new Refusal('INVALID', problem.message, { field: problem.field, tab: 'email' });
  const { waitTimeOut } = await app.options.read();
  try {
    await checkMailbox(box, Math.min(waitTimeOut, longestTestS) * 1_000);
  } catch (error) {
    if (error instanceof MailboxRefused) throw new Refusal('OUTSIDE_REFUSED', error.message);
    throw error;
  }
}

/** Somebody waits at the screen: a test gives up sooner than the engine would, in seconds. */
const longestTestS = 20;

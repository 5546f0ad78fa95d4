import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { type EmailSettings, emailProblems, emailTexts } from '#domain/contract/email-settings.ts';
import type { App } from '../../app.ts';
import type { Secrets } from '../../db/secrets.ts';
import type { Tx } from '../../db/store.ts';
import { Refusal } from '../../errors/refusal.ts';
import type { Note } from '../../live/commit.ts';
import { checkMailbox } from '../../outside/mail/check-mailbox.ts';
import { MailboxRefused } from '../../outside/mail/connect-mailbox.ts';
import { type MailboxRow, mailboxRow, toSettings } from './mailbox-rows.ts';
import { noteMailboxes } from './mailboxes.ts';

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

/** The oldest unused mailbox of the list, marked as used (D-ACC-05); two at once never get the same. */
export async function takeListEmail(tx: Tx, note: Note, secrets: Secrets): Promise<EmailSettings> {
  const { rows } = await sql<MailboxRow>`
    update user_emails set used = true
    where id = (select id from user_emails where not used order by id limit 1 for update skip locked)
    returning ${mailboxRow}`.execute(tx);
  const [taken] = rows;
  if (!taken) throw new Refusal('NONE_LEFT', emailTexts.listEmpty);
  noteMailboxes(note, secrets, rows);
  return toSettings(secrets, taken);
}

/** Logs in with the typed settings; refused with what the operator can mend. */
export async function testLogin(app: App, box: EmailSettings): Promise<void> {
  const problem = emailProblems(box)[0];
  if (problem) throw new Refusal('INVALID', problem.message, { field: problem.field, tab: 'email' });
  const said = await tryLogin(app, box);
  if (said !== null) throw new Refusal('OUTSIDE_REFUSED', said);
}

/** Logs in to a mailbox and out again; null when that went well, else why not, in words of what can be mended. */
export async function tryLogin(app: App, box: EmailSettings, signal?: AbortSignal): Promise<string | null> {
  const { waitTimeOut } = await app.options.read();
  try {
    await checkMailbox(box, Math.min(waitTimeOut, longestTestS) * 1_000, signal);
    return null;
  } catch (error) {
    if (error instanceof MailboxRefused) return error.message;
    throw error;
  }
}

/** Somebody waits at the screen: a test gives up sooner than the engine would, in seconds. */
const longestTestS = 20;

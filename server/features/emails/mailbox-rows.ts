import { type SqlBool, sql } from 'kysely';
import type { z } from 'zod';
import type { PageQuery } from '#domain/contract/call.ts';
import type { EmailSettings } from '#domain/contract/email-settings.ts';
import type { Mailbox, mailboxFilter } from '#domain/contract/mailboxes.ts';
import { anyText } from '../../db/any-of.ts';
import { countThatFit, keyedPage, natural, numeric } from '../../db/keyed-page.ts';
import { likePattern } from '../../db/paging.ts';
import type { Secrets } from '../../db/secrets.ts';
import type { Queryable } from '../../db/store.ts';

const columns = [
  'id',
  'address',
  'login',
  'password',
  'server',
  'port',
  'protocol',
  'ssl',
  'check_spam_folder',
  'spam_folder_name',
  'used',
  'login_state',
  'login_said',
  'checked_at',
  'check_asked',
  'version',
  'edition',
] as const;
/** What the rows of a statement hold. */
export const mailboxRow = sql.raw(columns.join(', '));

export interface MailboxRow {
  id: number;
  address: string;
  login: string;
  password: string;
  server: string;
  port: number;
  protocol: 'pop3' | 'imap';
  ssl: boolean;
  check_spam_folder: boolean;
  spam_folder_name: string;
  used: boolean;
  login_state: 'NEW' | 'WORKS' | 'FAILED';
  login_said: string | null;
  checked_at: Date | string | null;
  check_asked: boolean;
  version: number;
  edition: number;
}

/** A mailbox as the screen shows it, its password opened. */
export function toMailbox(secrets: Secrets, row: MailboxRow): Mailbox {
  return {
    address: row.address,
    login: row.login,
    password: secrets.open(row.password),
    server: row.server,
    port: row.port,
    protocol: row.protocol,
    ssl: row.ssl,
    checkSpamFolder: row.check_spam_folder,
    spamFolderName: row.spam_folder_name,
    used: row.used,
    loginState: row.check_asked ? 'CHECKING' : row.login_state,
    loginSaid: row.login_said,
    checkedAt: row.checked_at === null ? null : new Date(row.checked_at).toISOString(),
    version: row.version,
    edition: row.edition,
  };
}

/** The mailbox of a row as the engine logs in to it. */
export function toSettings(secrets: Secrets, row: MailboxRow): EmailSettings {
  return {
    emailAddress: row.address,
    emailLogin: row.login,
    emailPassword: secrets.open(row.password),
    emailServer: row.server,
    emailServerPort: row.port,
    mailProtocol: row.protocol,
    SSL: row.ssl,
    checkSpamFolder: row.check_spam_folder,
    spamFolderName: row.spam_folder_name,
  };
}

/** Columns of a mailbox that keeps the rules of its form, its password sealed. */
export function mailboxValues(secrets: Secrets, box: EmailSettings) {
  return {
    address: box.emailAddress.trim(),
    login: box.emailLogin.trim(),
    password: secrets.seal(box.emailPassword),
    server: box.emailServer.trim(),
    port: box.emailServerPort ?? 0,
    protocol: box.mailProtocol ?? 'pop3',
    ssl: box.SSL,
    check_spam_folder: box.checkSpamFolder,
    spam_folder_name: box.spamFolderName.trim(),
  };
}

/** What a list is narrowed to. */
export type MailboxFilter = Partial<z.output<z.ZodObject<typeof mailboxFilter>>>;
/** Named mailboxes, or all that fit. */
export type Which = { ids: string[] } | ({ all: true } & MailboxFilter);

function fits({ search, used, login }: MailboxFilter) {
  const parts = [sql<SqlBool>`true`];
  if (search?.trim())
    parts.push(sql<SqlBool>`lower(address || ' ' || login || ' ' || server) like ${likePattern(search)}`);
  if (used) parts.push(sql<SqlBool>`used = ${used === 'yes'}`);
  if (login === 'CHECKING') parts.push(sql<SqlBool>`check_asked`);
  else if (login) parts.push(sql<SqlBool>`not check_asked and login_state = ${login}`);
  return sql<SqlBool>`(${sql.join(parts, sql` and `)})`;
}

/** True for the rows that a call names. */
export const isAmong = (which: Which) =>
  'ids' in which
    ? sql<SqlBool>`address_key = ${anyText(which.ids.map((one) => one.trim().toLowerCase()))}`
    : fits(which);

/** One page by key; by address unless it is sorted by `added`, the newest first. */
export async function mailboxPage(db: Queryable, secrets: Secrets, page: Partial<PageQuery> & MailboxFilter) {
  const isByPlace = page.sort === 'added';
  const source = {
    table: 'user_emails',
    columns,
    where: fits(page),
    key: isByPlace ? [numeric('id')] : [natural('address_key'), numeric('id')],
    isDown: page.order ? page.order === 'desc' : isByPlace,
  };
  const { rows, ...neighbours } = await keyedPage<MailboxRow>(db, source, page);
  const total = page.count ? await countThatFit(db, source) : null;
  return { emails: rows.map((row) => toMailbox(secrets, row)), ...neighbours, total };
}

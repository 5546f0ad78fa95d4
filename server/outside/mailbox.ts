import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { ImapFlow } from 'imapflow';
import Pop3 from 'node-pop3';
import type { EmailSettings } from '#domain/contract/email-settings.ts';
import { isAllowedAddress } from './address-policy.ts';

/** A mailbox that cannot be used; the message is for the operator and holds no secret. */
export class MailboxRefused extends Error {
  override name = 'MailboxRefused';
}

/**
 * Logs in to a mailbox and out again; for IMAP the spam folder is looked for as well. Throws MailboxRefused. The
 * certificate is checked; a server without one is reached with SSL off.
 */
export async function checkMailbox(box: EmailSettings, timeoutMs: number): Promise<void> {
  const address = await allowedAddress(box.emailServer.trim());
  try {
    await (box.mailProtocol === 'imap' ? checkImap(box, address, timeoutMs) : checkPop3(box, address, timeoutMs));
  } catch (error) {
    if (error instanceof MailboxRefused) throw error;
    throw new MailboxRefused(describeTrouble(error, box));
  }
}

/** The address that is connected to: resolved once, so that the policy cannot be passed by a second answer. */
async function allowedAddress(host: string): Promise<string> {
  const found = isIP(host) ? [host] : await lookup(host, { all: true }).then(addressesOf, () => []);
  if (found.length === 0) throw new MailboxRefused(`The mail server "${host}" was not found`);
  const allowed = found.find(isAllowedAddress);
  if (allowed === undefined) throw new MailboxRefused(`The address of "${host}" is never contacted`);
  return allowed;
}

const addressesOf = (entries: { address: string }[]) => entries.map((entry) => entry.address);

/** The name that the certificate is checked against; RFC 6066 allows no addresses there. */
function nameForTls(box: EmailSettings): { servername?: string } {
  const host = box.emailServer.trim();
  return isIP(host) ? {} : { servername: host };
}

async function checkImap(box: EmailSettings, address: string, timeoutMs: number): Promise<void> {
  const client = new ImapFlow({
    host: address,
    ...nameForTls(box),
    port: box.emailServerPort ?? 993,
    secure: box.SSL,
    auth: { user: box.emailLogin, pass: box.emailPassword },
    logger: false,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  });
  // Without a listener a broken connection would end the process.
  client.on('error', () => {});
  try {
    await client.connect();
    if (!box.checkSpamFolder) return;
    const folders = await client.list();
    const wanted = box.spamFolderName.trim().toLowerCase();
    if (!folders.some((folder) => [folder.path, folder.name].some((name) => name.toLowerCase() === wanted)))
      throw new MailboxRefused(
        `The mailbox has no folder "${box.spamFolderName.trim()}"; it has ${folders
          .map((folder) => folder.path)
          .slice(0, 20)
          .join(', ')}`,
      );
  } finally {
    client.close();
  }
}

async function checkPop3(box: EmailSettings, address: string, timeoutMs: number): Promise<void> {
  const client = new Pop3({
    host: address,
    ...nameForTls(box),
    port: box.emailServerPort ?? 995,
    tls: box.SSL,
    timeout: timeoutMs,
    user: box.emailLogin,
    password: box.emailPassword,
  });
  client.on('error', () => {});
  try {
    await client.STAT();
  } finally {
    await client.QUIT().catch(() => {});
  }
}

interface Trouble {
  message?: string;
  code?: string;
  eventName?: string;
  authenticationFailed?: boolean;
}

function describeTrouble(error: unknown, box: EmailSettings): string {
  const trouble = error as Trouble;
  const at = `${box.emailServer.trim()}:${box.emailServerPort}`;
  const isRefusal = trouble.authenticationFailed === true || trouble.eventName === 'error';
  if (isRefusal && !trouble.code) return 'The mail server refused the login: address, login or password is wrong';
  const text = `${trouble.code ?? ''} ${trouble.message ?? ''}`;
  if (/CERT|certificate|self.signed|altname/i.test(text))
    return `The certificate of ${at} is not valid for "${box.emailServer.trim()}"`;
  if (/EPROTO|SSL|wrong version/i.test(text))
    return `${at} does not speak SSL: try the other setting of SSL or another port`;
  if (/ECONNREFUSED/.test(text)) return `Nothing answers at ${at}: check server address and port`;
  if (/timeout|ETIMEDOUT|GREETING/i.test(text))
    return `${at} did not answer in time: check server address, port and SSL`;
  return `The mail server at ${at} closed the connection: check port and SSL`;
}

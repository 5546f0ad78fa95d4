import { lookup } from 'node:dns/promises';
import { isIP, type Socket } from 'node:net';
import { ImapFlow } from 'imapflow';
import Pop3 from 'node-pop3';
import { type EmailSettings, hasControl } from '#domain/contract/email-settings.ts';
import { isAllowedAddress } from '../address-policy.ts';

/** A mailbox that cannot be used; the message is for the operator and holds no secret. */
export class MailboxRefused extends Error {
  override name = 'MailboxRefused';
  /** False when the server may be better later. */
  readonly isFinal: boolean;
  constructor(message: string, isFinal = true) {
    super(message);
    this.isFinal = isFinal;
  }
}

/**
 * Works with a mailbox by IMAP. One rule for both protocols: with SSL on it is TLS from the first byte and the certificate is
 * checked (RFC 8314, section 3); with SSL off it is plain to the end. Throws MailboxRefused for what the operator can mend;
 * the connection is over with the work, whatever the server does, and when the signal aborts.
 */
export function withImap<T>(
  box: EmailSettings,
  timeoutMs: number,
  work: (client: ImapFlow) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  return inWords(box, async (address) => {
    const client = new ImapFlow({
      host: address,
      ...nameForTls(box),
      port: box.emailServerPort ?? 993,
      secure: box.SSL,
      doSTARTTLS: false,
      auth: { user: box.emailLogin, pass: box.emailPassword },
      logger: false,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
    });
    // Without a listener a broken connection would end the process.
    client.on('error', () => {});
    try {
      return await within(
        timeoutMs,
        client.connect().then(() => work(client)),
        signal,
      );
    } finally {
      client.close();
    }
  });
}

/** The same by POP3. */
export function withPop3<T>(
  box: EmailSettings,
  timeoutMs: number,
  work: (client: Pop3) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  return inWords(box, async (address) => {
    const client = new Pop3({
      host: address,
      ...nameForTls(box),
      port: box.emailServerPort ?? 995,
      tls: box.SSL,
      user: box.emailLogin,
      password: box.emailPassword,
    });
    client.on('error', () => {});
    const whole = async () => {
      const result = await work(client);
      await client.QUIT().catch(() => {});
      return result;
    };
    try {
      return await within(timeoutMs, whole(), signal);
    } finally {
      // Its own farewell waits for an answer.
      (client as unknown as { _socket: Socket | null })._socket?.destroy();
    }
  });
}

async function inWords<T>(box: EmailSettings, work: (address: string) => Promise<T>): Promise<T> {
  // Whatever let it in: a line break would be a command of its own.
  if ([box.emailServer, box.emailLogin, box.emailPassword, box.spamFolderName].some(hasControl))
    throw new MailboxRefused('The login of the mailbox holds a line break or another control character');
  const address = await allowedAddress(box.emailServer.trim());
  try {
    return await work(address);
  } catch (error) {
    throw error instanceof MailboxRefused ? error : new MailboxRefused(describeTrouble(error, box), isFinal(error));
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

/** The work's result, or an error when it takes longer; what it does afterwards is nobody's matter. */
async function within<T>(timeoutMs: number, work: Promise<T>, signal?: AbortSignal): Promise<T> {
  work.catch(() => {});
  const { promise, reject } = Promise.withResolvers<never>();
  const giveUp = () => reject(new Error('timeout'));
  const timer = setTimeout(giveUp, timeoutMs);
  signal?.addEventListener('abort', giveUp);
  if (signal?.aborted) giveUp();
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', giveUp);
  }
}

interface Trouble {
  message?: string;
  code?: string;
  eventName?: string;
  authenticationFailed?: boolean;
}

/** The server said no, or is not the one it should be: another try would not help. */
function isFinal(error: unknown): boolean {
  const trouble = error as Trouble;
  const isRefusal = trouble.authenticationFailed === true || trouble.eventName === 'error';
  return (
    (isRefusal && !trouble.code) ||
    /CERT|certificate|self.signed|altname|EPROTO/i.test(`${trouble.code} ${trouble.message}`)
  );
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

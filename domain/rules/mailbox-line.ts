import { type EmailSettings, emailProblems } from '../contract/email-settings.ts';

/** The eight facts of a mailbox in a file, in the order of our own export. */
export const mailboxColumns = [
  'address',
  'login',
  'password',
  'server',
  'port',
  'protocol',
  'ssl',
  'checkSpamFolder',
  'spamFolderName',
] as const;
export type MailboxCells = Record<(typeof mailboxColumns)[number], string>;

const yes = /^(true|1|yes)$/i;
const no = /^(false|0|no)$/i;
export const lineForm = 'email:login:password:server:port:protocol:ssl';

/** The parts of a line, cut from both ends: what is between is the password, colons and all (D-MAIL-02). Null: too few. */
export function cutMailboxLine(line: string): MailboxCells | null {
  const parts = line.split(':');
  if (parts.length < 7) return null;
  const [address = '', login = ''] = parts;
  const [server = '', port = '', protocol = '', ssl = ''] = parts.slice(-4);
  const password = parts.slice(2, -4).join(':');
  return { address, login, password, server, port, protocol, ssl, checkSpamFolder: '', spamFolderName: '' };
}

/** A mailbox from its cells, or why there is none. What the form would refuse is refused here in the same words. */
export function readMailbox(cells: MailboxCells): EmailSettings | string {
  const { address, login, password, server, port, protocol, ssl, checkSpamFolder, spamFolderName } = trimmed(cells);
  if (!/^\d{1,6}$/.test(port)) return `The port must be a number, not "${port.slice(0, 40)}"`;
  const kind = protocol.toLowerCase();
  if (kind !== 'pop3' && kind !== 'imap') return `The protocol must be pop3 or imap, not "${protocol.slice(0, 40)}"`;
  if (!yes.test(ssl) && !no.test(ssl)) return `SSL must be true or false, not "${ssl.slice(0, 40)}"`;
  const box: EmailSettings = {
    emailAddress: address,
    emailLogin: login,
    emailPassword: password,
    emailServer: server,
    emailServerPort: Number(port),
    mailProtocol: kind,
    SSL: yes.test(ssl),
    checkSpamFolder: yes.test(checkSpamFolder),
    spamFolderName,
  };
  return emailProblems(box)[0]?.message ?? tooLong(box) ?? box;
}

/** All but the password: spaces belong to it. */
function trimmed(cells: MailboxCells): MailboxCells {
  const entries = Object.entries(cells).map(([name, value]) => [name, name === 'password' ? value : value.trim()]);
  return Object.fromEntries(entries) as MailboxCells;
}

const longest = { emailAddress: 320, emailLogin: 320, emailPassword: 1_000, emailServer: 255, spamFolderName: 255 };

function tooLong(box: EmailSettings): string | undefined {
  const found = Object.entries(longest).find(([name, most]) => box[name as keyof typeof longest].length > most);
  return found && `${found[0]}: Must be at most ${found[1]} characters`;
}

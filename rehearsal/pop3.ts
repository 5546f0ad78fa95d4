import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { SiteMail } from './site-users.ts';

/** A mail in it. */
export interface BoxMail extends SiteMail {
  /** Sender; the site's own address where it is missing. */
  from?: string;
  /** When it was sent; now where it is missing. */
  at?: Date;
}

/** A rehearsed mailbox for every address, read by POP3 (RFC 1939) without TLS. */
export interface Pop3Server {
  port: number;
  /** Puts a mail into the mailbox of its address. */
  deliver(mail: BoxMail): void;
  /** Subjects of what lies in a mailbox. */
  subjects(address: string): string[];
  close(): Promise<void>;
}

interface Stored {
  id: string;
  subject: string;
  raw: string;
}

/** Starts it on 127.0.0.1; any name is an address, its password is the one given. */
export async function startPop3(password: string): Promise<Pop3Server> {
  const boxes = new Map<string, Stored[]>();
  let nMails = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
    const session = new Session(socket, password, boxes);
    readLines(socket, (line) => session.command(line));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    deliver: (mail) => {
      nMails += 1;
      const address = mail.to.toLowerCase();
      boxes.set(address, [
        ...(boxes.get(address) ?? []),
        { id: `mail-${nMails}`, subject: mail.subject, raw: toRaw(mail) },
      ]);
    },
    subjects: (address) => (boxes.get(address) ?? []).map((mail) => mail.subject),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function toRaw({ to, subject, text, from = 'site@127.0.0.1', at = new Date() }: BoxMail): string {
  const head = [`To: <${to}>`, `From: <${from}>`, `Subject: ${subject}`, `Date: ${at.toUTCString()}`];
  const lines = [...head, 'Content-Type: text/plain; charset=utf-8', '', ...text.split('\n')];
  return lines.join('\r\n');
}

function readLines(socket: Socket, onLine: (line: string) => void): void {
  let rest = '';
  socket.setEncoding('utf8');
  socket.on('data', (part: string) => {
    rest += part;
    for (let at = rest.indexOf('\r\n'); at >= 0; at = rest.indexOf('\r\n')) {
      onLine(rest.slice(0, at));
      rest = rest.slice(at + 2);
    }
  });
}

class Session {
  readonly #socket: Socket;
  readonly #password: string;
  readonly #boxes: Map<string, Stored[]>;
  readonly #deleted = new Set<string>();
  #user = '';
  #mails: Stored[] = [];

  constructor(socket: Socket, password: string, boxes: Map<string, Stored[]>) {
    this.#socket = socket;
    this.#password = password;
    this.#boxes = boxes;
    this.#say('+OK ready');
  }

  command(line: string): void {
    const [name = '', ...values] = line.split(' ');
    this.#say(this.#answer(name.toUpperCase(), values));
    if (name.toUpperCase() === 'QUIT') this.#socket.end();
  }

  #answer(name: string, values: string[]): string {
    const value = values.join(' ');
    if (name === 'USER') {
      this.#user = value.toLowerCase();
      return '+OK';
    }
    if (name === 'PASS') {
      if (value !== this.#password) return '-ERR [AUTH] login refused';
      this.#mails = [...(this.#boxes.get(this.#user) ?? [])];
      return '+OK signed in';
    }
    if (name === 'STAT')
      return `+OK ${this.#mails.length} ${this.#mails.reduce((sum, mail) => sum + mail.raw.length, 0)}`;
    if (name === 'LIST') return list(this.#mails.map((mail, index) => `${index + 1} ${mail.raw.length}`));
    if (name === 'UIDL') return list(this.#mails.map((mail, index) => `${index + 1} ${mail.id}`));
    const mail = this.#mails[Number(values[0]) - 1];
    if (name === 'QUIT') return this.#quit();
    if (!mail) return '-ERR no such message or command';
    if (name === 'RETR') return list(dotted(mail.raw));
    if (name === 'TOP') {
      const [head = '', ...body] = mail.raw.split('\r\n\r\n');
      return list([...dotted(head), '', ...dotted(body.join('\r\n\r\n')).slice(0, Number(values[1]))]);
    }
    if (name !== 'DELE') return '-ERR unknown command';
    this.#deleted.add(mail.id);
    return '+OK marked';
  }

  #quit(): string {
    const kept = (this.#boxes.get(this.#user) ?? []).filter((mail) => !this.#deleted.has(mail.id));
    this.#boxes.set(this.#user, kept);
    return '+OK bye';
  }

  #say(text: string): void {
    this.#socket.write(`${text}\r\n`);
  }
}

/** Lines of a mail, so that none is taken for its end (RFC 1939, section 3). */
const dotted = (text: string) => text.split('\r\n').map((line) => (line.startsWith('.') ? `.${line}` : line));
const list = (lines: string[]) => ['+OK', ...lines, '.'].join('\r\n');

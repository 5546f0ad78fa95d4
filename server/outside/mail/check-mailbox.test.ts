import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import type { EmailSettings } from '#domain/contract/email-settings.ts';
import { checkMailbox } from './check-mailbox.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A mail server that does with each connection what it is told. */
async function listen(serve: (socket: Socket) => void) {
  const ended: Promise<void>[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => {});
    ended.push(new Promise((resolve) => socket.on('close', () => resolve())));
    serve(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => server.close());
  return { port: (server.address() as AddressInfo).port, ended };
}

const box = (port: number, changes: Partial<EmailSettings>): EmailSettings => ({
  emailAddress: 'a@b.test',
  emailLogin: 'a',
  emailPassword: 'secret',
  emailServer: '127.0.0.1',
  emailServerPort: port,
  mailProtocol: 'imap',
  SSL: false,
  checkSpamFolder: false,
  spamFolderName: '',
  ...changes,
});

const talks: [string, (socket: Socket) => void][] = [
  ['never speaks', (socket) => void socket.resume()],
  ['greets and then never speaks', (socket) => void socket.resume().write('+OK hello\r\n* OK hello\r\n')],
  ['speaks without end', (socket) => void setInterval(() => socket.writable && socket.write('* \r\n'), 20).unref()],
];
const ways = (['imap', 'pop3'] as const).flatMap((mailProtocol) =>
  [false, true].flatMap((SSL) => talks.map(([name, talk]) => ({ mailProtocol, SSL, name, talk }))),
);

test.each(ways)(
  '$mailProtocol with SSL $SSL at a port that $name ends in time',
  async ({ mailProtocol, SSL, talk }) => {
    const server = await listen(talk);
    await expect(checkMailbox(box(server.port, { mailProtocol, SSL }), 500)).rejects.toThrow();
    // No connection is left behind.
    await Promise.all(server.ended);
  },
);

test('with SSL off nothing is upgraded, whatever the server offers', async () => {
  const heard: string[] = [];
  const server = await listen((socket) => {
    socket.write('* OK [CAPABILITY IMAP4rev1 STARTTLS AUTH=PLAIN] ready\r\n');
    socket.on('data', (data) => {
      for (const line of String(data).split('\r\n').filter(Boolean)) {
        const [tag = '', command = ''] = line.split(' ');
        heard.push(command.toUpperCase());
        socket.write(`${tag} OK done\r\n`);
      }
    });
  });
  await checkMailbox(box(server.port, {}), 5_000);
  expect(heard.some((command) => /^(LOGIN|AUTHENTICATE)$/.test(command))).toBe(true);
  expect(heard).not.toContain('STARTTLS');
});

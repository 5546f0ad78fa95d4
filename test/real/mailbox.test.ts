import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EmailSettings, testEmailLogin } from '#domain/contract/email-settings.ts';
import { addMailbox, checkMailboxes, listMailboxes, type Mailbox } from '#domain/contract/mailboxes.ts';
import { whyNotReal } from '#test/support/real/install.ts';
import { type RealMail, startMail } from '#test/support/real/start-mail.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';
import { until } from '#test/support/until.ts';

const why = whyNotReal(['dovecot-imapd', 'dovecot-pop3d', 'openssl']);
const trusted = getCACertificates();

describe.skipIf(why !== undefined)(`a login tested against Dovecot${why ? ` (skipped: ${why})` : ''}`, () => {
  let app: TestApp;
  let mail: RealMail;
  beforeAll(async () => {
    mail = await startMail();
    app = await startTestApp();
  });
  afterAll(async () => {
    setDefaultCACertificates(trusted);
    await app?.stop();
    await mail?.stop();
  });

  const boxAt = (port: keyof RealMail['ports']) => ({
    emailAddress: mail.login,
    emailLogin: mail.login,
    emailPassword: mail.password,
    emailServer: 'localhost',
    emailServerPort: mail.ports[port],
    mailProtocol: port.startsWith('imap') ? 'imap' : 'pop3',
    SSL: port.endsWith('s'),
  });
  /** What the operator reads; undefined when the login works. */
  async function trial(port: keyof RealMail['ports'], changes: Partial<EmailSettings> = {}) {
    const answer = (await app.send(testEmailLogin, { body: { ...boxAt(port), ...changes } })).body;
    if (!answer.error) expect(answer).toEqual({ success: true });
    return answer.error?.message;
  }
  const ports = ['imap', 'imaps', 'pop3', 'pop3s'] as const;

  test('a certificate that nobody vouches for is refused', async () => {
    for (const port of ['imaps', 'pop3s'] as const)
      expect(await trial(port)).toBe(`The certificate of localhost:${mail.ports[port]} is not valid for "localhost"`);
    setDefaultCACertificates([...trusted, mail.certificate]);
  });

  test.each(ports)('%s: the right login passes, by name and by address', async (port) => {
    expect(await trial(port)).toBeUndefined();
    expect(await trial(port, { emailServer: '127.0.0.1' })).toBeUndefined();
  });

  test.each(ports)('%s: a wrong password is told as such, and stands in no answer', async (port) => {
    const message = await trial(port, { emailPassword: 'not-the-password' });
    expect(message).toBe('The mail server refused the login: address, login or password is wrong');
  });

  test('the wrong setting of SSL is told', async () => {
    expect(await trial('imap', { SSL: true })).toMatch(/does not speak SSL|did not answer in time/);
    expect(await trial('pop3', { SSL: true })).toMatch(/does not speak SSL|did not answer in time/);
  });

  test('the spam folder is looked for', async () => {
    const look = (spamFolderName: string) => trial('imaps', { checkSpamFolder: true, spamFolderName });
    expect(await look('Spam')).toBeUndefined();
    expect(await look('Junk')).toMatch(/^The mailbox has no folder "Junk"; it has .*Spam/);
  });

  test('the mailboxes of the list are tested by all four ways, each told for itself', async () => {
    const address = (port: string) => `${port}@x.test`;
    for (const port of ports) await app.send(addMailbox, { body: { ...boxAt(port), emailAddress: address(port) } });
    await app.send(addMailbox, {
      body: { ...boxAt('imaps'), emailAddress: 'junk@x.test', checkSpamFolder: true, spamFolderName: 'Junk' },
    });
    expect((await app.send(checkMailboxes, { body: { which: { all: true } } })).body).toEqual({ count: 5 });
    const list = async (): Promise<Mailbox[]> => (await app.send(listMailboxes)).body.emails;
    await until('all are tested', async () => (await list()).every(({ checkedAt }) => checkedAt !== null));
    expect((await list()).map((box) => [box.address, box.loginState, box.loginSaid])).toEqual([
      [address('imap'), 'WORKS', null],
      [address('imaps'), 'WORKS', null],
      ['junk@x.test', 'FAILED', expect.stringContaining('The mailbox has no folder "Junk"')],
      [address('pop3'), 'WORKS', null],
      [address('pop3s'), 'WORKS', null],
    ]);
  });
});

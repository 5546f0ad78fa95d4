import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EmailSettings, testEmailLogin } from '#domain/contract/email-settings.ts';
import { whyNotReal } from '#test/support/real/install.ts';
import { type RealMail, startMail } from '#test/support/real/start-mail.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';

const why = whyNotReal(['dovecot-imapd', 'dovecot-pop3d', 'openssl']);
const trusted = getCACertificates();

describe.skipIf(why !== undefined)(`a login tested against Dovecot${why ? ` (skipped: ${why})` : ''}`, () => {
  let app: TestApp;
  let mail: RealMail;
  beforeAll(async () => {
    mail = await startMail();
    app = await startTestApp({ roles: ['http'] });
  });
  afterAll(async () => {
    setDefaultCACertificates(trusted);
    await app?.stop();
    await mail?.stop();
  });

  /** What the operator reads; undefined when the login works. */
  async function trial(port: keyof RealMail['ports'], changes: Partial<EmailSettings> = {}) {
    const body = {
      emailAddress: mail.login,
      emailLogin: mail.login,
      emailPassword: mail.password,
      emailServer: 'localhost',
      emailServerPort: mail.ports[port],
      mailProtocol: port.startsWith('imap') ? 'imap' : 'pop3',
      SSL: port.endsWith('s'),
      ...changes,
    };
    const answer = (await app.send(testEmailLogin, { body })).body;
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
});

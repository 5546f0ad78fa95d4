import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findPlatform } from '#connectors/registry.ts';
import type { EmailSettings } from '#domain/contract/email-settings.ts';
import { accountFields } from '#domain/contract/projects/account.ts';
import { getProject, startProject, startVerifying } from '#domain/contract/projects/projects.ts';
import { expectLive, newContent, PlatformBench } from '#test/suites/platform-target.ts';
import { readyToSignUp } from '#test/support/builders.ts';
import { startEngine } from '#test/support/engines.ts';
import { whyNotReal } from '#test/support/real/install.ts';
import { type RealWordPress, startWordPress } from '#test/support/real/start.ts';
import { mailPackages, type RealMailServer, startMailServer } from '#test/support/real/start-mail.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';
import { until } from '#test/support/until.ts';

const packages = ['nginx-light', 'php-fpm', 'php-mysql', 'mariadb-server', 'wordpress', ...mailPackages];
const why = whyNotReal(packages);
const trusted = getCACertificates();

describe.skipIf(why !== undefined)(`accounts made and confirmed by mail${why ? ` (skipped: ${why})` : ''}`, () => {
  let app: TestApp;
  let mail: RealMailServer;
  let blogs: RealWordPress;
  beforeAll(async () => {
    mail = await startMailServer();
    setDefaultCACertificates([...trusted, mail.certificate]);
    blogs = await startWordPress(2, { sendmail: mail.sendmail });
    app = await startTestApp();
  });
  afterAll(async () => {
    setDefaultCACertificates(trusted);
    await app?.stop();
    await blogs?.stop();
    await mail?.stop();
  });

  // What comes to an address with "spam" in it is filed as spam, where IMAP looks and POP3 cannot.
  const addressOf = { imap: 'spam-person@mail.test', pop3: 'person@mail.test' };
  const page = async (id: number) => (await app.send(getProject, { params: { id } })).body.project;
  const box = (protocol: 'imap' | 'pop3'): Partial<EmailSettings> => ({
    ...{
      emailAddress: addressOf[protocol],
      emailLogin: addressOf[protocol],
      emailPassword: 'anypw',
    },
    ...{ emailServer: 'localhost', emailServerPort: mail.ports[`${protocol}s`], mailProtocol: protocol, SSL: true },
    ...(protocol === 'imap' ? { checkSpamFolder: true, spamFolderName: 'Spam' } : {}),
  });

  test.each(['imap', 'pop3'] as const)(
    'WordPress by %s over TLS: registered, confirmed, password set, then a post',
    async (protocol) => {
      const engine = await startEngine(app);
      const sites = blogs.blogs.map((blog) => ({ ...blog, platform: 'wordpress' }));
      const ready = await readyToSignUp(app.app, sites, {
        siteName: protocol,
        module: 'SocialNetwork',
        fields: {
          username: `writer${protocol}{1|2|3|4}`,
          verificationInfo: accountFields.shape.verificationInfo.parse({ ...box(protocol), emailSource: 'MANUAL' }),
        },
      });
      await app.send(startProject, { params: { id: ready.projectId } });
      await until('made', async () => (await page(ready.projectId)).status === 'COMPLETED');
      const accounts = () =>
        app.app.store.db
          .selectFrom('accounts')
          .where('profile_id', '=', ready.profileId)
          .orderBy('site_key')
          .selectAll()
          .execute();
      expect((await accounts()).map((account) => account.confirmation)).toEqual(['WAITING', 'WAITING']);
      await app.send(startVerifying, { params: { id: ready.projectId } });
      await until(
        'confirmed',
        async () => (await page(ready.projectId)).verificationInfo.status === 'Done: 2 verified',
      );
      expect((await page(ready.projectId)).status).toBe('COMPLETED');
      const platform = findPlatform('wordpress');
      for (const [index, account] of (await accounts()).entries()) {
        expect(account.confirmation).toBe('CONFIRMED');
        const login = { username: account.username, password: app.app.secrets.open(account.password) };
        const bench = new PlatformBench(platform ?? expect.fail(), {
          url: sites[index]?.url ?? '',
          ...login,
          close: async () => {},
        });
        const content = newContent();
        await expectLive(bench, await bench.publish(content), content);
        await bench.outside.close();
      }
      await engine.stop();
    },
  );
});

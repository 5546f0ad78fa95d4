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
import { type RealServer, type RealWordPress, startWordPress } from '#test/support/real/start.ts';
import { dokuwikiPackages, startDokuWiki } from '#test/support/real/start-dokuwiki.ts';
import { mailPackages, type RealMailServer, startMailServer } from '#test/support/real/start-mail.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';
import { until } from '#test/support/until.ts';

const wordpressPackages = ['php-mysql', 'mariadb-server', 'wordpress'];
const packages = [...dokuwikiPackages, ...wordpressPackages, ...mailPackages];
const why = whyNotReal(packages);
const trusted = getCACertificates();

describe.skipIf(why !== undefined)(`accounts made and confirmed by mail${why ? ` (skipped: ${why})` : ''}`, () => {
  let app: TestApp;
  let mail: RealMailServer;
  let blogs: RealWordPress;
  let wiki: RealServer;
  beforeAll(async () => {
    mail = await startMailServer();
    setDefaultCACertificates([...trusted, mail.certificate]);
    blogs = await startWordPress(2, { sendmail: mail.sendmail });
    wiki = await startDokuWiki({ sendmail: mail.sendmail });
    app = await startTestApp();
  });
  afterAll(async () => {
    setDefaultCACertificates(trusted);
    await app?.stop();
    await blogs?.stop();
    await wiki?.stop();
    await mail?.stop();
  });

  // What comes to an address with "spam" in it is filed as spam, where IMAP looks and POP3 cannot.
  const addressOf = {
    imap: (name: string) => `spam-${name}@mail.test`,
    pop3: (name: string) => `${name}@mail.test`,
  };
  const sitesOf = { wordpress: () => blogs.blogs, dokuwiki: () => [wiki] };
  const page = async (id: number) => (await app.send(getProject, { params: { id } })).body.project;
  const box = (protocol: 'imap' | 'pop3', address: string): Partial<EmailSettings> => ({
    ...{ emailAddress: address, emailLogin: address, emailPassword: 'anypw' },
    ...{ emailServer: 'localhost', emailServerPort: mail.ports[`${protocol}s`], mailProtocol: protocol, SSL: true },
    ...(protocol === 'imap' ? { checkSpamFolder: true, spamFolderName: 'Spam' } : {}),
  });

  test.each([
    ['wordpress', 'SocialNetwork', 'imap'],
    ['wordpress', 'SocialNetwork', 'pop3'],
    // Its mail brings the password, in a part of base64.
    ['dokuwiki', 'Wiki', 'imap'],
    ['dokuwiki', 'Wiki', 'pop3'],
  ] as const)(
    '%s (%s) by %s over TLS: registered, confirmed, password set, then a post',
    async (kind, module, protocol) => {
      const engine = await startEngine(app);
      const sites = sitesOf[kind]().map((site) => ({ ...site, platform: kind }));
      const mailbox = box(protocol, addressOf[protocol](kind));
      const ready = await readyToSignUp(app.app, sites, {
        siteName: `${kind}-${protocol}`,
        module,
        fields: {
          username: `writer${protocol}{1|2|3|4}`,
          verificationInfo: accountFields.shape.verificationInfo.parse({ ...mailbox, emailSource: 'MANUAL' }),
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
      expect((await accounts()).map((account) => account.confirmation)).toEqual(sites.map(() => 'WAITING'));
      await app.send(startVerifying, { params: { id: ready.projectId } });
      await until(
        'confirmed',
        async () => (await page(ready.projectId)).verificationInfo.status === `Done: ${sites.length} verified`,
      );
      expect((await page(ready.projectId)).status).toBe('COMPLETED');
      const platform = findPlatform(kind);
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

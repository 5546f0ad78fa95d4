import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { registry } from '#connectors/registry.ts';
import { defineCall } from '#domain/contract/call.ts';
import { readConfig } from '#server/config.ts';
import { canary, hear, looksSecret, secretFields } from '#test/support/canaries.ts';

/**
 * Every field that looks secret, and the canary that sings in it in test/real/canaries.test.ts: a new one is missing here
 * until it has its own. `null` with a word: it holds no secret.
 */
const sung: Record<string, string | [null, why: string]> = {
  'addAccount in.password': 'Account',
  'addMailbox in.emailPassword': 'ListMail',
  'checkIndexer in.apiKey': 'CheckIndexer',
  'checkMedia in.apiKey': 'CheckMedia',
  'editAccount in.password': 'EditedAccount',
  'editAccounts in.changes.password': 'ChangedAccounts',
  'editMailbox in.emailPassword': 'EditedMail',
  'importAccounts in.file': 'ImportedAccount',
  'importCustomSites in.file': 'SiteAddress',
  'importLinks in.file': 'ImportedLink',
  'importMailboxes in.file': 'ImportedMail',
  'importStrategies in.file': [null, 'a diagram holds boxes and links'],
  'login in.captcha': 'CaptchaToken',
  'login in.password': 'WrongPassword',
  'rejectedAccounts in.file': 'RejectedAccount',
  'rejectedLinks in.file': 'RejectedLink',
  'rejectedMailboxes in.file': 'RejectedMail',
  'saveAccountProject in.project.password': 'Project',
  'saveAccountProject in.project.verificationInfo.emailPassword': 'ProjectMail',
  'testAccount in.credentials': 'TestAccount',
  'testEmailLogin in.emailPassword': 'TestMail',
  'testSpinner in.password': 'TestSpinner',
  'uploadArticles in.file': [null, 'articles are made to be published'],
  'uploadArticlesByFileName in.file': [null, 'articles are made to be published'],
};
/** Settings from outside. */
const sungSettings: Record<string, string> = {
  'captcha.google.secret': 'GoogleSecret',
  databaseUrl: 'Database',
  'firstUser.password': 'User',
  'productMail.emailPassword': 'ProductMail',
  secretKey: 'Key',
};
/** Columns of the store, each sealed, hashed or no secret of ours. */
const columns = [
  'accounts.password sealed',
  'posts.token said by the site',
  'private_sites.password sealed',
  'url_items.password sealed',
  'user_emails.password sealed',
  'users.password_hash hashed',
];
const play = [
  './real/canaries.test.ts',
  ...['spinners', 'media', 'mailboxes'].map((name) => `./support/canary-${name}.ts`),
]
  .map((path) => readFileSync(new URL(path, import.meta.url), 'utf8'))
  .join('\n');
const sings = (name: string) => new RegExp(`\\b(canary|plainCanary)\\('${name}'\\)|, '${name}'[,\\]]`).test(play);

describe('secret fields', () => {
  test('of the contract all have a canary', () => {
    expect(secretFields().filter((field) => / in\./.test(field))).toEqual(Object.keys(sung).sort());
    for (const name of Object.values(sung))
      if (typeof name === 'string') expect([name, sings(name)]).toEqual([name, true]);
  });

  test('of the settings all have a canary', () => {
    const env = {
      DATABASE_URL: 'postgres://a:b@c/d',
      LINKWRIGHT_SECRET_KEY: 'x',
      LINKWRIGHT_GOOGLE_SITE_KEY: 'x',
      LINKWRIGHT_GOOGLE_SECRET: 'x',
      LINKWRIGHT_MAIL_DOMAIN: 'x',
      LINKWRIGHT_MAIL_SERVER: 'x',
      LINKWRIGHT_MAIL_LOGIN: 'x',
      LINKWRIGHT_MAIL_PASSWORD: 'x',
    };
    const found = (value: unknown, path: string[] = []): string[] =>
      typeof value === 'object' && value !== null
        ? Object.entries(value).flatMap(([name, inner]) => found(inner, [...path, name]))
        : looksSecret(path.at(-1) ?? '') || path.at(-1) === 'databaseUrl' || path.at(-1) === 'secretKey'
          ? [path.join('.')]
          : [];
    expect(found(readConfig(env, [])).sort()).toEqual(Object.keys(sungSettings).sort());
    for (const name of Object.values(sungSettings)) expect([name, sings(name)]).toEqual([name, true]);
  });

  test('of the connectors are those an account has', () => {
    const fields = registry.platforms.flatMap((platform) => platform.fields.filter((field) => field.kind === 'secret'));
    expect(new Set(fields.map((field) => field.name))).toEqual(new Set(['password']));
    // What a site account stores; another name needs a column, and its canary.
    const names = registry.platforms.flatMap((platform) => platform.fields.map((field) => field.name));
    expect(names.filter((name) => !['username', 'password', 'email'].includes(name))).toEqual([]);
    for (const connector of Object.values(registry).flat())
      for (const { name, kind } of connector.fields)
        expect([name, looksSecret(name)]).toEqual([name, kind === 'secret']);
  });

  test('of the store are all known', () => {
    const tables = ['tables', 'sign-in-tables', 'indexing-tables']
      .map((name) => readFileSync(`server/db/${name}.ts`, 'utf8'))
      .join('\n');
    const named = new Set([...tables.matchAll(/^ +(\w+)\??: /gm)].map((match) => match[1] ?? '').filter(looksSecret));
    expect([...named].sort()).toEqual([...new Set(columns.map((column) => column.split(/[. ]/)[1]))].sort());
  });

  test('that somebody adds are found', () => {
    const body = z.object({ list: z.array(z.object({ proxyPassword: z.string() })), apiKey: z.string().optional() });
    const call = defineCall({
      id: 'x',
      method: 'POST',
      path: '/x',
      summary: 'x',
      body,
      reply: z.object({ siteKey: z.string() }),
    });
    expect(secretFields([call])).toEqual(['x in.apiKey', 'x in.list.proxyPassword']);
  });
});

describe('the ear', () => {
  const secret = canary('Test');
  const bytes = Buffer.from(secret);
  test.each([
    ['plain', secret],
    ['in an address', encodeURIComponent(secret)],
    ['in JSON', JSON.stringify({ a: secret })],
    ['base64', bytes.toString('base64')],
    ['base64 behind one letter', Buffer.from(`a${secret}`).toString('base64')],
    ['base64 behind two letters', Buffer.from(`ab:${secret}`).toString('base64')],
    ['base64 behind a name', Buffer.from(`name:${secret}`).toString('base64url')],
    ['hex', bytes.toString('hex')],
    ['UTF-16', Buffer.from(secret, 'utf16le')],
    ['backwards', Buffer.from(bytes).reverse()],
    ['UTF-16 backwards', Buffer.from(secret, 'utf16le').reverse()],
  ])('hears a canary %s', (_, text) => {
    expect(hear(Buffer.concat([Buffer.alloc(1_000, 'x'), Buffer.from(text), Buffer.alloc(1_000, 'y')]))).not.toEqual(
      [],
    );
  });

  test('hears nothing where there is none', () => {
    expect(hear('a song of no bird '.repeat(1_000))).toEqual([]);
  });
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import * as contract from '#domain/contract/accounts.ts';
import { newCampaign, newProfile } from '#test/support/nouns.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';

// Two changes of one account at the same moment: the one waits for the other and sees what it did.

let app: TestApp;
let id: number;
beforeAll(async () => {
  app = await startTestApp({ roles: ['http'] });
  id = (await newProfile(app, (await newCampaign(app)).id)).id;
});
afterAll(() => app?.stop());

const was = { siteName: 'one.test', email: 'a@b.test' };
const stored = async (): Promise<contract.Account | undefined> =>
  (await app.send(contract.listAccounts, { params: { id } })).body.accounts[0];

type Second = (password: string) => Promise<{ status: number; body: { count?: number } }>;
const seconds: Record<string, Second> = {
  'bulk edit': (password) =>
    app.send(contract.editAccounts, { params: { id }, body: { which: { ids: [was] }, changes: { password } } }),
  import: (password) =>
    app.upload(contract.importAccounts, {
      id,
      files: { 'a.txt': `${was.siteName}|${was.email}|imported|${password}` },
    }),
  delete: () => app.send(contract.deleteAccounts, { params: { id }, body: { ids: [was] } }),
};

test.each(Object.keys(seconds))('an edit beside a %s: neither undoes the other', async (kind) => {
  const outcomes = new Set<string>();
  for (let n = 0; n < 30; n += 1) {
    const account = { ...was, accountListId: id, username: 'u', password: 'p' };
    await app.send(contract.addAccount, { body: account });
    const edition = (await stored())?.edition;
    const [edit, second] = await Promise.all([
      app.send(contract.editAccount, { body: { ...account, was, username: `mine-${n}`, edition } }),
      seconds[kind]?.(`other-${n}`),
    ]);
    expect(second).toMatchObject({ status: 200, body: { count: 1 } });
    const now = await stored();
    outcomes.add(`edit ${edit.status}, ${now ? (now.password === `other-${n}` ? 'both' : 'lost') : 'gone'}`);
  }
  // An edit that comes second is told so, since what it read is no longer there.
  const fine = kind === 'delete' ? ['edit 200, gone', 'edit 404, gone'] : ['edit 200, both', 'edit 409, both'];
  for (const outcome of outcomes) expect(fine).toContain(outcome);
});

test('accounts that take each other’s name at once leave none behind and none twice', async () => {
  const names = ['left.test', 'right.test'];
  for (const siteName of names)
    await app.send(contract.addAccount, {
      body: { ...was, siteName, accountListId: id, username: 'u', password: 'p' },
    });
  const rename = (from = '', to = '') =>
    app.send(contract.editAccount, {
      body: { ...was, siteName: to, accountListId: id, username: from, password: 'p', was: { ...was, siteName: from } },
    });
  const answers = await Promise.all([rename(names[0], names[1]), rename(names[1], names[0])]);
  for (const { body } of answers) expect(body.error).toMatchObject({ code: 'EXISTS', field: 'email' });
});

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as contract from '#domain/contract/accounts.ts';
import { maxRowsInEvent, topics } from '#domain/contract/live.ts';
import { newCampaign, newProfile } from '#test/support/nouns.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';

let app: TestApp;
let campaignId: number;
beforeAll(async () => {
  app = await startTestApp();
  campaignId = (await newCampaign(app)).id;
});
afterAll(() => app.stop());

interface Account {
  siteName: string;
  email: string;
  username: string;
  password: string;
}
const profile = async () => (await newProfile(app, campaignId)).id;
const list = (id: number, query: Record<string, unknown> = {}) =>
  app.send(contract.listAccounts, { params: { id }, query });
const importFile = (id: number, content: string | Uint8Array) =>
  app.upload(contract.importAccounts, { id, files: { 'accounts.csv': content } });
const plain = ({ siteName, email, username, password }: Account) => ({ siteName, email, username, password });

/** All accounts of a profile, read page by page. */
async function all(id: number, query: Record<string, unknown> = {}): Promise<Account[]> {
  const found: Account[] = [];
  for (let after = ''; after !== null; ) {
    const { body } = await list(id, { limit: 1_000, ...query, after });
    found.push(...body.accounts.map(plain));
    after = body.next;
  }
  return found;
}

describe('profiles', () => {
  test('are made, renamed, listed and deleted, and the campaign hears of it', async () => {
    const log = await app.listen(topics.campaign(campaignId));
    const made = await newProfile(app, campaignId, 'Mine');
    expect(made).toEqual({ id: made.id, name: 'Mine', campaignId, group: null, count: 0, version: made.version });
    const answer = await app.send(contract.renameProfile, { params: { id: made.id }, body: { name: 'Ours' } });
    const renamed = answer.body.profile;
    expect(renamed).toEqual({ ...made, name: 'Ours', version: renamed.version });
    expect(renamed.version).toBeGreaterThan(made.version);
    const listed = await app.send(contract.listProfiles, { params: { id: campaignId } });
    expect(listed.body.profiles[0]).toEqual(renamed);
    const tree = await app.send(contract.campaignsWithProfiles);
    const own = tree.body.campaigns.find((row: { id: number }) => row.id === campaignId);
    expect(own.profiles).toContainEqual(renamed);
    await app.send(contract.deleteProfiles, { params: { id: campaignId }, body: { ids: [made.id] } });
    expect(await log.all()).toEqual([
      { action: 'newProfile', profile: made },
      { action: 'profileEdited', profile: renamed },
      { action: 'profilesDeleted', ids: [made.id] },
    ]);
  });

  test('of another campaign are not deleted', async () => {
    const [other, id] = [await newCampaign(app), await profile()];
    const answer = await app.send(contract.deleteProfiles, { params: { id: other.id }, body: [id] });
    expect(answer.body).toEqual({ ids: [] });
    expect((await list(id)).status).toBe(200);
  });
});

describe('single accounts', () => {
  const account = { siteName: 'Blog.test', email: 'Ada@Mail.test', username: 'ada', password: ' se|cret ' };

  test('are added once, whatever the case of their letters', async () => {
    const id = await profile();
    const log = await app.listen(topics.profile(id));
    const added = await app.send(contract.addAccount, { body: { ...account, accountListId: id } });
    const shown = { ...account, accountListId: id, stopped: null, confirmation: 'NONE', edition: expect.any(Number) };
    expect(added.body).toEqual({ account: shown });
    const again = { ...account, siteName: 'BLOG.test', email: 'ada@mail.TEST', accountListId: id };
    expect((await app.send(contract.addAccount, { body: again })).body).toEqual({
      error: { code: 'EXISTS', message: 'This account already exists', field: 'email' },
    });
    expect(await log.all()).toEqual([{ action: 'newAccount', account: shown }]);
    expect((await list(id)).body).toMatchObject({ profile: { count: 1 }, campaign: { id: campaignId }, next: null });
  });

  test.each([
    ['siteName', 'Please enter website'],
    ['email', 'Please enter email address'],
    ['username', 'Please enter username'],
    ['password', 'Please enter password'],
  ])('%s is required', async (field, message) => {
    const body = { ...account, [field]: '', accountListId: await profile() };
    expect((await app.send(contract.addAccount, { body })).body).toEqual({
      error: { code: 'INVALID', message, field },
    });
  });

  test('are deleted by identity; unknown ones are passed over', async () => {
    const id = await profile();
    await importFile(id, 'a.test|1@x|u|p\na.test|2@x|u|p\nb.test|1@x|u|p');
    const log = await app.listen(topics.profile(id));
    const ids = [
      { siteName: 'A.TEST', email: '1@X' },
      { siteName: 'none', email: 'none' },
    ];
    const answer = await app.send(contract.deleteAccounts, { params: { id }, body: { ids } });
    expect(answer.body).toEqual({ ids: [{ siteName: 'a.test', email: '1@x' }], count: 1 });
    expect(await log.all()).toEqual([{ action: 'accountsDeleted', ids: [{ siteName: 'a.test', email: '1@x' }] }]);
    expect((await list(id)).body.profile.count).toBe(2);
  });
});

describe('all that fit', () => {
  test('are counted when asked, and deleted on purpose only', async () => {
    const id = await profile();
    const lines = Array.from({ length: 2_500 }, (_, at) => `s${at}.${at % 2 ? 'odd' : 'even'}|m@x|u|p`);
    await importFile(id, lines.join('\n'));
    const log = await app.listen(topics.profile(id));
    expect((await list(id, { limit: 1 })).body.total).toBeNull();
    expect((await list(id, { limit: 1, count: true, search: '.ODD' })).body.total).toBe(1_250);
    const remove = (body: unknown) => app.send(contract.deleteAccounts, { params: { id }, body });
    for (const body of [{}, { search: 'odd' }, { all: false, search: 'odd' }, { ids: [] }])
      expect((await remove(body)).status, JSON.stringify(body)).toBe(400);
    expect((await remove({ all: true, search: '.odd' })).body).toEqual({ ids: [], count: 1_250 });
    expect((await list(id, { limit: 1, count: true })).body).toMatchObject({ total: 1_250, profile: { count: 1_250 } });
    expect((await remove({ all: true })).body.count).toBe(1_250);
    expect((await remove({ all: true })).body.count).toBe(0);
    const told = (await log.all()) as { action: string; ids: { siteName: string }[] }[];
    expect(told.map(({ action, ids }) => [action, ids.length])).toEqual([
      ['accountsDeleted', 1_000],
      ['accountsDeleted', 250],
      ['accountsDeleted', 1_000],
      ['accountsDeleted', 250],
    ]);
    expect(new Set(told.flatMap(({ ids }) => ids.map((one) => one.siteName))).size).toBe(2_500);
  });
});

describe('import', () => {
  test('an account without an address is told apart by its name, as in the dialog', async () => {
    const id = await profile();
    await importFile(id, 'siteName,email,username,password\na.test,,ann,p\nb.test, ,ben,p');
    expect((await list(id)).body.accounts).toMatchObject([{ email: 'ann' }, { email: 'ben' }]);
  });

  test('takes both forms, updates what is there, and gives bad lines back as typed', async () => {
    const id = await profile();
    const log = await app.listen(topics.profile(id));
    const lines = [
      '\uFEFFsiteName,email,username,password',
      'a.test,a@x,user a,"pass, ""word"""',
      'b.test|b@x|user b|pa|ss',
      '',
      'only two,fields',
      '  three|fields|only',
      '"c.test","c@x","line\nbreak","p"',
      'A.TEST,A@X,newer,second',
      ',missing,u,p',
    ];
    const answer = await importFile(id, lines.join('\r\n'));
    expect(answer.body).toMatchObject({
      count: 4,
      errorList: ['only two,fields', '  three|fields|only', ',missing,u,p'],
    });
    expect(await all(id)).toEqual([
      { siteName: 'A.TEST', email: 'A@X', username: 'newer', password: 'second' },
      { siteName: 'b.test', email: 'b@x', username: 'user b', password: 'pa|ss' },
      { siteName: 'c.test', email: 'c@x', username: 'line\nbreak', password: 'p' },
    ]);
    expect(await log.all()).toEqual([{ action: 'accountsImported', accounts: expect.any(Array) }]);
  });

  test.each([
    ['NUL characters', 'a.test|a@x|u|p\0q\nb.test|b@x|u|p', 'a.test|a@x|u|p\0q'],
    ['too long fields', `${'a'.repeat(256)}|a@x|u|p\nb.test|b@x|u|p`, `${'a'.repeat(256)}|a@x|u|p`],
  ])('gives back lines with %s, the good ones stay', async (_, content, bad) => {
    const id = await profile();
    expect((await importFile(id, content)).body).toMatchObject({ count: 1, errorList: [bad] });
    expect(await all(id)).toHaveLength(1);
  });

  test('takes the longest fields of any script', async () => {
    const id = await profile();
    const wide = (seed: number) =>
      Array.from({ length: 255 / 5 }, (_, at) =>
        String.fromCodePoint(0x4e00 + ((seed * 7_919 + at * 104_729) % 20_000)),
      )
        .join('')
        .repeat(5);
    expect((await importFile(id, `${wide(1)}|${wide(2)}|${wide(3)}|p`)).body).toMatchObject({
      count: 1,
      errorList: [],
    });
  });

  test(`tells above ${maxRowsInEvent} rows only that the page must be loaded again`, async () => {
    const id = await profile();
    const log = await app.listen(topics.profile(id));
    const lines = (n: number) => Array.from({ length: n }, (_, at) => `s${at}.test|m@x|u|p`).join('\n');
    await importFile(id, lines(maxRowsInEvent));
    await importFile(id, lines(maxRowsInEvent + 1));
    expect(
      (await log.all()).map((body) => (body.action === 'accountsImported' ? (body.accounts?.length ?? null) : body)),
    ).toEqual([maxRowsInEvent, null]);
    expect((await list(id)).body.profile.count).toBe(maxRowsInEvent + 1);
  });
});

describe('export', () => {
  test('gives what the import takes: the same accounts, whatever they hold', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }),
      fc
        .array(fc.constantFrom('"', ',', '|', "'", '=', '+', '-', '@', '\n', '\r\n', '\t', 'a', 'ü'), {
          minLength: 1,
          maxLength: 8,
        })
        .map((parts) => parts.join('')),
    );
    const clean = text.filter((value) => value.isWellFormed() && !value.includes('\0'));
    const trimmed = clean.map((value) => value.trim()).filter((value) => value !== '');
    const account = fc.record({ siteName: trimmed, email: trimmed, username: trimmed, password: clean });
    const key = (row: Account) => JSON.stringify([row.siteName.toLowerCase(), row.email.toLowerCase()]);
    const accounts = fc.uniqueArray(account, { selector: key, minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(accounts, async (given) => {
        const [from, to] = [await profile(), await profile()];
        for (const row of given)
          expect(
            (await app.send(contract.addAccount, { body: { ...row, accountListId: from } })).body.account,
          ).toBeDefined();
        const file = await (await app.fetch(`/action/export/profile/${from}`)).text();
        expect((await importFile(to, file)).body).toMatchObject({ count: given.length, errorList: [] });
        expect(await all(to)).toEqual(await all(from));
      }),
      { numRuns: 25, seed: 7 },
    );
  });

  test('holds no cell that a spreadsheet runs', async () => {
    const id = await profile();
    await importFile(id, '=1+1|+x@y|-user|@secret');
    const response = await app.fetch(`/action/export/profile/${id}`);
    expect(response.headers.get('content-disposition')).toContain('filename="Accounts.csv"');
    expect(Buffer.from(await response.arrayBuffer()).toString()).toBe(
      '\uFEFFsiteName,email,username,password\r\n"\'=1+1","\'+x@y","\'-user","\'@secret"\r\n',
    );
  });

  test('of several profiles: the chosen ones, or all', async () => {
    const { id: campaign } = await newCampaign(app, 'Export');
    const ids = [(await newProfile(app, campaign)).id, (await newProfile(app, campaign)).id];
    for (const id of ids) await importFile(id, `p${id}.test|a@x|u|p`);
    const sent = (body: unknown) => app.send(contract.exportProfiles, { params: { id: campaign }, body });
    expect((await sent([ids[0]])).body.split('\r\n')).toHaveLength(3);
    expect((await sent([])).body.split('\r\n')).toHaveLength(4);
    expect((await sent([999_999])).body.split('\r\n')).toHaveLength(2);
  });
});

describe('pages', () => {
  const nasty = ['a', 'A', 'ä', 'İ', 'ß', 'ẞ', 'z', '%', '_', '\\', '😀', "o'x", 'ﬁ', 'Σ', 'ς'];

  test.each(['siteName', 'email', 'username'])('sorted by %s hold every account once, both ways', async (sort) => {
    const id = await profile();
    const lines = nasty.flatMap((one, at) => [`${one}1|${nasty.at(-at)}@x|${one}${one}|p`, `${one}2|same@x|same|p`]);
    const { body } = await importFile(id, lines.join('\n'));
    expect(body.errorList).toEqual([]);
    const whole = await all(id);
    const key = (row: Account) => JSON.stringify(row);
    for (const order of ['asc', 'desc'])
      for (const limit of [1, 4, 7])
        expect((await all(id, { sort, order, limit })).map(key).sort()).toEqual(whole.map(key).sort());
    const [up, down] = [await all(id, { sort, order: 'asc' }), await all(id, { sort, order: 'desc' })];
    expect(up.map(key)).toEqual(down.map(key).reverse());
  });

  test('the search looks at all three names and takes wildcards literally', async () => {
    const id = await profile();
    await importFile(id, '100%.test|a@x|u|p\n100.test|b_c@x|u|p\nx.test|bxc@x|Ada\\L|p');
    const find = async (search: string) => (await all(id, { search })).map((row) => row.email);
    expect(await find('100%')).toEqual(['a@x']);
    expect(await find('b_c')).toEqual(['b_c@x']);
    expect(await find('ADA\\')).toEqual(['bxc@x']);
    expect(await find(' x.TEST ')).toEqual(['bxc@x']);
    expect(await find('nowhere')).toEqual([]);
  });
});

describe('edits', () => {
  const given = (siteName: string) => ({ siteName, email: 'a@x', username: 'u', password: 'p' });
  const withTwo = async () => {
    const id = await profile();
    for (const name of ['one.test', 'two.test'])
      await app.send(contract.addAccount, { body: { accountListId: id, ...given(name) } });
    return id;
  };

  test('change one account, its identity too, and tell so', async () => {
    const id = await withTwo();
    const log = await app.listen(topics.profile(id));
    const was = { siteName: 'ONE.test', email: 'a@x' };
    const edit = (changes: object) =>
      app.send(contract.editAccount, { body: { accountListId: id, was, ...given('one.test'), ...changes } });
    expect((await edit({ password: 'new' })).body.account.password).toBe('new');
    expect((await edit({ siteName: 'two.test' })).body.error).toMatchObject({ code: 'EXISTS', field: 'email' });
    expect((await edit({ username: '' })).body.error.field).toBe('username');
    expect((await edit({ siteName: 'zed.test' })).status).toBe(200);
    expect((await edit({})).status).toBe(404);
    expect((await log.all()).map(({ action }) => action)).toEqual(['accountEdited', 'accountsDeleted', 'newAccount']);
    expect((await list(id)).body.accounts.map((row: contract.Account) => row.siteName)).toEqual([
      'two.test',
      'zed.test',
    ]);
    expect((await list(id)).body.profile.count).toBe(2);
  });

  test('let an account that was stopped be used again', async () => {
    const id = await withTwo();
    const { db } = app.app.store;
    await db.updateTable('accounts').set({ stopped_reason: 'refused' }).where('profile_id', '=', id).execute();
    const body = { accountListId: id, was: { siteName: 'one.test', email: 'a@x' }, ...given('one.test') };
    await app.send(contract.editAccount, { body });
    const rows = db.selectFrom('accounts').where('profile_id', '=', id).select('stopped_reason').orderBy('site_key');
    expect((await rows.execute()).map((row) => row.stopped_reason)).toEqual([null, 'refused']);
  });

  test('change many at once, named or all that fit', async () => {
    const id = await withTwo();
    const edit = async (which: object, changes: object) =>
      (await app.send(contract.editAccounts, { params: { id }, body: { which, changes } })).body;
    expect((await edit({ all: true }, {})).error.message).toBe('Please enter what is to be changed');
    expect(await edit({ ids: [{ siteName: 'One.test', email: 'a@x' }] }, { username: 'me' })).toEqual({ count: 1 });
    expect(await edit({ all: true, search: 'two' }, { password: 'secret' })).toEqual({ count: 1 });
    expect((await list(id)).body.accounts).toMatchObject([
      { siteName: 'one.test', username: 'me', password: 'p' },
      { siteName: 'two.test', username: 'u', password: 'secret' },
    ]);
  });
});

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as files from '#domain/contract/link-files.ts';
import * as contract from '#domain/contract/links.ts';
import { maxRowsInEvent, topics } from '#domain/contract/live.ts';
import { noProof } from '#domain/contract/proofs.ts';
import { commit } from '#server/live/commit.ts';
import { newCampaign, newLinkSet } from '#test/support/nouns.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';
import { noteLinkSet } from './links.ts';

let app: TestApp;
let campaignId: number;
beforeAll(async () => {
  app = await startTestApp();
  campaignId = (await newCampaign(app)).id;
});
afterAll(() => app.stop());

interface Link {
  id: number;
  url: string;
  anchor: string;
  linksOnPage: string;
}
const linkSet = async () => (await newLinkSet(app, campaignId)).id;
const list = (id: number, query: Record<string, unknown> = {}) =>
  app.send(contract.listLinks, { params: { id }, query });
const add = (id: number, body: unknown) => app.send(contract.addLinks, { params: { id }, body });
const plain = ({ url, anchor, linksOnPage }: Link) => ({ url, anchor, linksOnPage });
const importFile = (id: number, content: string) =>
  app.upload(files.importLinks, { id, files: { 'links.csv': content } });
const exported = async (id: number, kind = 'url_list') => {
  // fetch would drop the byte-order mark.
  return Buffer.from(await (await app.fetch(`/action/export/${kind}/${id}`)).arrayBuffer()).toString();
};

/** All links of a set, read page by page. */
async function all(id: number, query: Record<string, unknown> = {}): Promise<Link[]> {
  const found: Link[] = [];
  for (let after = ''; after !== null; ) {
    const { body } = await list(id, { limit: 1_000, order: 'asc', ...query, after });
    found.push(...body.urlItems);
    after = body.next;
  }
  return found;
}

describe('link sets', () => {
  test('are made, renamed and deleted, and the campaign hears of it', async () => {
    const log = await app.listen(topics.campaign(campaignId));
    const made = await newLinkSet(app, campaignId, 'Mine');
    expect(made).toEqual({ id: made.id, name: 'Mine', campaignId, count: 0, version: 0 });
    await app.send(contract.renameLinkSet, { params: { id: made.id }, body: { name: 'Ours' } });
    expect((await list(made.id)).body).toEqual({
      campaign: { id: campaignId, name: 'Campaign' },
      urlList: { ...made, name: 'Ours', version: 1 },
      urlItems: [],
      keywords: contract.newKeywords,
      next: null,
      prev: null,
      offset: 0,
      total: null,
      check: { state: 'IDLE', total: 0, done: 0 },
      rhythm: { checkEveryDays: 0, nextCheckAt: null },
      proofCounts: { NONE: 0, LIVE: 0, CHANGED: 0, MISSING: 0, UNREADABLE: 0, TROUBLED: 0, PLACED: 0 },
    });
    const other = await newCampaign(app);
    const foreign = await app.send(contract.deleteLinkSets, { params: { id: other.id }, body: [made.id] });
    expect(foreign.body).toEqual({ ids: [] });
    const gone = await app.send(contract.deleteLinkSets, { params: { id: campaignId }, body: { ids: [made.id] } });
    expect(gone.body).toEqual({ ids: [made.id] });
    expect(await log.all()).toEqual([
      { action: 'newUrlList', urlList: made },
      { action: 'urlListEdited', urlList: { ...made, name: 'Ours', version: 1 } },
      { action: 'urlListsDeleted', ids: [made.id] },
    ]);
  });

  test('that two change at one moment are told with both changes last', async () => {
    const id = await linkSet();
    const log = await app.listen(topics.campaign(campaignId));
    const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const place = (wait: () => Promise<void>) =>
      commit(app.app, async (tx, note) => {
        await tx.insertInto('url_items').values({ url_list_id: id, url: 'http://a.test/' }).execute();
        noteLinkSet(note, id);
        await wait();
      });
    const slow = place(() => {
      begun.resolve();
      return ended.promise;
    });
    await begun.promise;
    await place(async () => undefined);
    ended.resolve();
    await slow;
    const last = await log.until((body) => body.action === 'urlListEdited' && body.urlList.count === 2, 'both');
    expect(last).toMatchObject({ urlList: { id, version: 2 } });
  });
});

describe('links', () => {
  test('are added one by one, edited and deleted', async () => {
    const id = await linkSet();
    const log = await app.listen(topics.linkSet(id));
    const added = (await add(id, { url: ' a.test/x ', anchor: ' {one|two} ', linksOnPage: '3' })).body.urlItems[0];
    expect(added).toEqual({
      id: added.id,
      urlListId: id,
      url: 'http://a.test/x',
      anchor: '{one|two}',
      placed: null,
      linksOnPage: '3',
      site: null,
      username: null,
      password: null,
      dateAdded: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      edition: 0,
      proof: noProof,
    });
    const body = { url: 'https://b.test/', anchor: 'b' };
    const edited = await app.send(contract.editLink, { params: { id: added.id }, body });
    expect(edited.body.urlItem).toEqual({ ...added, ...body, linksOnPage: '', edition: expect.any(Number) });
    const foreign = await linkSet();
    expect((await app.send(contract.deleteLinks, { params: { id: foreign }, body: [added.id] })).body).toEqual({
      ids: [],
      count: 0,
    });
    expect((await app.send(contract.deleteLinks, { params: { id }, body: [added.id] })).body).toEqual({
      ids: [added.id],
      count: 1,
    });
    expect(await log.all()).toEqual([
      { action: 'urlItemsAdded', urlItems: [added] },
      { action: 'urlItemEdited', urlItem: edited.body.urlItem },
      { action: 'urlItemsDeleted', ids: [added.id] },
    ]);
    expect((await list(id)).body.urlList.count).toBe(0);
  });

  test.each([
    ['url', { url: '', anchor: 'a' }, 'Please enter the url'],
    ['url', { url: 'no address', anchor: 'a' }, 'Please enter a valid url'],
    ['anchor', { url: 'http://a.test/', anchor: ' ' }, 'Please enter the anchor'],
    ['links', { links: ' \n ' }, 'Please enter links'],
    ['links', { links: 'a.test\n\nhttp://b.test/|x|b\nno address\nworse' }, 'Line 4 is not a valid link'],
  ])('a bad %s is refused: %j', async (field, body, message) => {
    const id = await linkSet();
    expect((await add(id, body)).body).toEqual({ error: { code: 'INVALID', message, field } });
    expect(await all(id)).toEqual([]);
  });

  test('a batch takes the three forms of lines', async () => {
    const id = await linkSet();
    const links = 'a.test\r\n\r\n https://b.test/?q=1 |x| b, c \nhttp://c.test/|x||x|two words';
    const answer = await add(id, { links });
    expect(answer.body.urlItems.map(plain)).toEqual([
      { url: 'http://a.test', anchor: '', linksOnPage: '' },
      { url: 'https://b.test/?q=1', anchor: 'b, c', linksOnPage: '' },
      { url: 'http://c.test/', anchor: '', linksOnPage: 'two words' },
    ]);
  });

  test.each([1_001, 2_500])('a batch of %i is told in portions, and so is its deletion', async (n) => {
    const id = await linkSet();
    const log = await app.listen(topics.linkSet(id));
    const links = Array.from({ length: n }, (_, at) => `a.test/${at}`);
    expect((await add(id, { links: links.join('\n') })).body.urlItems).toHaveLength(n);
    expect((await all(id)).map((link) => link.url)).toEqual(links.map((link) => `http://${link}`));
    const ids = (await all(id)).map((link) => link.id);
    await app.send(contract.deleteLinks, { params: { id }, body: { all: true } });
    const told = (await log.all()) as { action: string; urlItems: { id: number }[]; ids: number[] }[];
    const added = told.filter(({ action }) => action === 'urlItemsAdded').map(({ urlItems }) => urlItems);
    const gone = told.filter(({ action }) => action === 'urlItemsDeleted').map((event) => event.ids);
    expect(told).toHaveLength(added.length + gone.length);
    expect(added.flat().map((link) => link.id)).toEqual(ids);
    expect(gone.flat().sort((a, b) => a - b)).toEqual(ids);
    for (const rows of [...added, ...gone]) expect(rows.length).toBeLessThanOrEqual(maxRowsInEvent);
  });

  test('more than can be told one by one is told as such', async () => {
    const id = await linkSet();
    const log = await app.listen(topics.linkSet(id));
    const changed = { action: 'urlItemsChanged', urlListId: id };
    await add(id, { links: Array.from({ length: 20_001 }, (_, at) => `a.test/${at}`).join('\n') });
    expect(await log.all()).toEqual([changed]);
    const answer = await app.send(contract.deleteLinks, { params: { id }, body: { all: true } });
    expect(answer.body).toEqual({ ids: [], count: 20_001 });
    expect(await log.all()).toEqual([changed, changed]);
  });
});

describe('all that fit', () => {
  test('are counted when asked, and deleted by search and proof', async () => {
    const id = await linkSet();
    await add(id, { links: 'http://a.test/1|x|Red\nhttp://a.test/2|x|red\nhttp://a.test/3' });
    const other = await linkSet();
    await add(other, { links: 'http://a.test/red' });
    await app.app.store.db
      .updateTable('url_items')
      .set({ proof_state: 'LIVE' })
      .where('url_list_id', '=', id)
      .where('anchor', '=', 'red')
      .execute();
    expect((await list(id, { count: true, search: 'red' })).body.total).toBe(2);
    const remove = (body: unknown) => app.send(contract.deleteLinks, { params: { id }, body });
    expect((await remove({ search: 'red' })).status).toBe(400);
    const log = await app.listen(topics.linkSet(id));
    expect((await remove({ all: true, search: 'red', proof: 'LIVE' })).body).toEqual({ ids: [], count: 1 });
    expect((await all(id)).map((link) => link.anchor)).toEqual(['Red', '']);
    expect((await remove({ all: true })).body.count).toBe(2);
    expect((await log.all()).at(-1)).toEqual({
      action: 'urlItemsDeleted',
      ids: expect.arrayContaining([expect.any(Number)]),
    });
    expect((await list(id)).body.urlList.count).toBe(0);
    expect(await all(other)).toHaveLength(1);
  });

  test('more than the store takes as single values are deleted by their ids', async () => {
    const id = await linkSet();
    await importFile(id, Array.from({ length: 70_000 }, (_, at) => `a.test/${at}`).join('\n'));
    const ids = (
      await app.app.store.db.selectFrom('url_items').where('url_list_id', '=', id).select('id').execute()
    ).map((row) => row.id);
    expect((await app.send(contract.deleteLinks, { params: { id }, body: { ids } })).body.count).toBe(70_000);
  });
});

describe('files', () => {
  const pieces = [
    '"',
    ',',
    '|',
    '|x|',
    "'",
    '=',
    '+',
    '@',
    '\t',
    '\n',
    '\r\n',
    '\\',
    '\\N',
    '\\.',
    'a',
    'ü',
    '😀',
    ';',
  ];
  const nasty = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((parts) => parts.join('')),
  );
  const text = nasty.filter((value) => value.isWellFormed() && !value.includes('\0'));
  const trimmed = text.map((value) => value.trim()).filter((value) => value !== '');
  const url = fc.webUrl({ withQueryParameters: true, withFragments: true });

  test('an export is read back as the same links, whatever they hold', async () => {
    const links = fc.array(fc.record({ url, anchor: trimmed, linksOnPage: text }), { minLength: 1, maxLength: 10 });
    await fc.assert(
      fc.asyncProperty(links, async (given) => {
        const [from, to] = [await linkSet(), await linkSet()];
        for (const link of given) expect((await add(from, link)).body.urlItems).toHaveLength(1);
        expect((await importFile(to, await exported(from))).body).toMatchObject({ count: given.length, errorList: [] });
        expect((await all(to)).map(plain)).toEqual((await all(from)).map(plain));
      }),
      { numRuns: 30, seed: 11 },
    );
  });

  test('an export with site and login is read back too', async () => {
    const [from, to] = [await linkSet(), await linkSet()];
    const password = 'se,"cret\n|x|';
    await app.app.store.db
      .insertInto('url_items')
      .values({
        url_list_id: from,
        url: 'http://a.test/',
        site: '=site',
        username: 'u|x|u',
        password: app.app.secrets.seal(password),
      })
      .execute();
    const file = await exported(from);
    expect(file).toMatch(
      /^\uFEFFurl,anchor,linksOnPage,site,username,password,dateAdded,proof,proofCheckedAt,proofReason\r\n/,
    );
    expect(file).not.toMatch(/(^|,)=site/m);
    await importFile(to, file);
    expect((await list(to)).body.urlItems[0]).toMatchObject({ site: '=site', username: 'u|x|u', password });
    expect(await exported(to)).toContain('se,""cret');
  });

  test('good lines stay, bad ones come back as typed', async () => {
    const id = await linkSet();
    const log = await app.listen(topics.linkSet(id));
    const lines = [
      'url,anchor,linksOnPage,site,username,password,dateAdded',
      'a.test',
      'no address',
      'b.test|x|b, c',
      '',
      '"c.test","an ""anchor"""',
      '=cmd()',
      'd.test|x|x\0y',
      'e.test,plain',
    ];
    const answer = await importFile(id, lines.join('\n'));
    expect(answer.body).toMatchObject({ count: 4, errorList: ['no address', '=cmd()', 'd.test|x|x\0y'] });
    expect((await all(id)).map(plain)).toEqual([
      { url: 'http://a.test', anchor: '', linksOnPage: '' },
      { url: 'http://b.test', anchor: 'b, c', linksOnPage: '' },
      { url: 'http://c.test', anchor: 'an "anchor"', linksOnPage: '' },
      { url: 'http://e.test', anchor: 'plain', linksOnPage: '' },
    ]);
    const added = (await list(id, { order: 'asc' })).body.urlItems;
    expect(await log.all()).toEqual([{ action: 'urlItemsAdded', urlItems: added }]);
    expect((await list(id)).body.urlList.count).toBe(4);
  });

  test('addresses alone, with DA, and of several sets', async () => {
    const id = await linkSet();
    await add(id, { links: 'http://known.test/a|x|A\nhttp://other.test/b' });
    await app.app.store.db
      .insertInto('sites')
      .values({
        module: 'Wiki',
        site_id: 'k',
        platform: 'p',
        url: 'http://known.test/',
        host: 'known.test',
        connector: 'mediawiki',
        pr: 42,
        dofollow: true,
        permission: 'owned',
        permission_note: '',
        permission_at: null,
        status_reason: null,
        at_once: 1,
        gap_ms: 0,
      })
      .execute();
    expect(await exported(id, 'url_list_only')).toBe('http://known.test/a\r\nhttp://other.test/b\r\n');
    const [head, first, second] = (await exported(id, 'url_list_pr')).split('\r\n');
    expect(head).toMatch(/,dateAdded,proof,proofCheckedAt,proofReason,DA$/);
    expect(first).toMatch(/^"http:\/\/known\.test\/a",A,.*,42$/);
    expect(second).toMatch(/,$/);
    expect((await importFile(await linkSet(), await exported(id, 'url_list_pr'))).body).toMatchObject({
      count: 2,
      errorList: [],
    });
    const sets = (body: unknown) => app.send(files.exportLinkSets, { params: { id: campaignId }, body });
    expect((await sets({ ids: [id] })).body).toBe('http://known.test/a\r\nhttp://other.test/b\r\n');
    expect((await sets([id])).body).toBe('http://known.test/a\r\nhttp://other.test/b\r\n');
    expect((await sets({ ids: [id], fullInfo: true })).body.split('\r\n')).toHaveLength(4);
  });
});

describe('pages', () => {
  test('hold every link once, in both sorts and both ways', async () => {
    const id = await linkSet();
    const long = 'x'.repeat(400);
    const paths = ['a', 'A', 'ä', '😀'.repeat(320), `${long}1`, `${long}2`, 'a', '%', 'z', '', '_', '0'];
    await add(id, { links: paths.map((path) => `http://a.test/${path}`).join('\n') });
    const whole = (await all(id)).map((link) => link.id);
    expect(whole).toHaveLength(paths.length);
    for (const sort of ['added', 'url'])
      for (const limit of [1, 5]) {
        const up = (await all(id, { sort, limit, order: 'asc' })).map((link) => link.id);
        const down = (await all(id, { sort, limit, order: 'desc' })).map((link) => link.id);
        expect([...up].sort()).toEqual([...whole].sort());
        expect(down).toEqual([...up].reverse());
      }
    expect((await list(id)).body.urlItems[0].id).toBe(Math.max(...whole));
  });

  test('the search looks at address and anchor, takes wildcards literally, and filters by proof', async () => {
    const id = await linkSet();
    await add(id, { links: 'http://a.test/100%|x|Red\nhttp://a.test/100|x|b_c\nhttp://a.test/x|x|bxc' });
    const find = async (query: Record<string, unknown>) => (await all(id, query)).map((link) => link.anchor);
    expect(await find({ search: '100%' })).toEqual(['Red']);
    expect(await find({ search: 'b_c' })).toEqual(['b_c']);
    expect(await find({ search: ' RED ' })).toEqual(['Red']);
    expect(await find({ search: '\\' })).toEqual([]);
    await app.app.store.db
      .updateTable('url_items')
      .set({ proof_state: 'MISSING' })
      .where('url_list_id', '=', id)
      .where('anchor', '=', 'Red')
      .execute();
    expect(await find({ proof: 'MISSING' })).toEqual(['Red']);
    expect((await list(id)).body.proofCounts).toMatchObject({ NONE: 2, LIVE: 0, CHANGED: 0, MISSING: 1 });
  });
});

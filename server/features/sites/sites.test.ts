import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type LiveBody, topics } from '#domain/contract/live.ts';
import * as contract from '#domain/contract/sites.ts';
import { startWorld, type World } from '#rehearsal/world.ts';
import { watchLoop } from '#test/support/spent.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';

let app: TestApp;
let world: World;
beforeAll(async () => {
  app = await startTestApp();
  world = await startWorld({ wordpress: 2, mediawiki: 1, shaarli: 1 });
});
afterAll(async () => {
  await app.stop();
  await world.close();
});

const blog = {
  module: 'SocialNetwork',
  siteId: 'blog.test',
  platform: 'WordPress',
  url: 'https://Blog.test:8080/wp/',
  connector: 'wordpress',
  permission: 'granted',
};
const save = (changes: object = {}) => app.send(contract.saveCustomSite, { body: { ...blog, ...changes } });
const listAll = async (): Promise<contract.CustomSite[]> => (await app.send(contract.listCustomSites)).body.sites;
const importFile = (content: string, fields: Record<string, string> = {}) =>
  app.upload(contract.importCustomSites, { files: { 'sites.csv': content }, fields });

describe('a site', () => {
  test('that is there is not added over', async () => {
    const { site } = (await save({ siteId: 'mine', permissionNote: 'by letter' })).body;
    const added = await save({ siteId: 'mine', permission: 'none', isNew: true });
    expect(added.body.error).toMatchObject({ code: 'EXISTS', field: 'siteId', message: 'This site already exists' });
    expect(await listAll()).toContainEqual(site);
    const both = await Promise.all(
      ['one', 'other'].map((platform) => save({ siteId: 'raced', platform, isNew: true })),
    );
    expect(both.filter(({ body }) => body.error)).toHaveLength(1);
  });

  test('is added with the pace of its permission, and changed in place', async () => {
    const log = await app.listen(topics.customSites);
    const { site } = (await save({ siteId: 'one' })).body;
    expect(site).toEqual({
      id: { module: 'SocialNetwork', siteId: 'one' },
      platform: 'WordPress',
      pr: 0,
      dofollow: false,
      img: false,
      video: false,
      url: 'https://Blog.test:8080/wp/',
      status: 'NEW',
      statusReason: null,
      connector: 'wordpress',
      permission: 'granted',
      permissionNote: '',
      permissionAt: expect.stringMatching(/^\d{4}-/),
      atOnce: 1,
      gapSeconds: 2,
      hostStopped: false,
      dofollowReadAt: null,
      settings: null,
      edition: expect.any(Number),
    });
    const same = (await save({ siteId: 'one', pr: 7 })).body.site;
    expect(same).toEqual({ ...site, pr: 7, edition: expect.any(Number) });
    const owned = (await save({ siteId: 'one', permission: 'owned' })).body.site;
    expect(owned).toMatchObject({ permission: 'owned', atOnce: 2, gapSeconds: 0 });
    // The date says when this permission was given.
    expect(owned.permissionAt > site.permissionAt).toBe(true);
    const noted = (
      await save({ siteId: 'one', permission: 'owned', permissionNote: 'by mail', atOnce: 5, gapSeconds: 9 })
    ).body.site;
    expect(noted).toMatchObject({ permissionNote: 'by mail', atOnce: 5, gapSeconds: 9 });
    expect(noted.permissionAt > owned.permissionAt).toBe(true);
    expect(await log.all()).toHaveLength(4);
    expect((await listAll()).filter((row) => row.id.siteId === 'one')).toHaveLength(1);
  });

  test('never gets more posts at once than its platform bears', async () => {
    const { site } = (await save({ module: 'Bookmarking', connector: 'shaarli', permission: 'owned', atOnce: 9 })).body;
    expect(site.atOnce).toBe(1);
  });

  test.each([
    ['siteId', { siteId: ' ' }, 'Please enter site id'],
    ['platform', { platform: '' }, 'Please enter platform'],
    ['url', { url: '' }, 'Please enter a URL'],
    ['url', { url: 'ftp://a.test/' }, 'Please enter an address that starts with http:// or https://'],
    ['connector', { connector: 'nobody' }, 'Please select a connector'],
    ['module', { module: 'Wiki' }, 'WordPress cannot serve this type of site'],
    ['pr', { pr: 101 }, 'Must be a number between 0 and 100'],
    ['atOnce', { atOnce: 0 }, 'Must be a number between 1 and 50'],
    ['gapSeconds', { gapSeconds: 1.5 }, 'Must be a number between 0 and 86400'],
  ])('with a bad %s is refused', async (field, changes, message) => {
    const answer = await save(changes);
    expect(answer.status).toBe(200);
    expect(answer.body.error).toMatchObject({ field, message });
  });

  test('is deleted by module and id', async () => {
    await save({ siteId: 'gone' });
    const log = await app.listen(topics.customSites);
    const id = { module: 'SocialNetwork', siteId: 'gone' };
    const ids = [id, { module: 'Wiki', siteId: 'gone' }];
    expect((await app.send(contract.deleteCustomSites, { body: { ids } })).body).toEqual({ ids: [id] });
    expect(await log.all()).toEqual([{ action: 'sitesDeleted', ids: [id] }]);
  });

  test('stands in the catalogue, and the screen knows the modules', async () => {
    await save({ siteId: 'catalogue' });
    const { sites } = (await app.send(contract.listCatalogueSites)).body;
    expect(sites.map((row: contract.Site) => row.id.siteId)).toContain('catalogue');
    expect((await app.send(contract.listCustomSites)).body.modules).toContain('Wiki');
  });
});

describe('the catalogue', () => {
  const get = (etag?: string) => app.fetch('/sites.json', etag ? { headers: { 'if-none-match': etag } } : {});

  test('is a bare list that needs a session, and is not sent twice', async () => {
    expect((await fetch(`${app.url}/sites.json`)).status).toBe(401);
    await save({ siteId: 'cached', pr: 4, dofollow: true });
    const first = await get();
    const etag = first.headers.get('etag') ?? '';
    expect(first.headers.get('cache-control')).toBe('private, no-cache');
    const list = (await first.json()) as contract.Site[];
    expect(list).toContainEqual({
      id: { module: 'SocialNetwork', siteId: 'cached' },
      platform: 'WordPress',
      pr: 4,
      dofollow: true,
      img: false,
      video: false,
      url: 'https://Blog.test:8080/wp/',
    });
    expect((await app.send(contract.listCatalogueSites)).body).toEqual({ sites: list });
    const again = await get(etag);
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag]);
    // What the list does not show does not change it.
    await save({ siteId: 'cached', pr: 4, dofollow: true, permissionNote: 'by mail' });
    expect((await get(etag)).status).toBe(304);
    await save({ siteId: 'cached', pr: 5, dofollow: true });
    const changed = await get(etag);
    expect(changed.status).toBe(200);
    expect(((await changed.json()) as contract.Site[]).find((site) => site.id.siteId === 'cached')?.pr).toBe(5);
    await app.send(contract.deleteCustomSites, { body: { ids: [{ module: 'SocialNetwork', siteId: 'cached' }] } });
    expect((await get(changed.headers.get('etag') ?? '')).status).toBe(200);
  });

  test('of 2,500 sites comes whole and in order, in every form', async () => {
    await sql`insert into sites (module, site_id, platform, url, host, connector, permission, at_once, gap_ms)
      select case when n % 2 = 0 then 'Wiki' else 'ArticleDirectory' end, 'many-' || lpad(n::text, 4, '0'), 'P' || n % 3, 'https://m' || n || '.test/',
        'm' || n || '.test', 'mediawiki', 'owned', 2, 0 from generate_series(0, 2499) n`.execute(app.app.store.db);
    const number = (module: string) => (module === 'Wiki' ? 0 : 1);
    const expected = ['ArticleDirectory', 'Wiki'].flatMap((module) =>
      Array.from({ length: 1_250 }, (_, at) => `${module} many-${String(at * 2 + number(module)).padStart(4, '0')}`),
    );
    const many = (sites: contract.Site[]) =>
      sites.filter((site) => site.id.siteId.startsWith('many-')).map(({ id }) => `${id.module} ${id.siteId}`);
    expect(many((await (await get()).json()) as contract.Site[])).toEqual(expected);
    expect(many((await app.send(contract.listCatalogueSites)).body.sites)).toEqual(expected);
    expect(many(await listAll())).toEqual(expected);
    const csv = (await app.send(contract.exportCustomSites)).body as string;
    expect(csv.match(/many-\d+/g)).toEqual(expected.map((line) => line.split(' ')[1]));
    await sql`delete from sites where site_id like 'many-%'`.execute(app.app.store.db);
  });
});

describe('files', () => {
  const header = contract.siteFileColumns.join(',');

  test('an import asks for the permission once, and only where the file is silent', async () => {
    const file = [
      header,
      'SocialNetwork,imp1,WordPress,http://i1.test/,wordpress',
      'SocialNetwork,imp2,WordPress,http://i2.test/,wordpress,5,true,owned,own note,3,4',
      'Wiki,imp3,MediaWiki,http://i3.test/,mediawiki,,,,,,',
      'SocialNetwork,imp4,WordPress,no address,wordpress',
      'Nothing,imp5,WordPress,http://i5.test/,wordpress',
    ].join('\n');
    const fields = { permission: 'granted', permissionNote: 'asked' };
    const answer = await importFile(file, fields);
    expect(answer.body.errorList).toEqual(file.split('\n').slice(4));
    expect(answer.body.sites.map((site: contract.CustomSite) => site.id.siteId)).toEqual(['imp1', 'imp2', 'imp3']);
    const [first, second] = answer.body.sites;
    expect(first).toMatchObject({ permission: 'granted', permissionNote: 'asked', atOnce: 1, gapSeconds: 2, pr: 0 });
    expect(second).toMatchObject({
      permission: 'owned',
      permissionNote: 'own note',
      atOnce: 3,
      gapSeconds: 4,
      dofollow: true,
    });
    const limited = await importFile(file, { ...fields, module: 'Wiki' });
    expect(limited.body.sites.map((site: contract.CustomSite) => site.id.siteId)).toEqual(['imp3']);
    // Nobody said that it is allowed: nothing may be posted there.
    expect((await importFile('Wiki,imp6,MediaWiki,http://i6.test/,mediawiki')).body.sites[0].permission).toBe('none');
  });

  test('an unknown type is told by the names of the screens, and what stood before is counted as updated', async () => {
    const first = 'SocialNetwork,again1,WordPress,http://i1.test/,wordpress';
    expect((await importFile(first)).body).toMatchObject({ count: 1, updated: 0 });
    const next = [
      'web 2.0 blogs,again1,WordPress,http://i1.test/,wordpress',
      'Blog,x,WordPress,http://i.test/,wordpress',
    ];
    const { body } = await importFile([...next, 'Wiki,again2,MediaWiki,http://i2.test/,mediawiki'].join('\n'));
    expect(body).toMatchObject({ count: 2, updated: 1, rejected: 1 });
    expect(body.refused[0].reason).toMatch(/^Unknown type "Blog": one of Web 2\.0 Blogs, Bookmarking, Wiki, /);
  });

  test('lines with NUL characters come back, whole fields of them are malformed', async () => {
    const answer = await importFile('Wiki,nul\0,MediaWiki,http://i.test/,mediawiki');
    expect(answer).toMatchObject({
      status: 200,
      body: { sites: [], errorList: ['Wiki,nul\0,MediaWiki,http://i.test/,mediawiki'] },
    });
    expect((await importFile('', { permissionNote: 'a\0' })).status).toBe(400);
  });

  test('an export is read back as the same sites', async () => {
    const nasty = ['=1+1', '"q", \'x\'', 'line\nbreak', 'line\r\nbreak', "'=x", 'ünï 花'];
    for (const [at, note] of nasty.entries())
      await save({
        siteId: `exp${at} ${note.replace(/\s/g, ' ')}`,
        platform: note.replace(/\s/g, ' '),
        permissionNote: note,
        pr: at,
      });
    const before = await listAll();
    const file = Buffer.from(await (await app.fetch('/action/export/custom_sites')).arrayBuffer()).toString();
    expect(file.startsWith(`\uFEFF${header}\r\n`)).toBe(true);
    await app.send(contract.deleteCustomSites, { body: before.map((site) => site.id) });
    expect(await listAll()).toEqual([]);
    expect((await importFile(file)).body.errorList).toEqual([]);
    const undated = (sites: contract.CustomSite[]) =>
      sites.map((site) => ({ ...site, permissionAt: null, edition: 0 }));
    expect(undated(await listAll())).toEqual(undated(before));
  });
});

describe('the verifier', () => {
  const done = (body: LiveBody) => body.action === 'verifierStatusChanged' && body.verifierStatus === 'NEW';
  const module = { wordpress: 'SocialNetwork', mediawiki: 'Wiki', shaarli: 'Bookmarking' } as const;

  test('probes sites, and tells of each what it found', async () => {
    await app.send(contract.deleteCustomSites, {
      body: [{ module: 'Wiki', siteId: 'x' }, ...(await listAll()).map((site) => site.id)],
    });
    for (const site of world.sites) {
      const platform = site.platform as keyof typeof module;
      await save({ module: module[platform], siteId: site.url, platform, url: site.url, connector: platform });
    }
    const wrong = world.mediawiki[0]?.url;
    await save({ siteId: 'wrong', url: wrong });
    await save({ siteId: 'dead', url: 'http://127.0.0.1:9/' });
    const log = await app.listen(topics.customSites);
    expect((await app.send(contract.verifyCustomSites, { body: {} })).body).toEqual({ verifierStatus: 'VERIFYING' });
    await log.until(done, 'the end of the probes');
    const sites = await listAll();
    for (const site of sites) {
      const good = site.id.siteId.startsWith('http');
      expect([site.id.siteId, site.status]).toEqual([site.id.siteId, good ? 'WORKING' : 'FAILED']);
      expect(site.statusReason).toBeTruthy();
    }
    expect((await log.all()).filter((body) => body.action === 'sitesAdded')).toHaveLength(6);
    // Another address is another site: what was found there says nothing of it.
    expect((await save({ siteId: 'dead', url: 'http://127.0.0.1:10/' })).body.site).toMatchObject({
      status: 'NEW',
      statusReason: null,
    });
  });

  test('is called off', async () => {
    expect((await app.send(contract.stopVerifyingCustomSites)).body).toEqual({ verifierStatus: 'NEW' });
    expect((await app.send(contract.listCustomSites)).body.verifierStatus).toBe('NEW');
  });

  test('sends nothing to a host that is switched off', async () => {
    const site = world.wordpress[1];
    const host = new URL(site?.url ?? '').host;
    const log = await app.listen(topics.customSites);
    await save({ siteId: 'switched', url: site?.url });
    expect((await app.send(contract.switchHost, { body: { host: ` ${host} `, stopped: true } })).body).toEqual({
      success: true,
    });
    expect((await listAll()).find((row) => row.id.siteId === 'switched')?.hostStopped).toBe(true);
    const before = site?.requestCount();
    const ids = [{ module: 'SocialNetwork', siteId: 'switched' }];
    await app.send(contract.verifyCustomSites, { body: { ids } });
    await log.until(done);
    expect(site?.requestCount()).toBe(before);
    expect((await listAll()).find((row) => row.id.siteId === 'switched')).toMatchObject({
      status: 'FAILED',
      statusReason: 'Traffic to this host is stopped',
    });
    await app.send(contract.switchHost, { body: { host, stopped: false } });
    expect((await listAll()).some((row) => row.hostStopped)).toBe(false);
    const unknown = await app.send(contract.switchHost, { body: { host: 'nobody.test', stopped: true } });
    expect(unknown.body.error).toEqual({ code: 'INVALID', message: 'No site of yours is on this host', field: 'host' });
  });
});

test('an import of nothing but bad lines yields, and answers the first of them', async () => {
  const longestMs = watchLoop();
  const answer = await importFile('x\n'.repeat(500_000));
  expect(longestMs()).toBeLessThan(250);
  expect(answer.body.sites).toEqual([]);
  expect(answer.body.errorList).toEqual(Array(1_000).fill('x'));
});

test('many lines of the same sites are stored at once, and the last of each counts', async () => {
  const line = (siteId: string, pr: number) => `Wiki,${siteId},MediaWiki,http://i.test/,mediawiki,${pr}`;
  const lines = Array.from({ length: 20_000 }, (_, at) => line(`same${at % 3}`, at % 100));
  // Whoever goes through them one by one waits for others that do so in another order.
  const answers = await Promise.all([importFile(lines.join('\n')), importFile(lines.toReversed().join('\n'))]);
  for (const { body, status } of answers) {
    expect(status).toBe(200);
    expect(body.errorList).toEqual([]);
    expect(body.sites.map((site: contract.CustomSite) => site.id.siteId)).toEqual(['same0', 'same1', 'same2']);
  }
  const { body } = await importFile([line('same0', 1), line('same0', 2)].join('\n'));
  expect(body.sites).toMatchObject([{ id: { siteId: 'same0' }, pr: 2 }]);
});

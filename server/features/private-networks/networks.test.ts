import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addAccount } from '#domain/contract/accounts.ts';
import { type LiveBody, topics } from '#domain/contract/live.ts';
import * as contract from '#domain/contract/private-networks.ts';
import { listCustomSites, saveCustomSite } from '#domain/contract/sites.ts';
import { startWorld, type World } from '#rehearsal/world.ts';
import { lineOf } from '#test/support/networks.ts';
import { newCampaign, newProfile } from '#test/support/nouns.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';

let app: TestApp;
let world: World;
let id: number;
beforeAll(async () => {
  app = await startTestApp();
  world = await startWorld({ wordpress: 1, shaarli: 1, mediawiki: 1 });
});
afterAll(async () => {
  await app.stop();
  await world.close();
});
beforeEach(async () => {
  ({ id } = await newNetwork('Mine'));
});

const newNetwork = async (name: string) =>
  (await app.send(contract.createPrivateNetwork, { body: { name } })).body.privateNetwork as contract.PrivateNetwork;
const upload = async (siteList: string, more: object = {}) =>
  (await app.send(contract.uploadPrivateSites, { params: { id }, body: { siteList, ...more } })).body;
const read = async () =>
  (await app.send(contract.getPrivateNetwork, { params: { id } })).body as {
    privateNetwork: contract.PrivateNetwork;
    sites: contract.PrivateSite[];
  };
const catalogue = async () => (await app.send(listCustomSites)).body.sites;
const addSite = (siteId: string, changes: object = {}) =>
  app.send(saveCustomSite, {
    body: {
      ...{ module: 'Private', siteId, platform: 'WordPress', url: `http://${siteId}.test/`, connector: 'wordpress' },
      ...{ permission: 'owned', ...changes },
    },
  });

describe('networks', () => {
  test('are made, renamed and deleted, and every window hears of it', async () => {
    const log = await app.listen(topics.privateNetworks);
    const made = await newNetwork(' Blogs ');
    expect(made).toMatchObject({ name: 'Blogs', count: 0 });
    const body = { id: made.id, name: 'Own blogs' };
    const renamed = (await app.send(contract.renamePrivateNetwork, { body })).body.privateNetwork;
    expect(renamed).toMatchObject(body);
    expect(renamed.version).toBeGreaterThan(made.version);
    const listed = (await app.send(contract.listPrivateNetworks)).body.privateNetworks;
    expect(listed[0]).toEqual(renamed);
    expect((await app.send(contract.deletePrivateNetworks, { body: { ids: [made.id, 999_999] } })).body).toEqual({
      ids: [made.id],
    });
    await log.until((event: LiveBody) => event.action === 'deleted');
    expect(log.events.map((event: LiveBody) => event.action)).toEqual(['addNew', 'rename', 'deleted']);
    expect((await app.send(contract.renamePrivateNetwork, { body })).status).toBe(404);
    expect((await app.send(contract.getPrivateNetwork, { params: { id: made.id } })).status).toBe(404);
  });

  test('need a name', async () => {
    const { error } = (await app.send(contract.createPrivateNetwork, { body: { name: '  ' } })).body;
    expect(error.message).toBe('Please enter private network name');
  });
});

describe('the manual import', () => {
  test('finds the platform of a self-hosted site by asking its address, and puts it into the catalogue as owned', async () => {
    const [blog, shaarli, wiki] = [world.wordpress[0]!, world.shaarli[0]!, world.mediawiki[0]!];
    const dead = 'http://127.0.0.1:9/|m@x.test|u|p';
    const answer = await upload([lineOf(blog), lineOf(shaarli), lineOf(wiki), dead].join('\n'), { selfHosted: true });
    expect(answer).toMatchObject({ count: 2, rejected: 2, errorList: [lineOf(wiki), dead] });
    expect(answer.refused.map((one: { line: number }) => one.line)).toEqual([3, 4]);
    expect(JSON.stringify(answer.refused)).not.toContain(wiki.password);
    const { sites, privateNetwork } = await read();
    expect(privateNetwork.count).toBe(2);
    const host = new URL(blog.url).host;
    const own = sites.find((site) => site.siteId.startsWith(host));
    expect(own).toMatchObject({
      group: 'Private',
      platform: 'WordPress',
      siteUrl: blog.url,
      selfHosted: true,
      status: 'WORKING',
    });
    expect(own?.serves).toEqual(['Private', 'PrivatePDF', 'PrivateArticleDirectory']);
    expect(sites.find((site) => site !== own)).toMatchObject({ group: 'PrivateBookmark', platform: 'Shaarli' });
    const listed = (await catalogue()).find((site: { id: { siteId: string } }) => site.id.siteId === own?.siteId);
    expect(listed).toMatchObject({ id: { module: 'Private' }, permission: 'owned', connector: 'wordpress' });
  });

  test('takes sites of the catalogue by id, host or address, and refuses what stands nowhere', async () => {
    await addSite('one', { url: 'http://one.example/blog/' });
    const list =
      'ONE|a@x.test|u|p\nhttp://one.example/blog|b@x.test|u|p\none.example|c@x.test|u|p\nnowhere|d@x.test|u|p';
    const answer = await upload(list);
    expect(answer.errorList).toEqual(['nowhere|d@x.test|u|p']);
    expect(answer.refused).toEqual([
      { line: 4, text: 'nowhere|d@x.test|u|•••', reason: contract.networkTexts.notListed },
    ]);
    expect((await read()).sites.map((site) => [site.siteId, site.email, site.selfHosted])).toEqual([
      ['one', 'a@x.test', false],
      ['one', 'b@x.test', false],
      ['one', 'c@x.test', false],
    ]);
  });

  test('gives a site of another kind a place of its own in the catalogue, with its pace and the permission that is told', async () => {
    await addSite('public', { module: 'SocialNetwork', permission: 'none', atOnce: 1, gapSeconds: 7 });
    await upload('public|a@x.test|u|p', { permission: 'granted', permissionNote: 'by contract' });
    const both = (await catalogue()).filter((site: { id: { siteId: string } }) => site.id.siteId === 'public');
    expect(both).toMatchObject([
      { id: { module: 'Private' }, permission: 'granted', permissionNote: 'by contract', gapSeconds: 7 },
      { id: { module: 'SocialNetwork' }, permission: 'none' },
    ]);
  });

  test('builds the address from the username where a service gives each user one', async () => {
    await addSite('service', { url: 'https://blogs.example/{username}/' });
    await upload('service|a@x.test|ada lane|p');
    expect((await read()).sites[0]?.siteUrl).toBe('https://blogs.example/ada%20lane/');
  });

  test('updates username and password of a repeated line, and the last of equal lines counts', async () => {
    await addSite('twice');
    await upload('twice|a@x.test|u1|p1\nTWICE|A@x.test|u2|p2');
    expect((await read()).sites).toMatchObject([{ username: 'u2', password: 'p2' }]);
    const log = await app.listen(topics.privateNetwork(id));
    await upload('twice|a@x.test|u3|p|3');
    const told = await log.until((event) => event.action === 'sitesAdded');
    expect(told).toMatchObject({ sites: [{ siteId: 'twice', email: 'A@x.test', username: 'u3', password: 'p|3' }] });
    expect((await read()).privateNetwork.count).toBe(1);
    const sealed = await app.app.store.db.selectFrom('private_sites').select('password').execute();
    expect(JSON.stringify(sealed)).not.toContain('p|3');
  });

  test('needs a list, and a long one comes whole with its first refused lines', async () => {
    expect((await upload(' \n')).error).toMatchObject({ field: 'siteList', message: contract.networkTexts.list });
    await addSite('long');
    const good = Array.from({ length: 3_000 }, (_, at) => `long|m${at % 1_500}@b.test|u${at}|pw`);
    const answer = await upload([...good, ...Array.from({ length: 2_000 }, () => 'nonsense')].join('\n'));
    expect([answer.count, answer.rejected, answer.errorList.length]).toEqual([1_500, 2_000, 1_000]);
    const { privateNetwork, sites } = await read();
    expect([privateNetwork.count, sites.length]).toEqual([1_500, 1_500]);
    expect(sites.find((site) => site.email === 'm0@b.test')).toMatchObject({ username: 'u1500' });
  });

  test('asks a bounded number of new addresses', async () => {
    const list = Array.from({ length: contract.maxProbes + 1 }, (_, at) => `http://s${at}.invalid|a@b.test|u|pw`);
    const { error } = await upload(list.join('\n'), { selfHosted: true });
    expect(error).toMatchObject({ field: 'siteList', message: contract.networkTexts.tooMany });
  });

  test('of a network that is deleted meanwhile is told that it is gone', async () => {
    await addSite('gone');
    const list = Array.from({ length: 500 }, (_, at) => `gone|m${at}@b.test|u|pw`).join('\n');
    for (let round = 0; round < 5; round += 1) {
      ({ id } = await newNetwork('Gone'));
      const put = { params: { id }, body: { siteList: list } };
      const [one, other] = await Promise.all([
        app.send(contract.uploadPrivateSites, put),
        app.send(contract.deletePrivateNetworks, { body: [id] }),
        app.send(contract.uploadPrivateSites, put),
      ]);
      expect([200, 404]).toContain(one.status);
      expect(other.status).toBe(200);
    }
  });
});

test('accounts of a profile come in where their site stands in the catalogue; the others come back as lines', async () => {
  const campaign = await newCampaign(app, 'C');
  const profile = await newProfile(app, campaign.id, 'P');
  await addSite('known');
  for (const siteName of ['known', 'unknown']) {
    const login = { username: 'u', password: 'p|w', email: 'a@b.test' };
    await app.send(addAccount, { body: { accountListId: profile.id, siteName, ...login } });
  }
  const call = (profileId: number) =>
    app.send(contract.importPrivateSites, { params: { id }, body: { profileId } }).then((answer) => answer.body);
  expect(await call(profile.id)).toMatchObject({ count: 1, errorList: ['unknown|a@b.test|u|p|w'] });
  expect((await read()).sites).toMatchObject([{ siteId: 'known', password: 'p|w' }]);
  expect((await call(999_999)).error).toMatchObject({ message: contract.networkTexts.profile });
});

test('what is exported is read back by the manual import, self-hosted or not', async () => {
  await addSite('plain');
  const blog = world.wordpress[0]!;
  await upload(lineOf(blog), { selfHosted: true });
  await upload('plain|a@x.test|u|p|w');
  const before = (await read()).sites;
  const file = await app.send(contract.exportPrivateSites, { params: { id } });
  ({ id } = await newNetwork('Copy'));
  const answer = await upload(file.body as unknown as string, { selfHosted: true });
  expect(answer).toMatchObject({ count: 2, rejected: 0 });
  const keys = ({ siteId, email, username, password, group }: contract.PrivateSite) =>
    [siteId, email, username, password, group].join(' ');
  expect((await read()).sites.map(keys)).toEqual(before.map(keys));
});

test('sites are taken out, stay under Custom Sites, and one whose site is deleted there says so', async () => {
  await addSite('out');
  await upload('out|a@x.test|u|p\nout|b@x.test|u|p');
  const log = await app.listen(topics.privateNetwork(id));
  const ids = [
    { siteId: 'OUT', email: 'A@x.test' },
    { siteId: 'no', email: 'x' },
  ];
  const gone = (await app.send(contract.deletePrivateSites, { params: { id }, body: { ids } })).body;
  expect(gone).toEqual({ ids: [{ siteId: 'out', email: 'a@x.test' }] });
  expect(await log.until((event) => event.action === 'sitesDeleted')).toMatchObject(gone);
  expect((await read()).privateNetwork.count).toBe(1);
  expect((await catalogue()).some((site: { id: { siteId: string } }) => site.id.siteId === 'out')).toBe(true);
  await app.app.store.db.deleteFrom('sites').where('site_id', '=', 'out').execute();
  expect((await read()).sites).toMatchObject([{ siteId: 'out', status: null, serves: [] }]);
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addAccount } from '#domain/contract/accounts.ts';
import { saveArticle } from '#domain/contract/content.ts';
import { addLinks } from '#domain/contract/links.ts';
import { addSiteByAddress, listCustomSites, noPermission, siteTexts, switchHost } from '#domain/contract/sites.ts';
import { getWayIn } from '#domain/contract/way-in.ts';
import { startWorld, type World } from '#rehearsal/world.ts';
import { newCampaign, newContentGroup, newLinkSet, newProfile } from '#test/support/nouns.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';

let app: TestApp;
let world: World;
beforeAll(async () => {
  world = await startWorld({ wordpress: 1, mediawiki: 1 });
  app = await startTestApp({ roles: ['http'] });
});
afterAll(async () => {
  await app?.stop();
  await world?.close();
});

const way = async () => (await app.send(getWayIn)).body;
const add = async (body: object) => (await app.send(addSiteByAddress, { body })).body;

describe('a site by its address', () => {
  test('needs a permission', async () => {
    const url = world.wordpress[0]!.url;
    expect((await add({ url, permission: 'none' })).error).toMatchObject({
      message: `permission: ${noPermission}`,
    });
    expect((await app.send(listCustomSites)).body.sites).toEqual([]);
    expect((await way()).site).toBeNull();
  });

  test('is recognised, named by its host, and kept with its permission', async () => {
    const { url } = world.wordpress[0]!;
    const { site } = await add({ url, permission: 'granted', permissionNote: 'Contract of May' });
    expect(site).toMatchObject({
      id: { module: 'SocialNetwork', siteId: new URL(url).host },
      ...{ connector: 'wordpress', platform: 'WordPress', permission: 'granted', permissionNote: 'Contract of May' },
      ...{ atOnce: 1, gapSeconds: 2 },
    });
    expect(site.permissionAt).not.toBeNull();
    expect((await way()).site).toEqual({ id: site.id, url, connector: 'wordpress' });
    // What was set for it since must not be changed by adding it again.
    expect((await add({ url, permission: 'owned' })).error).toMatchObject({
      field: 'url',
      message: siteTexts.alreadyThere(site.id.siteId),
    });
  });

  test('of a wiki is a wiki', async () => {
    const wiki = world.sites.find(({ platform }) => platform === 'mediawiki')!;
    const { site } = await add({ url: wiki.url, permission: 'owned' });
    expect(site).toMatchObject({ id: { module: 'Wiki' }, connector: 'mediawiki', dofollow: false });
  });

  test('where nothing can be posted to, nothing answers or traffic is stopped, is refused at its field', async () => {
    const refused = async (url: string) => (await add({ url, permission: 'owned' })).error;
    expect(await refused('http://127.0.0.1:9/')).toMatchObject({ field: 'url' });
    const { url } = world.wordpress[0]!;
    await app.send(switchHost, { body: { host: new URL(url).host, stopped: true } });
    expect(await refused(url)).toMatchObject({ field: 'url', message: siteTexts.hostStopped });
  });
});

test('each step is ticked off by what the store holds', async () => {
  expect(await way()).toMatchObject({ campaign: null, profile: null, group: null, links: null, project: null });
  const { id: campaignId } = await newCampaign(app, 'Mine');
  const profile = await newProfile(app, campaignId);
  expect((await way()).profile).toEqual({ id: profile.id, name: 'Accounts', hasAccount: false });
  const account = { accountListId: profile.id, siteName: 'a.test', email: 'a', username: 'a', password: 'p' };
  await app.send(addAccount, { body: account });
  expect((await way()).profile.hasAccount).toBe(true);
  const group = await newContentGroup(app);
  expect((await way()).group.hasArticle).toBe(false);
  const article = { title: 'T', body: 'B', authorName: 'A', authorBio: 'B', id: null, contentGroupId: group.id };
  await app.send(saveArticle, { body: article });
  expect((await way()).group.hasArticle).toBe(true);
  const list = await newLinkSet(app, campaignId, 'Money');
  expect(await way()).toMatchObject({ links: null, output: { id: list.id } });
  await app.send(addLinks, { params: { id: list.id }, body: { url: 'http://m.test/', anchor: 'an', linksOnPage: '' } });
  expect(await way()).toMatchObject({ links: { id: list.id, anchor: 'an' }, output: null, isProved: false });
});

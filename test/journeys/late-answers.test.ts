import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { editAccount, listAccounts } from '#domain/contract/accounts.ts';
import { renameCampaign } from '#domain/contract/campaigns.ts';
import { getContentGroup, saveContentGroup } from '#domain/contract/content.ts';
import { editLink, listLinks } from '#domain/contract/links.ts';
import { getProject } from '#domain/contract/projects/projects.ts';
import { listCustomSites, saveCustomSite } from '#domain/contract/sites.ts';
import { startWorld, type World } from '#rehearsal/world.ts';
import { launchBrowser, open, signIn } from '#test/support/browser.ts';
import { type ReadyCampaign, readyCampaign } from '#test/support/builders.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';

// Events and answers of one thing may overtake each other: an older one never takes the place of a newer (B5, fault 1).

let app: TestApp;
let world: World;
let browser: Browser;
beforeAll(async () => {
  [app, world, browser] = await Promise.all([startTestApp(), startWorld({ wordpress: 1 }), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
  await world?.close();
});

test('the answer of a start that comes after the end of its run brings no older status back', async () => {
  const ready = await readyCampaign(app.app, world.sites);
  const { page, context } = await signIn(browser, app);
  await open(page, `/project/${ready.projectId}`);
  let answered = false;
  await page.route('**/action/start/project/*', async (route) => {
    const response = await route.fetch();
    expect((await response.json()).status).toBe('STARTING');
    // Held back until the page has shown the end.
    await page.getByText('COMPLETED').first().waitFor();
    await route.fulfill({ response });
    answered = true;
  });
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect.poll(() => answered).toBe(true);
  await page.getByRole('button', { name: 'Start', exact: true }).and(page.locator(':not(.ant-btn-loading)')).waitFor();
  await page.getByText('COMPLETED').first().waitFor();
  expect(await page.getByRole('button', { name: 'Stop', exact: true }).count()).toBe(0);
  await context.close();
});

test('loads that are slow and come out of order leave the last word on the list of projects', async () => {
  const ready = await readyCampaign(app.app, world.sites, { siteName: 'slow' });
  const { page, context } = await signIn(browser, app);
  // Read before the run, answered after it.
  await page.route('**/rest/campaign/*', async (route) => {
    const response = await route.fetch();
    await app.fetch(`/action/start/project/${ready.projectId}`);
    await expect.poll(async () => (await statusOf(ready.projectId)) === 'COMPLETED').toBe(true);
    await route.fulfill({ response });
  });
  await page.goto(`/campaign/${ready.campaignId}`);
  await page.getByRole('row', { name: 'Project' }).getByText('COMPLETED').waitFor();
  await context.close();
});

test('no row of the campaigns is moved from under the pointer by the steps above them', async () => {
  const ready = await readyCampaign(app.app, world.sites, { siteName: 'below' });
  const { page, context } = await signIn(browser, app);
  const held = Promise.withResolvers<void>();
  await page.route('**/rest/way_in', async (route) => {
    const response = await route.fetch();
    await held.promise;
    await route.fulfill({ response });
  });
  const listed = page.waitForResponse('**/rest/campaigns');
  await page.goto('/campaigns');
  await (await listed).finished();
  const link = page.locator(`main a[href$="/campaign/${ready.campaignId}"]`);
  await page.getByText('Loading').first().waitFor();
  expect(await link.count()).toBe(0);
  // What moved that a hand did not move, from here on.
  await page.evaluate(`window.moved = [];
    new PerformanceObserver((list) => {
      for (const { sources } of list.getEntries()) for (const { node } of sources) window.moved.push(node?.nodeName);
    }).observe({ type: 'layout-shift' });`);
  held.resolve();
  await link.waitFor();
  await page.waitForLoadState('networkidle');
  expect(await page.evaluate('window.moved')).not.toContain('TR');
  await context.close();
});

type Change = (ready: ReadyCampaign, siteName: string) => Promise<unknown>;
interface Late {
  name: string;
  path: (ready: ReadyCampaign) => string;
  /** The call whose answer is held back. */
  call: string;
  /** Types `mine` and saves. */
  save: (page: Page, siteName: string, ready: ReadyCampaign) => Promise<void>;
  /** Another window saves `theirs`. */
  elsewhere: Change;
}

const saveIn = async (page: Page, edit: RegExp, label: string) => {
  await page.getByRole('button', { name: edit }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(label).fill('mine');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
};

const lateOnes: Late[] = [
  {
    name: 'a link',
    path: ({ moneyId }) => `/url_list/${moneyId}`,
    call: '**/rest/url_item/*',
    save: (page) => saveIn(page, /^Edit /, 'Anchor'),
    elsewhere: async ({ moneyId }) => {
      const { id, url } = (await app.send(listLinks, { params: { id: moneyId } })).body.urlItems[0];
      await app.send(editLink, { params: { id }, body: { url, anchor: 'theirs' } });
    },
  },
  {
    name: 'an account',
    path: ({ profileId }) => `/accounts/${profileId}`,
    call: '**/rest/account',
    save: (page) => saveIn(page, /^Edit .* on /, 'Username'),
    elsewhere: async ({ profileId }) => {
      const account = (await app.send(listAccounts, { params: { id: profileId } })).body.accounts[0];
      const was = { siteName: account.siteName, email: account.email };
      await app.send(editAccount, { body: { ...account, edition: undefined, was, username: 'theirs' } });
    },
  },
  {
    name: 'a custom site',
    path: () => '/custom-sites',
    call: '**/rest/custom_sites',
    save: (page, siteName) => saveIn(page, new RegExp(`^Edit ${siteName}`), 'Platform'),
    elsewhere: async (_, siteName) => {
      const { sites } = (await app.send(listCustomSites, {})).body;
      const site = sites.find(({ id }: { id: { siteId: string } }) => id.siteId.startsWith(siteName));
      await app.send(saveCustomSite, { body: { ...site, ...site.id, edition: undefined, platform: 'theirs' } });
    },
  },
  {
    name: 'the settings of a content group',
    path: ({ groupId }) => `/content-group/${groupId}`,
    call: '**/rest/content_groups',
    save: async (page) => {
      await page.getByLabel('Words not to be changed').fill('mine,');
      await page.getByRole('button', { name: 'Save settings' }).click();
    },
    elsewhere: async ({ groupId: id }) => {
      const { maxUsagePerArticle } = (await app.send(getContentGroup, { params: { id } })).body.contentGroup;
      await app.send(saveContentGroup, { body: { id, wordsNottobeChanged: 'theirs', maxUsagePerArticle } });
    },
  },
  {
    name: 'the name of a campaign',
    path: () => '/campaigns',
    call: '**/rest/campaigns',
    save: (page, siteName) => saveIn(page, new RegExp(`^Rename ${siteName}`), 'Name'),
    elsewhere: ({ campaignId }) => app.send(renameCampaign, { body: { id: campaignId, name: 'theirs' } }),
  },
];

test.each(lateOnes)('the late answer of a save leaves what another window saved since: $name', async (late) => {
  const siteName = `late${Math.random().toString(36).slice(2, 8)}`;
  const ready = await readyCampaign(app.app, world.sites, { siteName });
  await app.send(renameCampaign, { body: { id: ready.campaignId, name: siteName } });
  const { page, context } = await signIn(browser, app);
  await open(page, late.path(ready));
  const theirs = page.locator('main').getByText('theirs', { exact: true }).first();
  let answered = false;
  await page.route(late.call, async (route) => {
    if (route.request().method() === 'GET') return route.continue();
    const response = await route.fetch();
    await late.elsewhere(ready, siteName);
    // Held back until the page shows it. The group's settings show what is typed until then.
    if (!late.path(ready).startsWith('/content-group')) await theirs.waitFor({ state: 'attached' });
    await route.fulfill({ response });
    answered = true;
  });
  await late.save(page, siteName, ready);
  await expect.poll(() => answered).toBe(true);
  await page
    .getByText(/^Successfully/)
    .first()
    .waitFor();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await theirs.waitFor();
  expect(await page.locator('main').getByText('mine', { exact: true }).count()).toBe(0);
  await context.close();
});

test('the late answer of a project’s save brings no Start button back', async () => {
  const ready = await readyCampaign(app.app, world.sites, { siteName: 'started' });
  const { page, context } = await signIn(browser, app);
  await open(page, `/project/${ready.projectId}`);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByLabel('Output URL anchors').fill('mine');
  await page.route('**/rest/postingproject', async (route) => {
    const response = await route.fetch();
    await app.fetch(`/action/start/project/${ready.projectId}`);
    await page.getByText('COMPLETED').first().waitFor();
    await route.fulfill({ response });
  });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Edit', exact: true }).waitFor();
  await page.getByText('COMPLETED').first().waitFor();
  expect(await page.getByLabel('Output URL anchors').inputValue()).toBe('mine');
  await context.close();
});

async function statusOf(id: number): Promise<string> {
  return (await app.send(getProject, { params: { id } })).body.project.status;
}

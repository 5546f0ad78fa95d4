import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addAccount, createProfile } from '#domain/contract/accounts.ts';
import { createContentGroup, saveArticle } from '#domain/contract/content.ts';
import { addLinks, createLinkSet } from '#domain/contract/links.ts';
import { whyNotReal } from '#test/support/real/install.ts';
import { type RealWordPress, startWordPress } from '#test/support/real/start.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';

const why = whyNotReal(['nginx-light', 'php-fpm', 'mariadb-server', 'wordpress', 'chromium']);
const args = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'];
// Pages of a real WordPress reach for outside hosts; there are none here.
const noOutside = '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1';

let app: TestApp;
let wordpress: RealWordPress;
let browser: Browser;

describe.skipIf(why !== undefined)(`a campaign on a real WordPress${why ? ` (skipped: ${why})` : ''}`, () => {
  beforeAll(async () => {
    wordpress = await startWordPress();
    app = await startTestApp();
    browser = await chromium.launch({
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: [...args, noOutside],
    });
  });
  afterAll(async () => {
    await browser?.close();
    await app?.stop();
    await wordpress?.stop();
  });

  test('from sign-in to the anchor on the public page', async () => {
    const page = await signIn();
    const campaignId = await makeCampaign(page);
    await addSite(page);
    await fillStores(campaignId);
    await makeProject(page, campaignId);
    await editProject(page);
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    // Rows turn green where they stand: the page is not loaded again.
    await page.getByRole('tab', { name: 'Sites' }).click();
    await page.getByRole('treegrid').getByText('SUCCESS').waitFor();
    await page.getByRole('treegrid').getByText('Live', { exact: true }).waitFor();
    await page.goto(`/campaign/${campaignId}?tab=backlinks`);
    await page.getByRole('link', { name: 'Pages made' }).click();
    const popup = page.waitForEvent('popup');
    await page.getByRole('link', { name: new RegExp(wordpress.url) }).click();
    const post = await popup;
    await post.waitForLoadState('domcontentloaded');
    const anchor = post.getByRole('link', { name: 'garden tools' });
    expect(await anchor.getAttribute('href')).toBe('http://money.example/');
  });
});

async function signIn(): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: app.url, viewport: { width: 1280, height: 900 } })).newPage();
  await page.goto('/');
  await page.getByLabel('Username').fill('admin');
  await page.getByRole('textbox', { name: 'Password' }).fill('test-password');
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByRole('heading', { name: 'Campaigns' }).waitFor();
  return page;
}

async function makeCampaign(page: Page): Promise<number> {
  await page.getByRole('button', { name: 'Add', exact: true }).first().click();
  await page.getByRole('dialog').getByLabel('Name').fill('Real campaign');
  await page.getByRole('dialog').getByRole('radio', { name: 'Manually' }).check();
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
  await page.getByRole('heading', { name: 'Campaign: Real campaign' }).waitFor();
  return Number(/campaign\/(\d+)/.exec(page.url())?.[1]);
}

/** Picks an entry of a select by its label. */
async function choose(page: Page, label: string, entry: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click();
  const entries = page.locator('.ant-select-dropdown:visible .ant-select-item-option');
  await entries.filter({ hasText: entry }).first().click();
}

async function addSite(page: Page): Promise<void> {
  await page.goto('/custom-sites');
  await page.getByRole('button', { name: 'Add', exact: true }).first().click();
  const dialog = page.getByRole('dialog');
  await choose(page, 'Type', 'Web 2.0 Blogs');
  await dialog.getByLabel('Site id').fill('real-blog');
  await dialog.getByLabel('URL').fill(wordpress.url);
  await choose(page, 'Connector', 'WordPress');
  await dialog.getByRole('radio').first().check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('treegrid').getByText('real-blog').waitFor();
}

/** Stores that other journeys cover on screen are filled by their calls. */
async function fillStores(campaignId: number): Promise<void> {
  const { body: money } = await app.send(createLinkSet, { body: { campaignId, name: 'Money site' } });
  await app.send(createLinkSet, { body: { campaignId, name: 'Pages made' } });
  const link = { url: 'http://money.example/', anchor: 'garden tools', linksOnPage: '' };
  await app.send(addLinks, { params: { id: money.urlList.id }, body: link });
  const { body: group } = await app.send(createContentGroup, { body: { name: 'Bucket' } });
  const article = {
    title: 'A real post',
    body: 'About garden tools and more. The end.',
    authorName: 'Ada',
    authorBio: 'Writer',
  };
  await app.send(saveArticle, { body: { ...article, id: null, contentGroupId: group.contentGroup.id } });
  const { body: profile } = await app.send(createProfile, { body: { campaignId, name: 'Logins' } });
  const { username, password } = wordpress;
  const account = { siteName: 'real-blog', email: 'a@b.test', username, password };
  await app.send(addAccount, { body: { ...account, accountListId: profile.profile.id } });
}

async function makeProject(page: Page, campaignId: number): Promise<void> {
  await page.goto(`/campaign/${campaignId}`);
  await page.getByRole('button', { name: 'Add', exact: true }).first().click();
  await choose(page, 'Type', 'Web 2.0 Blogs');
  await page.getByRole('dialog').getByLabel('Name').fill('Real project');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Save|Add|Create|OK/ })
    .click();
  await page.getByRole('heading', { name: 'Project: Real project' }).waitFor();
}

async function editProject(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await choose(page, 'Account profile', 'Logins');
  await choose(page, 'Output link set', 'Pages made');
  await choose(page, 'Content group', 'Bucket');
  await page.getByRole('checkbox', { name: /insert URLs/i }).check();
  await page.getByRole('button', { name: 'Add input link set' }).click();
  await choose(page, 'Link set', 'Money site');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.locator('#tags').fill('real,');
  await page.getByRole('tab', { name: 'Sites' }).click();
  await page.getByRole('treegrid').getByRole('checkbox').first().check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Edit', exact: true }).waitFor();
}

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCampaign } from '#domain/contract/campaigns.ts';
import { launchBrowser } from '#test/support/browser.ts';
import { startPathProxy } from '#test/support/path-proxy.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  app = await startTestApp({ roles: ['http'], basePath: '/office/links' });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

test.each([
  ['takes its path away', true],
  ['passes its path on', false],
])('below a path of its own, behind a proxy that %s', async (_name, strips) => {
  const proxy = await startPathProxy(app.url, '/office/links', strips);
  const context = await browser.newContext({ baseURL: proxy.url });
  const page = await context.newPage();
  const outside: string[] = [];
  page.on('request', (request) => {
    const url = request.url();
    if (/^https?:/.test(url) && !url.startsWith(`${proxy.url}/office/links/`)) outside.push(url);
  });
  // A place that needs a sign-in leads there and back.
  await page.goto('/office/links/content-groups');
  await page.getByLabel('Username').fill('admin');
  await page.getByRole('textbox', { name: 'Password' }).fill('test-password');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/office/links/content-groups');
  const cookies = await context.cookies();
  expect(cookies.map(({ path }) => path)).toEqual(['/office/links']);
  await page.getByRole('navigation').getByRole('link', { name: 'Campaigns' }).click();
  await page.waitForURL('**/office/links/campaigns');
  await page.getByRole('heading', { name: 'Campaigns' }).waitFor();
  // What the channel tells is heard.
  await app.send(createCampaign, { body: { name: `Told ${strips}` } });
  await page.getByRole('link', { name: `Told ${strips}` }).click();
  await page.waitForURL('**/office/links/campaign/*');
  await page.reload();
  await page.getByRole('heading', { name: `Told ${strips}` }).waitFor();
  await page.goto('/office/links/#/custom-sites');
  await page.waitForURL('**/office/links/custom-sites');
  await page.locator('h1').waitFor();
  expect(outside).toEqual([]);
  await context.close();
  await proxy.close();
});

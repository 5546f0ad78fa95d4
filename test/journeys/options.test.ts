import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { saveOptions } from '#domain/contract/options/options.ts';
import { addProxies } from '#domain/contract/options/proxies.ts';
import { type RehearsalProxy, startHttpProxy, startSocksProxy } from '#rehearsal/proxy.ts';
import { launchBrowser, open, signIn } from '#test/support/browser.ts';
import { lookAt } from '#test/support/look-at.ts';
import { type PageServer, startPageServer } from '#test/support/page-server.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';

/** The options are set, proxies checked and sites blocked. OPTIONS_SHOTS names a folder for pictures. */
let app: TestApp;
let target: PageServer;
let proxies: RehearsalProxy[];
let browser: Browser;
let page: Page;
beforeAll(async () => {
  target = await startPageServer();
  proxies = [await startHttpProxy({ login: 'ann:pw' }), await startSocksProxy()];
  [app, browser] = await Promise.all([startTestApp({ proxyCheckUrl: `http://${target.host}/` }), launchBrowser()]);
  ({ page } = await signIn(browser, app));
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
  await target?.close();
  await Promise.all(proxies.map((proxy) => proxy.close()));
});

const look = (name: string) => lookAt(page, name, process.env.OPTIONS_SHOTS);
const field = (label: string) => page.getByLabel(label, { exact: true });
const save = () => page.getByRole('button', { name: 'Save', exact: true });

test('the tab General refuses what is out of bounds, and keeps what is not', async () => {
  await open(page, '/options');
  await expect.poll(() => field('Max number of retries').inputValue()).toBe('3');
  expect(await save().isDisabled()).toBe(true);
  await look('general');
  await field('Max number of retries').fill('9');
  await field('Wait time-out').fill('');
  await page.getByRole('tab', { name: /^Blocked Sites/ }).click();
  await save().click();
  // The first broken rule opens its tab, and takes the cursor.
  await page.getByText('Please fix the problems below before saving options').waitFor();
  await page.getByText('Must be between 1 and 5').waitFor();
  await page.getByText('Required').waitFor();
  await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('maxNumberOfRetries');
  await look('general-problems');
  await field('Max number of retries').fill('5');
  await field('Wait time-out').fill('45');
  await page.keyboard.press('Enter');
  await page.getByText('Successfully saved the options').waitFor();
  await expect.poll(() => app.app.options.latest.waitTimeOut).toBe(45);
  await page.reload();
  await expect.poll(() => field('Wait time-out').inputValue()).toBe('45');
});

test('the indexer that stands still shows its fields, and says where links are told instead', async () => {
  await open(page, '/options?tab=productIndexer');
  await page.getByText(/^This indexer stopped working/).waitFor();
  expect(await field('Daily submissions of an account').inputValue()).toBe('25');
  expect(await field('Daily submissions of an account').isDisabled()).toBe(true);
  await look('product-indexer');
  await page.getByRole('tabpanel').getByRole('link', { name: 'Open the tab Indexer' }).click();
  await page.getByRole('tab', { name: 'Indexer', exact: true, selected: true }).waitFor();
});

test('what another window saved meanwhile is not lost', async () => {
  await open(page, '/options');
  await field('Max posting threads').fill('12');
  await app.send(saveOptions, { body: { maxPostingThreads: 33 } });
  await save().click();
  await page.getByRole('button', { name: 'Show what was saved' }).click();
  await expect.poll(() => field('Max posting threads').inputValue()).toBe('33');
  expect(await save().isDisabled()).toBe(true);
  await page.getByRole('switch', { name: 'Stay signed in' }).click();
  await page.getByRole('tab', { name: 'Indexer', exact: true }).click();
  await page.getByRole('link', { name: 'Campaigns' }).first().click();
  await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
  await page.getByRole('button', { name: 'Leave', exact: true }).click();
  await page.getByRole('heading', { name: 'Campaigns' }).waitFor();
});

test('proxies are added by lines, checked while somebody watches, and deleted', async () => {
  await open(page, '/options?tab=proxy');
  await page.getByText('No proxies yet').waitFor();
  await look('proxies-empty');
  await page.getByRole('button', { name: 'Add' }).first().click();
  const [plain, socks] = proxies.map(({ port }) => port);
  await page
    .getByRole('textbox', { name: 'Proxies', exact: true })
    .fill(`127.0.0.1:${plain}:ann:pw\nsocks5://127.0.0.1:${socks}\n127.0.0.1:9\nno proxy`);
  await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click();
  await page.getByText('1 line not taken').waitFor();
  await page.getByText('no proxy: Not a line like').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => page.locator('tbody tr').count()).toBe(3);
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await expect.poll(() => page.getByText(/^Answered in/).count()).toBe(2);
  await page.getByText('The proxy failed: refused').waitFor();
  await page.getByRole('button', { name: 'Check', exact: true }).waitFor();
  await look('proxies');
  // Another window adds one; it is seen here.
  await app.send(addProxies, { body: { proxies: '10.9.8.7:3128' } });
  await page.getByText('10.9.8.7').waitFor();
  await page.getByRole('checkbox', { name: 'Select 10.9.8.7:3128' }).check();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete 1' }).click();
  await page.getByText('10.9.8.7').waitFor({ state: 'detached' });
});

test('sites are blocked by lines, found again, and unblocked', async () => {
  await open(page, '/options?tab=blockedSites');
  await page.getByText('No blocked sites').waitFor();
  await page.getByRole('button', { name: 'Add' }).first().click();
  await page.getByLabel('Sites', { exact: true }).fill('spam.example\nnot a host');
  await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click();
  await page.getByText('Line 2 is not a valid host').waitFor();
  await look('blocked-dialog');
  await page.getByLabel('Sites', { exact: true }).fill('https://www.spam.example/page\nother.example');
  await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click();
  await page.getByText('Successfully blocked: 2 sites').waitFor();
  await page.getByRole('searchbox', { name: 'Search blocked sites' }).fill('spam');
  await page.getByText('1 of 2 blocked sites').waitFor();
  await look('blocked');
  await page.getByRole('checkbox', { name: 'Select spam.example' }).check();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Unblock 1' }).click();
  await page.getByText('No blocked site fits this search.').waitFor();
});

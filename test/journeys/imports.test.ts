import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { listAccounts } from '#domain/contract/accounts.ts';
import { launchBrowser, open, signIn } from '#test/support/browser.ts';
import { newCampaign, newProfile } from '#test/support/nouns.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';

// What an import dialog says is said of the file that it shows (B5, fault 3).

let app: TestApp;
let browser: Browser;
let profileId: number;
let context: BrowserContext;
let page: Page;
beforeAll(async () => {
  [app, browser] = await Promise.all([startTestApp(), launchBrowser()]);
});
beforeEach(async () => {
  profileId = (await newProfile(app, (await newCampaign(app)).id)).id;
  ({ context, page } = await signIn(browser, app));
  await open(page, `/accounts/${profileId}`);
});
afterEach(() => context?.close());
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

const file = (name: string, content: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(content) });
const choose = (name: string, content: string) =>
  page.getByLabel('Import', { exact: true }).setInputFiles(file(name, content));
const accounts = async () => (await app.send(listAccounts, { params: { id: profileId } })).body.accounts;

test('a file chosen while the dialog of another one closes is judged, and nothing of the other is shown', async () => {
  await choose('first.txt', 'one.test|a@x|u|p');
  const first = page.getByRole('dialog', { name: 'first.txt' });
  await first.getByRole('button', { name: 'Import 1 account' }).waitFor();
  await first.getByRole('button', { name: 'Cancel' }).click();
  // At once, while the dialog still fades.
  await choose('second.txt', 'two.test|a@x|u|p\nthree.test|a@x|u|p');
  const second = page.getByRole('dialog', { name: 'second.txt' });
  await second.getByRole('button', { name: 'Import 2 accounts' }).click();
  await second.getByText('2 accounts imported').waitFor();
  expect((await accounts()).map(({ siteName }: { siteName: string }) => siteName)).toEqual(['three.test', 'two.test']);
});

test('lines of a verdict are searched, and the word stays in its field', async () => {
  await choose('some.txt', 'one.test|a@x|u|p\ntwo.test|a@x|u|p\nthree.test|a@x|u|p');
  const dialog = page.getByRole('dialog', { name: 'some.txt' });
  await dialog.getByText('one.test').waitFor();
  const search = dialog.getByRole('searchbox', { name: 'Search lines' });
  await search.fill('three');
  await search.press('Enter');
  await dialog.getByText('one.test').waitFor({ state: 'hidden' });
  expect([await search.inputValue(), await dialog.getByText('three.test').count()]).toEqual(['three', 1]);
});

test('an import can be cancelled, which leaves nothing of it behind', async () => {
  await choose('many.txt', Array.from({ length: 20_000 }, (_, at) => `s${at}.test|a@x|u|p`).join('\n'));
  const dialog = page.getByRole('dialog', { name: 'many.txt' });
  const start = dialog.getByRole('button', { name: 'Import 20,000 accounts' });
  await start.waitFor();
  // A line to the server that takes a while, so that there is something to cancel.
  const slow = await context.newCDPSession(page);
  const conditions = { offline: false, latency: 0, downloadThroughput: -1 };
  await slow.send('Network.enable');
  await slow.send('Network.emulateNetworkConditions', { ...conditions, uploadThroughput: 50_000 });
  await start.click();
  await dialog.getByRole('button', { name: 'Cancel import' }).click();
  await dialog.getByText('The import was cancelled. Nothing was imported.').waitFor();
  await slow.send('Network.emulateNetworkConditions', { ...conditions, uploadThroughput: -1 });
  expect(await accounts()).toEqual([]);
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await start.click();
  await dialog.getByText('20,000 accounts imported').waitFor();
});

test('an import that is cancelled when all of it was sent is not said to have done nothing', async () => {
  await choose('late.txt', 'late.test|a@x|u|p');
  const dialog = page.getByRole('dialog', { name: 'late.txt' });
  const start = dialog.getByRole('button', { name: 'Import 1 account' });
  await start.waitFor();
  // The store keeps the server waiting.
  const holder = await app.app.store.pool.connect();
  try {
    await holder.query('begin');
    await holder.query('lock table accounts in exclusive mode');
    await start.click();
    await dialog.getByText('all is sent').waitFor();
    await dialog.getByRole('button', { name: 'Cancel import' }).click();
    await dialog.getByText('look at the list before you import it again').waitFor();
    expect(await dialog.getByText('Nothing was imported').count()).toBe(0);
  } finally {
    await holder.query('rollback');
    holder.release();
  }
});

test('a refused line of a sites file is shown with its reason', async () => {
  await open(page, '/custom-sites');
  await page.getByRole('button', { name: 'Import All' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import All' });
  const content =
    'module,siteId,url,connector,platform\nWiki,good,http://good.test/,mediawiki,W\nWiki,bad,nonsense,mediawiki,W';
  await dialog.locator('input[type="file"]').setInputFiles(file('sites.csv', content));
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  const report = page.getByRole('dialog', { name: '1 line could not be imported' });
  await report.getByText('Line 3: url: Please enter an address that starts with http:// or https://').waitFor();
  await page.getByText('1 site imported, 1 line was refused.').waitFor();
});

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteAccounts, importAccounts } from '#domain/contract/accounts.ts';
import { launchBrowser, open, signIn } from '#test/support/browser.ts';
import { newCampaign, newLinkSet, newProfile, newProject } from '#test/support/nouns.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';

/** A long list is reached at any row, narrowed, chosen from by ranges, and drawn with the columns one wants. */
let app: TestApp;
let browser: Browser;
let page: Page;
let campaignId: number;
let path: string;
const nRows = 3_000;

beforeAll(async () => {
  app = await startTestApp();
  campaignId = (await newCampaign(app)).id;
  const { id } = await newProfile(app, campaignId);
  const lines = Array.from({ length: nRows }, (_, at) => `site${at}.test|a@x|user${at}|p`).join('\n');
  await app.upload(importAccounts, { id, files: { 'a.txt': lines } });
  path = `/accounts/${id}`;
  browser = await launchBrowser();
  ({ page } = await signIn(browser, app));
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

const focused = () => page.evaluate('document.activeElement.getAttribute("aria-label")');
const jumpTo = async (text: string) => {
  await page.getByLabel(/^Go to row/).fill(text);
  await page.keyboard.press('Enter');
};

test('any row is gone to by its number, by letters and by the keys of both ends', async () => {
  await open(page, path);
  await jumpTo('1,501');
  await expect.poll(focused).toBe('Select user1500 on site1500.test');
  await jumpTo('site2750');
  await expect.poll(focused).toBe('Select user2750 on site2750.test');
  await page.keyboard.press('End');
  await expect.poll(focused).toBe('Select user2999 on site2999.test');
  await page.keyboard.press('PageUp');
  await expect.poll(focused).toMatch(/^Select user(?!2999)29\d\d on/);
  await page.keyboard.press('End');
  await expect.poll(focused).toBe('Select user2999 on site2999.test');
  // Nothing is on its way any more, and the row above is in sight: no scroll, no answer draws the list anew.
  await expect.poll(() => page.locator('.keyed-body').evaluate((body) => body.clientHeight)).toBeGreaterThan(150 * 30);
  await page.keyboard.press('ArrowUp');
  await expect.poll(focused).toBe('Select user2998 on site2998.test');
  await page.keyboard.press('Home');
  await expect.poll(focused).toBe('Select user0 on site0.test');
  await page.keyboard.press('ArrowDown');
  await expect.poll(focused).toBe('Select user1 on site1.test');
});

test('a jump without a match says so, and the next one takes the word away', async () => {
  await open(page, path);
  await jumpTo('nobody');
  await page.getByRole('status').getByText('No row begins with “nobody”').waitFor();
  await expect.poll(focused).toMatch(/^Select user/);
  await jumpTo('site12x');
  await page.getByText('No row begins with “site12x”').waitFor();
  // Numbers are ordered by their size: a site30 may be far from a site3.
  await jumpTo('site9999');
  await page.getByText('No row is at “site9999”: the next one is shown').waitFor();
  await jumpTo('site2');
  await expect.poll(focused).toBe('Select user2 on site2.test');
  expect(await page.getByText(/^No row/).count()).toBe(0);
});

test('what stands above a row that was gone to comes when one scrolls up', async () => {
  await open(page, path);
  await jumpTo('1000');
  await expect.poll(focused).toBe('Select user999 on site999.test');
  const region = page.getByRole('region', { name: 'Accounts' });
  const first = () => page.locator('.keyed-body [data-at]').first().getAttribute('data-at');
  const up = async () => {
    await region.evaluate((box) => box.scrollBy(0, -6_000));
    return Number(await first());
  };
  await expect.poll(up).toBe(0);
});

test('ranges by Shift reach rows that are not loaded', async () => {
  await open(page, path);
  const box = (at: number) => page.getByRole('checkbox', { name: `Select user${at} on site${at}.test`, exact: true });
  await box(2).click();
  await box(5).click({ modifiers: ['Shift'] });
  await page.getByRole('button', { name: 'Delete (4)' }).waitFor();
  await page.keyboard.press('Shift+ArrowDown');
  await page.getByRole('button', { name: 'Delete (5)' }).waitFor();
  await jumpTo('2001');
  await expect.poll(focused).toBe('Select user2000 on site2000.test');
  await page.getByRole('button', { name: 'Delete (5)' }).waitFor();
  await box(2000).click({ modifiers: ['Shift'] });
  await page.getByRole('button', { name: 'Delete (1,999)' }).waitFor();
});

test('a range begins at the row that was taken, whatever came or went above it meanwhile', async () => {
  const { id } = await newProfile(app, campaignId);
  const lines = Array.from({ length: nRows }, (_, at) => `site${at}.test|a@x|user${at}|p`).join('\n');
  await app.upload(importAccounts, { id, files: { 'a.txt': lines } });
  await open(page, `/accounts/${id}`);
  const box = (at: number) => page.getByRole('checkbox', { name: `Select user${at} on site${at}.test`, exact: true });
  await jumpTo('1001');
  await expect.poll(focused).toBe('Select user1000 on site1000.test');
  await box(1000).click();
  const more = Array.from({ length: 100 }, (_, at) => `aaa${at}.test|a@x|new${at}|p`).join('\n');
  await app.upload(importAccounts, { id, files: { 'a.txt': more } });
  await page.getByText('3,100 accounts').first().waitFor();
  await jumpTo('site2000');
  await expect.poll(focused).toBe('Select user2000 on site2000.test');
  await box(2000).click({ modifiers: ['Shift'] });
  await page.getByRole('button', { name: 'Delete (1,001)' }).waitFor();
  const ids = Array.from({ length: 300 }, (_, at) => ({ siteName: `site${at + 1_900}.test`, email: 'a@x' }));
  await app.send(deleteAccounts, { params: { id }, body: { ids } });
  await page.getByText('2,800 accounts').first().waitFor();
  await page.getByRole('button', { name: 'Delete (900)' }).waitFor();
  // Upwards too, and from a row that is no longer there itself.
  await jumpTo('site1500');
  await expect.poll(focused).toBe('Select user1500 on site1500.test');
  await page.getByRole('button', { name: 'Clear selection' }).click();
  await box(1500).click();
  await app.send(deleteAccounts, { params: { id }, body: { ids: [{ siteName: 'site1500.test', email: 'a@x' }] } });
  await page.getByText('2,799 accounts').first().waitFor();
  await jumpTo('site100');
  await expect.poll(focused).toBe('Select user100 on site100.test');
  await box(100).click({ modifiers: ['Shift'] });
  await page.getByRole('button', { name: 'Delete (1,400)' }).waitFor();
});

test('a search says how many, and one without a result offers to clear it', async () => {
  await open(page, path);
  await page.getByLabel('Search accounts').fill('user29');
  await page.getByText('111 of 3,000 accounts').waitFor();
  await page.getByRole('searchbox', { name: 'Site', exact: true }).fill('site299');
  await page.getByText('11 of 3,000 accounts').waitFor();
  await page.waitForURL(/site=site299/);
  await page.getByLabel('Search accounts').fill('nobody');
  await page.getByRole('button', { name: 'Clear search and filters' }).click();
  await page.getByRole('checkbox', { name: 'Select user0 on site0.test' }).waitFor();
  expect(await page.getByLabel('Search accounts').inputValue()).toBe('');
});

test('columns are resized by hand and by keys, hidden, and stay so', async () => {
  await open(page, path);
  const head = page.getByRole('columnheader', { name: /^Username/ });
  const width = async () => Math.round((await head.boundingBox())?.width ?? 0);
  const edge = page.getByRole('separator', { name: 'Width of Username' });
  await edge.focus();
  const before = await width();
  await page.keyboard.press('ArrowRight');
  await expect.poll(width).toBe(before + 16);
  const box = await edge.boundingBox();
  if (!box) throw new Error('the edge is not drawn');
  await page.mouse.move(box.x + 4, box.y + 5);
  await page.mouse.down();
  await page.mouse.move(box.x + 64, box.y + 5, { steps: 4 });
  await page.mouse.up();
  await expect.poll(width).toBe(before + 76);
  await page.getByLabel('Columns of Accounts').click();
  await page.getByRole('checkbox', { name: 'Email' }).uncheck();
  await page.keyboard.press('Escape');
  await page.getByRole('columnheader', { name: /^Email/ }).waitFor({ state: 'detached' });
  await page.reload();
  await head.waitFor();
  await expect.poll(width).toBe(before + 76);
  expect(await page.getByRole('columnheader', { name: /^Email/ }).count()).toBe(0);
});

test('small lists have the same columns, ranges and order', async () => {
  for (const name of ['Wiki 10', 'Wiki 2', 'Wiki 1']) await newProject(app, campaignId, name);
  await newLinkSet(app, campaignId);
  await open(page, `/campaign/${campaignId}`);
  await page.getByRole('button', { name: 'Name', exact: true }).click();
  await expect
    .poll(() => page.locator('.list-row .name-link').allTextContents())
    .toEqual(['Wiki 1', 'Wiki 2', 'Wiki 10']);
  await page.getByRole('checkbox', { name: 'Select Wiki 1', exact: true }).click();
  await page.getByRole('checkbox', { name: 'Select Wiki 10' }).click({ modifiers: ['Shift'] });
  await page.getByText('3 selected').first().waitFor();
  await page.getByLabel('Columns of projects').click();
  await page.getByRole('checkbox', { name: 'Type' }).uncheck();
  await page.getByRole('columnheader', { name: /^Type/ }).waitFor({ state: 'detached' });
  await page.getByLabel('Search projects').fill('nothing like it');
  await page.getByRole('button', { name: 'Clear search and filters' }).click();
  await page.getByText('3 selected').first().waitFor();
});

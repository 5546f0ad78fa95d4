import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { saveSchedule } from '#domain/contract/schedules.ts';
import { startWorld, type World } from '#rehearsal/world.ts';
import { launchBrowser, open, signIn } from '#test/support/browser.ts';
import { type ReadyCampaign, readyCampaign } from '#test/support/builders.ts';
import { newProject } from '#test/support/nouns.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';

/** Lists tell how far things are, keep their view in the address, and do one thing to many. */
let app: TestApp;
let world: World;
let browser: Browser;
let ids: ReadyCampaign;
let page: Page;
beforeAll(async () => {
  world = await startWorld({ wordpress: 2 });
  app = await startTestApp();
  ids = await readyCampaign(app.app, world.sites, { rowsPerSite: 3 });
  for (let n = 0; n < 5; n += 1) await newProject(app, ids.campaignId, `Wiki ${n}`, 'Wiki');
  browser = await launchBrowser();
  ({ page } = await signIn(browser, app));
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
  await world?.close();
});

/** A screen is loaded within it, on a busy machine too. */
const soon = { timeout: 20_000 };
const rows = () => page.locator('.list-table tbody tr.list-row');
const listed = () => rows().locator('.name-link').allTextContents();

test('search, filter and order of projects stand in the address, and survive a reload and Back', async () => {
  await open(page, `/campaign/${ids.campaignId}`);
  await page.getByLabel('Search projects').fill('wiki');
  await page.getByRole('columnheader', { name: 'Name' }).click();
  await page.waitForURL(/q=wiki/);
  await page.waitForURL(/sort=name/);
  const shown = ['Wiki 0', 'Wiki 1', 'Wiki 2', 'Wiki 3', 'Wiki 4'];
  await expect.poll(listed, soon).toEqual(shown);
  await page.reload();
  await expect.poll(listed, soon).toEqual(shown);
  await page.getByRole('link', { name: 'Wiki 3' }).click();
  await page.getByRole('heading', { name: 'Project: Wiki 3' }).waitFor();
  await page.goBack();
  await expect.poll(listed, soon).toEqual(shown);
  await page.getByLabel('Search projects').fill('');
  await expect.poll(async () => (await listed()).length, soon).toBe(6);
});

test('many are started with one call, those that lack something are named, and what is deleted is counted in the question', async () => {
  await open(page, `/campaign/${ids.campaignId}`);
  await page.getByLabel('Select all').first().click();
  const calls: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && calls.push(new URL(request.url()).pathname));
  await page.getByRole('button', { name: 'Schedule 6' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('After project').click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Start 6' }).click();
  const question = page.getByRole('dialog', { name: 'Start the chosen projects?' });
  await question.getByText('6 projects start.').waitFor();
  await question.getByRole('button', { name: 'Start', exact: true }).click();
  // The Wikis have no account profile yet: what they need is told.
  const told = page.getByRole('dialog', { name: 'Started 1 project, 5 not' });
  await told.getByText('Please select an account profile (5)').waitFor();
  await told.getByRole('button', { name: 'Close' }).last().click();
  expect(calls.filter((path) => path.includes('/start/'))).toEqual([`/action/start/projects/${ids.campaignId}`]);
  await page.getByText('6 of 6 done').waitFor();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('dialog', { name: 'Delete 6 projects?' }).getByRole('button', { name: 'Cancel' }).click();
});

test('sites of a run are filtered by state, and planned ones tell their time', async () => {
  const spread = await readyCampaign(app.app, world.sites, { rowsPerSite: 4, siteName: 'spread' });
  const schedule = { scheduleType: 'FixedDate', startDate: '01/01/2020 00:00', durationType: 'Spread', nDay: 8 };
  await app.send(saveSchedule, { params: { id: spread.projectId }, body: { schedule } });
  await open(page, `/project/${spread.projectId}?tab=sites`);
  await page
    .getByText(/^Planned for (Today|\d\d\/\d\d)/)
    .first()
    .waitFor();
  await page.getByText(/^Next post .* on spread-/).waitFor();
  const filter = page.getByRole('group', { name: 'Filter by state' }).getByRole('button', { name: /Waiting/ });
  await filter.click();
  await page.waitForURL(/state=waiting/);
  await page.reload();
  await expect.poll(() => filter.getAttribute('aria-pressed'), soon).toBe('true');
  await page.getByText('Posts per day as a table').click();
  await page.getByRole('columnheader', { name: 'Planned' }).waitFor();
});

test('a list that is opened the moment its dialog comes is as wide as its field', async () => {
  await open(page, `/campaign/${ids.campaignId}`);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  // As fast as a practised hand: nothing is waited for between the dialog and the list.
  await page.getByRole('dialog').getByRole('combobox').press('ArrowDown');
  const list = page.locator('.ant-select-dropdown:visible');
  await list.waitFor();
  const widthOf = async (locator: typeof list) => Math.round((await locator.boundingBox())?.width ?? 0);
  const field = page.getByRole('dialog').locator('.ant-select');
  expect(Math.abs((await widthOf(list)) - (await widthOf(field)))).toBeLessThanOrEqual(1);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
});

test('a post that may stand unknown is named before its project or campaign is deleted', async () => {
  await app.app.store.pool.query('update project_tallies set unknown = 1 where project_id = $1', [ids.projectId]);
  for (const path of ['/campaigns', `/campaign/${ids.campaignId}`]) {
    await open(page, path);
    await page.getByLabel('Select all').first().click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('dialog').getByText('One post whose answer was lost may stand on its site').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
});

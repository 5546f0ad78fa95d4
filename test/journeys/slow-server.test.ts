import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, BrowserContext, Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { listAccounts } from '#domain/contract/accounts.ts';
import { listCampaigns } from '#domain/contract/campaigns.ts';
import { getProject } from '#domain/contract/projects/projects.ts';
import type { RehearsalSite } from '#rehearsal/site-server.ts';
import { startWorld, type World } from '#rehearsal/world.ts';
import { launchBrowser, open, signIn } from '#test/support/browser.ts';
import { type ReadyCampaign, readyCampaign } from '#test/support/builders.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';

// Every call takes two seconds at least and a later one may be answered first, while events come at once (B5, faults 1 to 3).

let app: TestApp;
let world: World;
let browser: Browser;
let site: RehearsalSite;
let ready: ReadyCampaign;
let windows: Window[] = [];
beforeAll(async () => {
  [app, world, browser] = await Promise.all([startTestApp(), startWorld({ wordpress: 1 }), launchBrowser()]);
  site = world.wordpress[0] as RehearsalSite;
});
beforeEach(async () => {
  ready = await readyCampaign(app.app, world.sites, { siteName: `slow${Math.random().toString(36).slice(2)}` });
});
afterEach(async () => {
  site.resetDials();
  for (const { context } of windows) await context.close();
  windows = [];
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
  await world?.close();
});

/** A window whose calls are slow. */
interface Window {
  page: Page;
  context: BrowserContext;
  /** Waits until no answer is out any more. */
  rest: () => Promise<void>;
}

/** Calls take this long, every second one longer: the next one overtakes it. In ms. */
const [slowMs, slowestMs] = [2_000, 3_500];

async function slowWindow(): Promise<Window> {
  const { page, context } = await signIn(browser, app);
  let [nCalls, nOut] = [0, 0];
  await context.route(/\/(?:rest|action)\//, async (route) => {
    nCalls += 1;
    nOut += 1;
    const holdMs = nCalls % 2 === 1 ? slowestMs : slowMs;
    const response = await route.fetch().catch(() => undefined);
    await pause(holdMs);
    // A page that has gone on takes no answer.
    await (response ? route.fulfill({ response }) : route.abort()).catch(() => {});
    nOut -= 1;
  });
  const rest = async () => {
    await page.waitForLoadState('networkidle');
    await expect.poll(() => nOut).toBe(0);
  };
  const made = { page, context, rest };
  windows.push(made);
  return made;
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const stored = async () => (await app.send(getProject, { params: { id: ready.projectId } })).body;
const shows = async (window: Window, status: string) => {
  await window.page.locator('#content').getByText(status, { exact: true }).first().waitFor();
};
const words = (page: Page) => page.locator('#content').innerText();

test('two windows start and stop a project, and neither says anything that is not so', async () => {
  const [one, two] = [await slowWindow(), await slowWindow()];
  for (const { page } of [one, two]) await open(page, `/project/${ready.projectId}?tab=sites`);
  // The site takes nothing: its row waits for its next try.
  site.dial({ busy: true });
  await button(one.page, 'Start').click();
  for (const { page } of [one, two])
    await page
      .getByText(/Retry 1 of/)
      .first()
      .waitFor();
  for (const window of [one, two]) await shows(window, 'RUNNING');
  await button(two.page, 'Stop').click();
  for (const window of [one, two]) {
    await shows(window, 'STOPPED');
    await window.rest();
    expect(await words(window.page)).not.toMatch(/RUNNING|STARTING|Retry \d of/);
    expect(await button(window.page, 'Stop').count()).toBe(0);
  }
  const { project, sites } = await stored();
  expect(project.status).toBe('STOPPED');
  for (const row of sites) expect(`${row.status} ${row.waitInfo}`).not.toMatch(/RUNNING|Retry/);
  site.resetDials();
  await app.app.store.pool.query('update hosts set hold_until = null');
  await button(two.page, 'Start').click();
  for (const window of [one, two]) {
    await shows(window, 'COMPLETED');
    await window.rest();
    await shows(window, 'COMPLETED');
    expect(await words(window.page)).not.toMatch(/RUNNING|STARTING/);
    expect(await button(window.page, 'Stop').count()).toBe(0);
  }
});

test('what is typed while a save is on its way is kept, and saved by the next one', async () => {
  const { page, rest } = await slowWindow();
  await open(page, `/project/${ready.projectId}`);
  await button(page, 'Edit').click();
  const anchors = page.getByLabel('Output URL anchors');
  await anchors.fill('first words');
  await button(page, 'Save').click();
  await anchors.fill('second words');
  await page.getByText('Successfully saved the project').waitFor();
  await rest();
  expect(await anchors.inputValue()).toBe('second words');
  expect((await stored()).project).toMatchObject({ outputAnchor: 'first words' });
  await button(page, 'Save').click();
  await button(page, 'Edit').waitFor();
  expect((await stored()).project).toMatchObject({ outputAnchor: 'second words' });
});

test('a refusal that comes late lands on its field, and the form holds all that was typed', async () => {
  const { page } = await slowWindow();
  await open(page, `/project/${ready.projectId}`);
  await button(page, 'Edit').click();
  await page.getByLabel('Output URL anchors').fill('kept words');
  await app.app.store.db.deleteFrom('url_lists').where('id', '=', ready.moneyId).execute();
  await button(page, 'Save').click();
  await page.locator('#linkSetProfiles-problem', { hasText: 'The input link set “Money” was deleted' }).waitFor();
  await page.locator('#linkSetProfiles:focus').waitFor();
  expect(await page.getByLabel('Output URL anchors').inputValue()).toBe('kept words');
});

test('an account that exists is refused at its field, with the cursor in it', async () => {
  const { page } = await slowWindow();
  await open(page, `/accounts/${ready.profileId}`);
  await button(page, 'Add').click();
  const dialog = page.getByRole('dialog');
  const [{ siteName = '' } = {}] = (await app.send(listAccounts, { params: { id: ready.profileId } })).body.accounts;
  await fillAccount(page, siteName);
  await dialog.getByText('This account already exists').waitFor();
  const faulty = dialog.locator('[aria-invalid="true"]');
  await faulty.and(page.locator(':focus')).waitFor();
  expect(await faulty.inputValue()).toBe('a@b.test');
});

async function fillAccount(page: Page, siteName: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Website').fill(siteName);
  await dialog.getByLabel('Email').fill('a@b.test');
  await dialog.getByLabel('Username').fill('writer');
  await dialog.getByRole('textbox', { name: /assword/ }).fill('secret');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
}

test('a dialog whose call fails keeps its words; closed before its answer, it does not close the next one', async () => {
  const { page, rest } = await slowWindow();
  await open(page, '/campaigns');
  const name = `Slow ${Math.random().toString(36).slice(2)}`;
  await button(page, 'Add').first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Manually').check();
  await dialog.getByLabel('Name').fill(name);
  let hasFailed = false;
  const fail = async (route: Route) => {
    await pause(slowMs);
    await route.abort();
    hasFailed = true;
  };
  await page.route('**/rest/campaigns', fail);
  await dialog.getByLabel('Name').press('Enter');
  await expect.poll(() => hasFailed).toBe(true);
  await dialog.locator('.ant-btn-loading').waitFor({ state: 'detached' });
  expect(await dialog.getByLabel('Name').inputValue()).toBe(name);
  await page.unroute('**/rest/campaigns', fail);
  // Twice, as impatient hands do.
  await dialog.getByLabel('Name').press('Enter');
  await dialog.getByLabel('Name').press('Enter');
  await page.keyboard.press('Escape');
  await button(page, 'Add').first().click();
  await dialog.getByLabel('Name').fill('The next one');
  await rest();
  expect(await dialog.getByLabel('Name').inputValue()).toBe('The next one');
  const { campaigns } = (await app.send(listCampaigns)).body;
  expect(campaigns.filter((one: { name: string }) => one.name === name)).toHaveLength(1);
});

test('the verdict on a file that was put away does not come up for the next one', async () => {
  const { page, rest } = await slowWindow();
  await open(page, `/accounts/${ready.profileId}`);
  const choose = (file: string, content: string) =>
    page
      .getByLabel('Import', { exact: true })
      .setInputFiles({ name: file, mimeType: 'text/plain', buffer: Buffer.from(content) });
  await choose('first.txt', 'one.test|a@x|u|p');
  const first = page.getByRole('dialog', { name: 'first.txt' });
  await first.getByRole('button', { name: 'Cancel' }).click();
  await choose('second.txt', 'two.test|a@x|u|p\nthree.test|a@x|u|p');
  const second = page.getByRole('dialog', { name: 'second.txt' });
  const start = second.getByRole('button', { name: 'Import 2 accounts' });
  await start.waitFor();
  await rest();
  expect(await start.isVisible()).toBe(true);
  await start.click();
  await second.getByText('2 accounts imported').waitFor();
});

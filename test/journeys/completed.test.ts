import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getProject } from '#domain/contract/projects/projects.ts';
import { launchBrowser, open, signIn } from '#test/support/browser.ts';
import { readyCampaign } from '#test/support/builders.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';

// What is COMPLETED is posted again only on purpose, also by a schedule or among many; and no entry leads nowhere.

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  // Nothing runs: the question is about what is asked for.
  [app, browser] = await Promise.all([startTestApp({ roles: ['http'] }), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

const site = { platform: 'wordpress', url: 'http://s.test', username: 'u', password: 'p' };
async function completed(siteName: string) {
  const ready = await readyCampaign(app.app, [site], { siteName });
  await app.app.store.db
    .updateTable('projects')
    .set({ status: 'COMPLETED' })
    .where('id', '=', ready.projectId)
    .execute();
  const project = async () => (await app.send(getProject, { params: { id: ready.projectId } })).body.project;
  return { ready, project };
}

test('the dialog of a schedule asks the question of a start', async () => {
  const { ready, project } = await completed('schedule');
  const { page, context } = await signIn(browser, app);
  await open(page, `/project/${ready.projectId}`);
  await page.getByRole('button', { name: 'Schedule' }).click();
  await page.getByText('Add Schedule').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('All sites of this project were posted to. Post to them again?').waitFor();
  expect(await dialog.getByLabel('Only sites without a post').isChecked()).toBe(true);
  await dialog.getByLabel('All chosen sites again').check();
  await dialog.getByLabel('Start date').fill('31/12/2090');
  await page.keyboard.press('Tab');
  await dialog.getByLabel('Start time').fill('10:00');
  await page.keyboard.press('Tab');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect((await project()).schedule).toMatchObject({ again: true, status: 'SCHEDULED' });
  await context.close();
});

test('a start of many names the completed ones that it left out, and asks about them', async () => {
  const { ready, project } = await completed('bulk');
  const { page, context } = await signIn(browser, app);
  await open(page, `/campaign/${ready.campaignId}`);
  await page.getByRole('checkbox', { name: 'Select Project' }).check();
  await page.getByRole('button', { name: /^Start/ }).click();
  const ask = page.getByRole('dialog', { name: 'Start the chosen projects?' });
  await ask.getByText('1 project starts.').waitFor();
  await ask.getByRole('checkbox').uncheck();
  await ask.getByText('0 projects start.').waitFor();
  await ask.getByRole('button', { name: /^Start/ }).click();
  const told = page.getByRole('dialog', { name: 'Started 0 projects, 1 not' });
  await told.getByText('All sites of this project were posted to. Post to them again? (1)').waitFor();
  expect((await project()).status).toBe('COMPLETED');
  await told.getByRole('button', { name: 'Post again to 1' }).click();
  await page.getByText('Started 1 project').waitFor();
  expect((await project()).status).toBe('STARTING');
  await context.close();
});

/** Internal addresses that a page leads to. */
const linksOn = (page: Page) =>
  page.locator('a[href^="/"]').evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));

test('every entry and link of every page leads to a screen that is there', async () => {
  const { ready } = await completed('walk');
  const { page, context } = await signIn(browser, app);
  const open_ = [
    '/campaigns',
    '/custom-sites',
    `/project/${ready.projectId}?tab=indexer`,
    `/accounts/${ready.profileId}`,
  ];
  const seen = new Set<string>();
  for (let path = open_.pop(); path !== undefined; path = open_.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    await open(page, path);
    const title = await page.locator('h1').first().innerText();
    expect([path, title]).toEqual([path, expect.not.stringMatching(/not part of this version|not found/i)]);
    open_.push(...(await linksOn(page)).filter((link) => !seen.has(link)));
  }
  for (const path of ['/old/blurbs', '/old/wizards', '/old/turbo_wizards']) expect([...seen]).toContain(path);
  expect(seen.size).toBeGreaterThan(8);
  await context.close();
});

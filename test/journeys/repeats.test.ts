import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listLinks } from '#domain/contract/links.ts';
import { getProject } from '#domain/contract/projects/projects.ts';
import { launchBrowser, open, signIn } from '#test/support/browser.ts';
import { readyCampaign } from '#test/support/builders.ts';
import { lookAt } from '#test/support/look-at.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';

// Work that comes again: a project every so many days, the links of a set on a rhythm.
const shots = process.env.REPEATS_SHOTS;
let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([startTestApp({ roles: ['http'] }), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});
const site = { platform: 'wordpress', url: 'http://s.test', username: 'u', password: 'p' };

test('a project repeats: the dialog judges its numbers, the page says what comes', async () => {
  const { projectId: id } = await readyCampaign(app.app, [site], { siteName: 'repeats' });
  const { page, context } = await signIn(browser, app);
  await open(page, `/project/${id}`);
  await page.getByRole('button', { name: 'Schedule' }).click();
  await page.getByRole('menuitem', { name: 'Add Schedule' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Add Edit Schedule' });
  await dialog.getByLabel('Start date').fill('31/12/2090');
  await page.keyboard.press('Tab');
  await dialog.getByLabel('Start time').fill('10:00');
  await page.keyboard.press('Tab');
  await dialog.getByRole('checkbox', { name: 'Repeat' }).check();
  await dialog.getByLabel('Every so many days').fill('0');
  await dialog.getByLabel('Number of runs in all').fill('');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await dialog.getByText('Days between two runs must be between 1 and 365').waitFor();
  await dialog.getByText('Number of runs must be between 2 and 1,000').waitFor();
  await lookAt(page, 'repeat-dialog', shots);
  await dialog.getByLabel('Every so many days').fill('7');
  await dialog.getByLabel('Number of runs in all').fill('5');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByText('Starting at 31/12/2090 10:00, then every 7 days, 5 runs in all').waitFor();
  await lookAt(page, 'repeat-page', shots);
  const { project } = (await app.send(getProject, { params: { id } })).body;
  expect(project.schedule.repeat).toEqual({ everyDays: 7, times: 5, done: 0, from: null, nextAt: null });
  await context.close();
});

test('a link set is checked on a rhythm, as every window shows', async () => {
  const { moneyId: id } = await readyCampaign(app.app, [site], { siteName: 'rhythm' });
  const [one, other] = await Promise.all([signIn(browser, app), signIn(browser, app)]);
  for (const { page } of [one, other]) await open(page, `/url_list/${id}`);
  const rhythm = one.page.getByRole('combobox', { name: 'Checked again' });
  await rhythm.click();
  // The popup is driven by keys: "When asked" is chosen, "Every day", "Every 3 days", "Every 7 days" follow.
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter']) await rhythm.press(key);
  await one.page.getByText('Successfully saved how often the links are checked').waitFor();
  await other.page.getByText('Every 7 days').waitFor();
  await other.page.getByText(/^next on \d\d\/\d\d/).waitFor();
  await lookAt(other.page, 'check-rhythm', shots);
  const saved = (await app.send(listLinks, { params: { id } })).body.rhythm;
  expect(saved.checkEveryDays).toBe(7);
  await Promise.all([one.context.close(), other.context.close()]);
});

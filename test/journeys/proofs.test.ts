import { AxeBuilder } from '@axe-core/playwright';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, open, signIn } from '#test/support/browser.ts';
import { watchedSet } from '#test/support/link-sets.ts';
import { type PageServer, startPageServer, status } from '#test/support/page-server.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';

let app: TestApp;
let browser: Browser;
let pages: PageServer;
beforeAll(async () => {
  app = await startTestApp();
  browser = await launchBrowser();
  pages = await startPageServer('<a href="https://money.test/">x</a>');
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
  await pages?.close();
});

test.each(['light', 'dark'] as const)('what cannot be read is said beside the last good word, in %s', async (theme) => {
  pages.say('<a href="https://money.test/">x</a>');
  const set = await watchedSet(app, [`http://${pages.host}/one`, `http://${pages.host}/other`]);
  await set.check();
  await set.untilIdle();
  pages.say(status(403));
  const { page, context } = await signIn(browser, app, theme);
  await open(page, `/url_list/${set.id}`);
  await set.check({ ids: [set.links[0]?.id] });
  await set.untilIdle();
  const mark = page.getByRole('button', { name: 'Live, the last reading failed' });
  await mark.click();
  const details = page.getByRole('tooltip');
  for (const words of ['The page answered 403 Forbidden', 'Next try', 'Last read'])
    await details.getByText(words).waitFor();
  await page.keyboard.press('Escape');
  const filter = page.getByRole('group', { name: 'Filter by proof' });
  await filter.getByRole('button', { name: 'Unreadable 1' }).click();
  const table = page.getByRole('table', { name: 'Links' });
  await table.getByText('/other').waitFor({ state: 'detached' });
  await table.getByText('/one').waitFor();
  expect((await new AxeBuilder({ page }).analyze()).violations.map(({ id }) => id)).toEqual([]);
  await context.close();
});

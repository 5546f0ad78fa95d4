import { AxeBuilder } from '@axe-core/playwright';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteLinkSets } from '#domain/contract/links.ts';
import { commit } from '#server/live/commit.ts';
import { launchBrowser, open, signIn } from '#test/support/browser.ts';
import { newCampaign, newLinkSet } from '#test/support/nouns.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';
import { until } from '#test/support/until.ts';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  app = await startTestApp();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

test.each(['light', 'dark'] as const)('work in the background shows and ends before the eyes, in %s', async (theme) => {
  await app.app.store.pool.query('truncate pgboss.job, task_progress');
  const { page, context } = await signIn(browser, app, theme);
  await open(page, '/campaigns');
  await page.getByRole('button', { name: 'Work in the background' }).click();
  await page.getByText('No background tasks').waitFor();

  const { id: campaignId } = await newCampaign(app);
  const { id } = await newLinkSet(app, campaignId, 'Long set');
  await app.app.store.pool.query(
    `insert into url_items (url_list_id, url, anchor) select $1, 'https://a.test/' || n, '' from generate_series(1, 20001) n`,
    [id],
  );
  await app.send(deleteLinkSets, { params: { id: campaignId }, body: { ids: [id] } });
  const line = page.getByRole('listitem').filter({ hasText: 'Removing the links of the deleted link set "Long set"' });
  await line.getByText('Done').waitFor();
  await line.getByText('20,001 of 20,001').waitFor();

  // A task of facts that do not fit: what the operator reads of a failure, and the way to begin again.
  const add = commit(app.app, (tx, note) =>
    app.app.tasks.add(tx, note, 'removeLinks', 'A task that fails', { urlListId: -1 }),
  );
  const failed = page.getByRole('listitem').filter({ hasText: 'A task that fails' });
  await failed.getByText('Failed').waitFor();
  await failed.getByText('Fault in the program').waitFor();
  await failed.getByRole('button', { name: 'Try again' }).click();
  await until('it failed again', async () => {
    const task = await app.app.tasks.find(await add);
    return task?.state === 'FAILED' && task.tries === 2;
  });
  await failed.getByText('Failed').waitFor();
  expect((await new AxeBuilder({ page }).analyze()).violations.map(({ id: rule }) => rule)).toEqual([]);
  await context.close();
});

import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Indexer, listIndexers } from '#domain/contract/indexing.ts';
import { saveOptions } from '#domain/contract/options/options.ts';
import { type IndexNowApi, startIndexNow } from '#rehearsal/indexnow.ts';
import { type PingHubApi, startPingHub } from '#rehearsal/ping-hub.ts';
import { startWorld, type World } from '#rehearsal/world.ts';
import { launchBrowser, open, signIn } from '#test/support/browser.ts';
import { type ReadyCampaign, readyCampaign } from '#test/support/builders.ts';
import { readyIndexing } from '#test/support/indexing.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';

/** Services are set up and validated, and told of a link set while somebody watches. INDEXING_SHOTS names a folder for pictures. */
let app: TestApp;
let indexNow: IndexNowApi;
let hub: PingHubApi;
let browser: Browser;
let world: World;
let posting: ReadyCampaign;
beforeAll(async () => {
  [app, indexNow, hub, browser] = await Promise.all([startTestApp(), startIndexNow(), startPingHub(), launchBrowser()]);
});
beforeAll(async () => {
  world = await startWorld({ wordpress: 1 });
  const fields = { useIndexers: true, indexers: ['websub', 'xmlrpc-ping'] };
  posting = await readyCampaign(app.app, world.sites, { fields });
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
  await indexNow?.close();
  await hub?.close();
  await world?.close();
});

/** The hub asked to be left alone: as if that time were over. */
async function forgetHolds(): Promise<void> {
  app.app.outside.holds?.clear();
  await app.app.store.db.deleteFrom('indexer_paces').execute();
}

/** The page as it stands, at both widths: nothing wider than it, and nothing that axe finds. */
async function look(page: Page, name: string): Promise<void> {
  // No button that is pressed, or under the pointer, has its own colours.
  await page.locator('.ant-btn-loading').first().waitFor({ state: 'detached' });
  await page.mouse.move(0, 0);
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await expect
      .poll(() =>
        page.evaluate(
          'document.getAnimations().every((one) => one.playState !== "running" || one.effect?.getTiming().iterations === Infinity)',
        ),
      )
      .toBe(true);
    expect(await page.evaluate('document.scrollingElement.scrollWidth'), `${name} ${width}`).toBeLessThanOrEqual(width);
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(
      violations.map(({ id, nodes }) => `${name} ${width} ${id}: ${nodes.map(({ target }) => target).join()}`),
    ).toEqual([]);
    const folder = process.env.INDEXING_SHOTS;
    if (folder) await page.screenshot({ path: `${folder}/${name}-${width}.png` });
  }
  await page.setViewportSize({ width: 1280, height: 800 });
}

async function setUp(page: Page, label: string, fields: Record<string, string>, picture?: string): Promise<void> {
  await page.getByRole('button', { name: `Set up ${label}` }).click();
  const dialog = page.getByRole('dialog', { name: label });
  for (const [name, value] of Object.entries(fields)) await dialog.getByLabel(name, { exact: true }).fill(value);
  if (picture) await look(page, picture);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'hidden' });
}

const line = (page: Page, label: string) =>
  page.getByRole('table', { name: 'Indexing services' }).getByRole('row').filter({ hasText: label });

test('services are set up, and say whether they work', async () => {
  const { page, context } = await signIn(browser, app);
  await open(page, '/options?tab=indexer');
  await line(page, 'IndexNow').waitFor();
  await look(page, 'options-first-light');
  await page.getByRole('button', { name: 'Set up IndexNow' }).click();
  const dialog = page.getByRole('dialog', { name: 'IndexNow' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Please enter your hosts').waitFor();
  await dialog.getByLabel('Key', { exact: true }).fill('kurz');
  await dialog.getByText('An IndexNow key has 8 to 128 letters a-z, digits or dashes').waitFor();
  await dialog.getByRole('button', { name: 'Make one' }).click();
  await expect.poll(() => dialog.getByLabel('Key', { exact: true }).inputValue()).toMatch(/^[\da-f]{32}$/);
  // What was typed is asked about before it goes.
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Discard what you typed?' });
  // Enter keeps it.
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Keep editing');
  await page.keyboard.press('Enter');
  await question.waitFor({ state: 'hidden' });
  expect(await dialog.getByLabel('Key', { exact: true }).inputValue()).toMatch(/^[\da-f]{32}$/);
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Discard' }).click();
  await dialog.waitFor({ state: 'hidden' });
  const key = { Key: indexNow.key, 'Your hosts': indexNow.url, 'Address of the service': indexNow.url };
  await setUp(page, 'IndexNow', key, 'indexer-dialog-light');
  const focused = () => page.evaluate('document.activeElement?.getAttribute("aria-label")');
  await expect.poll(focused).toBe('Edit IndexNow');
  await setUp(page, 'WebSub hub', { 'Address of the service': hub.url });
  await page.getByRole('button', { name: 'Remove WebSub hub' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Set up WebSub hub' }).waitFor();
  await expect.poll(focused).toBe('Set up WebSub hub');
  await page.keyboard.press('ArrowUp');
  await expect.poll(focused).toBe('Edit IndexNow');
  await setUp(page, 'WebSub hub', { 'Address of the service': hub.url });
  await page.getByRole('searchbox', { name: 'Search services' }).fill('index');
  await expect.poll(() => line(page, 'WebSub hub').count()).toBe(0);
  await page.getByRole('searchbox', { name: 'Search services' }).fill('');
  await line(page, 'WebSub hub').waitFor();
  indexNow.file = null;
  await page.getByRole('button', { name: 'Validate IndexNow' }).click();
  await line(page, 'IndexNow').getByText('it answered 404 Not Found').waitFor();
  indexNow.file = indexNow.key;
  await page.getByRole('button', { name: 'Validate IndexNow' }).click();
  await line(page, 'IndexNow')
    .getByText(/^The key file is on 127/)
    .waitFor();
  await line(page, 'IndexNow')
    .getByText(/^Today \d\d:\d\d$/)
    .waitFor();
  const typed = { 'API key': 'k-12345', 'Address of the service': hub.url };
  await setUp(page, 'Indexification', typed, 'paid-dialog-light');
  await page.getByRole('button', { name: 'Validate Indexification' }).click();
  await line(page, 'Indexification').getByText('Cannot be asked', { exact: true }).waitFor();
  // A key that was stored alone: its address is missing.
  await app.send(saveOptions, { body: { indexer: { oneIndexerApiKey: 'k-67890' } } });
  await open(page, '/options?tab=indexer');
  await line(page, 'One Indexer').getByText('Not complete', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Set up One Indexer' }).click();
  await page.getByRole('dialog', { name: 'One Indexer' }).getByLabel('Field of the links').waitFor();
  await look(page, 'own-form-dialog-light');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'One Indexer' }).waitFor({ state: 'hidden' });
  const left = 'Fields of the question what is left (optional)';
  const form = (label: string) => page.getByRole('dialog', { name: label });
  await page.getByRole('button', { name: 'Set up Index Inject' }).click();
  await expect.poll(() => form('Index Inject').getByLabel(left).inputValue()).toBe('cmd=remaininglimit');
  await page.keyboard.press('Escape');
  await form('Index Inject').waitFor({ state: 'hidden' });
  await setUp(page, 'Index Inject', { ...typed, [left]: '' });
  await page.getByRole('button', { name: 'Edit Index Inject' }).click();
  await form('Index Inject').waitFor();
  expect(await form('Index Inject').getByLabel(left).inputValue()).toBe('');
  await page.keyboard.press('Escape');
  await form('Index Inject').waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Validate IndexNow' }).click();
  await line(page, 'IndexNow')
    .getByText(/^The key file is on 127/)
    .waitFor();
  await look(page, 'options-valid-light');
  const { indexers } = (await app.send(listIndexers)).body;
  const ready = indexers.flatMap(({ id, isSetUp }: Indexer) => (isSetUp ? [id] : []));
  expect(ready).toEqual(['indexnow', 'websub', 'indexInject', 'indexification']);
  await context.close();
});

test.each(['light', 'dark'] as const)('a project tells them while it is watched, in %s', async (scheme) => {
  indexNow.batches.length = 0;
  hub.batches.length = 0;
  const links = Array.from({ length: 150 }, (_, nth) => `${indexNow.url}/${scheme}-${nth}`);
  const { projectId } = await readyIndexing(app, [...links, 'https://other.test/a'], ['indexnow', 'websub']);
  const { page, context } = await signIn(browser, app, scheme);
  await open(page, '/options');
  await look(page, `options-${scheme}`);
  await open(page, `/indexerproject/${projectId}`);
  const grid = page.getByRole('treegrid');
  for (const label of ['IndexNow', 'WebSub hub', 'XML-RPC ping'])
    await grid.getByText(label, { exact: true }).waitFor();
  hub.dial({ tooMany: { retryAfter: 3_600 } });
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await grid.getByText(/^0 of 151 links taken\. Waits to try again: The hub answered 429/).waitFor();
  await grid.getByText(/^150 of 151 links taken, 1 not: The host is not among your hosts/).waitFor();
  await grid.getByText(/^Waits until (Today|\d\d\/\d\d) \d\d:\d\d$/).waitFor();
  await look(page, `project-running-${scheme}`);
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await page.getByRole('status').filter({ hasText: 'STOPPED' }).waitFor();
  await grid.getByText('0 of 151 links taken', { exact: true }).waitFor();
  hub.dial({ tooMany: null });
  await forgetHolds();
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.getByRole('status').filter({ hasText: 'COMPLETED' }).waitFor();
  await grid.getByText('151 of 151 links taken', { exact: true }).waitFor();
  expect(hub.batches.map(({ urls }) => urls.length)).toEqual([100, 51]);
  expect(indexNow.batches.map(({ urls }) => urls.length)).toEqual([100, 50]);
  await look(page, `project-completed-${scheme}`);
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.getByRole('dialog').getByText('Each chosen service is told of every link once more.').waitFor();
  await context.close();
});

test('a posting project says which of its pages were told', async () => {
  const { page, context } = await signIn(browser, app);
  await open(page, `/project/${posting.projectId}`);
  hub.dial({ tooMany: { retryAfter: 3_600 } });
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.getByRole('tab', { name: 'Indexer', exact: true }).click();
  const told = page.getByRole('region', { name: 'Pages told' });
  await told
    .getByText(/^Waits to try again: The hub answered 429.*waits until (Today|\d\d\/\d\d) \d\d:\d\d$/)
    .waitFor();
  await look(page, 'posting-waits-light');
  await told.getByRole('button', { name: 'Stop telling WebSub hub' }).click();
  await told.getByText('Stopped', { exact: true }).waitFor();
  hub.dial({ tooMany: null });
  await forgetHolds();
  await told.getByRole('button', { name: 'Go on telling WebSub hub' }).click();
  await told.getByText('1 of 1 link taken', { exact: true }).waitFor();
  await told
    .getByText('0 of 1 link taken, 1 not: XML-RPC ping is not set up yet: see the tab Indexer in Options')
    .waitFor();
  await page.getByRole('status').filter({ hasText: 'COMPLETED' }).waitFor();
  await look(page, 'posting-light');
  await context.close();
});

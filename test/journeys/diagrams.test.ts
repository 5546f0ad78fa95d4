import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createStrategy, deleteStrategies } from '#domain/contract/strategies.ts';
import { newDiagram } from '#domain/rules/diagrams/edits.ts';
import { launchBrowser, open, signIn } from '#test/support/browser.ts';
import { lookAt } from '#test/support/look-at.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';

/** The list of diagrams and the page of one. DIAGRAM_SHOTS names a folder for pictures. */
let app: TestApp;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  [app, browser] = await Promise.all([startTestApp({ roles: ['http'] }), launchBrowser()]);
  ({ page } = await signIn(browser, app));
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});
const look = (name: string) => lookAt(page, name, process.env.DIAGRAM_SHOTS);
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
const row = (name: string) => page.getByRole('row').filter({ hasText: name });

test('built-in diagrams are chosen by looking, and can only be cloned', async () => {
  await page.getByRole('link', { name: 'Diagrams' }).click();
  await row('Three tiers').getByRole('img', { name: 'Diagram Three tiers' }).waitFor();
  expect(await page.getByRole('checkbox', { name: 'Select Three tiers' }).isDisabled()).toBe(true);
  expect(await page.getByRole('button', { name: 'Rename Three tiers' }).count()).toBe(0);
  expect(await page.getByRole('checkbox', { name: 'Select all' }).first().isDisabled()).toBe(true);
  await look('diagrams');
  await button('Clone Three tiers').click();
  await page.getByRole('dialog').getByLabel('Name').fill('My strategy');
  await page.keyboard.press('Enter');
  await row('My strategy').getByText('CUSTOM').waitFor();
});

test('one diagram is drawn and described', async () => {
  await page.getByRole('link', { name: 'My strategy' }).click();
  await page.getByRole('application', { name: 'Diagram' }).waitFor();
  await page.getByRole('region', { name: 'Tier 3' }).waitFor();
  await page.getByRole('tab', { name: 'Description' }).click();
  await page.getByLabel(/What it is for/).fill('For patient people');
  await button('Save').click();
  await page.getByText('Successfully saved the diagram').waitFor();
});

test('files are imported with a verdict on each, and an export comes back', async () => {
  const saved = page.waitForEvent('download');
  await button('Export').click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe('My strategy.json');
  const buffer = readFileSync(await file.path());
  await open(page, '/strategies');
  await button('Import').click();
  const evil = { name: '<img src=x onerror=alert(1)>', strategy: { cells: newDiagram() } };
  await page.locator('input[type=file]').setInputFiles([
    { name: 'evil.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(evil)) },
    { name: 'broken.json', mimeType: 'application/json', buffer: Buffer.from('{') },
  ]);
  await page.getByText('The file is no valid JSON').waitFor();
  await look('diagrams-refused');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  await row('<img src=x onerror=alert(1)>').waitFor();
  await button('Import').click();
  await page.locator('input[type=file]').setInputFiles([{ name: 'mine.json', mimeType: 'application/json', buffer }]);
  await row('My strategy (2)').getByText('For patient people').waitFor();
});

test('a second window hears of it, and a page of one that is deleted says so', async () => {
  const { page: second } = await signIn(browser, app);
  await open(second, '/strategies');
  const { strategy } = (await app.send(createStrategy, { body: { name: 'Told' } })).body;
  await second.getByRole('row').filter({ hasText: 'Told' }).waitFor();
  await row('Told').waitFor();
  await second.getByRole('link', { name: 'Told' }).click();
  await second.getByText('Nothing yet: no box hangs on the Money Site.').waitFor();
  await page.getByRole('checkbox', { name: 'Select Told' }).check();
  await button('Delete (1)').click();
  await button('Delete 1').click();
  await row('Told').waitFor({ state: 'detached' });
  await second.getByRole('link', { name: 'Back to the diagrams' }).waitFor();
  expect((await app.send(deleteStrategies, { body: { ids: [strategy.id] } })).body).toEqual({ ids: [] });
  await second.context().close();
});

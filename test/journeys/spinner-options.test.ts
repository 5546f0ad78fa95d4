import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createContentGroup, saveContentGroup } from '#domain/contract/content.ts';
import { getOptions } from '#domain/contract/options/options.ts';
import { testSentence } from '#domain/contract/options/spinner.ts';
import { type BestSpinnerApi, startBestSpinner } from '#rehearsal/spinners/best-spinner.ts';
import type { SpinApi } from '#rehearsal/spinners/spin-desk.ts';
import { startSpinForm } from '#rehearsal/spinners/spin-form.ts';
import { launchBrowser, open, signIn } from '#test/support/browser.ts';
import { chooseBelow } from '#test/support/choose-from.ts';
import { writtenIn } from '#test/support/code-field.ts';
import { lookAt } from '#test/support/look-at.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';

/** Who spins texts is set in the tab Spinner, and an article is spun. OPTIONS_SHOTS names a folder for pictures. */
let app: TestApp;
let best: BestSpinnerApi;
let form: SpinApi;
let browser: Browser;
let page: Page;
let groupId: number;
beforeAll(async () => {
  [best, form] = await Promise.all([startBestSpinner(), startSpinForm(null)]);
  const config = { spinnerAddresses: { BestSpinner: best.url } };
  [app, browser] = await Promise.all([startTestApp(config), launchBrowser()]);
  groupId = (await app.send(createContentGroup, { body: { name: 'Gardens' } })).body.contentGroup.id;
  const settings = { id: groupId, wordsNottobeChanged: 'patient', maxUsagePerArticle: 0 };
  await app.send(saveContentGroup, { body: settings });
  ({ page } = await signIn(browser, app));
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
  await Promise.all([best, form].map((api) => api?.close()));
});

const look = (name: string) => lookAt(page, name, process.env.OPTIONS_SHOTS);
const panel = () => page.getByRole('tabpanel');
const save = () => page.getByRole('button', { name: 'Save', exact: true });
const testButton = () => panel().getByRole('button', { name: 'Test', exact: true });
/** Chooses by keys: so many entries below the one that is chosen. */
const choose = (id: string, steps: number) => chooseBelow(page.locator(`[id="${id}"]`), steps);
const storedOptions = async () => (await app.send(getOptions)).body.options;

test('the tab stands before the indexers, and shows the best spinner first', async () => {
  await open(page, '/options?tab=spinner');
  await panel().getByText('The Best Spinner').first().waitFor();
  const tabs = await page.getByRole('tab').allTextContents();
  expect(tabs.indexOf('Spinner')).toBe(tabs.indexOf('Indexer') - 1);
  expect(await testButton().isDisabled()).toBe(true);
  await panel().getByText(testSentence).waitFor();
  await look('spinner-best');
});

test('a test spins the sentence with what is typed, and says what went wrong', async () => {
  await panel()
    .getByLabel('Username')
    .fill(best.key.username ?? '');
  await panel().getByLabel('Password', { exact: true }).fill('wrong-password');
  await testButton().click();
  await panel().getByText('Error: The Best Spinner answered: Could not authenticate').waitFor();
  await panel()
    .getByLabel('Password', { exact: true })
    .fill(best.key.password ?? '');
  expect(await panel().getByText('Could not authenticate').count()).toBe(0);
  await testButton().click();
  await panel().getByText('{Every~|Every~~} good {garden~|garden~~}').waitFor();
  await look('spinner-tested');
});

test('another service keeps what was typed; one without a published interface says what it is sent', async () => {
  await choose('spinnerService', 6);
  await panel().getByText('The interface of Brazilian spinner B is not published.').waitFor();
  await panel().getByText('with the fields apiKey, text and lang').waitFor();
  await panel()
    .getByLabel('API key')
    .fill(form.key.apiKey ?? '');
  expect(await testButton().isDisabled()).toBe(true);
  await panel().getByLabel('Address of the service').fill('no address');
  await save().click();
  await panel().getByText('The address must look like').waitFor();
  await look('spinner-unpublished');
  await panel().getByLabel('Address of the service').fill(form.url);
  await testButton().click();
  await panel().getByText('{garden~|garden~~}').waitFor();
  await choose('spinnerService', -6);
  expect(await panel().getByLabel('Username').inputValue()).toBe(best.key.username);
});

test('a number out of its bounds is told at its field', async () => {
  await panel().getByLabel('Max synonyms').fill('9');
  await page.getByRole('tab', { name: 'General' }).click();
  await save().click();
  await panel().getByText('Must be between 1 and 8').waitFor();
  await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('spinner.bestSpinner.maxSyns');
  await panel().getByLabel('Max synonyms').fill('8');
  await choose('spinner.bestSpinner.quality', -2);
  await save().click();
  await page.getByText('Successfully saved the options').waitFor();
  expect(await storedOptions()).toMatchObject({
    spinnerService: 'BestSpinner',
    spinner: { bestSpinner: { ...best.key, maxSyns: 8, quality: 1 }, brazilianB: { ...form.key, address: form.url } },
  });
  for (const [name, steps] of [
    ['rewriter', 1],
    ['word-ai', 1],
  ] as const) {
    await choose('spinnerService', steps);
    await look(`spinner-${name}`);
  }
  await page.reload();
  await expect.poll(() => panel().getByLabel('Max synonyms').inputValue()).toBe('8');
});

const spinWith = async (name: string) => {
  await page.getByRole('button', { name: 'Spin', exact: true }).click();
  await page.getByRole('menuitem', { name }).press('Enter');
};

test('an article is spun once its fields are filled, and a spin can be taken back', async () => {
  await open(page, `/new-article/${groupId}`);
  await page.getByLabel('Title').fill('Patient gardens');
  await page.getByRole('button', { name: 'Spin', exact: true }).click();
  const items = page.getByRole('menuitem');
  await items.first().waitFor();
  const names = await items.allTextContents();
  expect(names).toHaveLength(8);
  expect(names[0]).toBe('The Best Spinner');
  expect(names[3]).toBe('WordAiNeeds e-mail and password: see Options, Spinner');
  expect(await items.nth(3).getAttribute('aria-disabled')).toBe('true');
  await look('article-spin-menu');
  await page.keyboard.press('Escape');
  await items.first().waitFor({ state: 'hidden' });
  await spinWith('The Best Spinner');
  await page.getByText('Body is required').waitFor();
  await page.getByLabel('Body').fill('<p>Water <b>garden flowers</b>, {daily|often}.</p>');
  await page.getByLabel('Author Name').fill('Ann');
  await page.getByLabel('Author Bio').fill('Gardener');
  await spinWith('The Best Spinner');
  await page.getByText('Title and body were spun by The Best Spinner').waitFor();
  expect(await writtenIn(page, 'Title')).toBe('Patient {gardens~|gardens~~}');
  expect(await writtenIn(page, 'Body')).toBe(
    '<p>{Water~|Water~~} <b>{garden~|garden~~} {flowers~|flowers~~}</b>, {daily|often}.</p>',
  );
  expect(await save().isDisabled()).toBe(false);
  await look('article-spun');
  await page.getByRole('button', { name: 'Undo' }).click();
  expect(await writtenIn(page, 'Title')).toBe('Patient gardens');
  expect(await page.getByText('Title and body were spun by').count()).toBe(0);
  await spinWith('Built-in spinner (free)');
  await page.getByText('Title and body were spun by Built-in spinner (free)').waitFor();
  expect(await writtenIn(page, 'Title')).toMatch(/^Patient (gardens|\{gardens\|)/);
  expect(await writtenIn(page, 'Body')).toContain('{daily|{often|frequently}}.</p>');
  // What is typed after it takes the way back from nobody, nor does a second spin.
  await page.getByLabel('Body').press('End');
  await page.getByLabel('Body').pressSequentially('!');
  await spinWith('Built-in spinner (free)');
  await page.getByRole('button', { name: 'Undo' }).click();
  expect(await writtenIn(page, 'Body')).toContain('!');
  await page.getByRole('button', { name: 'Undo' }).click();
  expect(await writtenIn(page, 'Body')).toBe('<p>Water <b>garden flowers</b>, {daily|often}.</p>');
  // A service that hangs is left.
  best.dial({ hangBefore: true });
  await spinWith('The Best Spinner');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => page.getByLabel('Body').getAttribute('aria-readonly')).toBeNull();
  best.reset();
  best.trouble = 'balance';
  await spinWith('The Best Spinner');
  await page.getByText('You have reached your API quota').waitFor();
  expect(await writtenIn(page, 'Body')).toContain('Water <b>garden flowers</b>');
});

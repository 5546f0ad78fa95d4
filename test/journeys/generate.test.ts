import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createContentGroup } from '#domain/contract/content.ts';
import { articleLanguages, generateArticles } from '#domain/contract/generator.ts';
import { saveOptions } from '#domain/contract/options/options.ts';
import { type ChatApi, startOpenAi } from '#rehearsal/articles/open-ai.ts';
import { launchBrowser, open, signIn } from '#test/support/browser.ts';
import { lookAt } from '#test/support/look-at.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';

/** Articles are generated into a group, watched in two windows. OPTIONS_SHOTS names a folder for pictures. */
let app: TestApp;
let api: ChatApi;
let browser: Browser;
let page: Page;
let second: Page;
let groupId: number;
beforeAll(async () => {
  api = await startOpenAi();
  const articleAddresses = { OpenAI: `${api.url}/v1` };
  [app, browser] = await Promise.all([startTestApp({ articleAddresses }), launchBrowser()]);
  groupId = (await app.send(createContentGroup, { body: { name: 'Texts' } })).body.contentGroup.id;
  const body = { spinnerService: 'BuiltIn', content: { openAI: api.key } };
  expect((await app.send(saveOptions, { body })).body.error).toBeUndefined();
  ({ page } = await signIn(browser, app));
  ({ page: second } = await signIn(browser, app));
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
  await api?.close();
});

const look = (name: string) => lookAt(page, name, process.env.OPTIONS_SHOTS);
const drawer = (of = page) => of.getByRole('dialog');
const openMenu = (of: Page) => of.getByRole('button', { name: 'Generate Articles' }).click();
const openDrawer = async (of: Page) => {
  await openMenu(of);
  await of.getByRole('menuitem', { name: 'OpenAI' }).press('Enter');
  await of.getByRole('form', { name: 'Generate articles with OpenAI' }).waitFor();
};
const generate = (of: Page) => drawer(of).getByRole('button', { name: 'Generate', exact: true }).click();
const chooseLanguage = async (of: Page, letters: string) => {
  await drawer(of).getByLabel('Language').focus();
  await of.keyboard.type(letters);
  await of.locator('.ant-select-dropdown:visible .ant-select-item-option').first().waitFor();
  await of.keyboard.press('Enter');
};
const card = (of: Page) => of.getByRole('region', { name: 'Generating articles' });

test('the drawer asks for what is missing, and offers 35 languages', async () => {
  await open(page, `/content-group/${groupId}`);
  await openDrawer(page);
  expect(await drawer().getByLabel('Number of articles').inputValue()).toBe('1');
  expect(await drawer().getByLabel('Number of sections').inputValue()).toBe('3');
  expect(await drawer().getByRole('switch', { name: 'Spin the articles' }).isChecked()).toBe(true);
  expect(Object.keys(articleLanguages)).toHaveLength(35);
  await drawer().getByLabel('Number of articles').fill('201');
  await drawer().getByLabel('Number of sections').fill('11');
  await generate(page);
  for (const message of [
    'You need to enter a topic',
    'You need to enter keywords',
    'Number of articles must be between 1 and 200',
    'Number of sections must be between 2 and 10',
    'Please select a language',
  ])
    await drawer().getByText(message).waitFor();
  expect(api.requests).toEqual([]);
  await look('generate-problems');
});

test('articles come one by one in both windows, and Cancel keeps what is there', async () => {
  Object.assign(api, { fault: 'stall', wellFor: 4 });
  await open(second, `/content-group/${groupId}`);
  await second.getByText('No articles yet').waitFor();
  // Filled in before the other window's order is known here.
  await openDrawer(second);
  await drawer(second).getByLabel('Topic').fill('pond');
  await drawer(second).getByLabel('Keywords').fill('fish,');
  await chooseLanguage(second, 'English');
  await drawer().getByLabel('Topic').fill('garden');
  await drawer().getByLabel('Keywords').fill('roses,lawn,');
  await drawer().getByLabel('Number of articles').fill('4');
  await drawer().getByLabel('Number of sections').fill('2');
  await chooseLanguage(page, 'Traditional');
  await look('generate-drawer');
  await generate(page);
  await drawer().waitFor({ state: 'hidden' });
  for (const window of [page, second]) {
    await card(window).getByText('1 of 4 articles').waitFor();
    await card(window).getByText('25%').waitFor();
    await window
      .getByRole('link', { name: /About|garden/i })
      .first()
      .waitFor();
  }
  expect(api.requests[0]?.body.toString()).toContain('Traditional Chinese');
  await look('generate-card');
  await generate(second);
  await second.getByText('Articles are already being generated').waitFor();
  await drawer(second).getByRole('button', { name: 'Close' }).click();
  await openMenu(page);
  const busy = page.getByRole('menuitem', { name: 'Articles are already being generated' });
  expect(await busy.getAttribute('aria-disabled')).toBe('true');
  await page.keyboard.press('Escape');
  await card(page).getByRole('button', { name: 'Cancel' }).click();
  for (const window of [page, second]) await card(window).waitFor({ state: 'detached' });
  expect(await second.getByText('1 article', { exact: true }).count()).toBe(1);
});

test('a wait is told with its reason and time', async () => {
  api.reset();
  api.trouble = 'busy';
  const inputInfo = JSON.stringify({ topic: 'pond', keywords: 'fish', nArticles: 2, language: 'English', spin: false });
  await app.send(generateArticles, { body: { contentGroupId: groupId, inputInfo } });
  await card(page).getByText('Waits to try again').waitFor();
  await look('generate-waits');
  await card(page).getByRole('button', { name: 'Cancel' }).click();
  await card(page).waitFor({ state: 'detached' });
});

test('what needs the operator is told with what to do, and goes on afterwards', async () => {
  api.trouble = 'balance';
  app.app.outside.holds?.clear();
  const inputInfo = JSON.stringify({ topic: 'pond', keywords: 'fish', nArticles: 1, language: 'English', spin: false });
  await app.send(generateArticles, { body: { contentGroupId: groupId, inputInfo } });
  const alert = page.getByRole('alert').filter({ hasText: 'The generation of articles ended' });
  await alert.getByText('You exceeded your current quota').waitFor();
  await alert.getByText('Pay in at OpenAI').waitFor();
  expect(await alert.getByRole('link', { name: 'Open Options' }).getAttribute('href')).toContain('tab=content');
  await look('generate-failed');
  api.trouble = null;
  await expect
    .poll(async () => {
      // The task is at its end a moment after the reason is told.
      if ((await alert.count()) > 0) await alert.getByRole('button', { name: 'Go on' }).click({ timeout: 2_000 });
      return page.getByText('2 articles', { exact: true }).count();
    })
    .toBe(1);
  await alert.waitFor({ state: 'detached' });
});

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { articleForge } from '#connectors/articles/article-forge/index.ts';
import { createContentGroup } from '#domain/contract/content.ts';
import { saveOptions } from '#domain/contract/options/options.ts';
import { startArticleBuilder } from '#rehearsal/articles/article-builder.ts';
import { type ForgeApi, startArticleForge } from '#rehearsal/articles/article-forge.ts';
import { startKontentMachine } from '#rehearsal/articles/kontent-machine.ts';
import type { SourceApi } from '#rehearsal/articles/source-api.ts';
import { startUltraSpinnable } from '#rehearsal/articles/ultra-spinnable.ts';
import { launchBrowser, open, signIn } from '#test/support/browser.ts';
import { chooseBelow } from '#test/support/choose-from.ts';
import { writtenIn } from '#test/support/code-field.ts';
import { lookAt } from '#test/support/look-at.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';

/** Articles are downloaded into the editor, and those of a campaign into a group. OPTIONS_SHOTS names a folder for pictures. */
let app: TestApp;
let builder: SourceApi;
let forge: ForgeApi;
let ultra: SourceApi;
let kontent: SourceApi;
let browser: Browser;
let page: Page;
let groupId: number;
beforeAll(async () => {
  Object.assign(articleForge.pace, { pollMs: 20 });
  [builder, forge, ultra, kontent] = await Promise.all([
    startArticleBuilder(),
    startArticleForge(),
    startUltraSpinnable(),
    startKontentMachine(),
  ]);
  const articleAddresses = {
    ...{ ArticleBuilder: builder.url, ArticleForge: `${forge.url}/api`, KontentMachine: kontent.url },
  };
  [app, browser] = await Promise.all([startTestApp({ articleAddresses }), launchBrowser()]);
  const ultraSpinnableArticle = { ...ultra.key, address: ultra.url };
  const content = { articleForge: forge.key, kontentMachine: kontent.key, ultraSpinnableArticle };
  expect((await app.send(saveOptions, { body: { content } })).body.error).toBeUndefined();
  groupId = (await app.send(createContentGroup, { body: { name: 'Texts' } })).body.contentGroup.id;
  ({ page } = await signIn(browser, app));
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
  await Promise.all([builder, forge, ultra, kontent].map((api) => api?.close()));
});

const look = (name: string) => lookAt(page, name, process.env.OPTIONS_SHOTS);
const form = (name: string) => page.getByRole('form', { name });
const drawer = () => page.getByRole('dialog');
const openDrawer = async (name: string) => {
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  await page.getByRole('menuitem', { name, exact: true }).press('Enter');
  await form(name).waitFor();
};
const download = () => drawer().getByRole('button', { name: 'Download' }).click();
const choose = (label: string, steps: number) => chooseBelow(drawer().getByLabel(label), steps);
const title = () => writtenIn(page, 'Title');
/** How high the open drawer is, once it has come in. */
const height = () =>
  page
    .locator('.ant-drawer-open .ant-drawer-content-wrapper')
    .evaluate((one: { offsetHeight: number }) => one.offsetHeight);

test('the built-in builder needs no service: it asks for a category, and another article comes each time', async () => {
  await open(page, `/new-article/${groupId}`);
  await openDrawer('Builtin Article Builder');
  expect(await height()).toBe(390);
  await download();
  await drawer().getByText('You need to select a category').waitFor();
  await choose('Category', 2);
  await look('download-built-in');
  await download();
  await page.getByText('Successfully downloaded the article').waitFor();
  const first = await writtenIn(page, 'Body');
  expect(first).toMatch(/^<p>/);
  // One that is still closing is not the one that is opened next.
  await form('Builtin Article Builder').waitFor({ state: 'detached' });
  await openDrawer('Builtin Article Builder');
  await download();
  await expect.poll(() => writtenIn(page, 'Body')).not.toBe(first);
});

test('Article Forge writes an article into the editor, and that is taken back', async () => {
  await open(page, `/new-article/${groupId}`);
  await page.getByLabel('Title').fill('My own title');
  await openDrawer('Article Forge Article');
  await download();
  await drawer().getByText('You need to enter keywords').waitFor();
  await drawer().getByText('You need to select article length').waitFor();
  await look('download-forge');
  await drawer().getByLabel('Keyword', { exact: true }).fill('garden');
  await drawer().getByLabel('Sub keywords (optional)').fill('roses, lawn');
  await choose('Article length', 2);
  await download();
  await page.getByText('Title and body were replaced by Article Forge Article').waitFor();
  expect(await title()).toBe('All about garden');
  expect(await writtenIn(page, 'Body')).toContain('It is garden.');
  await look('download-done');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(title).toBe('My own title');
  expect(await page.getByText('Title and body were replaced').count()).toBe(0);
});

test('Article Builder is asked for its categories once it is set up', async () => {
  await openDrawer('Article Builder');
  await drawer().getByText('Article Builder is not set up').waitFor();
  await drawer().getByRole('button', { name: 'Close' }).click();
  await form('Article Builder').waitFor({ state: 'detached' });
  await app.send(saveOptions, { body: { content: { articleBuilder: builder.key } } });
  await openDrawer('Article Builder');
  await choose('Category', 1);
  await drawer().getByLabel('Word count').fill('200');
  await download();
  await drawer().getByText('Word count is required and in the range of 300 to 1000').waitFor();
  await look('download-builder');
  expect(await height()).toBe(390);
  await drawer().getByLabel('Word count').fill('450');
  await drawer().getByRole('switch', { name: 'Spin the article' }).click();
  await download();
  await page.getByText('Title and body were replaced by Article Builder').waitFor();
  expect(await writtenIn(page, 'Body')).toContain('in 450 words');
});

test('a drawer that is closed calls its download off, and one that fails keeps what was typed', async () => {
  await openDrawer('Ultra Spinnable Article');
  await look('download-ultra');
  expect(await height()).toBe(250);
  await drawer().getByLabel('Keywords').fill('garden');
  ultra.trouble = 'balance';
  await download();
  await page.getByText('Ultra Spinnable Article answered: You have no credits left').waitFor();
  expect(await drawer().getByLabel('Keywords').inputValue()).toBe('garden');
  ultra.reset();
  ultra.dial({ hangAfterCommit: true });
  await download();
  await expect.poll(() => ultra.requests.length).toBe(1);
  const [order] = ultra.requests;
  await drawer().getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => order?.isCutOff, { timeout: 15_000 }).toBe(true);
  expect(await page.getByText('Failed to download the article').count()).toBe(0);
});

test('the articles of a campaign come into the group', async () => {
  await open(page, `/content-group/${groupId}`);
  await page.getByRole('button', { name: 'Kontent Machine' }).click();
  await drawer().getByText('No campaigns are known yet').waitFor();
  await download();
  await drawer().getByText('Please select a campaign').waitFor();
  await drawer().getByRole('button', { name: 'Update Campaigns' }).click();
  await page.getByText('2 campaigns at Kontent Machine').waitFor();
  await choose('Campaign', 0);
  await look('download-campaign');
  await download();
  await page.getByText('3 articles downloaded').waitFor();
  await page.getByRole('link', { name: 'On the 17' }).waitFor();
});

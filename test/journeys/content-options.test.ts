import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getOptions } from '#domain/contract/options/options.ts';
import { startArticleBuilder } from '#rehearsal/articles/article-builder.ts';
import { startOpenAi } from '#rehearsal/articles/open-ai.ts';
import type { SourceApi } from '#rehearsal/articles/source-api.ts';
import { startUltraSpinnable } from '#rehearsal/articles/ultra-spinnable.ts';
import { launchBrowser, open, signIn } from '#test/support/browser.ts';
import { lookAt } from '#test/support/look-at.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';

/** The services that give articles are set in the tab Content. OPTIONS_SHOTS names a folder for pictures. */
let app: TestApp;
let openAi: SourceApi;
let builder: SourceApi;
let ultra: SourceApi;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  [openAi, builder, ultra] = await Promise.all([startOpenAi(), startArticleBuilder(), startUltraSpinnable()]);
  const articleAddresses = { ArticleBuilder: builder.url };
  [app, browser] = await Promise.all([startTestApp({ articleAddresses }), launchBrowser()]);
  ({ page } = await signIn(browser, app));
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
  await Promise.all([openAi, builder, ultra].map((api) => api?.close()));
});

const look = (name: string) => lookAt(page, name, process.env.OPTIONS_SHOTS);
const service = (name: string) => page.getByRole('form', { name });
const tab = (name: string) => page.getByRole('tab', { name, exact: true });
const save = () => page.getByRole('button', { name: 'Save', exact: true });
const stored = async () => (await app.send(getOptions)).body.options.content;

test('the services stand in their order, and keep their place in the address', async () => {
  await open(page, '/options?tab=content');
  await service('OpenAI').waitFor();
  const names = ['OpenAI', 'Article Forge', 'Article Builder', 'Kontent Machine', 'Ultra Spinnable Article'];
  const shown = await page.getByRole('tab').allTextContents();
  expect(shown.filter((name) => names.includes(name))).toEqual(names);
  expect(shown.indexOf('Content')).toBe(shown.indexOf('Google Captcha') + 1);
  expect(await service('OpenAI').getByRole('button', { name: 'Validate' }).isDisabled()).toBe(true);
  await look('content-open-ai');
  for (const name of names) {
    await tab(name).click();
    await service(name).waitFor();
  }
  await look('content-ultra-spinnable');
  await page.reload();
  await service('Ultra Spinnable Article').getByText('The interface of this service is not published.').waitFor();
  await tab('Kontent Machine').click();
  await service('Kontent Machine').getByText('Only the call for articles is published.').waitFor();
  await look('content-kontent-machine');
});

test('a key is validated as it is typed, with the address and the model beside it', async () => {
  await tab('OpenAI').click();
  const form = service('OpenAI');
  const validate = form.getByRole('button', { name: 'Validate' });
  await form.getByLabel('API key', { exact: true }).fill('sk-wrong-1234567890');
  await form.getByLabel('Address (optional)').fill('ftp://127.0.0.1');
  expect(await validate.isDisabled()).toBe(true);
  await form.getByLabel('Address (optional)').fill(`${openAi.url}/v1`);
  await validate.click();
  await form.getByText('The service refused the key or login').waitFor();
  await form.getByLabel('API key', { exact: true }).fill(String(openAi.key.apiKey));
  expect(await form.getByText('The service refused the key or login').count()).toBe(0);
  await validate.click();
  await form.getByText('Error: OpenAI does not know the model gpt-4o-mini').waitFor();
  await form.getByLabel('Model (optional)').fill('model-two');
  await validate.click();
  await form.getByText('Valid', { exact: true }).waitFor();
  await look('content-valid');
});

test('a balance is shown with its unit, and a wrong number opens its service', async () => {
  await tab('Article Builder').click();
  const form = service('Article Builder');
  const check = form.getByRole('button', { name: 'Check balance' });
  await form.getByLabel('Username').fill(String(builder.key.username));
  expect(await check.isDisabled()).toBe(true);
  await form.getByLabel('Password', { exact: true }).fill(String(builder.key.password));
  await check.click();
  await form.getByText('210 requests left').waitFor();
  await form.getByLabel('Number of articles').fill('0');
  await page.getByRole('tab', { name: 'General' }).click();
  await save().click();
  await page.getByText('Please fix the problems below before saving options').waitFor();
  await form.getByText('Must be a number larger or equal to 1').waitFor();
  await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('content.articleBuilder.articleCount');
  await look('content-problem');
  await form.getByLabel('Number of articles').fill('2');
});

test('the generic form is off without an address, and all is kept with one save', async () => {
  await tab('Ultra Spinnable Article').click();
  const form = service('Ultra Spinnable Article');
  const check = form.getByRole('button', { name: 'Check balance' });
  for (const [label, name] of [
    ['Username', 'username'],
    ['Password', 'password'],
    ['API key (optional)', 'apiKey'],
    ['Address for the balance (optional)', 'balanceAddress'],
    ['Place of the balance in its answer (optional)', 'balancePath'],
  ] as const)
    await form.getByLabel(label, { exact: true }).fill(String(ultra.key[name]));
  expect(await check.isDisabled()).toBe(true);
  await form.getByLabel('Address of its form').fill(ultra.url);
  await form.getByRole('switch', { name: 'Premium articles' }).click();
  await check.click();
  await form.getByText('33 credits left').waitFor();
  await look('content-ultra-checked');
  await save().click();
  await page.getByText('Successfully saved the options').waitFor();
  expect(await stored()).toMatchObject({
    openAI: { apiKey: openAi.key.apiKey, address: `${openAi.url}/v1`, model: 'model-two' },
    articleBuilder: { username: builder.key.username, password: builder.key.password, articleCount: 2 },
    ultraSpinnableArticle: { address: ultra.url, premium: true, minis: false, password: ultra.key.password },
  });
  await page.reload();
  await expect.poll(() => form.getByLabel('Username').inputValue()).toBe(ultra.key.username);
  expect(await save().isDisabled()).toBe(true);
});

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getOptions } from '#domain/contract/options/options.ts';
import { startAntigate } from '#rehearsal/captchas/antigate.ts';
import type { CaptchaApi } from '#rehearsal/captchas/captcha-works.ts';
import { startImageTypers } from '#rehearsal/captchas/image-typers.ts';
import { launchBrowser, open, signIn } from '#test/support/browser.ts';
import { chooseBelow } from '#test/support/choose-from.ts';
import { lookAt } from '#test/support/look-at.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';

/** Who solves captchas is set in the tabs Captcha and Google Captcha. OPTIONS_SHOTS names a folder for pictures. */
let app: TestApp;
let typers: CaptchaApi;
let classic: CaptchaApi;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  [typers, classic] = await Promise.all([startImageTypers(), startAntigate()]);
  const captchaAddresses = { ImageTypers: typers.url, TwoCaptcha: classic.url };
  const config = { captchaAddresses, adviceUrl: 'https://advice.test/captchas' };
  [app, browser] = await Promise.all([startTestApp(config), launchBrowser()]);
  ({ page } = await signIn(browser, app));
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
  await Promise.all([typers, classic].map((api) => api?.close()));
});

const look = (name: string) => lookAt(page, name, process.env.OPTIONS_SHOTS);
const panel = () => page.getByRole('tabpanel');
const column = (name: string) => panel().getByRole('region', { name });
const save = () => page.getByRole('button', { name: 'Save', exact: true });
/** Chooses by keys: so many entries below the one that is chosen, or from the first. */
const choose = (name: string, steps: number) => chooseBelow(column(name).getByRole('combobox'), steps);
const storedOptions = async () => (await app.send(getOptions)).body.options;

test('nothing can be chosen while captchas are not solved', async () => {
  await open(page, '/options?tab=captcha');
  await panel().getByText('ZeroCaptcha is recommended: faster, more accurate and three times cheaper.').waitFor();
  expect(await panel().getByRole('link', { name: 'Read more' }).getAttribute('href')).toBe(
    'https://advice.test/captchas',
  );
  expect(await column('Primary').getByRole('combobox').isDisabled()).toBe(true);
  expect(await column('Primary').getByLabel('Captcha key').isDisabled()).toBe(true);
  expect(await column('Primary').getByRole('button', { name: 'Check balance' }).isDisabled()).toBe(true);
  expect(await column('Backup').count()).toBe(0);
  await look('captcha-off');
});

test('a save without a login opens the tab, and asks for it', async () => {
  await panel().getByRole('switch', { name: 'Solve captchas automatically' }).click();
  await column('Backup').waitFor();
  expect(await column('Backup').getByRole('combobox').count()).toBe(0);
  await page.getByRole('tab', { name: 'General' }).click();
  await save().click();
  await page.getByText('Please fix the problems below before saving options').waitFor();
  await panel().getByText('Captcha Key is Required').waitFor();
  await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('primaryCaptchaInfo.ZeroCaptcha.captchaKey');
  await look('captcha-problem');
});

test('balances are asked for with what is typed, and both services are kept', async () => {
  await choose('Primary', 3);
  const primary = column('Primary');
  await primary.getByLabel('Username').fill('typer-user');
  expect(await primary.getByRole('button', { name: 'Check balance' }).isDisabled()).toBe(true);
  await primary.getByLabel('Password', { exact: true }).fill('wrong-password');
  await primary.getByRole('button', { name: 'Check balance' }).click();
  await primary.getByText('The service refused the key or login').waitFor();
  await primary.getByLabel('Password', { exact: true }).fill(typers.key.password ?? '');
  expect(await primary.getByText('The service refused the key or login').count()).toBe(0);
  await primary.getByRole('button', { name: 'Check balance' }).click();
  await primary.getByText('12.345 USD left').waitFor();

  await panel().getByRole('switch', { name: 'Use a backup service' }).click();
  await choose('Backup', 5);
  const backup = column('Backup');
  await backup.getByLabel('Server address').fill('127.0.0.1:9');
  await backup.getByLabel('Key', { exact: true }).fill(classic.key.captchaKey ?? '');
  await backup.getByRole('button', { name: 'Check balance' }).click();
  await backup.getByText(/^Error: No connection to RemoteOCR/).waitFor();
  await backup.getByLabel('Server address').fill(classic.url);
  await backup.getByRole('button', { name: 'Check balance' }).click();
  await backup.getByText('12.345 USD left').waitFor();
  await look('captcha-on');
  await save().click();
  await page.getByText('Successfully saved the options').waitFor();
  expect(await storedOptions()).toMatchObject({
    ...{ autoSolveCaptcha: true, primaryCaptchaService: 'ImageTypers', secondaryCaptchaService: 'RemoteOCR' },
    primaryCaptchaInfo: { ImageTypers: typers.key },
    secondaryCaptchaInfo: { RemoteOCR: { address: classic.url, key: classic.key.captchaKey } },
  });
  await page.reload();
  await expect.poll(() => column('Primary').getByLabel('Username').inputValue()).toBe('typer-user');
  expect(await save().isDisabled()).toBe(true);
});

test('the tab Google Captcha has its own services, and speaks against some', async () => {
  await page.getByRole('tab', { name: 'Google Captcha' }).click();
  await panel().getByRole('switch', { name: 'Solve Google captchas automatically' }).click();
  await choose('Primary', 1);
  await panel().getByText('TwoCaptcha is not recommended for Google captcha').waitFor();
  await column('Primary').getByRole('combobox').focus();
  await page.keyboard.press('Enter');
  const offered = page.locator('.ant-select-dropdown:visible .ant-select-item-option');
  await expect
    .poll(() => offered.allTextContents())
    .toEqual(['ZeroCaptcha (recommended)', ...['TwoCaptcha', 'DeathByCaptcha', 'ImageTypers', 'AntiCaptcha']]);
  await page.keyboard.press('Escape');
  await column('Primary')
    .getByLabel('Captcha key')
    .fill(classic.key.captchaKey ?? '');
  classic.balance = 0.4;
  await column('Primary').getByRole('button', { name: 'Check balance' }).click();
  await column('Primary').getByText('Balance is low').waitFor();
  await look('google-captcha');
  await save().click();
  await page.getByText('Successfully saved the options').waitFor();
  expect(await storedOptions()).toMatchObject({ useGoogleNoCaptcha: true, googleNoCaptchaService: 'TwoCaptcha' });
});

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listBalances } from '#domain/contract/balances.ts';
import { saveOptions } from '#domain/contract/options/options.ts';
import type { CaptchaApi } from '#rehearsal/captchas/captcha-works.ts';
import { startDeCaptcher } from '#rehearsal/captchas/de-captcher.ts';
import { startImageTypers } from '#rehearsal/captchas/image-typers.ts';
import { launchBrowser, open, signIn } from '#test/support/browser.ts';
import { lookAt } from '#test/support/look-at.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';

/** What is left at every service, on one page. OPTIONS_SHOTS names a folder for pictures. */
let app: TestApp;
let typers: CaptchaApi;
let decaptcher: CaptchaApi;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  [typers, decaptcher] = await Promise.all([startImageTypers(), startDeCaptcher()]);
  const captchaAddresses = { ImageTypers: typers.url, DeCaptcher: decaptcher.url };
  [app, browser] = await Promise.all([startTestApp({ captchaAddresses }), launchBrowser()]);
  ({ page } = await signIn(browser, app));
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
  await Promise.all([typers, decaptcher].map((api) => api?.close()));
});
const look = (name: string) => lookAt(page, name, process.env.OPTIONS_SHOTS);
const row = (name: string) => page.getByRole('row').filter({ has: page.getByRole('cell', { name, exact: true }) });

test('leads to the options where no service is set up', async () => {
  await open(page, '/options');
  await page.getByRole('link', { name: 'Balances of all services' }).click();
  await page.getByText('No service is set up yet').waitFor();
  expect(await page.getByRole('button', { name: 'Ask all services' }).isDisabled()).toBe(true);
  await look('balances-none');
  await page.getByRole('link', { name: 'Open the options' }).click();
  await page.getByRole('tab', { name: 'Captcha', exact: true, selected: true }).waitFor();
});

test('shows what services say when they are asked, and how it went', async () => {
  const wrong = { username: 'nobody', password: 'wr0ng-pass' };
  const infos = { ImageTypers: typers.key, DeCaptcher: wrong };
  await app.send(saveOptions, {
    body: { primaryCaptchaInfo: infos, secondaryCaptchaInfo: { DeCaptcher: decaptcher.key } },
  });
  await open(page, '/balances');
  await row('ImageTypers').getByText('Not asked yet').waitFor();
  await page.getByRole('button', { name: 'Ask all services' }).click();
  await row('ImageTypers').locator('b', { hasText: '12.35 USD' }).waitFor();
  await row('DeCaptcher').getByText('Login refused').waitFor();
  await row('DeCaptcher (login 2)').locator('.balance-left').waitFor();
  const { services } = (await app.send(listBalances)).body;
  const [service, login] = services[0].key.split(' ');
  for (let day = 1; day < 30; day += 1)
    await app.app.store.pool.query(
      `insert into service_balances (service, login, asked_at, state, amount, unit)
       values ($1, $2, now() - make_interval(days => $3), 'VALID', $4, 'usd')`,
      [service, login, day, (day * 1.7) % 20],
    );
  typers.balance = 0.4;
  await page.getByRole('button', { name: 'Ask all services' }).click();
  await row('ImageTypers').locator('b', { hasText: '0.4 USD' }).waitFor();
  await row('ImageTypers').getByText('Low', { exact: true }).waitFor();
  await row('ImageTypers')
    .getByRole('img', { name: /^From .* USD on .* to 0\.4 USD on / })
    .waitFor();
  await look('balances');
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkBalances, listBalances, type ServiceBalance } from '#domain/contract/balances.ts';
import { saveOptions } from '#domain/contract/options/options.ts';
import { startArticleForge } from '#rehearsal/articles/article-forge.ts';
import type { SourceApi } from '#rehearsal/articles/source-api.ts';
import type { CaptchaApi } from '#rehearsal/captchas/captcha-works.ts';
import { startDeCaptcher } from '#rehearsal/captchas/de-captcher.ts';
import { startImageTypers } from '#rehearsal/captchas/image-typers.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';
import { until } from '#test/support/until.ts';

let typers: CaptchaApi;
let decaptcher: CaptchaApi;
let forge: SourceApi;
let app: TestApp;
beforeAll(async () => {
  [typers, decaptcher, forge] = await Promise.all([startImageTypers(), startDeCaptcher(), startArticleForge()]);
  app = await startTestApp({
    captchaAddresses: { ImageTypers: typers.url, DeCaptcher: decaptcher.url },
    articleAddresses: { ArticleForge: `${forge.url}/api` },
  });
});
afterAll(async () => {
  await app.stop();
  await Promise.all([typers, decaptcher].map((api) => api.close()));
});

const page = async (): Promise<{ services: ServiceBalance[]; isChecking: boolean }> =>
  (await app.send(listBalances)).body;
const ofLabel = async (label: string) => (await page()).services.find((one) => one.label === label);
async function askAll(): Promise<void> {
  expect((await app.send(checkBalances)).body).toEqual({ success: true });
  await until('the end of the check', async () => !(await page()).isChecking);
}

test('nothing is asked where nothing is set up', async () => {
  expect(await page()).toEqual({ services: [], isChecking: false });
  await askAll();
  expect(await page()).toEqual({ services: [], isChecking: false });
});

test('every service that is set up is asked, once for each login', async () => {
  await app.send(saveOptions, {
    body: {
      primaryCaptchaInfo: { ImageTypers: typers.key, DeCaptcher: { username: 'nobody', password: 'wr0ng-pass' } },
      googleNoCaptchaInfo: { ImageTypers: typers.key },
      secondaryCaptchaInfo: { DeCaptcher: decaptcher.key },
      content: { articleForge: { apiKey: String(forge.key.apiKey) } },
    },
  });
  const before = (await page()).services;
  expect(before.map(({ label, state, askedAt }) => [label, state, askedAt])).toEqual([
    ['ImageTypers', null, null],
    ['DeCaptcher', null, null],
    ['DeCaptcher (login 2)', null, null],
    ['Article Forge', null, null],
  ]);
  const log = await app.listen('balances');
  await askAll();
  const { services } = await page();
  expect(services.map(({ label, state, isLow }) => [label, state, isLow])).toEqual([
    ['ImageTypers', 'VALID', false],
    ['DeCaptcher', 'REFUSED', true],
    ['DeCaptcher (login 2)', 'VALID', false],
    ['Article Forge', 'VALID', false],
  ]);
  const [images] = services;
  expect(images).toMatchObject({ family: 'captcha', unit: 'usd' });
  expect(images?.days).toEqual([{ day: new Date().toISOString().slice(0, 10), amount: images?.amount }]);
  const told = await log.all();
  expect(told.some((body) => body.action === 'balancesChanged' && body.isChecking)).toBe(true);
  const kept = JSON.stringify(await app.app.store.pool.query('select * from service_balances'));
  for (const secret of [typers.key.password, decaptcher.key.password, 'wr0ng-pass', String(forge.key.apiKey)])
    expect(kept + JSON.stringify(services)).not.toContain(secret);
});

test('days are kept for a month, and of each its last word', async () => {
  const { key } = (await ofLabel('ImageTypers')) ?? { key: '' };
  const [service, login] = key.split(' ');
  for (const [daysAgo, amount] of [
    [40, 50],
    [20, 9],
    [20.1, 12],
    [3, 0.4],
  ])
    await app.app.store.pool.query(
      `insert into service_balances (service, login, asked_at, state, amount, unit)
       values ($1, $2, date_trunc('day', now()) + interval '12 hours' - make_interval(secs => $3), 'VALID', $4, 'usd')`,
      [service, login, Math.round(Number(daysAgo) * 86_400), amount],
    );
  expect((await ofLabel('ImageTypers'))?.days.map(({ amount }) => amount).slice(0, 2)).toEqual([9, 0.4]);
  await askAll();
  const { rows } = await app.app.store.pool.query(`select 1 from service_balances where amount = 50`);
  expect(rows).toHaveLength(0);
});

test('a login that is taken away while services are asked takes no other one with it', async () => {
  const before = new Map((await page()).services.map(({ key, askedAt }) => [key, askedAt]));
  typers.reset();
  typers.dial({ slowMs: 1_000 });
  await app.send(checkBalances);
  await until('the first is asked', () => typers.requests.length > 0);
  const none = { ImageTypers: { username: '', password: '' } };
  await app.send(saveOptions, { body: { primaryCaptchaInfo: none, googleNoCaptchaInfo: none } });
  await until('the end of the check', async () => !(await page()).isChecking);
  const { services } = await page();
  expect(services.map(({ label }) => label)).toEqual(['DeCaptcher', 'DeCaptcher (login 2)', 'Article Forge']);
  for (const { key, askedAt } of services) expect(askedAt).not.toBe(before.get(key));
  typers.reset();
  await app.send(saveOptions, { body: { primaryCaptchaInfo: { ImageTypers: typers.key } } });
});

test('what is low is marked, and a service that is away keeps its reason', async () => {
  typers.balance = 0.4;
  await forge.close();
  await askAll();
  expect(await ofLabel('ImageTypers')).toMatchObject({ state: 'VALID', amount: 0.4, isLow: true });
  expect(await ofLabel('Article Forge')).toMatchObject({ state: 'FAILED', amount: null, isLow: false });
  expect((await ofLabel('Article Forge'))?.detail).toMatch(/127\.0\.0\.1/);
});

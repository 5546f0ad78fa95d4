import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CaptchaTask } from '#connectors/kit/contract/tools.ts';
import { checkPrimaryCaptcha, checkPrimaryGoogleCaptcha, listCampaigns } from '#domain/contract/campaigns.ts';
import { checkCaptcha, firstCaptcha } from '#domain/contract/options/captcha.ts';
import { getOptions, saveOptions } from '#domain/contract/options/options.ts';
import { startApi } from '#rehearsal/api-server.ts';
import { startAntigate } from '#rehearsal/captchas/antigate.ts';
import type { CaptchaApi } from '#rehearsal/captchas/captcha-works.ts';
import { startDeCaptcher } from '#rehearsal/captchas/de-captcher.ts';
import { startImageTypers } from '#rehearsal/captchas/image-typers.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';

/** Two services that answer to pictures at once, and one that is asked again. */
let typers: CaptchaApi;
let decaptcher: CaptchaApi;
let classic: CaptchaApi;
let app: TestApp;
beforeAll(async () => {
  [typers, decaptcher, classic] = await Promise.all([startImageTypers(), startDeCaptcher(), startAntigate()]);
  const captchaAddresses = { ImageTypers: typers.url, DeCaptcher: decaptcher.url, TwoCaptcha: classic.url };
  app = await startTestApp({ roles: ['http'], captchaAddresses, adviceUrl: 'https://advice.test/' });
});
beforeEach(async () => {
  for (const api of [typers, decaptcher, classic]) {
    api.reset();
    api.works.clear();
  }
  app.app.outside.holds?.clear();
  await app.app.store.pool.query(`delete from settings where key = 'options'`);
});
afterAll(async () => {
  await app.stop();
  await Promise.all([typers, decaptcher, classic].map((api) => api.close()));
});

const page = async () => (await app.send(getOptions)).body;
const save = async (body: object) => (await app.send(saveOptions, { body })).body;
const check = async (body: object) => (await app.send(checkCaptcha, { body })).body;

/** Pictures by ImageTypers, then DeCaptcher. */
const both = () => ({
  autoSolveCaptcha: true,
  primaryCaptchaService: 'ImageTypers',
  primaryCaptchaInfo: { ImageTypers: typers.key },
  useSecondaryCaptchaService: true,
  secondaryCaptchaService: 'DeCaptcher',
  secondaryCaptchaInfo: { DeCaptcher: decaptcher.key },
});

describe('captcha options', () => {
  test('are kept by slot and provider, sealed, and shown as typed', async () => {
    expect((await page()).options).toMatchObject(firstCaptcha);
    const typed = {
      ...both(),
      googleNoCaptchaService: 'AntiCaptcha',
      googleNoCaptchaInfo: { AntiCaptcha: { captchaKey: 'google-key-123' } },
      secondaryGoogleNoCaptchaInfo: { RemoteOCR: { address: '10.0.0.1:8080', key: 'ocr-key-12345' } },
    };
    expect((await save(typed)).options).toMatchObject(typed);
    expect((await page()).options).toMatchObject(typed);
    const { rows } = await app.app.store.pool.query(`select value::text from settings where key = 'options'`);
    for (const secret of [typers.key.password, decaptcher.key.password, 'google-key-123', 'ocr-key-12345'])
      expect(rows[0].value).not.toContain(secret);
    // Another provider, and a save that tells of one alone, forget nothing of the others.
    await save({
      primaryCaptchaService: 'TwoCaptcha',
      primaryCaptchaInfo: { TwoCaptcha: { captchaKey: 'two-key-123' } },
    });
    expect((await page()).options).toMatchObject({
      primaryCaptchaService: 'TwoCaptcha',
      primaryCaptchaInfo: { TwoCaptcha: { captchaKey: 'two-key-123' }, ImageTypers: typers.key },
      secondaryCaptchaInfo: { DeCaptcher: decaptcher.key },
    });
  });

  test.each([
    ['TwoCaptcha', 'captchaKey', 'Captcha Key is Required'],
    ['DeathByCaptcha', 'username', 'Username is Required'],
    ['DeCaptcher', 'password', 'Password is Required'],
    ['RemoteOCR', 'address', 'Server Address is Required'],
    ['RemoteOCR', 'key', 'Key is Required'],
  ])('%s needs its %s once it is used, in either slot', async (provider, missing, message) => {
    const whole = { captchaKey: 'k', username: 'u', password: 'p', address: 'a.test', key: 'k' };
    const info = { [provider]: { ...whole, [missing]: ' ' } };
    const primary = { primaryCaptchaService: provider, primaryCaptchaInfo: info };
    expect((await save(primary)).error).toBeUndefined();
    const field = (map: string) => `${map}.${provider}.${missing}`;
    expect((await save({ autoSolveCaptcha: true })).error).toMatchObject({
      ...{ message, tab: 'captcha', field: field('primaryCaptchaInfo') },
    });
    const backup = { ...both(), secondaryCaptchaService: provider, secondaryCaptchaInfo: info };
    expect((await save({ ...backup, useSecondaryCaptchaService: false })).error).toBeUndefined();
    expect((await save({ useSecondaryCaptchaService: true })).error).toMatchObject({
      ...{ message, tab: 'captcha', field: field('secondaryCaptchaInfo') },
    });
  });

  test('name the first broken tab, and a service that can', async () => {
    const google = { useGoogleNoCaptcha: true };
    expect((await save({ ...google, autoSolveCaptcha: true, maxNumberOfRetries: 9 })).error.tab).toBe('general');
    expect((await save({ ...google, autoSolveCaptcha: true })).error.tab).toBe('captcha');
    expect((await save(google)).error).toMatchObject({ tab: 'googleCaptcha', message: 'Captcha Key is Required' });
    expect((await save({ ...google, googleNoCaptchaService: 'RemoteOCR' })).error).toMatchObject({
      ...{ tab: 'googleCaptcha', field: 'googleNoCaptchaService' },
    });
    expect((await save({ ...both(), secondaryCaptchaService: null })).error.field).toBe('secondaryCaptchaService');
    expect((await save({ primaryCaptchaService: 'Nobody' })).error.tab).toBe('captcha');
  });
});

test('the campaigns advise the recommended service until it solves', async () => {
  const advice = async () => (await app.send(listCampaigns)).body.captchaAdvice;
  expect(await advice()).toMatchObject({ link: 'https://advice.test/' });
  await save(both());
  expect(await advice()).not.toBeNull();
  const primaryCaptchaInfo = { ZeroCaptcha: { captchaKey: 'k', address: classic.url } };
  await save({ primaryCaptchaService: 'ZeroCaptcha', primaryCaptchaInfo });
  expect(await advice()).toBeNull();
  expect((await page()).captchaAdvice).toMatchObject({ text: expect.stringContaining('ZeroCaptcha is recommended') });
});

describe('balance checks', () => {
  const typed = (login: object, more: object = {}) =>
    check({ provider: 'ImageTypers', loginInfo: JSON.stringify(login), kind: 'image', ...more });

  test('ask the service with what was typed, and keep nothing', async () => {
    expect(await typed(typers.key)).toEqual({ balance: 12.345, unit: 'usd' });
    expect(await typed({ ...typers.key, password: 'wrong' })).toEqual({ balance: -1, unit: null });
    expect((await typed({ username: 'a' })).error).toMatchObject({ message: 'Password is Required' });
    expect((await check({ provider: 'ImageTypers', loginInfo: 'no json' })).error).toMatchObject({
      field: 'loginInfo',
    });
    expect((await page()).options.primaryCaptchaInfo).toEqual({});
    const { url, close } = await startApi(() => ({ body: 'ERROR_IP_NOT_ALLOWED' }));
    const remote = { address: url.replace('http://', ''), key: 'ocr-key-12345' };
    expect((await check({ provider: 'RemoteOCR', loginInfo: JSON.stringify(remote) })).error.message).toMatch(
      /RemoteOCR/,
    );
    await close();
    expect((await check({ provider: 'RemoteOCR', loginInfo: JSON.stringify(remote) })).error.code).toBe(
      'OUTSIDE_REFUSED',
    );
    const ocr = { address: classic.url, key: classic.key.captchaKey };
    expect((await check({ provider: 'RemoteOCR', loginInfo: JSON.stringify(ocr) })).balance).toBe(12.345);
    const google = { provider: 'RemoteOCR', loginInfo: JSON.stringify(ocr), kind: 'google' };
    expect((await check(google)).error.message).toBe('RemoteOCR does not solve Google captchas');
    const nowhere = { provider: 'ZeroCaptcha', loginInfo: '{"captchaKey":"k"}' };
    expect((await check(nowhere)).error).toMatchObject({ field: 'address' });
  });

  test('of the stored primary services ask nobody while solving is off', async () => {
    const stored = async () => ({
      ...(await app.send(checkPrimaryCaptcha)).body,
      ...(await app.send(checkPrimaryGoogleCaptcha)).body,
    });
    expect(await stored()).toEqual({ error: null, useCaptcha: false, useGoogleCaptcha: false, balance: null });
    await save(both());
    expect((await app.send(checkPrimaryCaptcha)).body).toEqual({ error: null, useCaptcha: true, balance: 12.345 });
    await save({ primaryCaptchaInfo: { ImageTypers: { username: 'typer-user', password: 'old' } } });
    expect((await app.send(checkPrimaryCaptcha)).body).toMatchObject({ error: null, balance: -1 });
    await save({
      autoSolveCaptcha: false,
      useGoogleNoCaptcha: true,
      googleNoCaptchaInfo: { ZeroCaptcha: { captchaKey: 'k', address: 'http://127.0.0.1:9' } },
    });
    const google = (await app.send(checkPrimaryGoogleCaptcha)).body;
    expect(google).toMatchObject({ useGoogleCaptcha: true, balance: null });
    expect(google.error.message).toContain('No connection');
  });
});

test('a login that is saved leaves those of other services, the chosen one too', async () => {
  await save(both());
  const { error } = await save({ primaryCaptchaInfo: { AntiCaptcha: { captchaKey: 'anti-key-123' } } });
  expect(error).toBeUndefined();
  expect((await page()).options.primaryCaptchaInfo).toMatchObject({
    ImageTypers: typers.key,
    AntiCaptcha: { captchaKey: 'anti-key-123' },
  });
});

describe('solving', () => {
  const tools = () =>
    app.app.outside.toolsFor({
      ...{ connectorId: 'mediawiki', siteUrl: 'http://wiki.test', accountKey: 'a', secrets: [], seed: 's' },
      signal: new AbortController().signal,
    });
  const picture: CaptchaTask = { kind: 'picture', image: Buffer.from('xk4p'), type: 'image/png' };
  const seen = () => [typers.works.size, decaptcher.works.size, classic.works.size];

  test('is done by the primary, by the backup where that fails, and by nobody while it is off', async () => {
    await expect(tools().solve(picture)).rejects.toThrow('solving is off');
    await save(both());
    expect((await tools().solve(picture)).answer).toBe('xk4p');
    expect(seen()).toEqual([1, 0, 0]);
    for (const fail of [
      () => typers.dial({ wrongPassword: true }),
      () => Object.assign(typers, { trouble: 'balance' }),
      () => Object.assign(typers, { trouble: 'busy' }),
      () => typers.dial({ dropBeforeAnswer: true }),
      () => typers.dial({ garble: true }),
    ]) {
      typers.reset();
      decaptcher.works.clear();
      fail();
      expect((await tools().solve(picture)).answer).toBe('xk4p');
      expect(decaptcher.works.size).toBe(1);
    }
    await save({ useSecondaryCaptchaService: false });
    decaptcher.works.clear();
    typers.dial({ garble: false });
    typers.trouble = 'balance';
    await expect(tools().solve(picture)).rejects.toMatchObject({ name: 'NeedsOperator', ask: 'captcha' });
    typers.trouble = 'busy';
    await expect(tools().solve(picture)).rejects.toMatchObject({ name: 'Retryable' });
    expect(decaptcher.works.size).toBe(0);
    typers.reset();
    await save({ autoSolveCaptcha: false });
    typers.works.clear();
    await expect(tools().solve(picture)).rejects.toThrow('solving is off');
    expect(seen()).toEqual([0, 0, 0]);
  });

  test('of the widgets of Google is asked of the services of that tab alone', async () => {
    const widget: CaptchaTask = { kind: 'recaptcha-v2', siteKey: 'site-1', pageUrl: 'http://wiki.test/' };
    await save(both());
    await expect(tools().solve(widget)).rejects.toThrow('solving is off');
    await save({
      autoSolveCaptcha: false,
      useGoogleNoCaptcha: true,
      googleNoCaptchaService: 'DeCaptcher',
      googleNoCaptchaInfo: { DeCaptcher: decaptcher.key },
    });
    expect((await tools().solve(widget)).answer).toBe('token-for-site-1');
    await expect(tools().solve(picture)).rejects.toThrow('solving is off');
    expect(seen()).toEqual([0, 1, 0]);
  });

  test('that was wrong is told to whoever solved it', async () => {
    await save(both());
    const { wasWrong } = await tools().solve(picture);
    await wasWrong();
    expect([...typers.works.values()]).toMatchObject([{ isBad: true }]);
  });

  test('fails without showing a key that the service repeats', async () => {
    const echo = await startApi(({ form }) => ({ body: `ERROR: refused for ${form.get('key')}` }));
    const captchaKey = 'echoed-key-123456';
    await save({
      autoSolveCaptcha: true,
      primaryCaptchaService: 'ZeroCaptcha',
      primaryCaptchaInfo: { ZeroCaptcha: { captchaKey, address: echo.url } },
    });
    const error = await tools()
      .solve(picture)
      .catch((reason: Error) => reason.message);
    expect(error).toMatch(/ZeroCaptcha.*refused for/);
    expect(error).not.toContain(captchaKey);
    await echo.close();
  });
});

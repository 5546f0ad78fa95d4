import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { saveOptions } from '#domain/contract/options/options.ts';
import { getProject, startProject } from '#domain/contract/projects/projects.ts';
import type { CaptchaApi } from '#rehearsal/captchas/captcha-works.ts';
import { startDeCaptcher } from '#rehearsal/captchas/de-captcher.ts';
import { startImageTypers } from '#rehearsal/captchas/image-typers.ts';
import { type RehearsalSite, startSite } from '#rehearsal/site-server.ts';
import { wikiWithCaptcha } from '#rehearsal/wiki-captcha.ts';
import { readyCampaign } from '#test/support/builders.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';
import { until } from '#test/support/until.ts';

/** A wiki asks for the letters of a picture before it takes a page: the operator's services read them (ENG-08). */
let primary: CaptchaApi;
let backup: CaptchaApi;
let wiki: RehearsalSite;
let app: TestApp;
beforeAll(async () => {
  const login = { username: 'Writer', password: 'wiki-password' };
  [primary, backup, wiki] = await Promise.all([
    startImageTypers(),
    startDeCaptcher(),
    startSite({ platform: 'mediawiki', title: 'Wiki', seed: 'captcha', ...login, software: wikiWithCaptcha }),
  ]);
  app = await startTestApp({ captchaAddresses: { ImageTypers: primary.url, DeCaptcher: backup.url } });
  const quick = { timeToWaitBeforeRetry: 1, maxNumberOfRetries: 1 };
  await app.send(saveOptions, { body: { ...quick, ...services() } });
});
beforeEach(() => {
  for (const api of [primary, backup]) {
    api.reset();
    api.works.clear();
  }
  app.app.outside.holds?.clear();
});
afterAll(async () => {
  await app.stop();
  await Promise.all([primary, backup, wiki].map((server) => server.close()));
});

const services = () => ({
  primaryCaptchaService: 'ImageTypers',
  primaryCaptchaInfo: { ImageTypers: primary.key },
  useSecondaryCaptchaService: true,
  secondaryCaptchaService: 'DeCaptcher',
  secondaryCaptchaInfo: { DeCaptcher: backup.key },
});

/** Posts to the wiki with an account of its own; answers how the project and its only row ended. */
async function post(siteName: string, autoSolveCaptcha: boolean) {
  await app.send(saveOptions, { body: { autoSolveCaptcha } });
  const { projectId: id } = await readyCampaign(app.app, [wiki], { siteName, module: 'Wiki' });
  await app.send(startProject, { params: { id } });
  const page = async () => (await app.send(getProject, { params: { id } })).body;
  await until('rest', async () => ['COMPLETED', 'FAILED'].includes((await page()).project.status));
  const { sites } = await page();
  return sites.find((row: { checked: boolean }) => row.checked);
}
const solved = () => [primary.works.size, backup.works.size];

test('the primary service reads it, as soon as solving is switched on', async () => {
  const off = await post('off', false);
  expect(off.status).toBe('FAILED');
  expect(JSON.stringify(off)).toContain('solving is off');
  expect(solved()).toEqual([0, 0]);
  expect((await post('on', true)).status).toBe('SUCCESS');
  expect(solved()).toEqual([1, 0]);
});

test('the backup reads it where the primary fails, and never where it is switched off', async () => {
  primary.trouble = 'balance';
  expect((await post('backup', true)).status).toBe('SUCCESS');
  expect(solved()).toEqual([0, 1]);
  await app.send(saveOptions, { body: { useSecondaryCaptchaService: false } });
  const alone = await post('alone', true);
  expect(alone.status).toBe('FAILED');
  expect(JSON.stringify(alone)).toContain('Nothing is left at ImageTypers');
  expect(JSON.stringify(alone)).not.toContain(primary.key.password);
  expect(solved()).toEqual([0, 1]);
});

test('an answer that the wiki does not take is told to the service', async () => {
  primary.misread = true;
  const wrong = await post('misread', true);
  expect(wrong.waitInfo).toContain('did not take the answer');
  expect([...primary.works.values()].every(({ isBad }) => isBad)).toBe(true);
  // Another picture may be read better: it is tried again.
  expect(primary.works.size).toBe(2);
});

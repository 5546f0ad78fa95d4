import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { topics } from '#domain/contract/live.ts';
import * as blocked from '#domain/contract/options/blocked-sites.ts';
import { firstGeneral, limitsOf } from '#domain/contract/options/general.ts';
import { getOptions, saveOptions } from '#domain/contract/options/options.ts';
import { firstProductIndexer } from '#domain/contract/product-indexer.ts';
import { listCatalogueSites } from '#domain/contract/sites.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';
import { until } from '#test/support/until.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ roles: ['http'] });
});
afterAll(() => app.stop());

const page = async () => (await app.send(getOptions)).body;
const save = (body: object) => app.send(saveOptions, { body });

describe('options', () => {
  test('are those of the first start until they are saved', async () => {
    expect(await page()).toMatchObject({ options: firstGeneral, edition: 0, limits: limitsOf(false) });
  });

  test.each([
    ['maxNumberOfRetries', [0, 6, 1.5], 'Must be between 1 and 5'],
    ['maxAccountsToRetry', [-1], 'Must be greater or equal to 0'],
    ['timeToWaitBeforeRetry', [0, 61], 'Must be between 1 and 60'],
    ['maxConcurrentProjects', [0, 21], 'Must be between 1 and 20'],
    ['maxPostingThreads', [0, 101], 'Must be between 1 and 100'],
    ['maxBrowserThreads', [0, 21], 'Must be between 1 and 20'],
    ['waitTimeOut', [29], 'Must be greater or equal to 30'],
    ['daysToDeleteMails', [0, 21], 'Must be between 1 and 20'],
    ['waitForVerifyEmailSchedule', [0, 101], 'Must be between 1 and 100'],
  ])('%s has its bounds', async (field, wrong, message) => {
    for (const value of wrong)
      expect((await save({ [field]: value })).body.error).toMatchObject({
        code: 'INVALID',
        ...{ message, field, tab: 'general' },
      });
    expect((await save({ [field]: null })).body.error).toMatchObject({ message: 'Required', field, tab: 'general' });
    expect((await page()).options[field]).toBe(firstGeneral[field as keyof typeof firstGeneral]);
  });

  test.each([
    ['productIndexerAccountDelay', [2, 3.5, null], /^Must be (greater or equal to 3|a number)$/],
    ['productIndexerDailySubmissionPerAccount', [0, 26, null], /^Must be (smaller or equal to 25|a number)$/],
    ['maxIndexerThreads', [0, 26, null], /^Must be (smaller or equal to 25|a number)$/],
    ['additionalSitesToIndexedByProductIndexer', [7], /string/],
  ])('%s of the indexer that stands still is bounded too (D-OPT-13)', async (field, wrong, message) => {
    for (const value of wrong) {
      const { error } = (await save({ [field]: value })).body;
      expect(error).toMatchObject({ code: 'INVALID', field, tab: 'productIndexer' });
      expect(error.message).toMatch(message);
    }
    expect((await page()).options[field]).toBe(firstProductIndexer[field as keyof typeof firstProductIndexer]);
  });

  test('are in force within a second, and not saved over a newer edition', async () => {
    const { edition } = await page();
    const { body } = await save({ edition, maxNumberOfRetries: 5, waitTimeOut: 45 });
    expect(body).toMatchObject({ options: { maxNumberOfRetries: 5, waitTimeOut: 45, timeToWaitBeforeRetry: 20 } });
    await until('in force', () => app.app.options.latest.waitTimeOut === 45);
    expect((await save({ edition, waitTimeOut: 60 })).status).toBe(409);
    expect((await page()).options.waitTimeOut).toBe(45);
  });

  test('above a limit that was lowered are cut where they count, and stay where they are shown', async () => {
    await app.app.store.pool.query(
      `update settings set value = value || '{"maxPostingThreads": 150, "savedBy": "was@wide.test"}' where key = 'options'`,
    );
    await until('cut', () => app.app.options.latest.maxPostingThreads === 100);
    expect((await page()).options.maxPostingThreads).toBe(150);
    expect((await save({ waitTimeOut: 50 })).body.error).toMatchObject({ field: 'maxPostingThreads' });
    expect((await save({ maxPostingThreads: 100 })).body.error).toBeUndefined();
  });
});

describe('blocked sites', () => {
  const block = async (sites: string) => (await app.send(blocked.addBlockedSites, { body: { sites } })).body;

  test('are hosts alone, whatever was typed around them', async () => {
    const log = await app.listen(topics.blockedSites);
    const typed = 'https://www.Spam.test:8080/page?x\n\nbücher.example\nsub.other.test.\nwww.com\n10.0.0.7\n';
    expect((await block(typed)).blockedSites).toEqual([
      { id: '10.0.0.7' },
      { id: 'spam.test' },
      { id: 'sub.other.test' },
      { id: 'www.com' },
      { id: 'xn--bcher-kva.example' },
    ]);
    await log.until((body) => body.action === 'blockedSitesAdded' && body.blockedSites?.length === 5, 'told');
    expect((await block('spam.test')).blockedSites).toEqual([]);
    expect((await page()).blockedSites).toHaveLength(5);
  });

  test.each(['no host', 'nodots', 'a..b.test', '-a.test', 'http://', '..', '1.2.3', `${'x'.repeat(64)}.test`])(
    '%s refuses all with its line',
    async (bad) => {
      const { error } = await block(`fine.test\n${bad}`);
      expect(error).toMatchObject({ field: 'sites', message: blocked.blockedTexts.notAHost(2) });
      expect((await page()).blockedSites).not.toContainEqual({ id: 'fine.test' });
    },
  );

  test('and what lies below them leave the catalogue until they are unblocked', async () => {
    const values = ['a.gone.test', 'gone.test', 'notgone.test'].map(
      (host) =>
        `('Wiki', '${host}', 'mediawiki', 'http://${host}:81/', '${host}:81', 'mediawiki', 1, true, 'owned', 1, 0)`,
    );
    await app.app.store.pool.query(
      `insert into sites (module, site_id, platform, url, host, connector, pr, dofollow, permission, at_once, gap_ms) values ${values.join()}`,
    );
    const shown = async () =>
      (await app.send(listCatalogueSites)).body.sites.map((site: { id: { siteId: string } }) => site.id.siteId);
    expect(await shown()).toEqual(['a.gone.test', 'gone.test', 'notgone.test']);
    await block('gone.test');
    expect(await shown()).toEqual(['notgone.test']);
    await app.app.store.pool.query(`update sites set host = 'deep.gone.test' where site_id = 'notgone.test'`);
    expect(await shown()).toEqual([]);
    const { body } = await app.send(blocked.deleteBlockedSites, { body: { ids: ['gone.test', 'unknown.test'] } });
    expect(body).toEqual({ ids: ['gone.test'] });
    expect(await shown()).toHaveLength(3);
  });
});

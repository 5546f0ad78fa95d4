import { expect, test } from 'vitest';
import { type OneHourApi, startOneHourIndexing } from '#rehearsal/indexer-grammars.ts';
import { indexerSuite } from '#test/suites/indexer-suite.ts';
import { batchOf, paidTarget, rehearsed } from '#test/suites/paid-indexer.ts';
import { oneHourIndexing } from './index.ts';

const rehearsal = {
  connector: oneHourIndexing,
  startApi: startOneHourIndexing,
  path: '/api',
  more: ({ appId }: OneHourApi) => ({ appId }),
};
indexerSuite(paidTarget(rehearsal));

test('makes a batch, brings its links a line each, and spreads them over days', () =>
  rehearsed(rehearsal, async (bench, api) => {
    const urls = Array.from({ length: 10 }, (_, nth) => `https://a.test/${nth}`);
    expect((await oneHourIndexing.submit(bench.job(), batchOf(urls, 3))).remoteId).toBe('1');
    await oneHourIndexing.submit(bench.job(), batchOf(urls));
    expect(api.batches.map(({ campaign, dripfeed }) => [campaign, dripfeed])).toEqual([
      ['linkwright-7-1', '4'],
      ['linkwright-7-1', '0'],
    ]);
    expect(api.requests.map(({ path }) => path).slice(0, 2)).toEqual(['/api/createbatch', '/api/uploadlinks']);
  }));

test('says that the AppId is wrong before any link leaves', () =>
  rehearsed(rehearsal, async (bench, api) => {
    const job = bench.job({ key: { apiKey: api.key, appId: 'other' } });
    const error = await bench.failure(oneHourIndexing.submit(job, batchOf(['https://a.test/1'])));
    expect(error).toMatchObject({ name: 'NeedsOperator', ask: 'credentials' });
    expect(api.requests).toHaveLength(1);
  }));

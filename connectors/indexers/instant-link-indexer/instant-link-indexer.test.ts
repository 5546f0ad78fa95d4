import { expect, test } from 'vitest';
import { startApi } from '#rehearsal/api-server.ts';
import { startIndexer } from '#rehearsal/indexer.ts';
import { FamilyBench } from '#test/suites/family-bench.ts';
import { indexerSuite } from '#test/suites/indexer-suite.ts';
import { batchOf, paidTarget, rehearsed } from '#test/suites/paid-indexer.ts';
import { instantLinkIndexer } from './index.ts';

const rehearsal = { connector: instantLinkIndexer, startApi: () => startIndexer() };
indexerSuite(paidTarget(rehearsal));

test('speaks apikey/cmd as documented', () =>
  rehearsed(rehearsal, async (bench, api) => {
    await instantLinkIndexer.submit(bench.job(), batchOf(['https://a.test/1', 'https://a.test/2'], 7));
    expect(api.requests[0]).toMatchObject({ method: 'POST', path: '/api.php', target: '/api.php' });
    expect(Object.fromEntries(api.requests[0]?.form ?? [])).toEqual({
      ...{ apikey: api.key, cmd: 'submit', campaign: 'linkwright-7-1', dripfeed: '07_days' },
      urls: 'https://a.test/1|https://a.test/2',
    });
    await instantLinkIndexer.submit(bench.job(), batchOf(['https://a.test/3']));
    expect(api.batches.map(({ dripfeed }) => dripfeed)).toEqual(['07_days', 'disabled']);
    api.left = 42;
    expect((await instantLinkIndexer.check(bench.job())).balance).toEqual({ amount: 42, unit: 'credits' });
  }));

test.each([
  ['<html><h1>404</h1></html>', 'Fatal', 'did not answer with a number'],
  ['soon', 'Fatal', 'did not answer with a number'],
  ['ERROR 17: maintenance', 'Fatal', 'ERROR 17: maintenance'],
])('makes no balance of "%s"', async (body, name, words) => {
  const other = await startApi(() => ({ body }));
  const bench = new FamilyBench(instantLinkIndexer, {
    address: other.url,
    key: { apiKey: 'k-1234' },
    close: other.close,
  });
  const error = await bench.failure(instantLinkIndexer.check(bench.job()));
  expect(error).toMatchObject({ name, message: expect.stringContaining(words) });
  await bench.outside.close();
  await other.close();
});

test('another error of the service refuses the batch, and its words on a link are none on the key', async () => {
  const other = await startApi(() => ({ body: 'ERROR: cannot read https://a.test/api-key-limit' }));
  const bench = new FamilyBench(instantLinkIndexer, {
    address: other.url,
    key: { apiKey: 'k-1234' },
    close: other.close,
  });
  const error = await bench.failure(instantLinkIndexer.submit(bench.job(), batchOf(['https://a.test/api-key-limit'])));
  expect(error.name).toBe('Fatal');
  await bench.outside.close();
  await other.close();
});

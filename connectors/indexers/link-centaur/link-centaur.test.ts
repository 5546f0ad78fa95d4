import { expect, test } from 'vitest';
import { startApi } from '#rehearsal/api-server.ts';
import { startLinkCentaur } from '#rehearsal/indexer-grammars.ts';
import { FamilyBench } from '#test/suites/family-bench.ts';
import { indexerSuite } from '#test/suites/indexer-suite.ts';
import { batchOf, paidTarget, rehearsed } from '#test/suites/paid-indexer.ts';
import { linkCentaur } from './index.ts';

const rehearsal = { connector: linkCentaur, startApi: startLinkCentaur, path: '/api/newlinks.json' };
indexerSuite(paidTarget(rehearsal));

test('asks for its key by a list without links, and spends nothing on it', () =>
  rehearsed(rehearsal, async (bench, api) => {
    const { detail, balance } = await linkCentaur.check(bench.job());
    expect([detail, balance]).toEqual([expect.stringContaining('did not call the key wrong'), undefined]);
    expect(api.requests[0]?.form.get('links')).toBe('');
    expect(api.batches).toEqual([]);
    await linkCentaur.submit(bench.job(), batchOf(['https://a.test/1'], 4));
    expect(api.batches).toMatchObject([{ campaign: 'linkwright-7-1', dripfeed: '4' }]);
  }));

test('is not there where something else answers', async () => {
  const other = await startApi(() => ({ type: 'text/html', body: '<h1>Hello</h1>' }));
  const bench = new FamilyBench(linkCentaur, { address: other.url, key: { apiKey: 'k-1234' }, close: other.close });
  expect((await bench.failure(linkCentaur.check(bench.job()))).name).not.toBe('NeedsOperator');
  await bench.outside.close();
  await other.close();
});

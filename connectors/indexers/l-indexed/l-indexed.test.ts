import { expect, test } from 'vitest';
import { startLindexed } from '#rehearsal/indexer-grammars.ts';
import { indexerSuite } from '#test/suites/indexer-suite.ts';
import { batchOf, paidTarget, rehearsed } from '#test/suites/paid-indexer.ts';
import { lIndexed } from './index.ts';

const rehearsal = { connector: lIndexed, startApi: startLindexed, path: '/api/api.php' };
indexerSuite(paidTarget(rehearsal));

test('leaves out links that do not fit into a query, and sends the others', () =>
  rehearsed(rehearsal, async (bench, api) => {
    const long = `https://a.test/${'ü'.repeat(300)}`;
    const most = Array.from({ length: 5 }, (_, nth) => `https://a.test/${nth}/`.padEnd(1_480, 'x'));
    expect((await lIndexed.submit(bench.job(), batchOf(most))).refused).toEqual([]);
    const { refused } = await lIndexed.submit(bench.job(), batchOf(['https://a.test/1', long]));
    expect(refused).toEqual([{ url: long, reason: expect.stringContaining('does not fit') }]);
    expect(api.batches.map(({ urls }) => urls)).toEqual([most, ['https://a.test/1']]);
    await lIndexed.submit(bench.job(), batchOf([long]));
    expect(api.requests).toHaveLength(2);
  }));

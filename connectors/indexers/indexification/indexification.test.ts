import { expect, test } from 'vitest';
import { startIndexification } from '#rehearsal/indexer-grammars.ts';
import { indexerSuite } from '#test/suites/indexer-suite.ts';
import { batchOf, paidTarget, rehearsed } from '#test/suites/paid-indexer.ts';
import { indexification } from './index.ts';

const rehearsal = { connector: indexification, startApi: startIndexification };
indexerSuite(paidTarget(rehearsal));

test('takes nothing but "OK" for success', () =>
  rehearsed(rehearsal, async (bench, api) => {
    await indexification.submit(bench.job(), batchOf(['https://a.test/1']));
    expect(api.batches).toEqual([{ campaign: 'linkwright-7-1', urls: ['https://a.test/1'], dripfeed: 'disabled' }]);
    const error = await bench.failure(indexification.submit(bench.job(), batchOf([])));
    expect(error).toMatchObject({ name: 'Fatal', message: 'Indexification answered: No URLs were sent' });
  }));

import { expect, test } from 'vitest';
import { startLinkProcessor } from '#rehearsal/indexer-grammars.ts';
import { indexerSuite } from '#test/suites/indexer-suite.ts';
import { batchOf, paidTarget, rehearsed } from '#test/suites/paid-indexer.ts';
import { linkProcessor } from './index.ts';

const rehearsal = { connector: linkProcessor, startApi: startLinkProcessor };
indexerSuite(paidTarget(rehearsal));

test('names the project, and the days where there are any', () =>
  rehearsed(rehearsal, async (bench, api) => {
    await linkProcessor.submit(bench.job(), batchOf(['https://a.test/1'], 5));
    await linkProcessor.submit(bench.job(), batchOf(['https://a.test/2']));
    expect(api.batches.map(({ campaign, dripfeed }) => [campaign, dripfeed])).toEqual([
      ['linkwright-7-1', '5'],
      ['linkwright-7-1', ''],
    ]);
  }));

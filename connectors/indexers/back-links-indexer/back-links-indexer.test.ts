import { expect, test } from 'vitest';
import { startBacklinksIndexer } from '#rehearsal/indexer-grammars.ts';
import { indexerSuite } from '#test/suites/indexer-suite.ts';
import { batchOf, paidTarget, rehearsed } from '#test/suites/paid-indexer.ts';
import { backLinksIndexer } from './index.ts';

const rehearsal = { connector: backLinksIndexer, startApi: startBacklinksIndexer };
indexerSuite(paidTarget(rehearsal));

test('sends a link a line, and shows what the service says', () =>
  rehearsed(rehearsal, async (bench, api) => {
    const taken = await backLinksIndexer.submit(bench.job(), batchOf(['https://a.test/1', 'https://a.test/2']));
    expect(taken.note).toBe('the service said: Your links were queued');
    expect(api.requests[0]?.form.get('urls')).toBe('https://a.test/1\nhttps://a.test/2');
  }));

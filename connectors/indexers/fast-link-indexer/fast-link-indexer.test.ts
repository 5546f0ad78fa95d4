import { expect, test } from 'vitest';
import { firstValues } from '#domain/rules/connector-fields.ts';
import { startIndexer } from '#rehearsal/indexer.ts';
import { indexerSuite } from '#test/suites/indexer-suite.ts';
import { paidTarget } from '#test/suites/paid-indexer.ts';
import { fastLinkIndexer } from './index.ts';

const rehearsal = {
  connector: fastLinkIndexer,
  startApi: () => startIndexer(),
  more: () => firstValues(fastLinkIndexer),
};
indexerSuite(paidTarget(rehearsal));

test('is nothing without an address', async () => {
  expect(fastLinkIndexer.address).toBe('');
});

import { expect, test } from 'vitest';
import { firstValues } from '#domain/rules/connector-fields.ts';
import { startIndexer } from '#rehearsal/indexer.ts';
import { indexerSuite } from '#test/suites/indexer-suite.ts';
import { paidTarget } from '#test/suites/paid-indexer.ts';
import { flexIndexerBR } from './index.ts';

const rehearsal = { connector: flexIndexerBR, startApi: () => startIndexer(), more: () => firstValues(flexIndexerBR) };
indexerSuite(paidTarget(rehearsal));

test('is nothing without an address', async () => {
  expect(flexIndexerBR.address).toBe('');
});

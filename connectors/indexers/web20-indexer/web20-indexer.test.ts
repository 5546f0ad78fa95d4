import { startIndexer } from '#rehearsal/indexer.ts';
import { indexerSuite } from '#test/suites/indexer-suite.ts';
import { paidTarget } from '#test/suites/paid-indexer.ts';
import { web20Indexer } from './index.ts';

const rehearsal = { connector: web20Indexer, startApi: () => startIndexer() };
indexerSuite(paidTarget(rehearsal));

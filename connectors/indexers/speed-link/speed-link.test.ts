import { expect, test } from 'vitest';
import { startIndexer } from '#rehearsal/indexer.ts';
import { indexerSuite } from '#test/suites/indexer-suite.ts';
import { batchOf, paidTarget, rehearsed } from '#test/suites/paid-indexer.ts';
import { speedLink } from './index.ts';

const rehearsal = { connector: speedLink, startApi: () => startIndexer(/^\d*$/) };
indexerSuite(paidTarget(rehearsal));

test('tells days as a number, asks for a report, and orders VIP where the operator wants it', () =>
  rehearsed(rehearsal, async (bench, api) => {
    const taken = await speedLink.submit(bench.job(), batchOf(['https://a.test/1'], 3));
    expect(taken).toEqual({ remoteId: null, refused: [], reportUrl: `${api.url}/report/1` });
    await speedLink.submit(bench.job({ key: { apiKey: api.key, isVip: true } }), batchOf(['https://a.test/2']));
    const [first, second] = api.requests.map(({ form }) => Object.fromEntries(form));
    expect(first).toMatchObject({ dripfeed: '3', reporturl: '1' });
    expect(first?.method).toBeUndefined();
    expect(second).toMatchObject({ method: 'vip', reporturl: '1' });
    expect(second?.dripfeed).toBeUndefined();
  }));

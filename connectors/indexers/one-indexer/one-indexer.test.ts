import { expect, test } from 'vitest';
import { firstValues, readFields } from '#domain/rules/connector-fields.ts';
import { startIndexer } from '#rehearsal/indexer.ts';
import { indexerSuite } from '#test/suites/indexer-suite.ts';
import { batchOf, paidTarget, rehearsed } from '#test/suites/paid-indexer.ts';
import { oneIndexer } from './index.ts';

const rehearsal = { connector: oneIndexer, startApi: () => startIndexer(), more: () => firstValues(oneIndexer) };
indexerSuite(paidTarget(rehearsal));

const key = { ...firstValues(oneIndexer), apiKey: 'k-1234' };

test('does nothing without an address', () =>
  rehearsed(rehearsal, async (bench, api) => {
    expect(oneIndexer.address).toBe('');
    const job = bench.job({ address: '', key });
    const submitted = await bench.failure(oneIndexer.submit(job, batchOf(['https://a.test/'])));
    expect(submitted).toMatchObject({ name: 'Fatal', message: expect.stringContaining('enter it in the tab Indexer') });
    expect((await bench.failure(Promise.resolve().then(() => oneIndexer.check(job)))).name).toBe('Fatal');
    expect(api.requests).toEqual([]);
  }));

test('sends the form that the operator describes, and asks nothing where there is no question', () =>
  rehearsed(rehearsal, async (bench, api) => {
    const own = { fieldOfLogin: 'token', fieldOfLinks: 'list', fieldOfName: 'title', goodAnswer: 'ERROR: Inv' };
    const job = bench.job({ key: { ...own, apiKey: 'k-1234', orderFields: 'a=1&b=x%26y' } });
    await oneIndexer.submit(job, batchOf(['https://a.test/1', 'https://a.test/2|3']));
    expect(Object.fromEntries(api.requests[0]?.form ?? [])).toEqual({
      ...{ a: '1', b: 'x&y', token: 'k-1234', title: 'linkwright-7-1' },
      list: 'https://a.test/1|https://a.test/2%7C3',
    });
    expect(await oneIndexer.check(job)).toMatchObject({ cannotTell: true });
    expect(api.requests).toHaveLength(1);
  }));

test.each([
  ['not pairs', 'orderFields', 'Please write name=value'],
  ['a b', 'fieldOfLinks', 'A name has'],
])('takes no "%s" as %s', (typed, field, says) => {
  const { problems } = readFields(oneIndexer.fields, { ...key, [field]: typed });
  expect(problems).toEqual([{ field, message: expect.stringContaining(says) }]);
});

import { expect, test } from 'vitest';
import { startApi } from '#rehearsal/api-server.ts';
import { startPingHub } from '#rehearsal/ping-hub.ts';
import { FamilyBench } from '#test/suites/family-bench.ts';
import { indexerSuite } from '#test/suites/indexer-suite.ts';
import { xmlrpcPing } from './index.ts';

const start = async () => {
  const api = await startPingHub();
  return { ...api, api, address: api.url, seen: () => api.batches, key: {} };
};

indexerSuite({ connector: xmlrpcPing, against: 'the rehearsal', start });

const batch = (url: string) => ({ name: 'n', urls: [url], dripDays: null });

test('a ping tells the name of the site, and what is refused keeps its reason', async () => {
  const at = await start();
  const bench = new FamilyBench(xmlrpcPing, at);
  await xmlrpcPing.submit(bench.job(), batch('https://blog.test/one'));
  await xmlrpcPing.submit(bench.job({ key: { siteName: 'My <blog>' } }), batch('https://blog.test/two'));
  expect(at.api.batches.map(({ name }) => name)).toEqual(['blog.test', 'My <blog>']);
  at.api.unwanted = '/old';
  expect((await xmlrpcPing.submit(bench.job(), batch('https://blog.test/old'))).refused).toEqual([
    { url: 'https://blog.test/old', reason: 'The update service answered: Your page was not changed' },
  ]);
  await bench.outside.close();
  await at.close();
});

test('something else at the address is told', async () => {
  const page = await startApi(() => ({ type: 'text/html', body: '<h1>Hello</h1>' }));
  const bench = new FamilyBench(xmlrpcPing, { address: page.url, key: {}, close: page.close });
  expect((await bench.failure(xmlrpcPing.check(bench.job()))).message).toBe('This is no XML-RPC service');
  expect((await bench.failure(xmlrpcPing.submit(bench.job(), batch('https://blog.test/a')))).name).toBe('Retryable');
  await bench.outside.close();
  await page.close();
});

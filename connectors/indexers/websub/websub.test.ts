import { expect, test } from 'vitest';
import { startIndexNow } from '#rehearsal/indexnow.ts';
import { startPingHub } from '#rehearsal/ping-hub.ts';
import { FamilyBench } from '#test/suites/family-bench.ts';
import { indexerSuite } from '#test/suites/indexer-suite.ts';
import { websub } from './index.ts';

const start = async () => {
  const api = await startPingHub();
  return { ...api, api, address: api.url, seen: () => api.batches, key: {} };
};

indexerSuite({ connector: websub, against: 'the rehearsal', start });

test('a topic that the hub does not know is refused with what it says', async () => {
  const at = await start();
  const bench = new FamilyBench(websub, at);
  at.api.unwanted = '/feed';
  const error = await bench.failure(
    websub.submit(bench.job(), { name: 'n', urls: ['https://blog.test/feed'], dripDays: null }),
  );
  expect(error).toMatchObject({ name: 'Fatal' });
  expect(error.message).toContain('This hub does not know that topic');
  await bench.outside.close();
  await at.close();
});

test('an address at which nothing stands is no hub', async () => {
  const at = await start();
  const bench = new FamilyBench(websub, at);
  const other = await startIndexNow();
  const error = await bench.failure(websub.check({ ...bench.job(), address: `${other.url}/nothing-here` }));
  expect(error.message).toBe('There is no hub at this address: it answered 404');
  await other.close();
  await bench.outside.close();
  await at.close();
});

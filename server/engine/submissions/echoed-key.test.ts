import { afterAll, beforeAll, expect, test } from 'vitest';
import { listSubmissions } from '#domain/contract/indexing.ts';
import { type Api, startApi } from '#rehearsal/api-server.ts';
import { EngineWorld } from '#test/support/engine-world.ts';
import { readyIndexing, setUp } from '#test/support/indexing.ts';
import { until } from '#test/support/until.ts';

/** A service that repeats the key in what it says: that is stored and shown without it. */
const options = { maxNumberOfRetries: 1, timeToWaitBeforeRetry: 1, waitTimeOut: 30 };
const at = new EngineWorld({ wordpress: 0, options });
const key = 'indexer-key-4711';
let api: Api;
beforeAll(async () => {
  api = await startApi(({ query, form }) => ({ body: `ERROR: bad key ${query.get('apikey') ?? form.get('apikey')}` }));
  for (const id of ['lIndexed', 'instantLinkIndexer']) await setUp(at.app, id, api.url, { apiKey: key });
});
afterAll(() => api.close());

test.each(['lIndexed', 'instantLinkIndexer'])('%s is quoted without its key', async (id) => {
  const { projectId } = await readyIndexing(at.app, ['https://own.test/1'], [id]);
  await at.start(projectId);
  const said = async () => {
    const [told] = (await at.app.send(listSubmissions, { params: { id: projectId } })).body.submissions;
    return told?.endedAt ? JSON.stringify(told) : '';
  };
  await until('told', async () => (await said()) !== '');
  expect(await said()).toContain('ERROR: bad key •••');
  const { rows } = await at.app.app.store.pool.query('select * from submissions');
  expect(JSON.stringify(rows)).not.toContain(key);
});

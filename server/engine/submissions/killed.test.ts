import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { instantLinkIndexer as paidIndexer } from '#connectors/indexers/instant-link-indexer/index.ts';
import { type IndexerApi, startIndexer } from '#rehearsal/indexer.ts';
import { type PingHubApi, startPingHub } from '#rehearsal/ping-hub.ts';
import { EngineWorld } from '#test/support/engine-world.ts';
import { startEngine } from '#test/support/engines.ts';
import { readyIndexing, setUp } from '#test/support/indexing.ts';
import { until } from '#test/support/until.ts';

/** What a process leaves that is killed in the middle of a batch: taken up as soon as it is known to be dead. */
const options = { maxNumberOfRetries: 1, timeToWaitBeforeRetry: 1, waitTimeOut: 30 };
const at = new EngineWorld({ wordpress: 0, options, config: { roles: ['http'] } });
let hub: PingHubApi;
let paid: IndexerApi;
beforeAll(async () => {
  [hub, paid] = await Promise.all([startPingHub(), startIndexer()]);
  await setUp(at.app, 'websub', hub.url);
  await setUp(at.app, paidIndexer.id, paid.url, { apiKey: paid.key });
});
afterAll(async () => {
  await hub.close();
  await paid.close();
});

/** pg-boss misses the heartbeat of a dead worker after a minute; processes miss each other's long before. */
const longestMs = 20_000;
const links = Array.from({ length: 150 }, (_, nth) => `https://own.test/page-${nth}`);

/** Starts a project and ends its process in the middle of the first batch, with the store left as a killed one leaves it. */
async function killedIn(service: string, api: PingHubApi | IndexerApi): Promise<number> {
  const { projectId } = await readyIndexing(at.app, links, [service]);
  const engine = await startEngine(at.app);
  api.dial({ hangAfterCommit: true });
  await at.start(projectId);
  await until('the batch is out', () => api.batches.length === 1);
  await engine.stop(0);
  api.dial({ hangAfterCommit: false });
  await sql`with dead as (
      update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now()
      where name = 'submitLinks' and id = (select task_id from submissions where project_id = ${projectId}) returning id
    ) update task_progress set claimed_by = ${randomUUID()}::uuid where task_id in (select id from dead)`.execute(
    at.db,
  );
  return projectId;
}

test('a Stop after it is answered as soon as the process counts as dead, and says until then what it waits for', async () => {
  const projectId = await killedIn('websub', hub);
  await at.stop(projectId);
  expect(await at.statusOf(projectId)).toBe('STOPPING');
  const begun = Date.now();
  const engine = await startEngine(at.app);
  await until('stopped', async () => (await at.statusOf(projectId)) === 'STOPPED');
  expect(Date.now() - begun).toBeLessThan(longestMs);
  await at.start(projectId);
  await at.completes(projectId);
  // What was out may have been lost: a hub is told of it once more, and only of that.
  expect(hub.batches.map(({ urls }) => urls.length)).toEqual([100, 100, 50]);
  expect(await at.rowsOf(projectId)).toMatchObject([{ status: 'SUCCESS', waitInfo: '150 of 150 links taken' }]);
  await engine.stop();
});

test('without a Stop another process goes on at once', async () => {
  hub.batches.length = 0;
  const projectId = await killedIn('websub', hub);
  const begun = Date.now();
  const engine = await startEngine(at.app);
  await at.completes(projectId);
  expect(Date.now() - begun).toBeLessThan(longestMs);
  expect(hub.batches.map(({ urls }) => urls.length)).toEqual([100, 100, 50]);
  await engine.stop();
});

test('a service that counts what it is told is told nothing twice, over a Stop and a Start too', async () => {
  const projectId = await killedIn(paidIndexer.id, paid);
  await at.stop(projectId);
  const engine = await startEngine(at.app);
  await until('stopped', async () => (await at.statusOf(projectId)) === 'STOPPED');
  await at.start(projectId);
  await at.completes(projectId);
  expect(paid.batches.flatMap(({ urls }) => urls).toSorted()).toEqual(links.toSorted());
  expect(await at.rowsOf(projectId)).toMatchObject([
    { waitInfo: '50 of 150 links taken, 100 not: The answer was lost: they may have been taken' },
  ]);
  await engine.stop();
});

test('one that is stopped while its batch is out says so', async () => {
  const { projectId } = await readyIndexing(at.app, links, ['websub']);
  const engine = await startEngine(at.app);
  hub.reset();
  hub.dial({ hangAfterCommit: true });
  await at.start(projectId);
  await until('the batch is out', () => hub.requests.length > 0);
  await at.stop(projectId);
  await until('it says so', async () =>
    /Stops when the batch that is on its way is answered$/.test((await at.rowsOf(projectId))[0].waitInfo ?? ''),
  );
  expect(await at.statusOf(projectId)).toBe('STOPPING');
  await engine.stop(0);
  hub.reset();
  const next = await startEngine(at.app);
  await until('stopped', async () => (await at.statusOf(projectId)) === 'STOPPED');
  expect((await at.rowsOf(projectId))[0].waitInfo).toBe('0 of 150 links taken');
  await next.stop();
});

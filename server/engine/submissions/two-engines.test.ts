import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { instantLinkIndexer as paidIndexer } from '#connectors/indexers/instant-link-indexer/index.ts';
import { listSubmissions, type Submission } from '#domain/contract/indexing.ts';
import { pickOne, seededRandom } from '#domain/rules/random.ts';
import { type IndexerApi, startIndexer } from '#rehearsal/indexer.ts';
import { type PingHubApi, startPingHub } from '#rehearsal/ping-hub.ts';
import type { Engine } from '#server/engine/engine.ts';
import { EngineWorld } from '#test/support/engine-world.ts';
import { startEngine } from '#test/support/engines.ts';
import { readyIndexing, setUp } from '#test/support/indexing.ts';
import { until } from '#test/support/until.ts';

/** Two engines at one submission, which is started and stopped while they come and go at moments of chance. */
const options = { maxNumberOfRetries: 1, timeToWaitBeforeRetry: 1, waitTimeOut: 30 };
const at = new EngineWorld({ wordpress: 0, options, config: { roles: ['http'] } });
let hub: PingHubApi;
let paid: IndexerApi;
beforeAll(async () => {
  [hub, paid] = await Promise.all([startPingHub(), startIndexer()]);
  await setUp(at.app, 'websub', hub.url);
  await setUp(at.app, paidIndexer.id, paid.url, { apiKey: paid.key });
});
beforeEach(() => {
  hub.batches.length = 0;
  paid.batches.length = 0;
  paid.left = 100_000;
});
afterAll(async () => {
  await hub.close();
  await paid.close();
});

const links = Array.from({ length: 450 }, (_, nth) => `https://own.test/page-${nth}`);

const nTold = () => hub.batches.length + paid.batches.length;

/** How often each link was told. */
const timesOf = (batches: { urls: string[] }[]) => {
  const times = new Map(links.map((url) => [url, 0]));
  for (const url of batches.flatMap(({ urls }) => urls)) times.set(url, (times.get(url) ?? 0) + 1);
  return [...times.values()];
};

test.each([1, 2, 3, 4])('whatever happens, no link is told more often than promised, seed %i', async (seed) => {
  const random = seededRandom(`two engines ${seed}`);
  const { projectId } = await readyIndexing(at.app, links, ['websub', paidIndexer.id]);
  const engines: Engine[] = [await startEngine(at.app), await startEngine(at.app)];
  let nEnds = 0;
  await at.start(projectId);
  for (let step = 0; step < 14; step += 1) {
    // Chance chooses after how many batches; where nothing is told any more, at once.
    const told = nTold() + Math.floor(random() * 3);
    await until('some were told', async () => nTold() >= told || (await at.statusOf(projectId)) !== 'RUNNING');
    const what = pickOne(random, ['stop', 'start', 'start', 'end', 'cut'] as const);
    if (what === 'stop') await at.stop(projectId);
    else if (what === 'start') {
      // A start after its end would tell all of them again, as it was asked to.
      if ((await at.statusOf(projectId)) === 'STOPPED') await at.start(projectId);
    } else {
      // Some end while nothing is out, some in the middle of a batch, cut off.
      const [engine] = engines.splice(Math.floor(random() * engines.length), 1);
      await engine?.stop(what === 'cut' ? 0 : 10_000);
      nEnds += 1;
      engines.push(await startEngine(at.app));
    }
  }
  await until('started', async () => {
    const status = await at.statusOf(projectId);
    if (status === 'STOPPED') await at.start(projectId);
    return ['RUNNING', 'COMPLETED'].includes(status);
  });
  await at.comesToRest(projectId);
  const { submissions } = (await at.app.send(listSubmissions, { params: { id: projectId } })).body;
  for (const { taken, refused, total, state } of submissions as Submission[]) {
    expect(['DONE', 'FAILED']).toContain(state);
    expect(taken + refused).toBe(total);
    expect(total).toBe(links.length);
  }
  const toldHub = timesOf(hub.batches);
  expect(Math.min(...toldHub)).toBeGreaterThanOrEqual(1);
  expect(toldHub.reduce((sum, times) => sum + times - 1, 0)).toBeLessThanOrEqual(nEnds * 100);
  expect(Math.max(...timesOf(paid.batches))).toBe(1);
  for (const engine of engines) await engine.stop();
});

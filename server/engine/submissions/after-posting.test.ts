import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { indexingTexts, listSubmissions } from '#domain/contract/indexing.ts';
import { deleteProjects } from '#domain/contract/projects/projects.ts';
import { type PingHubApi, startPingHub } from '#rehearsal/ping-hub.ts';
import { readyCampaign } from '#test/support/builders.ts';
import { EngineWorld } from '#test/support/engine-world.ts';
import { setUp } from '#test/support/indexing.ts';
import { until } from '#test/support/until.ts';

/** Pages that a posting run made are told to the services that its project names. */
const options = { maxNumberOfRetries: 1, timeToWaitBeforeRetry: 1, waitTimeOut: 30 };
const at = new EngineWorld({ wordpress: 2, options, config: { settleMs: 50 } });
let hub: PingHubApi;
beforeAll(async () => {
  hub = await startPingHub();
  await setUp(at.app, 'websub', hub.url);
});
beforeEach(() => {
  hub.reset();
  hub.batches.length = 0;
});
afterAll(() => hub.close());

const submissions = async (id: number) =>
  (await at.app.send(listSubmissions, { params: { id } })).body.submissions as { state: string }[];
const comeToAnEnd = (id: number, count: number) =>
  until('told', async () => {
    const list = await submissions(id);
    return list.length === count && list.every(({ state }) => !['WAITING', 'RUNNING'].includes(state));
  });
const pagesOf = async (id: number) =>
  (await at.page(id)).sites.flatMap(({ postUrl }: { postUrl: string | null }) => postUrl ?? []).toSorted();

test('the pages of a run go to each service, those of the next run alone after it', async () => {
  const fields = { useIndexers: true, indexers: ['websub', 'oldIndexer'] };
  const { projectId, campaignId } = await readyCampaign(at.app.app, at.world.sites, { fields });
  await at.start(projectId);
  await at.completes(projectId);
  await comeToAnEnd(projectId, 2);
  const first = await pagesOf(projectId);
  expect(first).toHaveLength(2);
  expect(hub.batches).toEqual([{ name: '', urls: first }]);
  expect(await submissions(projectId)).toMatchObject([
    { indexer: 'oldIndexer', state: 'FAILED', said: [{ text: indexingTexts.unknown('oldIndexer'), links: 2 }] },
    { indexer: 'websub', state: 'DONE', taken: 2, total: 2 },
  ]);
  expect(await at.statusOf(projectId)).toBe('COMPLETED');
  await at.start(projectId);
  await at.completes(projectId);
  await until('the second run is told', () => hub.batches.length === 2);
  const second = await pagesOf(projectId);
  expect(second.filter((url: string) => first.includes(url))).toEqual([]);
  expect(hub.batches[1]?.urls).toEqual(second);
  await comeToAnEnd(projectId, 2);
  await at.app.send(deleteProjects, { params: { id: campaignId }, body: { ids: [projectId] } });
  expect(await at.db.selectFrom('submissions').selectAll().execute()).toEqual([]);
});

test('nothing is told where the project does not ask for it, or made nothing', async () => {
  const plain = await readyCampaign(at.app.app, at.world.sites, {
    siteName: 'plain',
    fields: { indexers: ['websub'] },
  });
  await at.start(plain.projectId);
  await at.completes(plain.projectId);
  for (const site of at.world.sites) site.dial({ refuseContent: true });
  const fields = { useIndexers: true, indexers: ['websub'] };
  const none = await readyCampaign(at.app.app, at.world.sites, { siteName: 'none', fields });
  await at.start(none.projectId);
  await at.comesToRest(none.projectId);
  expect(await at.statusOf(none.projectId)).toBe('FAILED');
  expect(await at.db.selectFrom('submissions').selectAll().execute()).toEqual([]);
});

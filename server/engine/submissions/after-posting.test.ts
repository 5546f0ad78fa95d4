import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { continueSubmission, indexingTexts, listSubmissions, stopSubmission } from '#domain/contract/indexing.ts';
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
  const fields = { useIndexers: true, indexers: ['websub'] };
  const { projectId, campaignId } = await readyCampaign(at.app.app, at.world.sites, { fields });
  // Chosen in a version that had it.
  await sql`update projects set settings = jsonb_set(settings, '{indexers}', '["websub", "oldIndexer"]')
    where id = ${projectId}`.execute(at.db);
  await at.start(projectId);
  await at.completes(projectId);
  await comeToAnEnd(projectId, 2);
  const first = await pagesOf(projectId);
  expect(first).toHaveLength(2);
  expect(hub.batches).toMatchObject([{ name: '', urls: first }]);
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

test('pages that are being told say what they wait for, are stopped on the page of their project, and go on', async () => {
  hub.dial({ tooMany: { retryAfter: 3_600 } });
  const fields = { useIndexers: true, indexers: ['websub'] };
  const { projectId } = await readyCampaign(at.app.app, at.world.sites, { siteName: 'stopped', fields });
  await at.start(projectId);
  await at.completes(projectId);
  const waiting = async () => {
    const [one] = (await at.app.send(listSubmissions, { params: { id: projectId } })).body.submissions;
    return one?.dueAt ? one : undefined;
  };
  await until('it waits', async () => (await waiting()) !== undefined);
  const { waits, dueAt, state } = await waiting();
  expect(state).toBe('WAITING');
  expect(waits).toMatch(/^Waits to try again: The hub answered 429/);
  expect(Date.parse(dueAt) - Date.now()).toBeGreaterThan(3_500_000);
  const word = { params: { id: projectId }, body: { indexer: 'websub' } };
  expect((await at.app.send(stopSubmission, word)).body.success).toBe(true);
  await comeToAnEnd(projectId, 1);
  expect(await submissions(projectId)).toMatchObject([{ state: 'STOPPED', taken: 0, waits: null, dueAt: null }]);
  expect((await at.app.send(stopSubmission, word)).body.error.message).toBe(indexingTexts.notGoing);
  hub.dial({ tooMany: null });
  await at.forgetHolds();
  await at.app.send(continueSubmission, word);
  await until('told', () => hub.batches.length === 1);
  await comeToAnEnd(projectId, 1);
  expect(await submissions(projectId)).toMatchObject([{ state: 'DONE', taken: 2, total: 2 }]);
  expect((await at.app.send(continueSubmission, word)).body.error.message).toBe(indexingTexts.notStopped);
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
  for (const id of [plain.projectId, none.projectId]) expect(await submissions(id)).toEqual([]);
});

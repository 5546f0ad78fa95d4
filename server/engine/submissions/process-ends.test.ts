import { afterAll, beforeAll, expect, test } from 'vitest';
import { listSubmissions } from '#domain/contract/indexing.ts';
import { cancelTask, listTasks, retryTask, type Task } from '#domain/contract/tasks.ts';
import { type PingHubApi, startPingHub } from '#rehearsal/ping-hub.ts';
import { EngineWorld } from '#test/support/engine-world.ts';
import { startEngine } from '#test/support/engines.ts';
import { readyIndexing, setUp } from '#test/support/indexing.ts';
import { until } from '#test/support/until.ts';

/** The work of a process that ends in the middle of a batch is another one's. */
const options = { maxNumberOfRetries: 1, timeToWaitBeforeRetry: 1, waitTimeOut: 30 };
const at = new EngineWorld({ wordpress: 0, options, config: { roles: ['http'] } });
let hub: PingHubApi;
beforeAll(async () => {
  hub = await startPingHub();
  await setUp(at.app, 'websub', hub.url);
});
afterAll(() => hub.close());

const links = Array.from({ length: 250 }, (_, nth) => `https://own.test/page-${nth}`);

test('one that ends in the middle of a batch is taken up, and only that batch is told again', async () => {
  const { projectId } = await readyIndexing(at.app, links, ['websub']);
  const first = await startEngine(at.app);
  await at.start(projectId);
  await until('the first batch', () => hub.batches.length === 1);
  hub.dial({ hangAfterCommit: true });
  await until('the second is taken, and never answered', () => hub.batches.length === 2);
  await first.stop(0);
  hub.dial({ hangAfterCommit: false });
  expect(await at.statusOf(projectId)).toBe('RUNNING');
  const second = await startEngine(at.app);
  await at.completes(projectId);
  expect(hub.batches.map(({ urls }) => urls.length)).toEqual([100, 100, 100, 50]);
  expect(hub.batches[2]?.urls).toEqual(hub.batches[1]?.urls);
  expect(new Set(hub.batches.flatMap(({ urls }) => urls)).size).toBe(250);
  await second.stop();
});

test('a task that is cancelled ends its service and the project; the next start goes on, and the old task does nothing more', async () => {
  hub.batches.length = 0;
  const { projectId } = await readyIndexing(at.app, links, ['websub']);
  const engine = await startEngine(at.app);
  hub.dial({ tooMany: { retryAfter: 3_600 } });
  await at.start(projectId);
  const open = async (): Promise<Task | undefined> =>
    (await at.app.send(listTasks)).body.tasks.find(({ nextTryAt }: Task) => nextTryAt !== null);
  await until('it waits', async () => (await open()) !== undefined);
  expect((await open())?.title).toBe('Telling WebSub hub of the links of "Tell them"');
  const params = { id: (await open())?.id };
  await at.app.send(cancelTask, { params });
  await until('failed', async () => (await at.statusOf(projectId)) === 'FAILED');
  expect(await at.rowsOf(projectId)).toMatchObject([
    {
      status: 'STOPPED',
      waitInfo: '0 of 250 links taken. Its work in the background was cancelled or failed',
    },
  ]);
  const { submissions } = (await at.app.send(listSubmissions, { params: { id: projectId } })).body;
  const said = [{ text: 'Its work in the background was cancelled or failed', links: 250 }];
  expect(submissions).toMatchObject([{ state: 'STOPPED', refused: 0, said }]);
  hub.dial({ tooMany: null });
  await at.forgetHolds();
  await at.start(projectId);
  await at.app.send(retryTask, { params });
  await at.completes(projectId);
  expect(await at.rowsOf(projectId)).toMatchObject([{ status: 'SUCCESS', waitInfo: '250 of 250 links taken' }]);
  expect(hub.batches.flatMap(({ urls }) => urls)).toHaveLength(250);
  expect((await at.page(projectId)).project.lastError).toBeNull();
  await engine.stop();
});

test('stopped and started at once, again and again: one worker tells, and the sums are whole', async () => {
  hub.batches.length = 0;
  const { projectId } = await readyIndexing(at.app, links, ['websub']);
  const engine = await startEngine(at.app);
  for (let round = 1; round <= 2; round += 1) {
    await at.start(projectId);
    await until('a further batch', () => hub.batches.length >= round);
    await at.stop(projectId);
    await until('stopped', async () => (await at.statusOf(projectId)) === 'STOPPED');
  }
  await at.start(projectId);
  await at.completes(projectId);
  expect(await at.rowsOf(projectId)).toMatchObject([{ status: 'SUCCESS', waitInfo: '250 of 250 links taken' }]);
  expect(new Set(hub.batches.flatMap(({ urls }) => urls)).size).toBe(250);
  await engine.stop();
});

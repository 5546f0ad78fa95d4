import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { indexingTexts, listSubmissions } from '#domain/contract/indexing.ts';
import { topics } from '#domain/contract/live.ts';
import type { SiteRow } from '#domain/contract/projects/projects.ts';
import { listTasks, type Task } from '#domain/contract/tasks.ts';
import { type IndexNowApi, startIndexNow } from '#rehearsal/indexnow.ts';
import { type PingHubApi, startPingHub } from '#rehearsal/ping-hub.ts';
import { EngineWorld } from '#test/support/engine-world.ts';
import { readyIndexing, setUp } from '#test/support/indexing.ts';
import { until } from '#test/support/until.ts';

/** Links told to indexing services that are slow, refuse, lose answers, and are stopped in the middle. */
const options = { maxNumberOfRetries: 1, timeToWaitBeforeRetry: 1, waitTimeOut: 30 };
const at = new EngineWorld({ wordpress: 0, options, config: { settleMs: 50 } });
let indexNow: IndexNowApi;
let hub: PingHubApi;
beforeAll(async () => {
  indexNow = await startIndexNow();
  hub = await startPingHub();
  await setUp(at.app, 'indexnow', indexNow.url, { key: indexNow.key, hosts: indexNow.url });
  await setUp(at.app, 'websub', hub.url);
  await setUp(at.app, 'xmlrpc-ping', hub.url);
});
beforeEach(() => {
  for (const api of [indexNow, hub]) {
    api.reset();
    api.batches.length = 0;
  }
  hub.unwanted = null;
});
afterAll(async () => {
  await indexNow.close();
  await hub.close();
});

const own = (count: number) => Array.from({ length: count }, (_, nth) => `${indexNow.url}/page-${nth}`);
const told = (api: { batches: { urls: string[] }[] }) => api.batches.flatMap(({ urls }) => urls);
const rows = async (id: number) =>
  (await at.rowsOf(id)).map((row: SiteRow) => [row.id.siteId, row.status, row.waitInfo ?? '']);
const lastError = async (id: number) => JSON.parse((await at.page(id)).project.lastError ?? '[]');
const tasks = async (): Promise<Task[]> => (await at.app.send(listTasks)).body.tasks;

describe('an indexer project', () => {
  test('tells every link to each checked service, in batches, and shows it as it goes', async () => {
    const links = [...own(230), 'https://other.test/a', 'https://other.test/b'];
    const { projectId } = await readyIndexing(at.app, links, ['indexnow', 'websub']);
    const log = await at.app.listen(topics.project(projectId));
    expect((await at.start(projectId)).body.status).toBe('STARTING');
    await at.completes(projectId);
    expect(indexNow.batches.map(({ urls }) => urls.length)).toEqual([100, 100, 30]);
    expect(told(indexNow).toSorted()).toEqual(own(230).toSorted());
    expect(told(hub).toSorted()).toEqual(links.toSorted());
    expect(await rows(projectId)).toEqual([
      [
        'indexnow',
        'SUCCESS',
        '230 of 232 links taken, 2 not: The host is not among your hosts in the settings of IndexNow – other.test',
      ],
      ['websub', 'SUCCESS', '232 of 232 links taken'],
    ]);
    expect(await lastError(projectId)).toEqual([
      'The host is not among your hosts in the settings of IndexNow – other.test (2 links)',
    ]);
    const shown = log.events.flatMap((event) =>
      event.action === 'siteStatusChanged' && event.id.siteId === 'websub' ? [`${event.status} ${event.waitInfo}`] : [],
    );
    expect(shown).toEqual(expect.arrayContaining(['RUNNING 200 of 232 links taken']));
    expect(shown.at(-1)).toBe('SUCCESS 232 of 232 links taken');
    const { submissions } = (await at.app.send(listSubmissions, { params: { id: projectId } })).body;
    expect(submissions).toMatchObject([
      { indexer: 'indexnow', label: 'IndexNow', state: 'DONE', total: 232, taken: 230, refused: 2 },
      { indexer: 'websub', state: 'DONE', total: 232, taken: 232, refused: 0, said: [] },
    ]);
    expect((await tasks()).filter(({ state }) => state !== 'DONE')).toEqual([]);
  });

  test('says for each service why links were not taken, and goes on with the others', async () => {
    hub.unwanted = 'page-1';
    indexNow.file = 'something-else';
    const { projectId } = await readyIndexing(at.app, own(3), ['indexnow', 'xmlrpc-ping']);
    await at.start(projectId);
    await at.completes(projectId);
    const host = new URL(indexNow.url).host;
    expect(await rows(projectId)).toEqual([
      [
        'indexnow',
        'FAILED',
        `0 of 3 links taken, 3 not: The host does not show the key file: the file there holds something else – ${host}`,
      ],
      ['xmlrpc-ping', 'SUCCESS', '2 of 3 links taken, 1 not: The update service answered: Your page was not changed'],
    ]);
    expect(indexNow.requests.filter(({ method }) => method === 'POST')).toEqual([]);
    // Started again, it tells all of them once more: it was COMPLETED.
    indexNow.file = indexNow.key;
    hub.unwanted = null;
    await at.start(projectId);
    await at.completes(projectId);
    await until('told', async () => told(indexNow).length === 3);
  });

  test('leaves out links of a host that the operator stopped, and tells the same address once', async () => {
    await at.db.insertInto('hosts').values({ host: 'stopped.test', stopped: true }).execute();
    await at.db.insertInto('blocked_sites').values({ id: 'blocked.test' }).execute();
    const links = ['https://stopped.test/a', 'https://b.test/', 'mailto:a@b.test', 'https://b.test/'];
    links.push('https://deep.blocked.test/x');
    const { projectId } = await readyIndexing(at.app, links, ['websub']);
    await at.start(projectId);
    await at.completes(projectId);
    expect(hub.batches.map(({ urls }) => urls)).toEqual([['https://b.test/']]);
    expect(await lastError(projectId)).toContain('Left out: traffic to the host is stopped – stopped.test (1 link)');
    expect(await lastError(projectId)).toContain(
      'Left out: the host is one of the blocked sites – deep.blocked.test (1 link)',
    );
  });

  test('fails with the reason where a service is not set up, and where there is nothing to tell', async () => {
    await at.db.deleteFrom('indexers').where('id', '=', 'websub').execute();
    const { projectId } = await readyIndexing(at.app, own(2), ['websub']);
    await at.start(projectId);
    await until('failed', async () => (await at.statusOf(projectId)) === 'FAILED');
    expect(await lastError(projectId)).toEqual([`${indexingTexts.notSetUp('WebSub hub')} (2 links)`]);
    await setUp(at.app, 'websub', hub.url);
    const empty = await readyIndexing(at.app, [], ['websub']);
    await at.start(empty.projectId);
    await until('failed', async () => (await at.statusOf(empty.projectId)) === 'FAILED');
    expect(await lastError(empty.projectId)).toEqual([indexingTexts.noLinks]);
  });

  test('waits as long as a service asks, stops meanwhile, and goes on where it was', async () => {
    const { projectId } = await readyIndexing(at.app, own(150), ['websub']);
    await at.start(projectId);
    await until('the first batch', () => hub.batches.length === 1);
    hub.dial({ tooMany: { retryAfter: 3_600 } });
    await until('it waits', async () =>
      /Waits to try again: The hub answered 429/.test((await rows(projectId))[0]?.[2]),
    );
    expect(await at.statusOf(projectId)).toBe('RUNNING');
    expect((await at.stop(projectId)).body.status).toBe('STOPPING');
    await until('stopped', async () => (await at.statusOf(projectId)) === 'STOPPED');
    expect(await rows(projectId)).toEqual([['websub', 'STOPPED', '100 of 150 links taken']]);
    hub.dial({ tooMany: null });
    await at.forgetHolds();
    await at.start(projectId);
    await at.completes(projectId);
    expect(hub.batches.map(({ urls }) => urls.length)).toEqual([100, 50]);
  });

  test('tells a batch again whose answer was lost, and none after the tries are over', async () => {
    const { projectId } = await readyIndexing(at.app, own(2), ['websub']);
    hub.dial({ dropAfterCommit: true, times: 1 });
    await at.start(projectId);
    await at.completes(projectId);
    expect(hub.batches.map(({ urls }) => urls.length)).toEqual([2, 2]);
    const second = await readyIndexing(at.app, own(2), ['websub']);
    hub.dial({ dropBeforeAnswer: true, times: null });
    await at.start(second.projectId);
    await until('failed', async () => (await at.statusOf(second.projectId)) === 'FAILED');
    expect((await rows(second.projectId))[0]?.[2]).toMatch(/^0 of 2 links taken, 2 not: /);
    expect(hub.batches.length).toBe(2);
  });
});

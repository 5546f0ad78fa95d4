import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SiteRow } from '#domain/contract/projects/projects.ts';
import { listTasks, type Task, taskKinds } from '#domain/contract/tasks.ts';
import { type PingHubApi, startPingHub } from '#rehearsal/ping-hub.ts';
import { commit } from '#server/live/commit.ts';
import { EngineWorld } from '#test/support/engine-world.ts';
import { readyIndexing, setUp } from '#test/support/indexing.ts';
import { until } from '#test/support/until.ts';
import { tendSubmissions } from './tend-submissions.ts';

/** Submissions that wait: they hold nothing up, say until when, and keep the pace of their service together. */
const options = { maxNumberOfRetries: 1, timeToWaitBeforeRetry: 1, waitTimeOut: 30 };
const at = new EngineWorld({ wordpress: 0, options, config: { settleMs: 50 } });
let hub: PingHubApi;
let other: PingHubApi;
beforeAll(async () => {
  [hub, other] = await Promise.all([startPingHub(), startPingHub()]);
  await setUp(at.app, 'websub', hub.url);
  await setUp(at.app, 'xmlrpc-ping', other.url);
});
beforeEach(() => {
  for (const api of [hub, other]) {
    api.reset();
    api.batches.length = 0;
  }
});
afterAll(async () => {
  await hub.close();
  await other.close();
});

const pages = (name: string, count: number) => Array.from({ length: count }, (_, nth) => `https://${name}.test/${nth}`);
const rowOf = async (id: number): Promise<SiteRow> => (await at.rowsOf(id))[0];
const websub = async (name: string, count = 1) =>
  (await readyIndexing(at.app, pages(name, count), ['websub'])).projectId;

test('many that wait for one service hold up no other, and each says until when', async () => {
  hub.dial({ tooMany: { retryAfter: 3_600 } });
  const waiting: number[] = [];
  for (let nth = 0; nth <= taskKinds.submitLinks.atOnce; nth += 1) {
    const id = await websub(`waiting-${nth}`);
    await at.start(id);
    waiting.push(id);
  }
  const anHour = ({ dueAt }: SiteRow) => Date.parse(dueAt ?? '') - Date.now() > 3_500_000;
  for (const id of waiting) await until('it waits', async () => anHour(await rowOf(id)));
  for (const id of waiting) {
    const { status, waitInfo } = await rowOf(id);
    expect(status).toBe('NONE');
    expect(waitInfo).toMatch(/^0 of 1 link taken\. (Waits to try again|The service asked to be left alone)/);
  }
  const { projectId } = await readyIndexing(at.app, pages('other', 2), ['xmlrpc-ping']);
  await at.start(projectId);
  await at.completes(projectId);
  expect(hub.requests.length).toBe(1);
  const tasks: Task[] = (await at.app.send(listTasks)).body.tasks;
  const open = tasks.filter(({ nextTryAt }) => nextTryAt !== null);
  expect(open.map(({ state, tries }) => [state, tries])).toEqual(waiting.map(() => ['WAITING', 0]));
  // However often it waits, its task is not removed as one that nobody wanted.
  const [first] = open;
  const daysKept = async () => {
    const { rows } = await sql<{ days: number }>`
      select extract(epoch from keep_until - now())::float8 / 86400 as days from pgboss.job where id = ${first?.id}`.execute(
      at.db,
    );
    return rows[0]?.days ?? 0;
  };
  await sql`update pgboss.job set keep_until = now() + interval '1 hour' where id = ${first?.id}`.execute(at.db);
  const id = first?.id ?? '';
  await commit(at.app.app, (tx, note) => at.app.app.tasks.hurry(tx, note, 'submitLinks', id));
  await until('it waits again', async () => (await daysKept()) > 10);
  // A second in which none of them has anything to do is one look.
  let nQueries = 0;
  const { store } = at.app.app;
  const transformQuery: Parameters<typeof store.db.withPlugin>[0]['transformQuery'] = ({ node }) => {
    nQueries += 1;
    return node;
  };
  const db = store.db.withPlugin({ transformQuery, transformResult: async ({ result }) => result });
  await tendSubmissions({ ...at.app.app, store: { ...store, db } });
  expect(nQueries).toBe(1);
  // Stopped, they end at once, and leave nothing in the background work.
  for (const id of waiting) await at.stop(id);
  for (const id of waiting) await until('stopped', async () => (await at.statusOf(id)) === 'STOPPED');
  expect(await rowOf(waiting[0] ?? 0)).toMatchObject({ status: 'STOPPED', waitInfo: '0 of 1 link taken', dueAt: null });
  await until('no task is left', async () =>
    (await at.app.send(listTasks)).body.tasks.every(({ state }: Task) => state === 'DONE'),
  );
});

test('several that tell one service keep its pace together, over Stop and Start too', async () => {
  const ids = [await websub('one', 250), await websub('two', 150)] as const;
  for (const id of ids) await at.start(id);
  await until('a batch', () => hub.batches.length >= 1);
  await at.stop(ids[1]);
  await until('stopped', async () => (await at.statusOf(ids[1])) === 'STOPPED');
  await at.start(ids[1]);
  for (const id of ids) await at.completes(id);
  expect(hub.batches.flatMap(({ urls }) => urls)).toHaveLength(400);
  const times = hub.batches.map((batch) => batch.at).toSorted((one, next) => one - next);
  const gaps = times.slice(1).map((time, nth) => time - (times[nth] ?? 0));
  // What leaves the store a second apart may arrive some ms closer.
  expect(Math.min(...gaps)).toBeGreaterThan(850);
});

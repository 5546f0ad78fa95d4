import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deleteCampaigns } from '#domain/contract/campaigns.ts';
import { deleteLinkSets, listLinks, renameLinkSet } from '#domain/contract/links.ts';
import { topics } from '#domain/contract/live.ts';
import { cancelTask, listTasks, retryTask, type Task, taskTexts } from '#domain/contract/tasks.ts';
import { TaskRefused, type TaskRuns } from '#server/engine/tasks/task-work.ts';
import { resumeRemovals } from '#server/features/links/links.ts';
import { commit } from '#server/live/commit.ts';
import { noTasks, startEngine } from '#test/support/engines.ts';
import { newCampaign, newLinkSet } from '#test/support/nouns.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';
import { until } from '#test/support/until.ts';

let app: TestApp;
beforeAll(async () => {
  // The engine of each test is its own.
  app = await startTestApp({ roles: ['http'] });
});
afterAll(() => app.stop());

const tasks = async (): Promise<Task[]> => (await app.send(listTasks)).body.tasks;
const taskNow = async (id: string) => (await tasks()).find((task) => task.id === id);
const isAt =
  (id: string, state: Task['state']) =>
  (body: { action: string; task?: Task }): boolean =>
    body.action === 'taskChanged' && body.task?.id === id && body.task.state === state;

/** Adds a task whose work is the test's own. */
const add = (title = 'Something long') =>
  commit(app.app, (tx, note) => app.app.tasks.add(tx, note, 'removeLinks', title, { urlListId: 1 }));

const withRun = (run: TaskRuns['removeLinks']) => startEngine(app, { tasks: { ...noTasks, removeLinks: run } });

describe('a task', () => {
  test('runs, tells how far it is, and ends', async () => {
    const log = await app.listen(topics.tasks);
    const goOn = Promise.withResolvers<void>();
    const engine = await withRun(async ({ progress }) => {
      progress(3, 10, 'third of ten');
      await goOn.promise;
      progress(10, 10);
    });
    const id = await add();
    await log.until((body) => body.action === 'taskChanged' && body.task.done === 3, 'progress');
    expect(await taskNow(id)).toMatchObject({
      title: 'Something long',
      state: 'RUNNING',
      done: 3,
      total: 10,
      note: 'third of ten',
      tries: 1,
      maxTries: 10,
    });
    goOn.resolve();
    await log.until(isAt(id, 'DONE'), 'the end');
    expect(await taskNow(id)).toMatchObject({ state: 'DONE', done: 10, endedAt: expect.any(String) });
    await engine.stop();
  });

  test('that is not committed is not there', async () => {
    const before = await tasks();
    const failing = commit(app.app, async (tx, note) => {
      await app.app.tasks.add(tx, note, 'removeLinks', 'never', { urlListId: 1 });
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await tasks()).toEqual(before.map((task) => ({ ...task, version: expect.any(Number) })));
  });

  test('that fails waits for its next try and says why', async () => {
    const log = await app.listen(topics.tasks);
    let tries = 0;
    const engine = await withRun(async () => {
      tries += 1;
      if (tries === 1) throw new Error('The service is busy');
    });
    const id = await add();
    await log.until(isAt(id, 'RETRYING'), 'the failed try');
    expect(await taskNow(id)).toMatchObject({ note: 'The service is busy', tries: 1, nextTryAt: expect.any(String) });
    await log.until(isAt(id, 'DONE'), 'the end');
    await engine.stop();
  });

  test('that another try cannot help fails at once, and can be begun again', async () => {
    const log = await app.listen(topics.tasks);
    let tries = 0;
    const engine = await withRun(async () => {
      tries += 1;
      if (tries === 1) throw new TaskRefused('The key is not valid');
    });
    const id = await add();
    await log.until(isAt(id, 'FAILED'), 'the refusal');
    expect(await taskNow(id)).toMatchObject({ note: 'The key is not valid', tries: 1 });
    expect((await app.send(cancelTask, { params: { id } })).body.error.message).toBe(taskTexts.atItsEnd);
    expect((await app.send(retryTask, { params: { id } })).body).toEqual({ success: true });
    await log.until(isAt(id, 'DONE'), 'the end');
    expect((await app.send(retryTask, { params: { id } })).body.error.message).toBe(taskTexts.notFailed);
    await engine.stop();
  });

  test('that is cancelled stops, wherever it runs', async () => {
    const log = await app.listen(topics.tasks);
    const stopped = Promise.withResolvers<void>();
    const engine = await withRun(async ({ signal }) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      stopped.resolve();
      signal.throwIfAborted();
    });
    const id = await add();
    await log.until(isAt(id, 'RUNNING'), 'its beginning');
    expect((await app.send(cancelTask, { params: { id } })).body).toEqual({ success: true });
    await stopped.promise;
    await engine.stop();
    expect(await taskNow(id)).toMatchObject({ state: 'CANCELLED' });
  });

  test('that the end of its process breaks off goes on in another, and this was no try', async () => {
    const log = await app.listen(topics.tasks);
    const begun = Promise.withResolvers<void>();
    const first = await withRun(async ({ signal }) => {
      begun.resolve();
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      signal.throwIfAborted();
    });
    const id = await add();
    await begun.promise;
    await first.stop();
    expect(await taskNow(id)).toMatchObject({ state: 'WAITING', tries: 0, note: null });
    const second = await withRun(async () => {});
    await log.until(isAt(id, 'DONE'), 'the end');
    expect(await taskNow(id)).toMatchObject({ tries: 1 });
    await second.stop();
  });

  test('is told with all that were added in its transaction', async () => {
    const log = await app.listen(topics.tasks);
    const ids = await commit(app.app, async (tx, note) => {
      const [one, two] = ['One', 'Two'].map((title) =>
        app.app.tasks.add(tx, note, 'removeLinks', title, { urlListId: 1 }),
      );
      return [(await one) ?? '', (await two) ?? ''];
    });
    for (const id of ids) await log.until(isAt(id, 'WAITING'), 'a task that was added');
    for (const id of ids) await app.send(cancelTask, { params: { id } });
  });

  test('is worked on by one of two engines', async () => {
    const ran: string[] = [];
    const run: TaskRuns['removeLinks'] = async ({ id }) => void ran.push(id);
    const engines = [await withRun(run), await withRun(run)];
    const ids: string[] = [];
    for (let count = 0; count < 40; count += 1) ids.push(await add());
    await until('all ends', async () =>
      (await tasks()).every((task) => !ids.includes(task.id) || task.state === 'DONE'),
    );
    for (const engine of engines) await engine.stop();
    expect(ran.toSorted()).toEqual(ids.toSorted());
  });

  test('of an id that is none is not found', async () => {
    const id = crypto.randomUUID();
    expect((await app.send(cancelTask, { params: { id } })).status).toBe(404);
    expect((await app.send(retryTask, { params: { id } })).status).toBe(404);
  });
});

describe('a long link set', () => {
  const fill = (id: number, count: number) =>
    app.app.store.pool.query(
      `insert into url_items (url_list_id, url, anchor) select $1, 'https://a.test/' || n, '' from generate_series(1, $2) n`,
      [id, count],
    );
  const left = async (id: number) => {
    const { rows } = await app.app.store.pool.query(
      `select (select count(*) from url_items where url_list_id = $1) as links, exists (select from url_lists where id = $1) as set`,
      [id],
    );
    return rows[0];
  };

  test('disappears at once, and a task takes its links away', async () => {
    const { id: campaignId } = await newCampaign(app);
    const { id } = await newLinkSet(app, campaignId);
    await fill(id, 20_001);
    const reply = await app.send(deleteLinkSets, { params: { id: campaignId }, body: { ids: [id] } });
    expect(reply.body).toEqual({ ids: [id] });
    expect((await app.send(listLinks, { params: { id } })).status).toBe(404);
    expect((await app.send(renameLinkSet, { params: { id }, body: { name: 'back' } })).status).toBe(404);
    expect(await left(id)).toEqual({ links: 20_001, set: true });
    const engine = await startEngine(app);
    await until('the end of the set', async () => !(await left(id)).set);
    await engine.stop();
    expect(await left(id)).toEqual({ links: 0, set: false });
  });

  const resume = () => commit(app.app, (tx, note) => resumeRemovals(tx, note, app.app.tasks));

  test('whose removal was cancelled is taken up at the next start', async () => {
    const { id: campaignId } = await newCampaign(app);
    const { id } = await newLinkSet(app, campaignId);
    await fill(id, 20_001);
    await app.send(deleteLinkSets, { params: { id: campaignId }, body: { ids: [id] } });
    const [task] = await tasks();
    await resume();
    expect((await tasks()).filter((one) => one.state === 'WAITING')).toHaveLength(1);
    await app.send(cancelTask, { params: { id: task?.id } });
    await resume();
    const engine = await startEngine(app);
    await until('the end of the set', async () => !(await left(id)).set);
    await engine.stop();
  });

  test('of a deleted campaign goes the same way', async () => {
    const { id: campaignId } = await newCampaign(app);
    const { id } = await newLinkSet(app, campaignId);
    await fill(id, 20_001);
    await app.send(deleteCampaigns, { body: { ids: [campaignId] } });
    const engine = await startEngine(app);
    await until('the end of the set', async () => !(await left(id)).set);
    await engine.stop();
  });
});

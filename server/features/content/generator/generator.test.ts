import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  createContentGroup,
  deleteContentGroups,
  getContentGroup,
  saveContentGroup,
} from '#domain/contract/content.ts';
import { type GeneratorJob, generateArticles, generatorTexts, stopGenerating } from '#domain/contract/generator.ts';
import { topics } from '#domain/contract/live.ts';
import { saveOptions } from '#domain/contract/options/options.ts';
import { cancelTask, listTasks, retryTask, type Task } from '#domain/contract/tasks.ts';
import { type ChatApi, startOpenAi } from '#rehearsal/articles/open-ai.ts';
import type { Engine } from '#server/engine/engine.ts';
import { storeArticle } from '#server/jobs/tasks/generated-articles.ts';
import { commit } from '#server/live/commit.ts';
import { startEngine } from '#test/support/engines.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';
import { until } from '#test/support/until.ts';
import { lockJob } from './job-rows.ts';

/** Articles that a service writes for a group, against a rehearsed one on a socket. */
let api: ChatApi;
let app: TestApp;
let engine: Engine;
let groupId: number;
beforeAll(async () => {
  api = await startOpenAi();
  app = await startTestApp({ roles: ['http'], articleAddresses: { OpenAI: `${api.url}/v1` } });
  const general = { key: 'options', value: JSON.stringify({ maxNumberOfRetries: 2, timeToWaitBeforeRetry: 1 }) };
  await app.app.store.db.insertInto('settings').values(general).execute();
});
beforeEach(async () => {
  api.reset();
  app.app.outside.holds?.clear();
  await set({ spinnerService: 'BuiltIn', content: { openAI: api.key } });
  groupId = (await app.send(createContentGroup, { body: { name: 'Texts' } })).body.contentGroup.id;
  engine = await startEngine(app);
});
afterEach(async () => {
  await app.send(stopGenerating, { params: { id: groupId } });
  await engine.stop(0);
});
afterAll(async () => {
  await app.stop();
  await api.close();
});

const set = async (body: object) => expect((await app.send(saveOptions, { body })).body.error).toBeUndefined();
const order = { topic: 'garden', keywords: 'roses, lawn', nArticles: 3, nSections: 2, language: 'German', spin: false };
const generate = async (changes: object = {}, info?: string) => {
  const inputInfo = info ?? JSON.stringify({ ...order, ...changes });
  return (await app.send(generateArticles, { body: { articleSource: 'OpenAI', contentGroupId: groupId, inputInfo } }))
    .body;
};
const stop = async () => (await app.send(stopGenerating, { params: { id: groupId } })).body;
const page = async () => (await app.send(getContentGroup, { params: { id: groupId } })).body;
const jobNow = async (): Promise<GeneratorJob> => (await page()).generatorJob;
const taskOf = async (id: string): Promise<Task | undefined> =>
  (await app.send(listTasks)).body.tasks.find((task: Task) => task.id === id);
const isAt = (what: string, facts: Partial<GeneratorJob>) =>
  until(what, async () => {
    const job = await jobNow();
    return Object.entries(facts).every(([name, value]) => job[name as keyof GeneratorJob] === value);
  });
const completed = () => isAt('completed', { completed: true });
const failed = async () => {
  await isAt('failed', { isFailed: true });
  return jobNow();
};
const outlines = () => api.asked.filter((question) => question.startsWith('Plan an article'));
/** Ends the engine, and leaves its task as a process that was killed leaves it. */
const kill = async (taskId: string) => {
  await engine.stop(0);
  await sql`with dead as (
      update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now()
      where name = 'generateArticles' and id = ${taskId} returning id
    ) update task_progress set claimed_by = ${randomUUID()}::uuid where task_id in (select id from dead)`.execute(
    app.app.store.db,
  );
};

describe('an order of articles', () => {
  test('is written article by article, told to every window', async () => {
    const log = await app.listen(topics.contentGroup(groupId));
    const { generatorJob } = await generate();
    expect(generatorJob).toMatchObject({
      ...{ contentGroupId: groupId, progress: 0, numberOfArticles: 3, completed: false, isStopped: false, note: null },
    });
    await log.until((body) => body.action === 'generatorProgress' && body.generatorJob.completed, 'completed');
    const told = log.events.flatMap((body) => {
      if (body.action === 'generatorProgress') return [`${body.generatorJob.progress}`];
      return body.action === 'newArticle' ? ['new'] : [];
    });
    expect(told).toEqual(['0', 'new', '1', 'new', '2', 'new', '3']);
    const { articles, contentGroup, generatorJob: job } = await page();
    expect(job).toMatchObject({ progress: 3, completed: true, isStopped: false });
    expect(contentGroup.count).toBe(3);
    expect(articles).toMatchObject(Array.from({ length: 3 }, () => ({ title: 'All about the garden', usageCount: 0 })));
    expect(api.asked).toHaveLength(9);
    expect(outlines()[0]).toContain('roses, lawn');
    expect(outlines()[0]).not.toContain('exist already');
    // The next one is to be another one.
    expect(outlines()[1]).toContain('exist already');
    expect(api.requests[0]?.body.toString()).toContain('in German');
    await until('the task is done', async () => (await taskOf(generatorJob.taskId))?.state === 'DONE');
    expect(await taskOf(generatorJob.taskId)).toMatchObject({ done: 3, total: 3 });
    // A further order takes its place.
    expect((await generate({ nArticles: 1 })).generatorJob).toMatchObject({ progress: 0, numberOfArticles: 1 });
    await completed();
    expect((await page()).contentGroup.count).toBe(4);
  });

  test('is one per group, however many ask at once', async () => {
    Object.assign(api, { fault: 'stall' });
    const answers = await Promise.all([generate(), generate(), generate()]);
    const refused = answers.filter(({ error }) => error);
    expect(refused.map(({ error }) => error.message)).toEqual([generatorTexts.already, generatorTexts.already]);
    await until('asked', () => api.asked.length > 0);
    expect((await generate()).error.message).toBe(generatorTexts.already);
    expect((await app.send(listTasks)).body.tasks.filter((task: Task) => task.state === 'RUNNING')).toHaveLength(1);
  });

  test('is spun by the chosen spinner, without the words of the group', async () => {
    await app.send(saveContentGroup, { body: { id: groupId, wordsNottobeChanged: 'garden', maxUsagePerArticle: 0 } });
    await generate({ nArticles: 1, spin: true });
    await completed();
    const { rows } = await sql<{ title: string; body: string }>`
      select title, body from articles where content_group_id = ${groupId}`.execute(app.app.store.db);
    const [article] = rows;
    expect(article?.body).toMatch(/\{[^{}]+\|[^{}]+\}/);
    expect(article?.body).not.toMatch(/[{|][^{}]*garden[^{}]*[|}]/);
  });

  test.each([
    [{ topic: ' ' }, 'topic', 'You need to enter a topic'],
    [{ keywords: '' }, 'keywords', 'You need to enter keywords'],
    [{ nArticles: 0 }, 'nArticles', 'Number of articles must be between 1 and 200'],
    [{ nArticles: 201 }, 'nArticles', 'Number of articles must be between 1 and 200'],
    [{ nSections: 1 }, 'nSections', 'Number of sections must be between 2 and 10'],
    [{ nSections: 11 }, 'nSections', 'Number of sections must be between 2 and 10'],
    [{ nSections: 2.5 }, 'nSections', 'Number of sections must be between 2 and 10'],
    [{ language: 'Klingon' }, 'language', 'Please select a language'],
    [{ language: 'toString' }, 'language', 'Please select a language'],
  ])('%j is refused at its field', async (changes, field, message) => {
    expect((await generate(changes)).error).toMatchObject({ code: 'INVALID', field, message });
    expect(await jobNow()).toBeNull();
  });

  test('needs a service, a spinner where it is to be spun, a group, and an order that can be read', async () => {
    expect((await generate({}, 'no json')).error).toMatchObject({
      field: 'inputInfo',
      message: generatorTexts.notRead,
    });
    expect((await generate({}, '[]')).error).toMatchObject({ field: 'inputInfo', message: generatorTexts.notRead });
    expect((await stop()).error).toMatchObject({ code: 'AT_ITS_END', message: generatorTexts.none });
    await set({ spinnerService: 'BestSpinner' });
    expect((await generate({ spin: true })).error).toMatchObject({ code: 'NOT_SET_UP', field: 'spin' });
    await set({ content: { openAI: { apiKey: '' } } });
    expect((await generate()).error).toMatchObject({ code: 'NOT_SET_UP' });
    await set({ content: { openAI: api.key } });
    await app.send(deleteContentGroups, { body: { ids: [groupId] } });
    expect((await generate()).error).toMatchObject({ code: 'NOT_FOUND' });
    expect(api.asked).toEqual([]);
  });
});

describe('an order that does not go through at once', () => {
  test('goes on behind the last stored article after a process was killed', async () => {
    Object.assign(api, { fault: 'stall', wellFor: 4 });
    const { generatorJob } = await generate();
    await until('the second article is begun', () => api.asked.length === 5);
    expect(await jobNow()).toMatchObject({ progress: 1 });
    const [first] = (await page()).articles;
    await kill(generatorJob.taskId);
    api.fault = null;
    engine = await startEngine(app);
    await completed();
    const { articles } = await page();
    expect(articles).toHaveLength(3);
    expect(articles.at(-1)).toEqual(first);
  });

  test('stores no article twice where the word that it is stored was lost', async () => {
    Object.assign(api, { fault: 'stall' });
    await generate();
    const row = await commit(app.app, (tx) => lockJob(tx, groupId));
    if (!row) throw new Error('no order');
    const article = { title: 'One', body: 'Body' };
    expect(await storeArticle(app.app, row, article)).toMatchObject({ progress: 1 });
    expect(await storeArticle(app.app, row, article)).toMatchObject({ progress: 1 });
    expect((await page()).articles).toHaveLength(1);
    await stop();
    expect(await storeArticle(app.app, { ...row, progress: 1 }, article)).toMatchObject({ state: 'STOPPED' });
    expect((await page()).articles).toHaveLength(1);
  });

  test('stops at once, keeps what is stored, and goes on when it is begun again', async () => {
    Object.assign(api, { fault: 'stall', wellFor: 4 });
    const { generatorJob } = await generate();
    await until('the second article is begun', () => api.asked.length === 5);
    const last = api.requests.at(-1);
    const begun = Date.now();
    expect((await stop()).generatorJob).toMatchObject({
      progress: 1,
      isStopped: true,
      isFailed: false,
      completed: false,
    });
    await until('the line is cut', () => last?.isCutOff === true);
    // Sooner than the look at cancelled tasks comes by.
    expect(Date.now() - begun).toBeLessThan(1_500);
    expect((await stop()).error.message).toBe(generatorTexts.none);
    expect(await taskOf(generatorJob.taskId)).toMatchObject({ state: 'CANCELLED' });
    expect((await page()).articles).toHaveLength(1);
    expect(api.asked).toHaveLength(5);
    api.fault = null;
    await app.send(retryTask, { params: { id: generatorJob.taskId } });
    await completed();
    expect((await page()).articles).toHaveLength(3);
  });

  test('waits as long as a busy service asks for, and is stopped by its task too', async () => {
    api.dial({ tooMany: { retryAfter: 2 }, times: 1 });
    const begun = Date.now();
    await generate({ nArticles: 1 });
    await until('it waits', async () => (await jobNow()).note !== null);
    expect(await jobNow()).toMatchObject({ note: expect.stringContaining('429'), nextTryAt: expect.any(String) });
    await completed();
    expect(Date.now() - begun).toBeGreaterThan(2_000);
    expect(await jobNow()).toMatchObject({ note: null, nextTryAt: null });
    api.trouble = 'busy';
    const { generatorJob } = await generate();
    await until('it waits', async () => (await jobNow()).note !== null);
    const nAsked = api.requests.length;
    await app.send(cancelTask, { params: { id: generatorJob.taskId } });
    await isAt('stopped', { isStopped: true, isFailed: false });
    expect(api.requests).toHaveLength(nAsked);
  });

  test('ends with its reason where the operator is needed, and goes on afterwards', async () => {
    api.trouble = 'balance';
    const { generatorJob } = await generate({ nArticles: 1 });
    const { note } = await failed();
    expect(note).toContain('You exceeded your current quota');
    expect(note).toContain('Pay in at OpenAI');
    await until('the task failed', async () => (await taskOf(generatorJob.taskId))?.state === 'FAILED');
    expect(api.requests).toHaveLength(1);
    api.trouble = null;
    await set({ content: { openAI: { model: 'model-nine' } } });
    await app.send(retryTask, { params: { id: generatorJob.taskId } });
    await until('the model is not known', async () => (await jobNow()).note?.includes('model-nine') === true);
    await until('the task failed', async () => (await taskOf(generatorJob.taskId))?.state === 'FAILED');
    await set({ content: { openAI: { model: 'model-one', apiKey: 'sk-wrong-key-0987654321' } } });
    await app.send(retryTask, { params: { id: generatorJob.taskId } });
    await until('the key is refused', async () => (await jobNow()).note?.includes('refused the key') === true);
    expect((await jobNow()).note).not.toContain('sk-wrong');
    await until('the task failed', async () => (await taskOf(generatorJob.taskId))?.state === 'FAILED');
    await set({ content: { openAI: api.key } });
    await app.send(retryTask, { params: { id: generatorJob.taskId } });
    await completed();
    expect((await page()).articles).toHaveLength(1);
  });

  test('asks again for what was cut, within the tries of the options', async () => {
    Object.assign(api, { fault: 'cut', wellFor: 2 });
    await generate({ nArticles: 1 });
    const { note } = await failed();
    expect(note).toMatch(/OpenAI|connection|answer/i);
    // Two sections came through; the last was asked for three times.
    expect(api.asked).toHaveLength(5);
    expect((await page()).articles).toEqual([]);
    Object.assign(api, { fault: 'cut', wellFor: 6 });
    await generate({ nArticles: 1, topic: 'pond' });
    await until('it waits', async () => (await jobNow()).note !== null);
    api.fault = null;
    await completed();
    expect((await page()).articles).toHaveLength(1);
  });

  test.each([
    ['nonsense', 'OpenAI answered without an outline.', 3],
    ['nothing', 'OpenAI has no article on this', 1],
  ])('of a service that says %s stores nothing', async (topic, reason, nAsked) => {
    await generate({ topic, nArticles: 1 });
    expect((await failed()).note).toBe(reason);
    expect(api.asked).toHaveLength(nAsked);
    expect((await page()).articles).toEqual([]);
  });

  test('ends with its group', async () => {
    api.fault = 'stall';
    const { generatorJob } = await generate();
    await until('asked', () => api.asked.length === 1);
    const [request] = api.requests;
    await app.send(deleteContentGroups, { body: { ids: [groupId] } });
    await until('the line is cut', () => request?.isCutOff === true);
    await until('the task is over', async () => (await taskOf(generatorJob.taskId))?.state === 'CANCELLED');
    expect(api.asked).toHaveLength(1);
  });

  test('keeps the article that the spinner did not take, and says so', async () => {
    const spinner = { rewriter: { email: 'me@own.test', apiKey: 'rewriter-key-123456' } };
    await set({ spinnerService: 'Rewriter', spinner });
    const { generatorJob: first } = await generate({ nArticles: 2, spin: true });
    const { note, progress } = await failed();
    expect(progress).toBe(1);
    expect(note).toContain('The last article was stored without spinning');
    await until('its task failed', async () => (await taskOf(first.taskId))?.state === 'FAILED');
    expect(await taskOf(first.taskId)).toMatchObject({ done: 1, total: 2 });
    expect((await page()).articles).toHaveLength(1);
    // Of the last one it is said too; nothing is left to go on with then.
    const { generatorJob } = await generate({ nArticles: 1, spin: true });
    expect(await failed()).toMatchObject({ progress: 1, note: expect.stringContaining('without spinning') });
    await until('the task failed', async () => (await taskOf(generatorJob.taskId))?.state === 'FAILED');
    await app.send(retryTask, { params: { id: generatorJob.taskId } });
    await completed();
    expect((await page()).articles).toHaveLength(2);
  });
});

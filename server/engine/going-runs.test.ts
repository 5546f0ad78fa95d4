import { afterEach, expect, test } from 'vitest';
import { newKeywords } from '#domain/contract/links.ts';
import { saveSchedule } from '#domain/contract/schedules.ts';
import type { Engine } from '#server/engine/engine.ts';
import { EngineWorld } from '#test/support/engine-world.ts';
import { startEngine } from '#test/support/engines.ts';
import { readyNetwork, withNumber } from '#test/support/networks.ts';
import { until } from '#test/support/until.ts';

/** Runs that make a number of posts, over several processes and ends of processes. */
const at = new EngineWorld({
  wordpress: 3,
  options: { timeToWaitBeforeRetry: 0, maxNumberOfRetries: 3 },
  config: { settleMs: 300, roles: ['http'] },
});
const engines: Engine[] = [];
afterEach(() => Promise.all(engines.splice(0).map((engine) => engine.stop())));
const oneMore = async () => {
  const engine = await startEngine(at.app);
  engines.push(engine);
  return engine;
};

const onSites = () => at.world.wordpress.reduce((all, site) => all + site.posts().length, 0);
const postsOf = (projectId: number) =>
  at.db.selectFrom('posts').where('project_id', '=', projectId).select(['state', 'url', 'run_id']).execute();

test('two processes together make exactly the number', async () => {
  const ready = await readyNetwork(at.app, at.world.wordpress, { nArticles: 9 });
  await withNumber(at.app, ready.projectId, { numberOfPosts: 9 });
  await Promise.all([oneMore(), oneMore()]);
  await at.start(ready.projectId);
  await at.completes(ready.projectId);
  expect(onSites()).toBe(9);
  expect(await postsOf(ready.projectId)).toHaveLength(9);
});

test('a process that ends in the middle of sends is followed by another one, and nothing is there twice', async () => {
  const ready = await readyNetwork(at.app, at.world.wordpress, { nArticles: 9 });
  await withNumber(at.app, ready.projectId, { numberOfPosts: 9 });
  const first = await oneMore();
  await at.start(ready.projectId);
  await until('a turn', () => onSites() >= 3);
  for (const site of at.world.wordpress) site.dial({ slowMs: 400 });
  const before = at.acts().length;
  await until('sends are out', () => at.acts().length > before);
  await first.stop(0);
  engines.length = 0;
  expect(await at.statusOf(ready.projectId)).toBe('RUNNING');
  for (const site of at.world.wordpress) site.resetDials();
  await oneMore();
  await at.completes(ready.projectId);
  expect(onSites()).toBe(9);
  const posts = await postsOf(ready.projectId);
  expect(posts.filter((post) => post.state === 'SUCCEEDED')).toHaveLength(9);
  expect(new Set(posts.map((post) => post.url)).size).toBe(9);
  const runs = await at.db.selectFrom('runs').where('project_id', '=', ready.projectId).selectAll().execute();
  expect(runs).toMatchObject([{ planned: 9, succeeded: 9, wanted: null }]);
});

test('a schedule that is due makes its number, and one that is begun afresh makes it once more', async () => {
  const ready = await readyNetwork(at.app, at.world.wordpress.slice(0, 2), { nArticles: 9 });
  await oneMore();
  const schedule = {
    scheduleType: 'FixedDate' as const,
    startDate: '01/01/2026 10:00',
    durationType: 'Once' as const,
    numberOfPosts: 3,
  };
  const save = (more: object) =>
    at.app.send(saveSchedule, { params: { id: ready.projectId }, body: { schedule: { ...schedule, ...more } } });
  expect((await save({})).body.error).toBeUndefined();
  await at.completes(ready.projectId);
  expect(onSites()).toBe(3);
  expect((await save({ again: true, numberOfPosts: 2 })).body.error).toBeUndefined();
  await until('two more', () => onSites() === 5);
  await at.completes(ready.projectId);
  expect(onSites()).toBe(5);
});

test('links keep the quota of their anchors over the blocks of a run, whatever was planned when', async () => {
  const ready = await readyNetwork(at.app, at.world.wordpress, { nArticles: 3 });
  const keywords = {
    ...newKeywords,
    ...{ useKeyword: true, primaryKeyword: 'tools', brandedKeyword: 'Garden' },
    ...{ primaryPercentage: 50, brandedPercentage: 50 },
  };
  await at.db
    .updateTable('url_lists')
    .set({ keywords: JSON.stringify(keywords) })
    .where('id', '=', ready.moneyId)
    .execute();
  await withNumber(at.app, ready.projectId, { numberOfPosts: 8 });
  await oneMore();
  await at.start(ready.projectId);
  await at.completes(ready.projectId);
  const draws = await at.db.selectFrom('posts').where('project_id', '=', ready.projectId).select('draws').execute();
  const types = draws.flatMap((post) => post.draws.map((draw) => draw.anchorType));
  expect(types.filter((type) => type === 'primary')).toHaveLength(4);
  expect(types.filter((type) => type === 'branded')).toHaveLength(4);
});

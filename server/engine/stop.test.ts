import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { topics } from '#domain/contract/live.ts';
import { getProject, startProject, stopProject } from '#domain/contract/projects.ts';
import { randomInt, seededRandom } from '#domain/rules/random.ts';
import type { SeenRequest } from '#rehearsal/ledger.ts';
import { startWorld, type World } from '#rehearsal/world.ts';
import { readProject } from '#server/features/projects/project-forms.ts';
import { readyCampaign } from '#test/support/builders.ts';
import { startEngine } from '#test/support/engines.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';
import { until } from '#test/support/until.ts';

/** Once Stop is answered no new send begins, and every row comes to rest (D-ENG-23). */
let app: TestApp;
let world: World;
const ledger: SeenRequest[] = [];
beforeAll(async () => {
  app = await startTestApp({ roles: ['http'] });
  world = await startWorld({ wordpress: 3, ledger });
  const options = { timeToWaitBeforeRetry: 1, maxNumberOfRetries: 3, maxConcurrentProjects: 20 };
  await app.app.store.db
    .insertInto('settings')
    .values({ key: 'options', value: JSON.stringify(options) })
    .execute();
});
afterAll(async () => {
  await app.stop();
  await world.close();
});
beforeEach(() => {
  for (const site of world.sites) {
    site.resetDials();
    site.deletePosts();
  }
  ledger.length = 0;
});

const start = (id: number) => app.send(startProject, { params: { id } });
const stop = (id: number) => app.send(stopProject, { params: { id } });
const statusOf = async (id: number) => (await app.send(getProject, { params: { id } })).body.project.status as string;
const comesToRest = (id: number) =>
  until('rest', async () => ['STOPPED', 'COMPLETED', 'FAILED', 'NEW'].includes(await statusOf(id)));
const acts = () => ledger.filter((seen) => seen.act);
const rowsOf = async (id: number) =>
  (await app.send(getProject, { params: { id } })).body.sites.filter((row: { checked: boolean }) => row.checked);

async function expectNothingOpen(projectId: number): Promise<void> {
  const { db } = app.app.store;
  const posts = await db.selectFrom('posts').where('project_id', '=', projectId).select('state').execute();
  expect([...new Set(posts.map((row) => row.state))].filter((state) => !isEnd(state))).toEqual([]);
  const runs = await db.selectFrom('runs').where('project_id', '=', projectId).selectAll().execute();
  for (const run of runs) {
    expect(run.ended_at).not.toBeNull();
    expect(run.planned).toBe(run.succeeded + run.failed + run.skipped + run.unknown);
  }
  const reserved = await db.selectFrom('articles').where('reserved', '!=', 0).select('id').execute();
  expect(reserved).toEqual([]);
}
const isEnd = (state: string) => ['SUCCEEDED', 'FAILED', 'SKIPPED', 'UNKNOWN'].includes(state);

test('a Stop while the run is planned waits for the plan and calls all of it off', async () => {
  const ready = await readyCampaign(app.app, world.wordpress, { rowsPerSite: 4 });
  const planning = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const engine = await startEngine(app, {
    readProject: async (tx, id) => {
      planning.resolve();
      await gate.promise;
      return readProject(tx, id);
    },
  });
  await start(ready.projectId);
  await planning.promise;
  const stopping = stop(ready.projectId);
  gate.resolve();
  expect((await stopping).body).toMatchObject({ status: 'STOPPED' });
  // The engine goes on for a round and finds nothing to send.
  const other = await readyCampaign(app.app, world.wordpress.slice(0, 1));
  await start(other.projectId);
  await comesToRest(other.projectId);
  expect(acts()).toHaveLength(1);
  await expectNothingOpen(ready.projectId);
  expect((await rowsOf(ready.projectId)).map((row: { status: string }) => row.status)).toEqual(Array(12).fill('NONE'));
  await engine.stop();
});

test('twelve starts and stops at random moments: every site has at most one post, no run is left without an owner', async () => {
  const ready = await readyCampaign(app.app, world.wordpress, { rowsPerSite: 30, atOnce: 4 });
  const engine = await startEngine(app);
  for (const site of world.sites) site.dial({ slowMs: 25 });
  const random = seededRandom('start and stop');
  // From COMPLETED a start posts to all sites again, which is not what is asked here.
  for (let pair = 0; pair < 12 && (await statusOf(ready.projectId)) !== 'COMPLETED'; pair += 1) {
    await start(ready.projectId);
    engine.wake();
    await pause(randomInt(random, 0, 60));
    await stop(ready.projectId);
    await comesToRest(ready.projectId);
    await expectNothingOpen(ready.projectId);
  }
  for (const site of world.sites) site.resetDials();
  if ((await statusOf(ready.projectId)) !== 'COMPLETED') await start(ready.projectId);
  engine.wake();
  await comesToRest(ready.projectId);
  expect(await statusOf(ready.projectId)).toBe('COMPLETED');
  const { db } = app.app.store;
  const success = db.selectFrom('posts').where('project_id', '=', ready.projectId).where('state', '=', 'SUCCEEDED');
  const bySite = await success
    .groupBy('site_id')
    .select(['site_id', (build) => build.fn.countAll<number>().as('n')])
    .execute();
  expect(bySite.map((row) => row.n)).toEqual(Array(90).fill(1));
  const markers = world.sites.flatMap((site) => site.posts().map((post) => post.marker));
  expect(new Set(markers).size).toBe(90);
  expect(markers).toHaveLength(90);
  await engine.stop();
});

test('a retry or a lost post of a stopped project is not sent again, its row says Stopped and why', async () => {
  const engine = await startEngine(app);
  for (const dial of [{ tooMany: { retryAfter: 0 } }, { dropBeforeAnswer: true }]) {
    ledger.length = 0;
    const ready = await readyCampaign(app.app, world.wordpress.slice(0, 1));
    world.wordpress[0]?.dial(dial);
    const log = app.listen(topics.project(ready.projectId));
    await start(ready.projectId);
    await log.until((body) => body.action === 'siteStatusChanged' && /Retry 1|Looking/.test(body.waitInfo ?? ''));
    await stop(ready.projectId);
    const nActs = acts().length;
    world.wordpress[0]?.resetDials();
    await comesToRest(ready.projectId);
    expect(await statusOf(ready.projectId)).toBe('STOPPED');
    expect(await rowsOf(ready.projectId)).toMatchObject([
      { status: 'STOPPED', waitInfo: expect.stringMatching(/429|lost|closed the connection/) },
    ]);
    // Longer than a retry waits: another project is done meanwhile.
    const other = await readyCampaign(app.app, world.wordpress.slice(1, 2));
    await start(other.projectId);
    await comesToRest(other.projectId);
    expect(acts().filter((act) => act.site === world.wordpress[0]?.url)).toHaveLength(nActs);
    await expectNothingOpen(ready.projectId);
  }
  await engine.stop();
});

test('a claim passes over posts that a Stop is just skipping, and does not wait for it', async () => {
  const ready = await readyCampaign(app.app, world.wordpress.slice(0, 1), { rowsPerSite: 3 });
  await start(ready.projectId);
  // An engine that only plans.
  const engine = await startEngine(app, { workOnPost: () => Promise.reject(new Error('not in this test')) });
  await until('planned', async () => (await statusOf(ready.projectId)) === 'RUNNING');
  await engine.stop();
  const { pool, db } = app.app.store;
  await db
    .updateTable('posts')
    .set({ state: 'PLANNED', claimed_by: null })
    .where('project_id', '=', ready.projectId)
    .execute();
  await pool.query(`select refresh_site_queue(module, site_id, false) from posts where project_id = $1`, [
    ready.projectId,
  ]);
  const stopping = await pool.connect();
  await stopping.query('begin');
  await stopping.query(`update posts set state = 'SKIPPED' where project_id = $1`, [ready.projectId]);
  const claimed = await pool.query('select * from claim_posts($1, 4, 100)', [app.app.bootId]);
  expect(claimed.rows).toEqual([]);
  await stopping.query('commit');
  stopping.release();
  const states = await db.selectFrom('posts').where('project_id', '=', ready.projectId).select('state').execute();
  expect(states.map((row) => row.state)).toEqual(Array(3).fill('SKIPPED'));
  await stop(ready.projectId);
});

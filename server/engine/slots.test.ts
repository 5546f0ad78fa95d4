import { expect, test, vi } from 'vitest';
import { createProject, stopProject } from '#domain/contract/projects/projects.ts';
import { saveSchedule } from '#domain/contract/schedules.ts';
import { deleteCustomSites, switchHost } from '#domain/contract/sites.ts';
import { readPlan } from '#server/features/projects/project-forms.ts';
import { readyCampaign } from '#test/support/builders.ts';
import { EngineWorld } from '#test/support/engine-world.ts';
import { startEngine } from '#test/support/engines.ts';
import { until } from '#test/support/until.ts';

/** Who runs when: slots, hosts that asked for patience, second starts, schedules, the store's clock. */
const options = { timeToWaitBeforeRetry: 1, maxNumberOfRetries: 1, maxConcurrentProjects: 2 };
const at = new EngineWorld({
  wordpress: 3,
  options,
  config: { roles: ['http'] },
});

test('Retry-After holds the host: one request, no slot held, a healthy project runs', async () => {
  const [, healthy, busy] = at.world.wordpress;
  busy?.dial({ tooMany: { retryAfter: 3_600 } });
  const waiting = [];
  for (let n = 0; n < 3; n += 1)
    waiting.push(
      await readyCampaign(at.app.app, at.world.wordpress.slice(2), { rowsPerSite: 2, atOnce: 1, siteName: 'busy' }),
    );
  const well = await readyCampaign(at.app.app, at.world.wordpress.slice(1, 2), { siteName: 'healthy' });
  const engine = await startEngine(at.app);
  for (const ready of [...waiting, well]) await at.start(ready.projectId);
  engine.wake();
  await at.completes(well.projectId);
  for (const ready of waiting) expect(await at.statusOf(ready.projectId)).toBe('RUNNING');
  const toBusy = at.ledger.filter((seen) => seen.site === busy?.url);
  const firstRefusal = Math.min(...toBusy.flatMap((seen) => (seen.status === 429 ? [seen.endedAt ?? 0] : [])));
  // What had left before the refusal was read may still arrive.
  const knownByMs = firstRefusal + 1_000;
  expect(toBusy.filter((seen) => seen.arrivedAt > knownByMs)).toEqual([]);
  expect(healthy?.posts()).toHaveLength(1);
  const all = await Promise.all(waiting.map((ready) => at.rowsOf(ready.projectId)));
  const told = all.flat().map((row: { waitInfo: string }) => row.waitInfo);
  expect(told.join()).toMatch(/The site asked to wait until \d\d:\d\d:\d\d UTC/);
  for (const ready of waiting) await at.app.send(stopProject, { params: { id: ready.projectId } });
  for (const ready of waiting) await at.comesToRest(ready.projectId);
  await engine.stop();
});

test('a stopped host holds no slot, and its posts go on when it is allowed again', async () => {
  const host = new URL(at.world.wordpress[0]?.url ?? '').host;
  const held = await readyCampaign(at.app.app, at.world.wordpress.slice(0, 1), { rowsPerSite: 2 });
  const more = [
    await readyCampaign(at.app.app, at.world.wordpress.slice(0, 1)),
    await readyCampaign(at.app.app, at.world.sites.slice(1, 2), { siteName: 'healthy' }),
  ];
  await at.app.send(switchHost, { body: { host, stopped: true } });
  const engine = await startEngine(at.app);
  for (const ready of [held, ...more]) await at.start(ready.projectId);
  engine.wake();
  await at.completes(more[1]?.projectId ?? 0);
  expect(at.ledger.filter((seen) => seen.site === at.world.wordpress[0]?.url)).toEqual([]);
  await at.app.send(switchHost, { body: { host, stopped: false } });
  engine.wake();
  for (const ready of [held, ...more]) await at.completes(ready.projectId);
  await engine.stop();
});

test('one switch stops all traffic to a host at once, also of posts that are under way', async () => {
  const site = at.world.wordpress[0];
  const host = new URL(site?.url ?? '').host;
  site?.dial({ slowMs: 150 });
  const ready = await readyCampaign(at.app.app, at.world.wordpress.slice(0, 1), { rowsPerSite: 3, atOnce: 1 });
  const engine = await startEngine(at.app);
  await at.start(ready.projectId);
  engine.wake();
  await until('requests', () => at.ledger.length > 2);
  await at.app.send(switchHost, { body: { host, stopped: true } });
  const stoppedAt = Date.now();
  await until('nothing under way', async () => {
    const open = await at.db
      .selectFrom('posts')
      .where('project_id', '=', ready.projectId)
      .where('state', 'in', ['CLAIMED', 'LOOKING', 'SENDING'])
      .select('id')
      .execute();
    return open.length === 0 && at.ledger.every((seen) => seen.endedAt !== null);
  });
  expect(at.ledger.filter((seen) => seen.arrivedAt > stoppedAt)).toEqual([]);
  await at.app.send(switchHost, { body: { host, stopped: false } });
  site?.resetDials();
  engine.wake();
  await at.completes(ready.projectId);
  expect(site?.posts()).toHaveLength(3);
  await engine.stop();
});

test('an earlier success counts at the end of a second start; with nothing left to do it is completed again', async () => {
  const engine = await startEngine(at.app);
  const ready = await readyCampaign(at.app.app, at.world.wordpress.slice(0, 2));
  const { db } = at.app.app.store;
  at.world.wordpress[1]?.dial({ refuseContent: true });
  await at.start(ready.projectId);
  engine.wake();
  await at.comesToRest(ready.projectId);
  expect(await at.statusOf(ready.projectId)).toBe('COMPLETED');
  // Stopped by hand in the meantime, as D-ENG-04 reads: only the failed site is worked again, and fails again.
  await db.updateTable('projects').set({ status: 'STOPPED' }).where('id', '=', ready.projectId).execute();
  await at.start(ready.projectId);
  engine.wake();
  await at.comesToRest(ready.projectId);
  expect(await at.statusOf(ready.projectId)).toBe('COMPLETED');
  at.world.wordpress[1]?.resetDials();
  await db.updateTable('projects').set({ status: 'STOPPED' }).where('id', '=', ready.projectId).execute();
  await at.start(ready.projectId);
  engine.wake();
  await at.comesToRest(ready.projectId);
  await db.updateTable('projects').set({ status: 'STOPPED' }).where('id', '=', ready.projectId).execute();
  await at.start(ready.projectId);
  engine.wake();
  await at.comesToRest(ready.projectId);
  expect((await at.page(ready.projectId)).project).toMatchObject({ status: 'COMPLETED', lastError: null });
  expect(at.world.sites.map((site) => site.posts().length)).toEqual([1, 1, 0]);
  await engine.stop();
});

test('a project whose planning throws fails with the reason, the next one runs', async () => {
  const broken = await readyCampaign(at.app.app, at.world.wordpress.slice(0, 1));
  const well = await readyCampaign(at.app.app, at.world.wordpress.slice(0, 1));
  const engine = await startEngine(at.app, {
    readPlan: async (tx, id) => {
      if (id === broken.projectId) throw new Error('its form is damaged');
      return readPlan(tx, id, at.app.app);
    },
  });
  await at.start(broken.projectId);
  await at.start(well.projectId);
  engine.wake();
  await at.completes(well.projectId);
  const { status, lastError } = (await at.page(broken.projectId)).project;
  expect(status).toBe('FAILED');
  expect(lastError).toContain('The project could not be planned: its form is damaged');
  await engine.stop();
});

test('a portion of a Spread that is due does not starve behind starts that were asked for later', async () => {
  const early = await readyCampaign(at.app.app, at.world.wordpress.slice(0, 1), { siteName: 'early' });
  const late = [];
  for (const [n, site] of at.world.wordpress.slice(1).entries())
    late.push(await readyCampaign(at.app.app, [site], { siteName: `late-${n}` }));
  await at.start(early.projectId);
  const planner = await startEngine(at.app, { workOnPost: () => Promise.reject(new Error('not in this test')) });
  await until('planned', async () => (await at.statusOf(early.projectId)) === 'RUNNING');
  await planner.stop();
  const portion = { state: 'WAITING' as const, claimed_by: null, due_at: new Date(Date.now() - 1_000) };
  await at.db.updateTable('posts').set(portion).where('project_id', '=', early.projectId).execute();
  for (const ready of late) await at.start(ready.projectId);
  await at.db
    .updateTable('settings')
    .set({ value: JSON.stringify({ ...options, maxConcurrentProjects: 1 }) })
    .execute();
  const engine = await startEngine(at.app);
  for (const ready of [early, ...late]) await at.completes(ready.projectId);
  expect(at.acts()[0]?.site).toBe(at.world.wordpress[0]?.url);
  await at.db
    .updateTable('settings')
    .set({ value: JSON.stringify(options) })
    .execute();
  await engine.stop();
});

test('of two schedules saved at one moment that wait for each other one is refused, ten times in ten', async () => {
  const ready = await readyCampaign(at.app.app, at.world.wordpress.slice(0, 1));
  const { db } = at.app.app.store;
  const body = { campaignId: ready.campaignId, module: 'SocialNetwork', name: 'Other' };
  const other = (await at.app.send(createProject, { body })).body.project.id as number;
  const form = await db.selectFrom('projects').where('id', '=', ready.projectId).selectAll().executeTakeFirstOrThrow();
  const { settings, profile_id, content_group_id, url_list_id, selected_campaign_id } = form;
  const copy = { settings: JSON.stringify(settings), profile_id, content_group_id, url_list_id, selected_campaign_id };
  await db.updateTable('projects').set(copy).where('id', '=', other).execute();
  const site = { module: 'SocialNetwork' as const, site_id: 'site-0-0', checked: true };
  await db
    .insertInto('project_sites')
    .values({ project_id: other, ...site })
    .execute();
  const schedule = (id: number, source: number) =>
    at.app.send(saveSchedule, {
      params: { id },
      body: { schedule: { scheduleType: 'AfterProject', sourceProjectIds: [source], durationType: 'Once' } },
    });
  for (let round = 0; round < 10; round += 1) {
    await db.updateTable('projects').set({ schedule: null, waits_for: null, status: 'NEW' }).execute();
    const answers = await Promise.all([schedule(ready.projectId, other), schedule(other, ready.projectId)]);
    expect(answers.map((answer) => answer.body.status ?? 'refused').toSorted()).toEqual(['SCHEDULED', 'refused']);
  }
  await db.updateTable('projects').set({ schedule: null, waits_for: null, status: 'NEW' }).execute();
});

test.each([120_000, -120_000])('an engine whose clock is off by %i ms plans and posts at once', async (offMs) => {
  const real = Date.now;
  vi.spyOn(Date, 'now').mockImplementation(() => real() + offMs);
  try {
    const engine = await startEngine(at.app);
    const ready = await readyCampaign(at.app.app, at.world.wordpress.slice(0, 1));
    await at.start(ready.projectId);
    engine.wake();
    await at.completes(ready.projectId);
    await engine.stop();
  } finally {
    vi.restoreAllMocks();
  }
});

test('a site that is deleted while its host is stopped: its waiting posts end, and say why', async () => {
  const ready = await readyCampaign(at.app.app, at.world.wordpress.slice(0, 1), { siteName: 'gone-with-host' });
  const host = new URL(at.world.wordpress[0]?.url ?? '').host;
  await at.app.send(switchHost, { body: { host, stopped: true } });
  const engine = await startEngine(at.app);
  await at.start(ready.projectId);
  engine.wake();
  await until('it waits', async () => (await at.rowsOf(ready.projectId))[0]?.waitInfo !== null);
  const ids = [{ module: 'SocialNetwork' as const, siteId: 'gone-with-host-0-0' }];
  await at.app.send(deleteCustomSites, { body: { ids } });
  engine.wake();
  await at.comesToRest(ready.projectId);
  expect(await at.statusOf(ready.projectId)).toBe('FAILED');
  await at.app.send(switchHost, { body: { host, stopped: false } });
  await engine.stop();
});

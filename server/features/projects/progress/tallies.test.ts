import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { deleteProfiles } from '#domain/contract/accounts.ts';
import { getCampaign, listCampaigns, pauseCampaign, resumeCampaign } from '#domain/contract/campaigns.ts';
import { deleteLinks, listLinks } from '#domain/contract/links.ts';
import { topics } from '#domain/contract/live.ts';
import { deleteSchedule, saveSchedule } from '#domain/contract/schedules.ts';
import { deleteCustomSites } from '#domain/contract/sites.ts';
import { getOutlook, scheduleProjects, startProjects, stopManyProjects } from '#domain/contract/tallies.ts';
import { createProject, duplicateProject } from '#server/features/projects/projects.ts';
import { commit } from '#server/live/commit.ts';
import { readyCampaign } from '#test/support/builders.ts';
import { EngineWorld } from '#test/support/engine-world.ts';
import { until } from '#test/support/until.ts';

const at = new EngineWorld({ wordpress: 2, options: { timeToWaitBeforeRetry: 1, maxNumberOfRetries: 1 } });

const outlook = async (id: number) => (await at.app.send(getOutlook, { params: { id } })).body;
const campaignOf = async (id: number) =>
  (await at.app.send(listCampaigns)).body.campaigns.find((row: { id: number }) => row.id === id);

test('lists and pages tell how far a project is, and say so when it changes', async () => {
  const ready = await readyCampaign(at.app.app, at.world.wordpress, { siteName: 'tally' });
  const fresh = { chosen: 2, done: 0, failed: 0, unknown: 0, live: 0, lastRunAt: null };
  expect(await campaignOf(ready.campaignId)).toMatchObject({ tally: { ...fresh, projects: 1, nextRunAt: null } });
  const [list, page, all] = await Promise.all([
    at.app.listen(topics.campaign(ready.campaignId)),
    at.app.listen(topics.project(ready.projectId)),
    at.app.listen(topics.campaigns),
  ]);
  at.world.wordpress[1]?.dial({ wrongPassword: true });
  await at.start(ready.projectId);
  await at.comesToRest(ready.projectId);
  const over = { chosen: 2, done: 1, failed: 1, unknown: 0, live: 1, lastRunAt: expect.any(String) };
  await until('tally', async () => (await outlook(ready.projectId)).tally.live === 1);
  expect((await outlook(ready.projectId)).tally).toMatchObject(over);
  expect(await campaignOf(ready.campaignId)).toMatchObject({ tally: over });
  const { tallies } = (await at.app.send(getCampaign, { params: { id: ready.campaignId } })).body;
  expect(tallies).toMatchObject([{ ...over, projectId: ready.projectId }]);
  for (const log of [list, page])
    await log.until((body) => body.action === 'projectTallies' && body.tallies[0]?.live === 1);
  await all.until((body) => body.action === 'statusChanged' && body.tally.live === 1 && body.tally.done === 1);
  const today = new Date().toISOString().slice(0, 10);
  expect((await outlook(ready.projectId)).days).toEqual([{ day: today, planned: 2, done: 1, failed: 1 }]);
});

test('links live are all that the project placed, whatever a further run shows of its sites', async () => {
  const ready = await readyCampaign(at.app.app, at.world.wordpress, { siteName: 'further' });
  const live = async () => (await outlook(ready.projectId)).tally.live;
  const links = () => at.db.selectFrom('url_items').where('url_list_id', '=', ready.outputId).select('id').execute();
  await at.start(ready.projectId);
  await at.completes(ready.projectId);
  await until('two live', async () => (await live()) === 2);
  // The second run fails on one site: the rows show less, the links of the first run stand.
  at.world.wordpress[1]?.dial({ wrongPassword: true });
  await at.start(ready.projectId);
  await until('three links', async () => (await links()).length === 3);
  await at.comesToRest(ready.projectId);
  await until('three live', async () => (await live()) === 3);
  expect(await campaignOf(ready.campaignId)).toMatchObject({ tally: { live: 3, done: 1, failed: 1 } });
  await at.app.send(deleteLinks, { params: { id: ready.outputId }, body: [(await links())[0]?.id] });
  await until('two are left', async () => (await live()) === 2);
});

test('sites that are deleted are no longer counted', async () => {
  const ready = await readyCampaign(at.app.app, at.world.wordpress, {
    siteName: 'gone',
    rowsPerSite: 3,
    nArticles: 12,
  });
  const { projectId } = ready;
  await at.start(projectId);
  await at.completes(projectId);
  const ids = [0, 1].map((n) => ({ module: 'SocialNetwork' as const, siteId: `gone-${n}-0` }));
  await at.app.send(deleteCustomSites, { body: { ids } });
  expect((await outlook(projectId)).tally).toMatchObject({ chosen: 4, done: 4, failed: 0 });
  expect(await at.rowsOf(projectId)).toHaveLength(4);
  const rest = [1, 2].flatMap((m) => [0, 1].map((n) => ({ ...ids[0], siteId: `gone-${n}-${m}` })));
  await at.app.send(deleteCustomSites, { body: { ids: rest } });
  expect((await outlook(projectId)).tally).toMatchObject({ chosen: 0, done: 0 });
});

test('what was so already is told as such', async () => {
  const ready = await readyCampaign(at.app.app, at.world.wordpress, { siteName: 'already' });
  const { projectId, campaignId } = ready;
  const params = { id: campaignId };
  expect((await at.stop(projectId)).body).toMatchObject({ status: 'NEW', changed: false });
  const { body } = await at.app.send(stopManyProjects, { params, body: { ids: [projectId] } });
  expect(body.results).toMatchObject([{ changed: false, error: null }]);
  const pause = async () => (await at.app.send(pauseCampaign, { params })).body;
  expect([await pause(), await pause()]).toMatchObject([{ changed: true }, { changed: false }]);
  const schedule = { scheduleType: 'FixedDate', startDate: '01/01/2099 00:00', durationType: 'Once' };
  await at.app.send(saveSchedule, { params: { id: projectId }, body: { schedule } });
  const unschedule = async () => (await at.app.send(deleteSchedule, { params: { id: projectId } })).body;
  expect([await unschedule(), await unschedule()]).toMatchObject([{ changed: true }, { changed: false }]);
  const remove = async () => (await at.app.send(deleteProfiles, { params, body: [ready.profileId] })).body.ids;
  const [one, other] = await Promise.all([remove(), remove()]);
  expect([...one, ...other]).toEqual([ready.profileId]);
});

test('a link of the money set tells the pages that carry it', async () => {
  const ready = await readyCampaign(at.app.app, at.world.wordpress, { siteName: 'target' });
  const log = await at.app.listen(topics.linkSet(ready.moneyId));
  await at.start(ready.projectId);
  await at.completes(ready.projectId);
  await log.until((body) => body.action === 'urlItemEdited' && body.urlItem.placed?.live === 2);
  const { urlItems } = (await at.app.send(listLinks, { params: { id: ready.moneyId } })).body;
  expect(urlItems).toMatchObject([{ placed: { pages: 2, live: 2, seenAt: expect.any(String) } }]);
  await at.db.deleteFrom('url_items').where('url_list_id', '=', ready.outputId).execute();
  await log.until((body) => body.action === 'urlItemEdited' && body.urlItem.placed === null);
});

test('a Spread that waits for its date says on which days it will post, and how many', async () => {
  const ready = await readyCampaign(at.app.app, at.world.wordpress, { siteName: 'ahead', rowsPerSite: 5 });
  const schedule = { scheduleType: 'FixedDate', startDate: '30/12/2098 10:00', durationType: 'Spread', nDay: 4 };
  const plan = (nDay: number) =>
    at.app.send(saveSchedule, { params: { id: ready.projectId }, body: { schedule: { ...schedule, nDay } } });
  await plan(4);
  const days = ['2098-12-30', '2098-12-31', '2099-01-01', '2099-01-02'];
  expect(await outlook(ready.projectId)).toMatchObject({
    spread: { nPosts: 10, nDays: 4 },
    days: days.map((day, index) => ({ day, planned: index % 2 === 0 ? 3 : 2, done: 0, failed: 0 })),
    later: { days: 0, posts: 0 },
  });
  await at.app.send(pauseCampaign, { params: { id: ready.campaignId } });
  expect(await outlook(ready.projectId)).toMatchObject({ isPaused: true });
  await at.app.send(resumeCampaign, { params: { id: ready.campaignId } });
  expect(await outlook(ready.projectId)).toMatchObject({ isPaused: false });
  await at.app.send(deleteSchedule, { params: { id: ready.projectId } });
  expect(await outlook(ready.projectId)).toMatchObject({ spread: null, days: [] });
});

test('of a Spread over years the nearest days are told, and how many come after them', async () => {
  const ready = await readyCampaign(at.app.app, at.world.wordpress, { siteName: 'years' });
  await sql`insert into project_days (project_id, day, planned)
    select ${ready.projectId}, (now() at time zone 'utc')::date + n, 1 from generate_series(0, 999) n`.execute(at.db);
  await at.db.updateTable('projects').set({ status: 'RUNNING' }).where('id', '=', ready.projectId).execute();
  const { days, later } = await outlook(ready.projectId);
  expect([days.length, days[0].day]).toEqual([366, new Date().toISOString().slice(0, 10)]);
  expect(later).toEqual({ days: 634, posts: 634 });
  await at.db.updateTable('projects').set({ status: 'NEW' }).where('id', '=', ready.projectId).execute();
});

test('planned posts tell their time, the page what comes next, and Stop takes both away', async () => {
  const ready = await readyCampaign(at.app.app, at.world.wordpress, { siteName: 'when', rowsPerSite: 5 });
  const schedule = { scheduleType: 'FixedDate', startDate: '01/01/2020 00:00', durationType: 'Spread', nDay: 9 };
  await at.app.send(saveSchedule, { params: { id: ready.projectId }, body: { schedule } });
  await until('running', async () => (await at.statusOf(ready.projectId)) === 'RUNNING');
  const rows: { status: string; dueAt: string; waitInfo: string | null }[] = await at.rowsOf(ready.projectId);
  const waiting = rows.filter((row) => row.dueAt !== null && row.status === 'NONE' && row.waitInfo === null);
  expect(waiting.length).toBeGreaterThan(5);
  const { nextPost, days, tally } = await outlook(ready.projectId);
  expect(nextPost.at).toBe(waiting.map((row) => row.dueAt).sort()[0]);
  expect(tally.chosen).toBe(10);
  expect(days.reduce((sum: number, day: { planned: number }) => sum + day.planned, 0)).toBe(10);
  await at.stop(ready.projectId);
  await at.comesToRest(ready.projectId);
  expect((await at.rowsOf(ready.projectId)).filter((row: { dueAt: unknown }) => row.dueAt !== null)).toEqual([]);
  expect((await outlook(ready.projectId)).nextPost).toBeNull();
});

test('200 projects are scheduled and stopped with one call each, and each says why not', async () => {
  const ready = await readyCampaign(at.app.app, at.world.wordpress, { siteName: 'bulk' });
  const ids = await commit(at.app.app, async (tx, note) => {
    const made = [ready.projectId];
    for (let n = 0; n < 198; n += 1) made.push((await duplicateProject(tx, note, ready.projectId, `P${n}`)).id);
    const incomplete = { campaignId: ready.campaignId, module: 'SocialNetwork', name: 'Incomplete' } as const;
    made.push((await createProject(tx, note, incomplete, at.app.app)).id);
    return made;
  });
  const complete = ids.slice(0, -1);
  const params = { id: ready.campaignId };
  const codes = (rows: { error: { code: string } | null }[]) => rows.map(({ error }) => error?.code ?? null);
  const start = async () => (await at.app.send(startProjects, { params, body: { ids } })).body.results;
  const started = await start();
  expect(started.map((row: { id: number }) => row.id)).toEqual(ids);
  expect(codes(started)).toEqual([...complete.map(() => null), 'INVALID']);
  expect(started.at(-1)).toMatchObject({ status: 'NEW', error: { message: expect.any(String) } });
  expect(codes((await at.app.send(stopManyProjects, { params, body: { ids } })).body.results)).toEqual(
    ids.map(() => null),
  );
  for (const id of complete) await at.comesToRest(id);
  const schedule = { scheduleType: 'FixedDate', startDate: '01/01/2099 00:00', durationType: 'Once' };
  const scheduled = (await at.app.send(scheduleProjects, { params, body: { ids: [...ids, 999_999], schedule } })).body;
  expect(codes(scheduled.results)).toEqual([...complete.map(() => null), 'INVALID', 'NOT_FOUND']);
  expect(scheduled.results[0]).toEqual({ id: ready.projectId, status: 'SCHEDULED', changed: true, error: null });
  expect(await campaignOf(ready.campaignId)).toMatchObject({
    tally: { projects: 200, nextRunAt: '2099-01-01T00:00:00.000Z' },
  });
  expect(codes(await start())).toEqual([...complete.map(() => 'SCHEDULED'), 'INVALID']);
  expect((await at.app.send(stopManyProjects, { params, body: { ids: Array(501).fill(1) } })).status).toBe(400);
});

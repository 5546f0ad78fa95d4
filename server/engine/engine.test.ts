import { afterAll, beforeAll, expect, test } from 'vitest';
import { listLinks } from '#domain/contract/links.ts';
import { type LiveBody, topics } from '#domain/contract/live.ts';
import { getProject, resolvePost, startProject, stopProject } from '#domain/contract/projects/projects.ts';
import { saveSchedule } from '#domain/contract/schedules.ts';
import { startWorld, type World } from '#rehearsal/world.ts';
import { readyCampaign } from '#test/support/builders.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';

let app: TestApp;
let world: World;
beforeAll(async () => {
  app = await startTestApp();
  world = await startWorld({ wordpress: 3, mediawiki: 1, shaarli: 1 });
  await app.app.store.db
    .insertInto('settings')
    .values({ key: 'options', value: JSON.stringify({ timeToWaitBeforeRetry: 1, maxNumberOfRetries: 2 }) })
    .execute();
});
afterAll(async () => {
  await app.stop();
  await world.close();
});

const ended = (body: { action: string; status?: string }) =>
  body.action === 'projectStatusChanged' && ['COMPLETED', 'FAILED', 'STOPPED'].includes(body.status ?? '');

async function run(projectId: number) {
  const log = await app.listen(topics.project(projectId));
  expect((await app.send(startProject, { params: { id: projectId } })).body).toMatchObject({ status: 'STARTING' });
  const end = await log.until(ended, 'the end of the run');
  return { log, end: end as { status: string; lastError: string | null } };
}

async function expectConserved(projectId: number) {
  const runs = await app.app.store.db.selectFrom('runs').where('project_id', '=', projectId).selectAll().execute();
  for (const row of runs) expect(row.planned).toBe(row.succeeded + row.failed + row.skipped + row.unknown);
}

test('a run posts to every site, stores backlinks, and proves them', async () => {
  const ready = await readyCampaign(app.app, world.wordpress);
  const links = await app.listen(topics.linkSet(ready.outputId));
  const { end } = await run(ready.projectId);
  expect(end).toMatchObject({ status: 'COMPLETED', lastError: null });
  const live = (body: LiveBody) => body.action === 'urlItemEdited' && body.urlItem.proof.state === 'LIVE';
  await links.until(() => links.events.filter(live).length === 3, 'three live proofs');
  const page = await app.send(listLinks, { params: { id: ready.outputId } });
  expect(page.body.urlItems).toHaveLength(3);
  expect(page.body.proofCounts).toEqual({
    NONE: 0,
    LIVE: 3,
    CHANGED: 0,
    MISSING: 0,
    UNREADABLE: 0,
    TROUBLED: 0,
    PLACED: 0,
  });
  expect(page.body.urlItems[0].proof.links[0]).toMatchObject({
    url: 'http://money.example/',
    anchor: 'garden tools',
    found: true,
  });
  const project = await app.send(getProject, { params: { id: ready.projectId } });
  const rows = project.body.sites.filter((row: { checked: boolean }) => row.checked);
  expect(rows.map((row: { status: string; proof: string }) => [row.status, row.proof])).toEqual(
    Array(3).fill(['SUCCESS', 'LIVE']),
  );
  await expectConserved(ready.projectId);
  const articles = await app.app.store.db
    .selectFrom('articles')
    .where('content_group_id', '=', ready.groupId)
    .select(['usage_count', 'reserved'])
    .execute();
  expect(articles).toEqual(Array(3).fill({ usage_count: 1, reserved: 0 }));
});

test('a lost answer is looked up and never sent twice', async () => {
  const [site] = world.wordpress;
  site?.deletePosts();
  site?.dial({ dropAfterCommit: true });
  const ready = await readyCampaign(app.app, world.wordpress.slice(0, 1));
  const { end, log } = await run(ready.projectId);
  site?.resetDials();
  expect(end.status).toBe('COMPLETED');
  expect(site?.posts()).toHaveLength(1);
  expect(JSON.stringify(await log.all())).toContain('Looking whether the post is there');
});

test('a request that never arrived is sent again after the look-ups', async () => {
  const [site] = world.wordpress;
  site?.deletePosts();
  site?.dial({ dropBeforeAnswer: true });
  const ready = await readyCampaign(app.app, world.wordpress.slice(0, 1));
  const log = await app.listen(topics.project(ready.projectId));
  await app.send(startProject, { params: { id: ready.projectId } });
  await log.until(
    (body) => body.action === 'siteStatusChanged' && body.waitInfo === 'Looking whether the post is there',
  );
  site?.resetDials();
  expect(await log.until(ended)).toMatchObject({ status: 'COMPLETED' });
  expect(site?.posts()).toHaveLength(1);
});

test('a refused login fails the site with its reason, and the run with it', async () => {
  const [site] = world.wordpress;
  site?.dial({ wrongPassword: true });
  const ready = await readyCampaign(app.app, world.wordpress.slice(0, 1));
  const { end } = await run(ready.projectId);
  site?.resetDials();
  expect(end.status).toBe('FAILED');
  expect(JSON.parse(end.lastError ?? '[]')).toEqual([expect.stringMatching(/\(1 site\)$/)]);
  await expectConserved(ready.projectId);
});

test('a busy site is tried again and then given up', async () => {
  // A site of its own: its host is held for all that comes after.
  const site = world.wordpress[2];
  site?.dial({ busy: true });
  const ready = await readyCampaign(app.app, world.wordpress.slice(2));
  const { end, log } = await run(ready.projectId);
  site?.resetDials();
  expect(end.status).toBe('FAILED');
  expect(JSON.stringify(await log.all())).toContain('Retry 2 of 2');
});

test('a site without permission is refused', async () => {
  const ready = await readyCampaign(app.app, world.wordpress.slice(0, 1), { permission: 'none' });
  const { end } = await run(ready.projectId);
  expect(end.lastError).toContain('Confirm that you own this site or may post to it');
});

test('wiki and bookmark sites are posted to and proved as well', async () => {
  for (const [module, sites] of [
    ['Wiki', world.mediawiki],
    ['Bookmarking', world.shaarli],
  ] as const) {
    const ready = await readyCampaign(app.app, sites, { module });
    const links = await app.listen(topics.linkSet(ready.outputId));
    expect((await run(ready.projectId)).end).toMatchObject({ status: 'COMPLETED' });
    const proved = await links.until((body) => body.action === 'urlItemEdited');
    expect(proved).toMatchObject({ urlItem: { proof: { state: 'LIVE' } } });
  }
});

test('stopping skips what was not begun', async () => {
  const ready = await readyCampaign(app.app, world.wordpress.slice(0, 1), {
    rowsPerSite: 6,
    gapSeconds: 60,
    atOnce: 1,
  });
  await app.app.store.db.updateTable('hosts').set({ stopped: true }).execute();
  const log = await app.listen(topics.project(ready.projectId));
  await app.send(startProject, { params: { id: ready.projectId } });
  await log.until((body) => body.action === 'projectStatusChanged' && body.status === 'RUNNING');
  const answer = await app.send(stopProject, { params: { id: ready.projectId } });
  expect(answer.body).toMatchObject({ status: 'STOPPED' });
  await app.app.store.db.updateTable('hosts').set({ stopped: false }).execute();
  await expectConserved(ready.projectId);
  const [row] = await app.app.store.db
    .selectFrom('runs')
    .where('project_id', '=', ready.projectId)
    .selectAll()
    .execute();
  expect(row).toMatchObject({ planned: 6, skipped: 6 });
});

test('a project scheduled after another one starts when that one ends', async () => {
  const first = await readyCampaign(app.app, world.wordpress.slice(0, 1));
  const second = await readyCampaign(app.app, world.wordpress.slice(1, 2));
  await app.app.store.db
    .updateTable('projects')
    .set({ campaign_id: first.campaignId, selected_campaign_id: second.campaignId })
    .where('id', '=', second.projectId)
    .execute();
  await app.app.store.db
    .updateTable('url_lists')
    .set({ campaign_id: first.campaignId })
    .where('campaign_id', '=', second.campaignId)
    .execute();
  const schedule = { scheduleType: 'AfterProject', sourceProjectIds: [first.projectId], durationType: 'Once' };
  const saved = await app.send(saveSchedule, {
    params: { id: second.projectId },
    body: { status: 'SCHEDULED', schedule },
  });
  expect(saved.body).toMatchObject({ status: 'SCHEDULED', schedule: { sourceProjectId: first.projectId } });
  const log = await app.listen(topics.project(second.projectId));
  await run(first.projectId);
  expect(await log.until(ended)).toMatchObject({ status: 'COMPLETED', schedule: { status: 'DONE' } });
});

test('the operator decides about a post that cannot be looked up', async () => {
  const [site] = world.wordpress;
  const ready = await readyCampaign(app.app, world.wordpress.slice(0, 1));
  const log = await app.listen(topics.project(ready.projectId));
  site?.dial({ dropAfterCommit: true });
  await app.send(startProject, { params: { id: ready.projectId } });
  await log.until(
    (body) => body.action === 'siteStatusChanged' && body.waitInfo === 'Looking whether the post is there',
  );
  await app.app.store.db.deleteFrom('accounts').where('profile_id', '=', ready.profileId).execute();
  site?.resetDials();
  expect(await log.until(ended)).toMatchObject({ status: 'FAILED' });
  const there = { decision: 'there', id: { module: 'SocialNetwork', siteId: 'site-0-0' }, url: site?.url };
  const answer = await app.send(resolvePost, { params: { id: ready.projectId }, body: there });
  expect(answer.body).toEqual({ success: true });
  await log.until((body) => body.action === 'siteStatusChanged' && body.status === 'SUCCESS');
  await expectConserved(ready.projectId);
});

test('a post is sent again on the operator’s word', async () => {
  const [site] = world.wordpress;
  site?.deletePosts();
  site?.dial({ dropBeforeAnswer: true });
  const ready = await readyCampaign(app.app, world.wordpress.slice(0, 1));
  const log = await app.listen(topics.project(ready.projectId));
  await app.send(startProject, { params: { id: ready.projectId } });
  await log.until(
    (body) => body.action === 'siteStatusChanged' && body.waitInfo === 'Looking whether the post is there',
  );
  const accounts = app.app.store.db.deleteFrom('accounts').where('profile_id', '=', ready.profileId).returningAll();
  // The store makes the key of the username itself.
  const gone = (await accounts.execute()).map((row) => ({ ...row, username_key: undefined }));
  site?.resetDials();
  expect(await log.until(ended)).toMatchObject({ status: 'FAILED' });
  await app.app.store.db.insertInto('accounts').values(gone).execute();
  const again = { decision: 'resend', id: { module: 'SocialNetwork', siteId: 'site-0-0' } };
  const answer = await app.send(resolvePost, { params: { id: ready.projectId }, body: again });
  expect(answer.body).toEqual({ success: true });
  await log.until((body) => body.action === 'projectStatusChanged' && body.status === 'COMPLETED');
  expect(site?.posts()).toHaveLength(1);
  await expectConserved(ready.projectId);
});

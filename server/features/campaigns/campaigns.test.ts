import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import yauzl from 'yauzl';
import * as contract from '#domain/contract/campaigns.ts';
import { addLinks } from '#domain/contract/links.ts';
import { topics } from '#domain/contract/live.ts';
import { createProject, startProject } from '#domain/contract/projects/projects.ts';
import { noCampaignTally } from '#domain/contract/tallies.ts';
import { applyProjectEvent } from '#server/engine/runs/project-status.ts';
import { commitAndWake } from '#server/live/commit.ts';
import { newCampaign, newLinkSet, newProject } from '#test/support/nouns.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

/** Files of a zip by their path. */
async function unzip(bytes: Buffer): Promise<Record<string, string>> {
  const zip = await yauzl.fromBufferPromise(bytes, { lazyEntries: true });
  const files: Record<string, string> = {};
  for await (const entry of zip.eachEntry())
    files[entry.fileName] = (await buffer(await zip.openReadStreamPromise(entry))).toString();
  return files;
}

async function zipOf(path: string, ids: number[]) {
  const headers = { 'content-type': 'application/json' };
  const response = await app.fetch(path, { method: 'POST', headers, body: JSON.stringify(ids) });
  return { response, files: await unzip(Buffer.from(await response.arrayBuffer())) };
}

test('a dialog that asks twice, since an answer was lost, makes one campaign of a name', async () => {
  const log = await app.listen(topics.campaigns);
  const make = async (name: string, uuid: string): Promise<number> =>
    (await app.send(contract.createCampaign, { body: { name, uuid } })).body.campaign.id;
  const ids = await Promise.all(['one', 'one', 'one', 'two', ''].map((uuid) => make('Asked twice', uuid)));
  const [first = 0, second, third, other, unnamed] = ids;
  expect([second, third]).toEqual([first, first]);
  expect(new Set([first, other, unnamed, await make('Asked twice', ''), await make('Another name', 'one')]).size).toBe(
    5,
  );
  expect((await log.all()).filter(({ action }) => action === 'addNew')).toHaveLength(5);
  await app.send(contract.deleteCampaigns, { body: { ids: [first] } });
  expect(await make('Asked twice', 'one')).not.toBe(first);
});

test('a campaign is made, renamed, listed newest first, and deleted, and every window hears of it', async () => {
  const log = await app.listen(topics.campaigns);
  const first = await newCampaign(app, '  First ');
  expect(first).toEqual({
    id: first.id,
    name: 'First',
    campaignStatus: 'ACTIVE',
    creatingType: 'Manually',
    wizardString: null,
    schedule: null,
    projectCount: { scheduled: 0, running: 0, starting: 0, failed: 0 },
    tally: noCampaignTally,
  });
  const second = await newCampaign(app, 'Second');
  const list = await app.send(contract.listCampaigns);
  expect(list.body.campaigns.map((row: { id: number }) => row.id).slice(0, 2)).toEqual([second.id, first.id]);
  expect(list.body.strategies.map((row: { name: string }) => row.name)).toContain('Two tiers');
  expect(list.body.captchaAdvice).toBeNull();
  const own = await app.listen(topics.campaign(first.id));
  const renamed = await app.send(contract.renameCampaign, { body: { id: first.id, name: 'Renamed' } });
  expect(renamed.body.campaign.name).toBe('Renamed');
  const deleted = await app.send(contract.deleteCampaigns, { body: { ids: [first.id, second.id, 999_999] } });
  expect(deleted.body.ids.sort()).toEqual([first.id, second.id]);
  expect(await log.all()).toEqual([
    { action: 'addNew', campaign: first },
    { action: 'addNew', campaign: second },
    { action: 'rename', id: first.id, name: 'Renamed' },
    { action: 'campaignsDeleted', ids: expect.arrayContaining([first.id, second.id]) },
  ]);
  expect(await own.all()).toEqual([{ action: 'rename', id: first.id, name: 'Renamed' }]);
  expect((await app.send(contract.getCampaign, { params: { id: first.id } })).status).toBe(404);
});

test.each([
  ['blank', '   ', 'Please enter campaign name'],
  ['too long', 'x'.repeat(256), 'Must be at most 255 characters'],
])('a %s name is refused', async (_, name, message) => {
  const answer = await app.send(contract.createCampaign, { body: { name } });
  expect(answer).toMatchObject({ status: 200, body: { error: { message, field: 'name' } } });
});

test('the page holds projects, profiles and link sets, newest first', async () => {
  const { id } = await newCampaign(app);
  const [one, two] = [await newProject(app, id, 'One'), await newProject(app, id, 'Two', 'Wiki')];
  const list = await newLinkSet(app, id);
  const page = await app.send(contract.getCampaign, { params: { id } });
  expect(page.body.projects.map((row: { id: number }) => row.id)).toEqual([two.id, one.id]);
  expect(page.body.urlLists).toEqual([list]);
  expect(page.body.profiles).toEqual([]);
});

test('pausing and resuming tells the campaign and the list', async () => {
  const { id } = await newCampaign(app);
  const [own, all] = [await app.listen(topics.campaign(id)), await app.listen(topics.campaigns)];
  expect((await app.send(contract.pauseCampaign, { params: { id } })).body).toEqual({
    campaignStatus: 'PAUSED',
    changed: true,
  });
  expect((await app.send(contract.getCampaign, { params: { id } })).body.campaign.campaignStatus).toBe('PAUSED');
  expect((await app.send(contract.resumeCampaign, { params: { id } })).body).toEqual({
    campaignStatus: 'ACTIVE',
    changed: true,
  });
  expect(await own.all()).toEqual([
    { action: 'campaignStatusChanged', campaignId: id, campaignStatus: 'PAUSED' },
    { action: 'campaignStatusChanged', campaignId: id, campaignStatus: 'ACTIVE' },
  ]);
  const active = (body: { action: string; campaignStatus?: string }) =>
    body.action === 'statusChanged' && body.campaignStatus === 'ACTIVE';
  await all.until(active, 'the status in the list');
});

test('counts follow the projects', async () => {
  const { id } = await newCampaign(app);
  const project = await newProject(app, id);
  const log = await app.listen(topics.project(project.id));
  // Started by itself, as a schedule does, it is the engine that finds what it lacks.
  await commitAndWake(app.app, (tx, note) => applyProjectEvent(tx, note, project.id, 'start'));
  await log.until((body) => body.action === 'projectStatusChanged' && body.status === 'FAILED');
  const { campaigns } = (await app.send(contract.listCampaigns)).body;
  const row = campaigns.find((campaign: { id: number }) => campaign.id === id);
  expect(row.projectCount).toEqual({ scheduled: 0, running: 0, starting: 0, failed: 1 });
});

test('the zip holds one CSV per project with output links, under safe names', async () => {
  const { id } = await newCampaign(app, '../a/b:c*?"<>|');
  const names = ['Same', 'same', 'con/..\\x', '..', 'Empty'];
  for (const name of names) {
    const project = await newProject(app, id, name);
    const list = await newLinkSet(app, id);
    if (name !== 'Empty')
      await app.send(addLinks, {
        params: { id: list.id },
        body: { links: `http://${project.id}.test/|x|anchor ${name}` },
      });
    await app.app.store.db.updateTable('projects').set({ url_list_id: list.id }).where('id', '=', project.id).execute();
  }
  const { response, files } = await zipOf('/action/export/backlinks_from_campaigns', [id]);
  expect(response.headers.get('content-type')).toBe('application/zip');
  expect(response.headers.get('content-disposition')).toContain('all_links.zip');
  const paths = Object.keys(files);
  expect(paths).toHaveLength(4);
  for (const path of paths) expect(path).toMatch(/^[^\\:*?"<>|/]+\/[^\\:*?"<>|/]+\.csv$/);
  expect(new Set(paths.map((path) => path.split('/')[0])).size).toBe(1);
  expect(paths[0]?.endsWith('/Same.csv') && paths[1]?.endsWith('/same (2).csv')).toBe(true);
  expect(files[paths[0] ?? '']).toMatch(
    /^\uFEFFurl,anchor,linksOnPage,site,username,password,dateAdded\r\n"http:\/\/\d+\.test\/",anchor Same,,,,,20/,
  );
});

test('a zip of chosen projects holds these alone', async () => {
  const campaign = await newCampaign(app, 'Chosen');
  const projects = [await newProject(app, campaign.id, 'In'), await newProject(app, campaign.id, 'Out')];
  for (const project of projects) {
    const list = await newLinkSet(app, campaign.id);
    await app.send(addLinks, { params: { id: list.id }, body: { links: 'a.test' } });
    await app.app.store.db.updateTable('projects').set({ url_list_id: list.id }).where('id', '=', project.id).execute();
  }
  const path = `/action/export/backlinks_from_projects/${campaign.id}`;
  const some = await zipOf(path, [projects[0]?.id ?? 0]);
  expect(Object.keys(some.files)).toEqual(['Chosen/In.csv']);
  expect(some.response.headers.get('content-disposition')).toContain('Chosen_links.zip');
  expect(Object.keys((await zipOf(path, [])).files)).toHaveLength(2);
  const other = await newCampaign(app);
  expect((await zipOf(`/action/export/backlinks_from_projects/${other.id}`, [projects[0]?.id ?? 0])).files).toEqual({});
});

test('projects that share an output set export each their own pages', async () => {
  const { id } = await newCampaign(app, 'Shared');
  const list = await newLinkSet(app, id);
  const { db } = app.app.store;
  for (const name of ['One', 'Two']) {
    const project = await newProject(app, id, name);
    await db.updateTable('projects').set({ url_list_id: list.id }).where('id', '=', project.id).execute();
    const run = { project_id: project.id, seed: '1' };
    const { id: run_id } = await db.insertInto('runs').values(run).returning('id').executeTakeFirstOrThrow();
    const where = { project_id: project.id, run_id, module: 'Wiki' as const, site_id: 's' };
    const post = { ...where, state: 'SUCCEEDED' as const, due_at: new Date(), seed: '1', marker: name, draws: '[]' };
    const { id: postId } = await db.insertInto('posts').values(post).returning('id').executeTakeFirstOrThrow();
    const link = { url_list_id: list.id, url: `http://${name}.test/`, anchor: name, post_id: postId };
    await db.insertInto('url_items').values(link).execute();
  }
  const { files } = await zipOf(`/action/export/backlinks_from_projects/${id}`, []);
  expect(files['Shared/One.csv']).toContain('http://One.test/');
  expect(files['Shared/One.csv']).not.toContain('http://Two.test/');
  expect(files['Shared/Two.csv']).not.toContain('http://One.test/');
});

test('deleting a campaign takes all it holds along', async () => {
  const { id } = await newCampaign(app);
  const project = await newProject(app, id);
  await newLinkSet(app, id);
  await app.send(contract.deleteCampaigns, { body: [id] });
  for (const table of ['projects', 'url_lists', 'profiles'] as const)
    expect(await app.app.store.db.selectFrom(table).where('campaign_id', '=', id).select('id').execute()).toEqual([]);
  const gone = await app.send(createProject, { body: { campaignId: id, module: 'Wiki', name: 'x' } });
  expect(gone.status).toBe(404);
  expect((await app.send(startProject, { params: { id: project.id } })).status).toBe(404);
});

import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { topics } from '#domain/contract/live.ts';
import { createPrivateNetwork } from '#domain/contract/private-networks.ts';
import { newPostingFields, type PostingProject, savePostingProject } from '#domain/contract/projects/posting.ts';
import * as contract from '#domain/contract/projects/projects.ts';
import { projectTexts } from '#domain/contract/projects/rules.ts';
import { deleteSchedule, resetSchedule, saveSchedule, scheduleTexts } from '#domain/contract/schedules.ts';
import { sealEnvelope } from '#domain/rules/envelope.ts';
import { type ReadyCampaign, readyCampaign } from '#test/support/builders.ts';
import { newCampaign, newContentGroup, newLinkSet, newProfile, newProject } from '#test/support/nouns.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';

let app: TestApp;
let ready: ReadyCampaign;
const sites = [1, 2].map((at) => ({ platform: 'wordpress', url: `http://s${at}.test`, username: 'u', password: 'p' }));
beforeAll(async () => {
  app = await startTestApp({ roles: ['http'] });
  ready = await readyCampaign(app.app, sites);
});
afterAll(() => app.stop());

const page = async (id: number): Promise<contract.ProjectPage<'posting'>> =>
  (await app.send(contract.getProject, { params: { id } })).body;
/** Saves a project with some fields changed; `sites` are the marks that are sent. */
async function save(id: number, changes: object = {}, marks: object[] = [], project?: PostingProject) {
  const form = project ?? (await page(id)).project;
  const body = { project: { ...form, ...changes, id }, sites: marks, uuid: 'u1' };
  return app.send(savePostingProject, { body });
}
const mark = (at: number, checked: boolean) => ({ id: { module: 'SocialNetwork', siteId: `site-${at}-0` }, checked });
const copyOf = async (id: number, name = 'Copy') =>
  (await app.send(contract.duplicateProject, { params: { id }, body: { name } })).body.project;

describe('the rows of 2,500 sites', () => {
  test.each(['ArticleDirectory', 'AccountCreation'] as const)(
    'come whole and in order on a page of %s, with their marks',
    async (module) => {
      const { db } = app.app.store;
      const created = await newProject(app, ready.campaignId, 'Long', module);
      await sql`insert into sites (module, site_id, platform, url, host, connector, permission, at_once, gap_ms)
      select 'ArticleDirectory', 'long-' || lpad(n::text, 4, '0'), 'P' || n % 3, 'https://m.test/', 'm.test', 'wordpress', 'owned', 2, 0
      from generate_series(0, 2499) n`.execute(db);
      await sql`insert into project_sites (project_id, module, site_id, checked)
      select ${created.id}, module, site_id, true from sites where site_id like 'long-_7%'`.execute(db);
      const rows = (await page(created.id)).sites.filter(({ id }) => id.siteId.startsWith('long-'));
      const names = Array.from({ length: 2_500 }, (_, at) => `long-${String(at).padStart(4, '0')}`);
      expect(rows.map(({ id }) => id.siteId)).toEqual(names);
      expect(rows.filter((row) => row.checked).map(({ id }) => id.siteId)).toEqual(
        names.filter((name) => name[6] === '7'),
      );
      await sql`delete from sites where site_id like 'long-%'`.execute(db);
    },
  );

  test('of a private network come whole, by site and email', async () => {
    const { db } = app.app.store;
    const created = await newProject(app, ready.campaignId, 'Long', 'Private');
    const { privateNetwork } = (await app.send(createPrivateNetwork, { body: { name: 'Long' } })).body;
    await sql`insert into private_sites (network_id, site_id, email, "group", platform, site_url, username, password)
      select ${privateNetwork.id}, 'blog-' || n / 2000, lpad(n::text, 4, '0') || '@a.test', 'Private', 'WordPress', 'http://b.test/', 'u', ''
      from generate_series(0, 2499) n`.execute(db);
    await sql`insert into sites (module, site_id, platform, url, host, connector, at_once, gap_ms)
      select 'Private', 'blog-' || n, 'WordPress', 'http://b.test/', 'b.test', 'wordpress', 1, 0 from generate_series(0, 1) n`.execute(
      db,
    );
    await sql`update projects set private_network_id = ${privateNetwork.id} where id = ${created.id}`.execute(db);
    const rows = (await page(created.id)).sites.map(({ id, email }) => `${id.siteId} ${email}`);
    expect(rows).toEqual(
      Array.from({ length: 2_500 }, (_, at) => `blog-${Math.floor(at / 2_000)} ${String(at).padStart(4, '0')}@a.test`),
    );
    const body = { projectId: created.id, siteId: 'blog-1', email: '2345@a.test' };
    expect((await app.send(contract.privateSiteStatus, { body })).body.site).toMatchObject({ email: '2345@a.test' });
    const unknown = await app.send(contract.privateSiteStatus, { body: { ...body, email: '0001@a.test' } });
    expect(unknown.status).toBe(404);
  });
});

describe('a project', () => {
  test('is made with the defaults of its kind, renamed and deleted, and every page hears of it', async () => {
    const { id: campaignId } = await newCampaign(app);
    const log = await app.listen(topics.campaign(campaignId));
    const made = await newProject(app, campaignId, 'Mine', 'Wiki');
    expect(made).toEqual({
      id: made.id,
      campaignId,
      name: 'Mine',
      module: 'Wiki',
      status: 'NEW',
      lastError: null,
      schedule: null,
      version: made.version,
      edition: 0,
    });
    expect((await page(made.id)).project).toEqual({ ...newPostingFields(campaignId), ...made });
    const own = await app.listen(topics.project(made.id));
    const body = { name: 'Ours', module: 'Bookmarking', campaignId: 7 };
    const renamed = (await app.send(contract.renameProject, { params: { id: made.id }, body })).body.project;
    expect(renamed).toEqual({ ...made, name: 'Ours', version: renamed.version });
    expect(renamed.version).toBeGreaterThan(made.version);
    expect(await own.all()).toEqual([{ action: 'projectEdited', project: renamed }]);
    const foreign = await app.send(contract.deleteProjects, { params: { id: ready.campaignId }, body: [made.id] });
    expect(foreign.body).toEqual({ ids: [] });
    expect((await app.send(contract.deleteProjects, { params: { id: campaignId }, body: [made.id] })).body).toEqual({
      ids: [made.id],
    });
    expect(await log.all()).toEqual([
      { action: 'newProject', project: made },
      { action: 'projectEdited', project: renamed },
      { action: 'projectsDeleted', ids: [made.id] },
    ]);
  });

  test.each([
    [{ module: 'MoneySite', name: 'x' }, 200, 'Please select project type'],
    [{ name: 'x' }, 200, 'Please select project type'],
    [{ module: 'Wiki', name: ' ' }, 200, 'Please enter project name'],
  ])('is not made of %j', async (body, status, message) => {
    const answer = await app.send(contract.createProject, { body: { campaignId: ready.campaignId, ...body } });
    expect(answer.status).toBe(status);
    expect(answer.body.error.message).toContain(message);
  });

  test('is copied with settings and marks, without schedule and errors', async () => {
    const source = (await page(ready.projectId)).project;
    const copy = await copyOf(ready.projectId);
    expect(copy).toMatchObject({
      campaignId: ready.campaignId,
      name: 'Copy',
      status: 'NEW',
      lastError: null,
      schedule: null,
    });
    const copied = await page(copy.id);
    expect(copied.project).toEqual({ ...source, ...copy });
    expect(copied.sites.filter((row) => row.checked)).toHaveLength(2);
    expect(copied.siblings.map((row) => row.id)).toContain(ready.projectId);
  });
});

describe('saving', () => {
  test('keeps the form, cleans the tags, and tells other windows by whom', async () => {
    const { id } = await copyOf(ready.projectId);
    const log = await app.listen(topics.project(id));
    const changes = {
      tags: ' a, b,A ',
      name: 'Saved',
      linkPlacement: 'Top',
      outputAnchor: '{a|b}\nc',
      linkRel: 'nofollow',
    };
    const answer = await save(id, changes);
    expect(answer.body.uuid).toBe('u1');
    const expected = { ...changes, tags: 'a,b', id, status: 'NEW' };
    expect(answer.body.project).toMatchObject(expected);
    expect((await page(id)).project).toEqual(answer.body.project);
    expect(await log.all()).toEqual([{ action: 'projectSaved', projectId: id, uuid: 'u1' }]);
  });

  test('takes the wire envelope', async () => {
    const { id } = await copyOf(ready.projectId);
    const { project } = await page(id);
    const body = sealEnvelope({ project: { ...project, tags: 'sealed' }, sites: [], uuid: 'u' }, randomBytes(12));
    expect((await app.send(savePostingProject, { body })).body.project.tags).toBe('sealed');
  });

  test.each<[object, string, string, string]>([
    [{ linkSetProfiles: [{ linkSetId: null }] }, 'general', 'linkSetProfiles', 'Please select a link set'],
    [{ minLinks: 21 }, 'general', 'minLinks', 'Must be a number between 0 and 20'],
    [{ minLinks: 3, maxLinks: 2 }, 'general', 'maxLinks', 'Max links must be greater or equal to min links'],
  ])('%j is refused, and opens its tab', async (changes, tab, field, message) => {
    const { id } = await copyOf(ready.projectId);
    const before = await page(id);
    const answer = await save(id, changes, [mark(0, false)]);
    expect(answer.status).toBe(200);
    expect(answer.body.error).toMatchObject({ message, tab, field });
    // Nothing of a refused save stays, not even its marks.
    expect(await page(id)).toEqual(before);
  });

  test.each<[object, string, string, string]>([
    [{ selectedCampaignId: null }, 'general', 'selectedCampaignId', 'Please select a campaign'],
    [{ profileId: null }, 'general', 'profileId', 'Please select an account profile'],
    [{ urlListId: null }, 'general', 'urlListId', 'You need to choose where to store your backlinks'],
    [{ contentGroupId: 999_999 }, 'general', 'contentGroupId', 'You need to choose where to get articles from'],
    [{ linkSetProfiles: [] }, 'general', 'linkSetProfiles', 'You must select input link sets'],
    [{ linkPlacement: null }, 'general', 'linkPlacement', 'Please select link position'],
    [{ tags: ' ' }, 'general', 'tags', 'Please enter tags'],
    [{ insertImages: true }, 'image', 'keywordsForImage', 'Enter keywords to search for images'],
    [{ insertVideos: true }, 'video', 'keywordsForVideo', 'Enter keywords to search for videos'],
    [{ useIndexers: true }, 'indexer', 'indexers', projectTexts.indexers],
  ])('%j is saved as it is, and keeps it from starting', async (changes, tab, field, message) => {
    const { id } = await copyOf(ready.projectId);
    expect((await save(id, changes)).body.error).toBeUndefined();
    const { error } = (await app.send(contract.startProject, { params: { id } })).body;
    expect(error).toMatchObject({ code: 'INVALID', message, tab, field });
    expect((await page(id)).project.status).toBe('NEW');
  });

  test.each(['linkProb', 'minLinks', 'maxLinks'])('a bad %s of an input set opens the General tab', async (field) => {
    const { id } = await copyOf(ready.projectId);
    const [row] = (await page(id)).project.linkSetProfiles;
    const answer = await save(id, { linkSetProfiles: [{ ...row, [field]: 500 }] });
    expect(answer.body.error).toMatchObject({ tab: 'general', field: 'linkSetProfiles' });
  });

  test('a link set stands among the inputs once, and is never the output', async () => {
    const { id } = await copyOf(ready.projectId);
    const row = { linkSetId: ready.moneyId };
    const twice = await save(id, { linkSetProfiles: [row, row] });
    expect(twice.body.error).toMatchObject({ tab: 'general', field: 'linkSetProfiles' });
    const output = await save(id, { urlListId: ready.moneyId });
    expect(output.body.error).toMatchObject({ field: 'urlListId', message: projectTexts.outputIsInput });
  });

  test('what belongs to another campaign is not taken', async () => {
    const { id: other } = await newCampaign(app);
    const [profile, list] = [await newProfile(app, other), await newLinkSet(app, other)];
    const { id } = await copyOf(ready.projectId);
    const field = async (changes: object) => (await save(id, changes)).body.error?.field;
    expect((await save(id, { urlListId: list.id })).body.project.urlListId).toBeNull();
    expect(await field({ linkSetProfiles: [{ linkSetId: list.id }] })).toBe('linkSetProfiles');
    expect((await save(id, { profileId: profile.id })).body.project.profileId).toBeNull();
    // The accounts of a chosen campaign are offered (D-PROJ-18).
    expect(await field({ profileId: profile.id, selectedCampaignId: other })).toBeUndefined();
    expect((await page(id)).profiles.map((row) => row.id)).toEqual([profile.id]);
  });

  test('rows left out keep their mark, unknown ones are passed over, and without one there is no start', async () => {
    const { id } = await copyOf(ready.projectId);
    const checked = async () => (await page(id)).sites.filter((row) => row.checked).map((row) => row.id.siteId);
    await save(id, {}, [mark(0, false), mark(9, true), { id: { module: 'Wiki', siteId: 'site-1-0' }, checked: true }]);
    expect(await checked()).toEqual(['site-1-0']);
    await save(id, {}, [mark(1, false)]);
    const none = { tab: 'sites', message: 'You need to select at least one site' };
    expect((await app.send(contract.startProject, { params: { id } })).body.error).toMatchObject(none);
    await save(id, {}, [mark(1, true)]);
    expect(await checked()).toEqual(['site-1-0']);
    await save(id, {}, [mark(0, true), mark(0, true)]);
    expect(await checked()).toEqual(['site-0-0', 'site-1-0']);
  });

  test('names a field in one way, whoever refuses it', async () => {
    const { id } = await copyOf(ready.projectId);
    expect((await save(id, { minLinks: 21 })).body.error).toMatchObject({ field: 'minLinks', tab: 'general' });
    expect((await save(id, { tags: 'x'.repeat(200_000) })).body.error.field).toBe('tags');
    const body = { schedule: { scheduleType: 'FixedDate', startDate: '31/02/2030 10:00', durationType: 'Once' } };
    const { error } = (await app.send(saveSchedule, { params: { id }, body })).body;
    expect(error).toMatchObject({ field: 'startDate', message: 'This date does not exist' });
  });

  test('a busy project, or one of another kind, is not saved', async () => {
    const { id } = await copyOf(ready.projectId);
    await app.send(contract.startProject, { params: { id } });
    expect((await save(id)).body.error.message).toBe('The project is already running');
    expect((await app.send(contract.startProject, { params: { id } })).body.error.message).toBe(
      'The project is already running',
    );
    expect((await app.send(contract.stopProject, { params: { id } })).body).toMatchObject({ status: 'STOPPED' });
    expect((await app.send(contract.stopProject, { params: { id } })).body).toMatchObject({ status: 'STOPPED' });
    const other = await newProject(app, ready.campaignId, 'Private', 'Private');
    expect((await save(other.id)).body.error.message).toBe('This project is of another kind');
  });

  test('a deleted link set or group leaves the form, and the rules say what is missing', async () => {
    const [{ id }, group] = [await copyOf(ready.projectId), await newContentGroup(app)];
    expect((await save(id, { contentGroupId: group.id })).body.project.contentGroupId).toBe(group.id);
    await app.fetch('/rest/content_groups', {
      method: 'DELETE',
      headers: { 'content-type': 'application/json' },
      body: `[${group.id}]`,
    });
    expect((await page(id)).project.contentGroupId).toBeNull();
    const start = async () => (await app.send(contract.startProject, { params: { id } })).body.error;
    expect(await start()).toMatchObject({ field: 'contentGroupId', tab: 'general' });
  });
});

test('what is COMPLETED posts to all its sites again only when that is said', async () => {
  const { id } = await copyOf(ready.projectId);
  await app.app.store.db.updateTable('projects').set({ status: 'COMPLETED' }).where('id', '=', id).execute();
  expect((await app.send(contract.startProject, { params: { id } })).body.error).toMatchObject({
    code: 'ALREADY_DONE',
    message: 'All sites of this project were posted to. Post to them again?',
  });
  expect((await page(id)).project.status).toBe('COMPLETED');
  const answer = await app.send(contract.startProject, { params: { id }, query: { again: true } });
  expect(answer.body).toMatchObject({ status: 'STARTING' });
  expect((await app.send(contract.stopProject, { params: { id } })).body).toMatchObject({ status: 'STOPPED' });
});

describe('schedules', () => {
  const later = { scheduleType: 'FixedDate', startDate: '31/12/2090 10:00', durationType: 'Once' };
  const following = (...sourceProjectIds: number[]) => ({
    scheduleType: 'AfterProject',
    sourceProjectIds,
    durationType: 'Once',
  });
  const schedule = (id: number, given: object) =>
    app.send(saveSchedule, { params: { id }, body: { status: 'SCHEDULED', schedule: given } });

  test('that are done leave every window when they are deleted', async () => {
    const { id } = await copyOf(ready.projectId);
    await schedule(id, later);
    const done = JSON.stringify({ ...(await page(id)).project.schedule, status: 'DONE' });
    const { db } = app.app.store;
    await db.updateTable('projects').set({ status: 'COMPLETED', schedule: done }).where('id', '=', id).execute();
    const log = await app.listen(topics.project(id));
    await app.send(deleteSchedule, { params: { id } });
    expect(await log.all()).toMatchObject([{ action: 'projectStatusChanged', status: 'COMPLETED', schedule: null }]);
  });

  test('are saved, changed, reset and deleted; the status before comes back', async () => {
    const { id } = await copyOf(ready.projectId);
    await app.app.store.db.updateTable('projects').set({ status: 'COMPLETED' }).where('id', '=', id).execute();
    const log = await app.listen(topics.project(id));
    const saved = (await schedule(id, { ...later, durationType: 'Spread', nDay: 3, numberOfPosts: 5 })).body;
    expect(saved).toMatchObject({
      status: 'SCHEDULED',
      schedule: {
        scheduleType: 'FixedDate',
        startDate: '31/12/2090 10:00',
        sourceProjectId: null,
        sourceProjectIds: [],
        durationType: 'Spread',
        nDay: 3,
        numberOfPosts: null,
        status: 'SCHEDULED',
      },
    });
    expect((await app.send(contract.startProject, { params: { id } })).body.error.message).toBe(
      'The project is scheduled, you need to delete the schedule first',
    );
    expect((await schedule(id, later)).body.schedule.nDay).toBeNull();
    expect((await app.send(resetSchedule, { params: { id } })).body.status).toBe('SCHEDULED');
    expect((await app.send(deleteSchedule, { params: { id } })).body).toMatchObject({
      status: 'COMPLETED',
      schedule: null,
    });
    expect((await log.all()).at(-1)).toMatchObject({
      action: 'projectStatusChanged',
      status: 'COMPLETED',
      schedule: null,
    });
    expect((await app.send(resetSchedule, { params: { id } })).body.error.message).toBe('This project has no schedule');
  });

  test.each<[object, string, string]>([
    [{}, 'scheduleType', scheduleTexts.type],
    [{ ...later, startDate: '31/12/2090' }, 'startDate', scheduleTexts.time],
    [{ ...later, durationType: null }, 'durationType', scheduleTexts.duration],
    [{ ...later, durationType: 'Spread' }, 'nDay', scheduleTexts.nDay],
    [{ ...later, durationType: 'Spread', nDay: 0 }, 'nDay', scheduleTexts.nDayMin],
    [following(), 'sourceProjectIds', scheduleTexts.parent],
    [following(999_999), 'sourceProjectIds', scheduleTexts.parent],
  ])('%j is refused', async (given, field, message) => {
    const { id } = await copyOf(ready.projectId);
    expect((await schedule(id, given)).body.error).toMatchObject({ field, message });
  });

  test('no project waits for itself, for a stranger, or in a ring', async () => {
    const [one, two, three] = [
      await copyOf(ready.projectId),
      await copyOf(ready.projectId),
      await copyOf(ready.projectId),
    ];
    const message = async (id: number, ...sources: number[]) =>
      (await schedule(id, following(...sources))).body.error?.message;
    expect(await message(one.id, one.id)).toBe(scheduleTexts.self);
    const stranger = await newProject(app, (await newCampaign(app)).id);
    expect(await message(one.id, stranger.id)).toBe(scheduleTexts.parent);
    expect(await message(two.id, one.id)).toBeUndefined();
    expect(await message(three.id, two.id, ready.projectId)).toBeUndefined();
    expect(await message(one.id, three.id)).toBe(scheduleTexts.loop);
    expect((await page(three.id)).project.schedule).toMatchObject({
      sourceProjectId: null,
      sourceProjectIds: [two.id, ready.projectId],
    });
  });

  test('a project that could not be saved is not scheduled, and a private one needs its posts', async () => {
    const bare = await newProject(app, ready.campaignId);
    expect((await schedule(bare.id, later)).body.error).toMatchObject({ tab: 'general', field: 'profileId' });
    const own = await newProject(app, ready.campaignId, 'Private', 'Private');
    expect((await schedule(own.id, later)).body.error).toMatchObject({
      field: 'numberOfPosts',
      message: scheduleTexts.posts,
    });
    const counted = await schedule(own.id, { ...later, numberOfPosts: 0 });
    expect(counted.body.error).toMatchObject({ tab: 'general', message: projectTexts.network });
  });

  test('a busy project is not scheduled', async () => {
    const { id } = await copyOf(ready.projectId);
    await app.send(contract.startProject, { params: { id } });
    for (const answer of [await schedule(id, later), await app.send(deleteSchedule, { params: { id } })])
      expect(answer.body.error.message).toBe('The project is already running');
  });
});

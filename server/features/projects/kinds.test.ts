import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Call } from '#domain/contract/call.ts';
import { downloadEmail, downloadListEmail, emailTexts, testEmailLogin } from '#domain/contract/email-settings.ts';
import { indexingTexts } from '#domain/contract/indexing.ts';
import { topics } from '#domain/contract/live.ts';
import type { Module } from '#domain/contract/modules.ts';
import { createPrivateNetwork, deletePrivateNetworks, uploadPrivateSites } from '#domain/contract/private-networks.ts';
import { accountTexts, randomInfo, saveAccountProject } from '#domain/contract/projects/account.ts';
import { saveIndexerProject } from '#domain/contract/projects/indexer.ts';
import { savePostingProject } from '#domain/contract/projects/posting.ts';
import { savePrivateProject } from '#domain/contract/projects/private.ts';
import * as contract from '#domain/contract/projects/projects.ts';
import { projectTexts } from '#domain/contract/projects/rules.ts';
import { saveSchedule, scheduleTexts } from '#domain/contract/schedules.ts';
import { noPermission, saveCustomSite } from '#domain/contract/sites.ts';
import { type ReadyCampaign, readyCampaign } from '#test/support/builders.ts';
import { newProfile, newProject } from '#test/support/nouns.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';

let app: TestApp;
let ready: ReadyCampaign;
let networkId: number;
beforeAll(async () => {
  app = await startTestApp({ roles: ['http', 'engine'] });
  ready = await readyCampaign(app.app, [
    { platform: 'wordpress', url: 'http://s1.test', username: 'u', password: 'p' },
  ]);
  networkId = (await app.send(createPrivateNetwork, { body: { name: 'Mine' } })).body.privateNetwork.id;
  const site = { module: 'Private', siteId: 'blog.test', platform: 'WordPress', url: 'http://blog.test/' };
  await app.send(saveCustomSite, { body: { ...site, connector: 'wordpress', permission: 'none' } });
  const body = { siteList: 'blog.test|me@x.test|writer|se|cret', permission: 'none' };
  await app.send(uploadPrivateSites, { params: { id: networkId }, body });
});
afterAll(() => app.stop());

const page = async (id: number) => (await app.send(contract.getProject, { params: { id } })).body;
const make = (module: Module) => newProject(app, ready.campaignId, module, module);

/** What a good form of a kind holds, and a mark of one of its rows. */
function goodForm(kind: 'private' | 'indexer' | 'account') {
  const refs = { urlListId: ready.outputId, contentGroupId: ready.groupId };
  const names = { firstName: '{Ann|Eve}', lastName: 'B', username: 'annb', password: 'pa ss' };
  return {
    private: { profileId: networkId, ...refs, tags: 'one' },
    indexer: { linkSetId: ready.outputId },
    account: { profileId: ready.profileId, ...names, verificationInfo: { emailSource: 'LIST' as const } },
  }[kind];
}
const marks = {
  private: [{ id: { module: 'Private', siteId: 'blog.test' }, email: 'me@x.test', checked: true }],
  indexer: [{ id: { module: 'Indexer', siteId: 'indexnow' }, checked: true }],
  account: [{ id: { module: 'SocialNetwork', siteId: 'site-0-0' }, checked: true }],
};
const kinds = [
  ['private', 'Private', savePrivateProject],
  ['indexer', 'Indexer', saveIndexerProject],
  ['account', 'AccountCreation', saveAccountProject],
] as const;

/** Saves a fresh project of a kind with some fields changed. */
async function save(at: number, changes: object = {}, sites: object[] = marks[kinds[at]![0]]) {
  const [kind, module, call] = kinds[at]!;
  const { id } = await make(module);
  const { project } = await page(id);
  const body = { project: { ...project, ...goodForm(kind), ...changes, id }, sites, uuid: 'u' };
  return { id, body: (await app.send(call as Call, { body })).body };
}

describe.each([0, 1, 2])('kind %i', (at) => {
  const [kind, module] = kinds[at]!;
  test('is saved with its own form and marks, and read again', async () => {
    const { id, body } = await save(at);
    expect(body.error).toBeUndefined();
    const stored = await page(id);
    expect(stored.project).toEqual(body.project);
    expect(stored.project).toMatchObject({ id, module, status: 'NEW' });
    expect(stored.sites.filter((row: contract.SiteRow) => row.checked)).toMatchObject(marks[kind]);
    const copy = (await app.send(contract.duplicateProject, { params: { id }, body: { name: 'Copy' } })).body.project;
    expect((await page(copy.id)).project).toEqual({ ...stored.project, ...copy });
  });

  test('needs one site or service, and is saved through the call of its kind only', async () => {
    const bare = await save(at, {}, []);
    expect(bare.body.error).toBeUndefined();
    const refused = await app.send(contract.startProject, { params: { id: bare.id } });
    expect(refused.body.error).toMatchObject({
      tab: 'sites',
      message: kind === 'indexer' ? projectTexts.oneService : projectTexts.oneSite,
    });
    const { id } = await make(module);
    const answer = await app.send(savePostingProject, { body: { project: { id }, sites: [], uuid: 'u' } });
    expect(answer.body.error.message).toBe('This project is of another kind');
  });

  test('starts, and ends with a readable reason', async () => {
    const { id } = await save(at);
    const log = await app.listen(topics.project(id));
    expect((await app.send(contract.startProject, { params: { id } })).body).toMatchObject({ status: 'STARTING' });
    await log.until((event) => event.action === 'projectStatusChanged' && event.status === 'FAILED');
    const unpermitted = `${noPermission} (1 site)`;
    const reason = { account: emailTexts.listEmpty, indexer: indexingTexts.noLinks, private: unpermitted }[kind];
    expect(JSON.parse((await page(id)).project.lastError)).toEqual([reason]);
  });

  test('is scheduled by the same rules as saved', async () => {
    const schedule = {
      scheduleType: 'FixedDate',
      startDate: '31/12/2090 10:00',
      durationType: 'Once',
      ...(kind === 'private' ? { numberOfPosts: 0 } : {}),
    };
    const { id } = await make(module);
    const refused = await app.send(saveSchedule, { params: { id }, body: { schedule } });
    expect(refused.body.error.tab).toBe(kind === 'account' ? 'account' : 'general');
    const good = await save(at);
    const answer = await app.send(saveSchedule, { params: { id: good.id }, body: { schedule } });
    expect(answer.body).toMatchObject({
      status: 'SCHEDULED',
      schedule: { numberOfPosts: kind === 'private' ? 0 : null },
    });
  });
});

test.each<[number, object, string, string, string]>([
  [0, { profileId: null }, 'general', 'profileId', projectTexts.network],
  [0, { profileId: 999_999 }, 'general', 'profileId', projectTexts.network],
  [0, { urlListId: null }, 'general', 'urlListId', projectTexts.output],
  [1, { linkSetId: null }, 'general', 'linkSetId', projectTexts.list],
  [2, { profileId: null }, 'account', 'profileId', accountTexts.profile],
  [2, { firstName: ' ' }, 'account', 'firstName', accountTexts.firstName],
  [2, { lastName: '' }, 'account', 'lastName', accountTexts.lastName],
  [2, { username: '' }, 'account', 'username', accountTexts.username],
  [2, { password: '' }, 'account', 'password', accountTexts.password],
  [2, { verificationInfo: { emailSource: 'MANUAL' } }, 'email', 'emailServer', emailTexts.server],
])('kind %i with %j does not start, and opens its tab', async (at, changes, tab, field, message) => {
  const { id, body } = await save(at, changes);
  expect(body.error).toBeUndefined();
  const { error } = (await app.send(contract.startProject, { params: { id } })).body;
  expect(error).toMatchObject({ tab, field, message });
});

describe('an account creation project', () => {
  test('is refused with a name of broken spin syntax, at its field; a password may hold a brace', async () => {
    const { body } = await save(2, { username: '{a|b', password: 'a{b' });
    const error = { tab: 'account', field: 'username', message: 'Spin syntax is broken at character 1' };
    expect(body.error).toMatchObject(error);
  });

  test('keeps its secrets sealed in the store and shows them to a signed-in user', async () => {
    const mail = { emailSource: 'LIST', emailPassword: 'mail secret' };
    const { id, body } = await save(2, { verificationInfo: mail });
    expect(body.project).toMatchObject({ password: 'pa ss', verificationInfo: { emailPassword: 'mail secret' } });
    const row = await app.app.store.db
      .selectFrom('projects')
      .where('id', '=', id)
      .select('settings')
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(row.settings)).not.toMatch(/pa ss|mail secret/);
  });

  test('verifies by mail and returns to the status it held, scheduled or not', async () => {
    const { id } = await save(2);
    const schedule = { scheduleType: 'FixedDate', startDate: '31/12/2090 10:00', durationType: 'Once' };
    await app.send(saveSchedule, { params: { id }, body: { schedule } });
    const log = await app.listen(topics.project(id));
    const started = await app.send(contract.startVerifying, { params: { id } });
    expect(started.body).toMatchObject({ status: 'STARTING_VERIFYING' });
    await log.until((event) => event.action === 'projectStatusChanged' && event.status === 'SCHEDULED');
    const { project } = await page(id);
    expect(project.lastError).toBeNull();
    expect(project.verificationInfo.status).toBe('No account waits for a mail');
    expect((await app.send(contract.stopVerifying, { params: { id } })).body).toMatchObject({ status: 'SCHEDULED' });
  });

  test('is the only kind that verifies', async () => {
    const { id } = await make('Indexer');
    const answer = await app.send(contract.startVerifying, { params: { id } });
    expect(answer.body.error.message).toBe('Only account creation projects confirm accounts by mail');
  });

  test('loses a profile that is deleted, not itself', async () => {
    const profile = await newProfile(app, ready.campaignId);
    const { id } = await save(2, { profileId: profile.id });
    await app.app.store.db.deleteFrom('profiles').where('id', '=', profile.id).execute();
    expect((await page(id)).project.profileId).toBeNull();
  });
});

describe('what fills the form', () => {
  test('random info is complete and differs', async () => {
    const [one, two] = [(await app.send(randomInfo, {})).body, (await app.send(randomInfo, {})).body];
    expect(Object.values(one).every((value) => typeof value === 'string' && value.length > 0)).toBe(true);
    expect(one).not.toEqual(two);
  });

  test('addresses come from the list, the oldest unused first, each once', async () => {
    const box = { login: 'l', server: 's', port: 993, protocol: 'imap' as const, ssl: true };
    const password = app.app.secrets.seal('pw');
    await app.app.store.db
      .insertInto('user_emails')
      .values(['a@x.test', 'b@x.test'].map((address) => ({ ...box, address, password })))
      .execute();
    const taken = await Promise.all([1, 2].map(() => app.send(downloadListEmail, {})));
    expect(taken.map((answer) => answer.body.emailSettings.emailAddress).sort()).toEqual(['a@x.test', 'b@x.test']);
    expect(taken[0]!.body.emailSettings).toMatchObject({ emailPassword: 'pw', emailServerPort: 993, SSL: true });
    expect((await app.send(downloadListEmail, {})).body.error.message).toBe(emailTexts.listEmpty);
    expect((await app.send(downloadEmail, { body: {} })).body.error.message).toBe(emailTexts.noProductMail);
  });

  test('a login is tested with the typed settings', async () => {
    const test = async (changes: object) => (await app.send(testEmailLogin, { body: changes })).body.error;
    expect(await test({})).toMatchObject({ field: 'emailServer', message: emailTexts.server });
    const box = { emailAddress: 'a@b.test', emailLogin: 'a', emailPassword: 'secret', emailServer: '127.0.0.1' };
    const closed = await test({ ...box, emailServerPort: 1, SSL: false });
    expect(closed.message).toBe('Nothing answers at 127.0.0.1:1: check server address and port');
    expect((await test({ ...box, emailServer: '169.254.169.254' })).message).toContain('never contacted');
  });
});

describe('a private network', () => {
  test('shows the state of one site', async () => {
    const { id } = await save(0);
    const body = { projectId: id, siteId: 'blog.test', email: 'me@x.test' };
    const answer = (await app.send(contract.privateSiteStatus, { body })).body;
    expect(answer).toMatchObject({ site: { email: 'me@x.test', status: 'NONE' }, posts: [] });
    expect((await app.send(contract.privateSiteStatus, { body: { ...body, siteId: 'no' } })).status).toBe(404);
  });

  test('that is deleted leaves its projects without one', async () => {
    const made = (await app.send(createPrivateNetwork, { body: { name: 'Gone' } })).body.privateNetwork;
    const { id } = await make('PrivatePDF');
    await app.app.store.db.updateTable('projects').set({ private_network_id: made.id }).where('id', '=', id).execute();
    expect((await app.send(deletePrivateNetworks, { body: [made.id] })).body).toEqual({ ids: [made.id] });
    expect((await page(id)).project.profileId).toBeNull();
  });

  test('a schedule of a private project names its number of posts', async () => {
    const { id } = await save(0);
    const schedule = { scheduleType: 'FixedDate', startDate: '31/12/2090 10:00', durationType: 'Once' };
    const answer = await app.send(saveSchedule, { params: { id }, body: { schedule } });
    expect(answer.body.error).toMatchObject({ field: 'numberOfPosts', message: scheduleTexts.posts });
  });
});

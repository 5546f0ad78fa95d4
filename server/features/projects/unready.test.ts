import { afterAll, beforeAll, expect, test } from 'vitest';
import { addAccount, deleteAccounts } from '#domain/contract/accounts.ts';
import { savePostingProject } from '#domain/contract/projects/posting.ts';
import * as contract from '#domain/contract/projects/projects.ts';
import { projectTexts } from '#domain/contract/projects/rules.ts';
import { type ReadyCampaign, readyCampaign } from '#test/support/builders.ts';
import { newLinkSet, newProject } from '#test/support/nouns.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';

/** What a project lacks is said by the server too, not by its page alone. */
let app: TestApp;
let ready: ReadyCampaign;
beforeAll(async () => {
  app = await startTestApp({ roles: ['http'] });
  ready = await readyCampaign(app.app, []);
});
afterAll(() => app?.stop());

test('a start names all that is missing', async () => {
  const { id } = await newProject(app, ready.campaignId);
  const { error } = (await app.send(contract.startProject, { params: { id } })).body;
  const { profile, output, content, tags, oneSite } = projectTexts;
  expect(error.messages).toEqual([profile, output, content, tags, oneSite]);
});

test('a profile without accounts is named until it holds one', async () => {
  const site = { platform: 'wordpress', url: 'http://s.test', username: 'u', password: 'p' };
  const { projectId, profileId } = await readyCampaign(app.app, [site], { siteName: 'empty' });
  const start = async () => (await app.send(contract.startProject, { params: { id: projectId } })).body;
  await app.send(deleteAccounts, { params: { id: profileId }, body: { all: true } });
  expect((await start()).error).toMatchObject({ field: 'profileId', tab: 'general', message: projectTexts.noAccounts });
  const account = { accountListId: profileId, siteName: 'empty-0-0', email: 'a@b.c', username: 'u', password: 'p' };
  await app.send(addAccount, { body: account });
  expect(await start()).toMatchObject({ status: 'STARTING' });
});

test('a deleted input link set is named by the save and by the start', async () => {
  const [{ id }, list] = [
    await newProject(app, ready.campaignId),
    await newLinkSet(app, ready.campaignId, 'Short-lived'),
  ];
  const { project } = (await app.send(contract.getProject, { params: { id } })).body;
  const save = (changes: object) =>
    app.send(savePostingProject, { body: { project: { ...project, ...changes }, sites: [], uuid: 'u' } });
  const row = { linkSetId: list.id, name: 'Short-lived' };
  const changes = { useLinkSet: true, linkSetProfiles: [row] };
  expect((await save(changes)).body.error).toBeUndefined();
  await app.app.store.db.deleteFrom('url_lists').where('id', '=', list.id).execute();
  const named = { message: projectTexts.inputGone('Short-lived'), field: 'linkSetProfiles', tab: 'general' };
  expect((await save(changes)).body.error).toMatchObject(named);
  expect((await app.send(contract.startProject, { params: { id } })).body.error).toMatchObject(named);
});

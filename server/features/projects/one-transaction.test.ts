import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { topics } from '#domain/contract/live.ts';
import { newPostingFields } from '#domain/contract/projects/posting.ts';
import { duplicateProject as duplicateCall } from '#domain/contract/projects/projects.ts';
import { createCampaign } from '#server/features/campaigns/campaigns.ts';
import { createGroup } from '#server/features/content/groups.ts';
import { addLinks } from '#server/features/links/items.ts';
import { createLinkSet } from '#server/features/links/links.ts';
import { commit } from '#server/live/commit.ts';
import { readyCampaign } from '#test/support/builders.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';
import { createProject, duplicateProject } from './projects.ts';
import { saveProject } from './save-project.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ roles: ['http'] });
});
afterAll(() => app?.stop());

const site = { platform: 'wordpress', url: 'http://blog.test/', username: 'ada', password: 'secret' };

/** Rows of the nouns that a campaign is made of. */
async function countRows() {
  const { rows } = await sql`select (select count(*) from campaigns) as campaigns,
    (select count(*) from content_groups) as groups, (select count(*) from url_lists) as sets,
    (select count(*) from url_items) as links, (select count(*) from projects) as projects,
    (select count(*) from project_sites) as rows`.execute(app.app.store.db);
  return rows[0];
}

/** Many nouns, as a wizard would make them; the last step is refused, since its links have no end. */
function makeMany(sourceId: number) {
  const { secrets } = app.app;
  return commit(app.app, async (tx, note) => {
    const { id: campaignId } = await createCampaign(tx, note, 'Many');
    const { id: contentGroupId } = await createGroup(tx, note, 'Many');
    const { id: listId } = await createLinkSet(tx, note, campaignId, 'Many');
    const links = [{ url: 'http://money.example/', anchor: 'a', linksOnPage: '' }];
    await addLinks(tx, note, { listId, links }, secrets);
    const { id } = await createProject(tx, note, { campaignId, module: 'SocialNetwork', name: 'Many' }, app.app);
    await duplicateProject(tx, note, sourceId, 'Copy');
    const project = { ...newPostingFields(campaignId), id, urlListId: listId, contentGroupId, tags: 'one' };
    Object.assign(project, { useLinkSet: true, minLinks: 3, maxLinks: 1, linkSetProfiles: [] });
    await saveProject(tx, note, { kind: 'posting', project, sites: [], uuid: 'many' }, secrets);
  });
}

test('many nouns are one transaction: refused at the last, nothing of them is left and nobody was told', async () => {
  const { projectId, campaignId } = await readyCampaign(app.app, [site]);
  const before = await countRows();
  const told = [topics.campaigns, topics.contentGroups, topics.campaign(campaignId), topics.campaign(campaignId + 1)];
  const logs = await Promise.all(told.map(app.listen));
  await expect(makeMany(projectId)).rejects.toThrow('Max links must be greater or equal to min links');
  expect(await countRows()).toEqual(before);
  for (const log of logs) expect(await log.all()).toEqual([]);
});

test('a duplicate that fails at its site rows leaves no project, and nobody was told of one', async () => {
  const { projectId, campaignId } = await readyCampaign(app.app, [site]);
  const before = await countRows();
  const log = await app.listen(topics.campaign(campaignId));
  const { db } = app.app.store;
  await sql`alter table project_sites add constraint no_more check (project_id <= ${sql.lit(projectId)})`.execute(db);
  const copy = () => app.send(duplicateCall, { params: { id: projectId }, body: { name: 'Copy' } });
  expect((await copy()).status).toBe(500);
  expect(await countRows()).toEqual(before);
  expect(await log.all()).toEqual([]);
  await sql`alter table project_sites drop constraint no_more`.execute(db);
  expect((await copy()).body).toMatchObject({ project: { name: 'Copy' } });
  expect((await log.all()).map(({ action }) => action)).toEqual(['newProject']);
});

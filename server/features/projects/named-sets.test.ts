import { afterAll, beforeAll, expect, test } from 'vitest';
import { newPostingFields, savePostingProject } from '#domain/contract/projects/posting.ts';
import { duplicateProject as duplicateCall, getProject } from '#domain/contract/projects/projects.ts';
import { deleteLinkSets } from '#server/features/links/links.ts';
import { commit } from '#server/live/commit.ts';
import { readyCampaign } from '#test/support/builders.ts';
import { newLinkSet, newProject } from '#test/support/nouns.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';
import { until } from '#test/support/until.ts';

/** What stands in the forms of projects and no foreign key minds: nothing may be named that is not there. */
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ roles: ['http'] });
});
afterAll(() => app?.stop());

const site = { platform: 'wordpress', url: 'http://blog.test/', username: 'ada', password: 'secret' };

/** Deletes a set, and commits only when what is done beside it has ended or waits. */
async function whileDeleting<T>(campaignId: number, setId: number, beside: () => Promise<T>): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<Promise<T>>();
  await commit(app.app, async (tx, note) => {
    await deleteLinkSets(tx, note, { campaignId, ids: [setId] }, app.app.tasks);
    let isOver = false;
    const result = beside().finally(() => {
      isOver = true;
    });
    resolve(result);
    await until('it ended or waits', async () => isOver || (await isWaiting()));
  });
  return await promise;
}

const isWaiting = async () =>
  (await app.app.store.pool.query("select from pg_stat_activity where wait_event_type = 'Lock'")).rowCount !== 0;

test('a copy that is made while an input set is deleted does not name it', async () => {
  const { projectId, campaignId, moneyId } = await readyCampaign(app.app, [site]);
  const answer = await whileDeleting(campaignId, moneyId, () =>
    app.send(duplicateCall, { params: { id: projectId }, body: { name: 'Copy' } }),
  );
  const copy = await app.send(getProject, { params: { id: answer.body.project.id } });
  expect(copy.body.project.linkSetProfiles).toMatchObject([{ linkSetId: null }]);
});

test('a save that names an input set while it is deleted is refused, and says which', async () => {
  const { campaignId } = await readyCampaign(app.app, [site]);
  const [{ id }, set] = [await newProject(app, campaignId), await newLinkSet(app, campaignId, 'Going')];
  const row = { linkSetId: set.id, name: 'Going', linkProb: 100, minLinks: 1, maxLinks: 1 };
  const project = { ...newPostingFields(campaignId), id, useLinkSet: true, linkSetProfiles: [row] };
  const save = () => app.send(savePostingProject, { body: { project, sites: [], uuid: 'u' } });
  const answer = await whileDeleting(campaignId, set.id, save);
  expect(answer.body.error).toMatchObject({ field: 'linkSetProfiles', message: expect.stringContaining('Going') });
});

test('an indexing service that is not there leaves the form, and one that stands twice is told once', async () => {
  const { campaignId } = await readyCampaign(app.app, [site]);
  const { id } = await newProject(app, campaignId);
  const save = async (indexers: string[]) => {
    const project = { ...newPostingFields(campaignId), id, useIndexers: true, indexers };
    return (await app.send(savePostingProject, { body: { project, sites: [], uuid: 'u' } })).body.project.indexers;
  };
  expect(await save(['indexnow', 'nobody', 'indexnow', '__proto__'])).toEqual(['indexnow']);
  expect(await save(['nobody'])).toEqual([]);
});

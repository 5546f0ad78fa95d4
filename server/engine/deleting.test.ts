import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { deleteProfiles } from '#domain/contract/accounts.ts';
import { deleteCampaigns } from '#domain/contract/campaigns.ts';
import { deleteContentGroups } from '#domain/contract/content.ts';
import { deleteLinkSets, listLinks } from '#domain/contract/links.ts';
import { deleteProjects, getProject, startProject } from '#domain/contract/projects.ts';
import type { SeenRequest } from '#rehearsal/ledger.ts';
import { startWorld, type World } from '#rehearsal/world.ts';
import { type ReadyCampaign, readyCampaign } from '#test/support/builders.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';
import { until } from '#test/support/until.ts';

/** Deleting what is in use: running projects are stopped first, nothing that stands is lost (D-GEN-16). */
let app: TestApp;
let world: World;
const ledger: SeenRequest[] = [];
beforeAll(async () => {
  app = await startTestApp();
  world = await startWorld({ wordpress: 2, ledger });
  await app.app.store.db
    .insertInto('settings')
    .values({ key: 'options', value: JSON.stringify({ timeToWaitBeforeRetry: 1, maxConcurrentProjects: 20 }) })
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

const page = async (id: number) => (await app.send(getProject, { params: { id } })).body;
const statusOf = async (id: number) => (await page(id)).project.status as string;
const isAtRest = async (id: number) => ['STOPPED', 'COMPLETED', 'FAILED'].includes(await statusOf(id));
const nPages = () => world.sites.reduce((sum, site) => sum + site.posts().length, 0);
const start = (id: number) => app.send(startProject, { params: { id } });

/** A project with sends out: its slow sites have not answered yet. */
async function withSendsOut(): Promise<ReadyCampaign> {
  for (const site of world.sites) site.dial({ slowMs: 400 });
  const ready = await readyCampaign(app.app, world.wordpress, { rowsPerSite: 6, atOnce: 3 });
  await start(ready.projectId);
  await until('sends out', () => ledger.some((seen) => seen.act && seen.endedAt === null));
  return ready;
}

const nothingReserved = async () =>
  (await app.app.store.db.selectFrom('articles').where('reserved', '!=', 0).select('id').execute()).length === 0;
const isGone = async (id: number) =>
  (await app.app.store.db.selectFrom('projects').where('id', '=', id).select('id').execute()).length === 0;

test('a project that is deleted with sends out is gone at once, what then stands is in its output link set', async () => {
  const ready = await withSendsOut();
  const params = { id: ready.campaignId };
  const answer = await app.send(deleteProjects, { params, body: { ids: [ready.projectId] } });
  expect(answer.body).toEqual({ ids: [ready.projectId] });
  expect((await app.send(getProject, { params: { id: ready.projectId } })).status).toBe(404);
  await until('at rest', () => isGone(ready.projectId));
  const standing = world.sites.flatMap((site) => site.posts().map((post) => post.url)).toSorted();
  expect(standing.length).toBeGreaterThan(0);
  const links = await app.send(listLinks, { params: { id: ready.outputId } });
  expect(links.body.urlItems.map((item: { url: string }) => item.url).toSorted()).toEqual(standing);
  expect(await nothingReserved()).toBe(true);
});

test('four campaigns that share sites, deleted at one moment while they post: all go, and nothing more is sent', async () => {
  for (let round = 0; round < 5; round += 1) {
    ledger.length = 0;
    const all = await Promise.all(
      Array.from({ length: 4 }, () => readyCampaign(app.app, world.wordpress, { rowsPerSite: 5, atOnce: 4 })),
    );
    for (const ready of all) await start(ready.projectId);
    await until('sends', () => ledger.some((seen) => seen.act));
    const answers = await Promise.all(
      all.map((ready) => app.send(deleteCampaigns, { body: { ids: [ready.campaignId] } })),
    );
    expect(answers.map((answer) => answer.body)).toEqual(all.map((ready) => ({ ids: [ready.campaignId] })));
    for (const ready of all) await until('at rest', () => isGone(ready.projectId));
    expect(await nothingReserved()).toBe(true);
    expect(nPages()).toBe(ledger.filter((seen) => seen.act).length);
    for (const site of world.sites) site.deletePosts();
  }
});

test.each(['content group', 'account profile', 'output link set', 'input link set'] as const)(
  'deleting the %s of a running project stops it; the next start names what is missing',
  async (what) => {
    for (let round = 0; round < 3; round += 1) {
      ledger.length = 0;
      const ready = await withSendsOut();
      const params = { id: ready.campaignId };
      const calls = {
        'content group': () => app.send(deleteContentGroups, { body: { ids: [ready.groupId] } }),
        'account profile': () => app.send(deleteProfiles, { params, body: { ids: [ready.profileId] } }),
        'output link set': () => app.send(deleteLinkSets, { params, body: { ids: [ready.outputId] } }),
        'input link set': () => app.send(deleteLinkSets, { params, body: { ids: [ready.moneyId] } }),
      };
      const answer = await calls[what]();
      expect(answer.status).toBe(200);
      expect(answer.body.error).toBeUndefined();
      for (const site of world.sites) site.resetDials();
      await until('rest', () => isAtRest(ready.projectId));
      expect(await statusOf(ready.projectId)).toBe('STOPPED');
      const rows = (await page(ready.projectId)).sites.filter((row: { checked: boolean }) => row.checked);
      for (const row of rows) expect(row).not.toMatchObject({ status: 'RUNNING' });
      for (const row of rows) expect(row).not.toMatchObject({ proof: 'CHECKING' });
      expect(await nothingReserved()).toBe(true);
      await start(ready.projectId);
      await until('the next start', () => isAtRest(ready.projectId));
      const { status, lastError } = (await page(ready.projectId)).project;
      expect(status).toBe('FAILED');
      expect(JSON.parse(lastError)).toEqual([expect.stringMatching(/select|choose/i)]);
    }
  },
);

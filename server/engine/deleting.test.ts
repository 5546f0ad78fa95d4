import { expect, test } from 'vitest';
import { deleteProfiles } from '#domain/contract/accounts.ts';
import { deleteCampaigns } from '#domain/contract/campaigns.ts';
import { deleteArticles, deleteContentGroups } from '#domain/contract/content.ts';
import { deleteLinkSets, listLinks } from '#domain/contract/links.ts';
import { deleteProjects, getProject, startProject } from '#domain/contract/projects/projects.ts';
import { type ReadyCampaign, readyCampaign } from '#test/support/builders.ts';
import { EngineWorld } from '#test/support/engine-world.ts';
import { until } from '#test/support/until.ts';

/** Deleting what is in use: running projects are stopped first, nothing that stands is lost (D-GEN-16). */
const options = { timeToWaitBeforeRetry: 1, maxConcurrentProjects: 20, waitTimeOut: 10 };
const at = new EngineWorld({ wordpress: 2, options });
const nPages = () => at.world.sites.reduce((sum, site) => sum + site.posts().length, 0);

/** A project with sends out: its slow sites have not answered yet. */
async function withSendsOut(): Promise<ReadyCampaign> {
  for (const site of at.world.sites) site.dial({ slowMs: 400 });
  const ready = await readyCampaign(at.app.app, at.world.wordpress, { rowsPerSite: 6, atOnce: 3 });
  await at.start(ready.projectId);
  await until('sends out', () => at.ledger.some((seen) => seen.act && seen.endedAt === null));
  return ready;
}

const nothingReserved = async () =>
  (await at.db.selectFrom('articles').where('reserved', '!=', 0).select('id').execute()).length === 0;
const isGone = async (id: number) =>
  (await at.db.selectFrom('projects').where('id', '=', id).select('id').execute()).length === 0;

test('a project that is deleted with sends out is gone at once, what then stands is in its output link set', async () => {
  const ready = await withSendsOut();
  const params = { id: ready.campaignId };
  const answer = await at.app.send(deleteProjects, { params, body: { ids: [ready.projectId] } });
  expect(answer.body).toEqual({ ids: [ready.projectId] });
  expect((await at.app.send(getProject, { params: { id: ready.projectId } })).status).toBe(404);
  await until('at rest', () => isGone(ready.projectId));
  const standing = at.world.sites.flatMap((site) => site.posts().map((post) => post.url)).toSorted();
  expect(standing.length).toBeGreaterThan(0);
  const links = await at.app.send(listLinks, { params: { id: ready.outputId } });
  expect(links.body.urlItems.map((item: { url: string }) => item.url).toSorted()).toEqual(standing);
  expect(await nothingReserved()).toBe(true);
});

test('a lost post of a deleted project is looked for although its site refuses the login for a while', async () => {
  const [site] = at.world.wordpress;
  const ready = await readyCampaign(at.app.app, at.world.wordpress.slice(0, 1), { siteName: 'refusing' });
  site?.dial({ hangAfterCommit: true });
  await at.start(ready.projectId);
  await until('it stands', () => site?.posts().length === 1);
  await at.app.send(deleteProjects, { params: { id: ready.campaignId }, body: { ids: [ready.projectId] } });
  at.ledger.length = 0;
  site?.dial({ wrongPassword: true });
  await until('refused', () => at.ledger.filter((seen) => seen.status === 401).length > 1);
  expect(await isGone(ready.projectId)).toBe(false);
  site?.resetDials();
  await until('at rest', () => isGone(ready.projectId));
  const links = await at.app.send(listLinks, { params: { id: ready.outputId } });
  expect(links.body.urlItems).toMatchObject([{ url: site?.posts()[0]?.url }]);
});

test('four campaigns that share sites, deleted at one moment while they post: all go, and nothing more is sent', async () => {
  for (let round = 0; round < 5; round += 1) {
    at.ledger.length = 0;
    const all = await Promise.all(
      Array.from({ length: 4 }, () => readyCampaign(at.app.app, at.world.wordpress, { rowsPerSite: 5, atOnce: 4 })),
    );
    for (const ready of all) await at.start(ready.projectId);
    await until('sends', () => at.ledger.some((seen) => seen.act));
    const answers = await Promise.all(
      all.map((ready) => at.app.send(deleteCampaigns, { body: { ids: [ready.campaignId] } })),
    );
    expect(answers.map((answer) => answer.body)).toEqual(all.map((ready) => ({ ids: [ready.campaignId] })));
    for (const ready of all) await until('at rest', () => isGone(ready.projectId));
    expect(await nothingReserved()).toBe(true);
    expect(nPages()).toBe(at.ledger.filter((seen) => seen.act).length);
    for (const site of at.world.sites) site.deletePosts();
  }
});

test.each(['content group', 'account profile', 'output link set', 'input link set'] as const)(
  'deleting the %s of a running project stops it; the next start names what is missing',
  async (what) => {
    for (let round = 0; round < 3; round += 1) {
      at.ledger.length = 0;
      const ready = await withSendsOut();
      const params = { id: ready.campaignId };
      const calls = {
        'content group': () => at.app.send(deleteContentGroups, { body: { ids: [ready.groupId] } }),
        'account profile': () => at.app.send(deleteProfiles, { params, body: { ids: [ready.profileId] } }),
        'output link set': () => at.app.send(deleteLinkSets, { params, body: { ids: [ready.outputId] } }),
        'input link set': () => at.app.send(deleteLinkSets, { params, body: { ids: [ready.moneyId] } }),
      };
      const answer = await calls[what]();
      expect(answer.status).toBe(200);
      expect(answer.body.error).toBeUndefined();
      for (const site of at.world.sites) site.resetDials();
      await at.comesToRest(ready.projectId);
      expect(await at.statusOf(ready.projectId)).toBe('STOPPED');
      for (const row of await at.rowsOf(ready.projectId)) expect(row).not.toMatchObject({ status: 'RUNNING' });
      // The last read that follows a post may still be under way.
      await until('proofs', async () =>
        (await at.rowsOf(ready.projectId)).every((row: { proof: string | null }) => row.proof !== 'CHECKING'),
      );
      expect(await nothingReserved()).toBe(true);
      const again = await at.app.send(startProject, { params: { id: ready.projectId } });
      expect(again.body.error.message).toMatch(/select|choose/i);
      expect(await at.statusOf(ready.projectId)).toBe('STOPPED');
    }
  },
);

test('articles that are deleted while a post of them is prepared: the post goes out with its text', async () => {
  for (const site of at.world.sites) site.dial({ slowMs: 1_500 });
  const ready = await readyCampaign(at.app.app, at.world.wordpress.slice(0, 1), { siteName: 'prepared' });
  await at.start(ready.projectId);
  await until('it is prepared', () => at.ledger.length > 0);
  const reserved = await at.db.selectFrom('articles').where('reserved', '>', 0).select('id').execute();
  const ids = reserved.map((row) => row.id);
  expect(ids).toHaveLength(1);
  await at.app.send(deleteArticles, { params: { id: ready.groupId }, body: { ids } });
  for (const site of at.world.sites) site.resetDials();
  await at.comesToRest(ready.projectId);
  expect(nPages()).toBe(1);
  expect(await at.statusOf(ready.projectId)).toBe('COMPLETED');
});

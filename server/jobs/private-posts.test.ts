import { expect, test } from 'vitest';
import { deletePrivateNetworks, deletePrivateSites, uploadPrivateSites } from '#domain/contract/private-networks.ts';
import { savePrivateProject } from '#domain/contract/projects/private.ts';
import { privateSiteStatus } from '#domain/contract/projects/projects.ts';
import { EngineWorld } from '#test/support/engine-world.ts';
import { lineOf, readyNetwork, withNumber } from '#test/support/networks.ts';
import { until } from '#test/support/until.ts';

/** Private projects on the sites of their network: each with its own login, and a number of posts where one is stored. */
const at = new EngineWorld({
  wordpress: 3,
  shaarli: 1,
  options: { timeToWaitBeforeRetry: 0, maxNumberOfRetries: 2 },
  config: { settleMs: 300 },
});

const posts = (projectId: number) =>
  at.db.selectFrom('posts').where('project_id', '=', projectId).selectAll().orderBy('id').execute();
const onSites = () => at.world.wordpress.map((site) => site.posts().length);
const sum = (counts: number[]) => counts.reduce((all, one) => all + one, 0);
const runsOf = (projectId: number) =>
  at.db.selectFrom('runs').where('project_id', '=', projectId).selectAll().orderBy('id').execute();

async function proved(listId: number, count: number) {
  const links = () => at.db.selectFrom('url_items').where('url_list_id', '=', listId).selectAll().execute();
  await until('the proofs', async () => {
    const all = await links();
    return all.length === count && all.every((link) => link.proof_state === 'LIVE');
  });
  return links();
}

test('a private blog project posts once to each site with its own login, to proved links', async () => {
  const ready = await readyNetwork(at.app, at.world.wordpress);
  await at.start(ready.projectId);
  await at.completes(ready.projectId);
  expect(onSites()).toEqual([1, 1, 1]);
  const links = await proved(ready.outputId, 3);
  expect(links.map((link) => link.username).sort()).toEqual(at.world.wordpress.map((site) => site.username).sort());
  const [site] = ready.sites;
  const body = { projectId: ready.projectId, siteId: site?.siteId ?? '', email: site?.email ?? '' };
  const told = (await at.app.send(privateSiteStatus, { body })).body;
  expect(told.site).toMatchObject({ status: 'SUCCESS', platform: 'WordPress' });
  expect(told.posts).toMatchObject([{ url: expect.stringContaining(site?.siteUrl ?? '-') }]);
});

test('two logins at one site are two rows, and each posts as itself', async () => {
  const ready = await readyNetwork(at.app, at.world.wordpress.slice(0, 1), { loginsPerSite: 2 });
  expect(ready.sites).toHaveLength(2);
  await at.start(ready.projectId);
  await at.completes(ready.projectId);
  expect(onSites()).toEqual([2, 0, 0]);
  expect((await posts(ready.projectId)).map((post) => post.email).sort()).toEqual(['me1@own.test', 'me@own.test']);
});

test('each site is posted to with its own login: a wrong one fails there alone, and is free again at the next start', async () => {
  const [good, bad] = at.world.wordpress;
  const ready = await readyNetwork(at.app, [good!, { ...bad!, password: 'not this one' }]);
  await at.start(ready.projectId);
  await at.completes(ready.projectId);
  expect(onSites()).toEqual([1, 0, 0]);
  const failed = (await at.rowsOf(ready.projectId)).find((row: { status: string }) => row.status === 'FAILED');
  expect(failed.waitInfo).toMatch(/refused the login/);
  const put = { params: { id: ready.networkId }, body: { siteList: lineOf(bad!), selfHosted: true } };
  await at.app.send(uploadPrivateSites, put);
  await at.db.updateTable('projects').set({ status: 'FAILED' }).where('id', '=', ready.projectId).execute();
  await at.start(ready.projectId);
  await at.completes(ready.projectId);
  expect(onSites()).toEqual([1, 1, 0]);
});

test.each([2, 3, 8])('a stored number of %d posts is made in all, dealt out in turn', async (numberOfPosts) => {
  const ready = await readyNetwork(at.app, at.world.wordpress, { nArticles: 4 });
  await withNumber(at.app, ready.projectId, { numberOfPosts });
  await at.start(ready.projectId);
  await at.completes(ready.projectId);
  const counts = onSites();
  expect(sum(counts)).toBe(numberOfPosts);
  expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
  const [run] = await runsOf(ready.projectId);
  expect([run?.planned, run?.succeeded]).toEqual([numberOfPosts, numberOfPosts]);
  await proved(ready.outputId, numberOfPosts);
});

test('once more, after all is done, begins with clean rows', async () => {
  const ready = await readyNetwork(at.app, at.world.wordpress, { nArticles: 4 });
  await at.start(ready.projectId);
  await at.completes(ready.projectId);
  await withNumber(at.app, ready.projectId, { numberOfPosts: 1 });
  await at.start(ready.projectId);
  await until('a second run that is over', async () => (await runsOf(ready.projectId))[1]?.ended_at != null);
  const rows = await at.rowsOf(ready.projectId);
  expect(rows.map((row: { status: string }) => row.status).sort()).toEqual(['NONE', 'NONE', 'SUCCESS']);
  expect(sum(onSites())).toBe(4);
});

test('the share of a site that fails goes to the others', async () => {
  const ready = await readyNetwork(at.app, at.world.wordpress, { nArticles: 6 });
  at.world.wordpress[0]?.dial({ wrongPassword: true });
  await withNumber(at.app, ready.projectId, { numberOfPosts: 5 });
  await at.start(ready.projectId);
  await at.completes(ready.projectId);
  const [refused, ...others] = onSites();
  expect([refused, sum(others)]).toEqual([0, 5]);
  // A login that was refused is not tried again and again.
  expect((await posts(ready.projectId)).filter((post) => post.state === 'FAILED')).toHaveLength(1);
  const stopped = at.db.selectFrom('private_sites').where('network_id', '=', ready.networkId);
  expect(await stopped.where('stopped_reason', 'is not', null).select('site_id').execute()).toHaveLength(1);
});

test('after a Stop the rest of the number is made, and lost answers make nothing twice', async () => {
  const ready = await readyNetwork(at.app, at.world.wordpress.slice(0, 2), { nArticles: 6 });
  for (const site of at.world.wordpress) site.dial({ dropAfterCommit: true, times: 1 });
  await withNumber(at.app, ready.projectId, { numberOfPosts: 6 });
  await at.start(ready.projectId);
  await until('some posts', () => sum(onSites()) >= 2);
  await at.stop(ready.projectId);
  await at.comesToRest(ready.projectId);
  const first = sum(onSites());
  expect(first).toBeLessThan(6);
  await at.start(ready.projectId);
  await at.completes(ready.projectId);
  expect(sum(onSites())).toBe(6);
  const all = await posts(ready.projectId);
  expect(all.filter((post) => post.state === 'SUCCEEDED')).toHaveLength(6);
  for (const run of await runsOf(ready.projectId))
    expect(run.planned).toBe(run.succeeded + run.failed + run.skipped + run.unknown);
});

test('0 goes on in turn until the articles run out, and ends as completed', async () => {
  const ready = await readyNetwork(at.app, at.world.wordpress.slice(0, 2), { nArticles: 5 });
  const group = at.db.updateTable('content_groups').set({ max_usage_per_article: 1 });
  await group.where('id', '=', ready.groupId).execute();
  await withNumber(at.app, ready.projectId, { numberOfPosts: 0 });
  await at.start(ready.projectId);
  await at.completes(ready.projectId);
  expect(sum(onSites())).toBe(5);
  expect((await at.page(ready.projectId)).project.lastError).toBeNull();
});

test('0 without a limit of articles goes on until Stop', async () => {
  const ready = await readyNetwork(at.app, at.world.wordpress.slice(0, 1));
  await withNumber(at.app, ready.projectId, { numberOfPosts: 0 });
  await at.start(ready.projectId);
  await until('three turns', () => sum(onSites()) >= 3);
  expect(await at.statusOf(ready.projectId)).toBe('RUNNING');
  await at.stop(ready.projectId);
  await at.comesToRest(ready.projectId);
  expect(await at.statusOf(ready.projectId)).toBe('STOPPED');
});

test('a number that is spread over days goes out day by day', async () => {
  const ready = await readyNetwork(at.app, at.world.wordpress.slice(0, 2), { nArticles: 6 });
  await withNumber(at.app, ready.projectId, { numberOfPosts: 4, durationType: 'Spread', nDay: 4 });
  await at.start(ready.projectId);
  await until('its plan', async () => (await posts(ready.projectId)).length === 2);
  const due = (await posts(ready.projectId)).map((post) => post.due_at.getTime() - Date.now());
  const day = 86_400_000;
  expect(due.map((ms) => Math.floor(ms / day)).sort()).toEqual([expect.any(Number), 1]);
  expect(Math.min(...due)).toBeLessThan(day);
  await at.stop(ready.projectId);
});

test('a site that is taken out of its network while a run waits for it fails there, and the run ends', async () => {
  const ready = await readyNetwork(at.app, at.world.wordpress.slice(0, 2));
  const [kept, gone] = ready.sites;
  // Only the site that stays is answered at once.
  const slow = at.world.wordpress.find((site) => site.url.includes(gone?.siteId ?? '-'));
  slow?.dial({ slowMs: 1_500 });
  await at.start(ready.projectId);
  await until('both are worked on', () => at.ledger.length >= 2);
  const ids = [{ siteId: gone?.siteId ?? '', email: gone?.email ?? '' }];
  await at.app.send(deletePrivateSites, { params: { id: ready.networkId }, body: { ids } });
  await at.comesToRest(ready.projectId);
  expect(await at.statusOf(ready.projectId)).toBe('COMPLETED');
  expect((await at.rowsOf(ready.projectId)).map((row: { id: { siteId: string } }) => row.id.siteId)).toEqual([
    kept?.siteId,
  ]);
});

test('a network that is deleted stops its project, which then says what it lacks', async () => {
  const ready = await readyNetwork(at.app, at.world.wordpress.slice(0, 1));
  await withNumber(at.app, ready.projectId, { numberOfPosts: 0 });
  await at.start(ready.projectId);
  await until('a post', () => sum(onSites()) >= 1);
  await at.app.send(deletePrivateNetworks, { body: { ids: [ready.networkId] } });
  await at.comesToRest(ready.projectId);
  expect(await at.statusOf(ready.projectId)).toBe('STOPPED');
  const stood = sum(onSites());
  expect((await at.start(ready.projectId)).body.error).toMatchObject({
    message: 'You need to choose a private network',
    tab: 'general',
  });
  expect((await at.page(ready.projectId)).sites).toEqual([]);
  expect(sum(onSites())).toBe(stood);
});

test('a project that is given another network counts the rows of that one alone', async () => {
  const ready = await readyNetwork(at.app, at.world.wordpress);
  const other = await readyNetwork(at.app, at.world.wordpress.slice(0, 1));
  const { project } = await at.page(ready.projectId);
  const [site] = other.sites;
  const mark = { id: { module: 'Private', siteId: site?.siteId ?? '' }, email: site?.email ?? '', checked: true };
  const body = { project: { ...project, profileId: other.networkId }, sites: [mark], uuid: 'u' };
  expect((await at.app.send(savePrivateProject, { body })).body.error).toBeUndefined();
  const kept = at.db.selectFrom('project_sites').where('project_id', '=', ready.projectId).selectAll().execute();
  expect(await kept).toMatchObject([{ site_id: site?.siteId, checked: true }]);
});

test('an empty network is named before the start', async () => {
  const ready = await readyNetwork(at.app, at.world.wordpress.slice(0, 1));
  const ids = ready.sites.map(({ siteId, email }) => ({ siteId, email }));
  await at.app.send(deletePrivateSites, { params: { id: ready.networkId }, body: { ids } });
  expect((await at.start(ready.projectId)).body.error).toMatchObject({
    message: 'The chosen private network has no sites yet: import some',
    field: 'profileId',
  });
});

test('a private project of PDFs uploads files to the same sites', async () => {
  const ready = await readyNetwork(at.app, at.world.wordpress.slice(0, 1), { module: 'PrivatePDF' });
  await at.start(ready.projectId);
  await at.completes(ready.projectId);
  const [link] = await proved(ready.outputId, 1);
  const answer = await fetch(link?.url ?? '');
  expect(answer.headers.get('content-type')).toBe('application/pdf');
});

test('a private bookmark project bookmarks its links at the bookmarking sites of the network alone', async () => {
  const own = [...at.world.shaarli, ...at.world.wordpress.slice(0, 1)];
  const ready = await readyNetwork(at.app, own, { module: 'PrivateBookmark' });
  expect((await at.page(ready.projectId)).sites).toMatchObject([{ id: { module: 'PrivateBookmark' } }]);
  await at.start(ready.projectId);
  await at.completes(ready.projectId);
  expect(at.world.shaarli[0]?.posts()).toHaveLength(1);
  expect(onSites()).toEqual([0, 0, 0]);
  await proved(ready.outputId, 1);
});

test('a private article directory project posts articles', async () => {
  const ready = await readyNetwork(at.app, at.world.wordpress.slice(0, 2), { module: 'PrivateArticleDirectory' });
  await at.start(ready.projectId);
  await at.completes(ready.projectId);
  await proved(ready.outputId, 2);
});

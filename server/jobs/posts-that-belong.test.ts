import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { checkLinkSet, listLinks, type UrlItem } from '#domain/contract/links.ts';
import { topics } from '#domain/contract/live.ts';
import type { PostingFields } from '#domain/contract/projects/posting.ts';
import { deleteProjects, getProject, startProject } from '#domain/contract/projects/projects.ts';
import type { RehearsalSite } from '#rehearsal/site-server.ts';
import { startWorld, type World } from '#rehearsal/world.ts';
import { type ReadyCampaign, readyCampaign } from '#test/support/builders.ts';
import { type PageServer, startPictures } from '#test/support/page-server.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';
import { until } from '#test/support/until.ts';

/** What posts look like on their sites, and which of them never get there (D-ENG-24 to D-ENG-26). */
let app: TestApp;
let world: World;
let images: PageServer;
let site: RehearsalSite;
let nCampaigns = 0;
beforeAll(async () => {
  app = await startTestApp();
  world = await startWorld({ wordpress: 1, mediawiki: 1 });
  site = world.wordpress[0] as RehearsalSite;
  images = await startPictures();
  const options = { timeToWaitBeforeRetry: 0, maxNumberOfRetries: 2 };
  await app.app.store.db
    .insertInto('settings')
    .values({ key: 'options', value: JSON.stringify(options) })
    .execute();
});
afterEach(() => {
  site.resetDials();
  site.deletePosts();
});
afterAll(async () => {
  await app.stop();
  await world.close();
  await images.close();
});

const query = (text: string, values: unknown[]) => app.app.store.pool.query(text, values);

/** Runs a project of one article to its end; answers what its site shows. */
async function run(
  fields: Partial<PostingFields>,
  { body, on = site }: { body?: string; on?: RehearsalSite } = {},
): Promise<{ ready: ReadyCampaign; status: string; info: string; urls: string[] }> {
  nCampaigns += 1;
  const module = on.platform === 'mediawiki' ? ('Wiki' as const) : ('SocialNetwork' as const);
  const siteName = `belong${nCampaigns}`;
  const ready = await readyCampaign(app.app, [on], { module, fields, nArticles: 1, siteName });
  if (body) await query('update articles set body = $1 where content_group_id = $2', [body, ready.groupId]);
  const log = await app.listen(topics.project(ready.projectId));
  await app.send(startProject, { params: { id: ready.projectId } });
  const isOver = (event: { action: string; status?: string }) =>
    event.action === 'projectStatusChanged' && ['COMPLETED', 'FAILED'].includes(event.status ?? '');
  await log.until(isOver, 'the end of the run');
  const page = await app.send(getProject, { params: { id: ready.projectId } });
  const row = page.body.sites.find((one: { checked: boolean }) => one.checked);
  return { ready, status: row.status, info: row.waitInfo ?? '', urls: on.posts().map(({ url }) => url) };
}

const withImages = (names: string[], more: Partial<PostingFields> = {}): Partial<PostingFields> => ({
  insertImages: true,
  searchForImages: false,
  imagesToInsert: names.map((name) => `http://${images.host}/${name}`).join('\n'),
  minImage: names.length,
  maxImage: names.length,
  ...more,
});
const page = async (url = '') => (await fetch(url)).text();

test.each<[string, Partial<PostingFields>, string | undefined, string]>([
  ['lacks its keyword', { whenKeywordMissing: 'wait' }, 'Nothing of it here.', 'The keyword is not in the article'],
  [
    'has broken spin syntax',
    {},
    'Garden tools {one|two.',
    'Spin syntax is broken at character 14 (line 1, column 14) of the article "{Good|Fine} title 1"',
  ],
  ['has a left-over token', {}, 'Garden tools and [keyword].', 'Left-over token: [keyword]'],
])('a post that %s does not go out', async (_, fields, body, reason) => {
  const { status, info, urls } = await run(fields, body === undefined ? {} : { body });
  expect({ status, info, urls }).toEqual({ status: 'FAILED', info: reason, urls: [] });
  const { rows } = await query(
    'select count(*)::int as n from attempts a join posts p on p.id = a.post_id where p.reason = $1',
    [reason],
  );
  expect(rows[0].n).toBe(0);
});

test('a post with an image that does not answer does not go out', async () => {
  const { status, info, urls } = await run(withImages(['a.png', 'gone.png']));
  expect({ status, info, urls }).toEqual({
    status: 'FAILED',
    info: `Image not reachable: http://${images.host}/gone.png`,
    urls: [],
  });
});

test('a post has author, category, featured image, a clean address and no bare link', async () => {
  const fields = withImages(['top.png', 'in.png'], {
    featuredImage: true,
    category: 'Garden',
    excerptFrom: 'firstParagraph',
  });
  const { status, urls } = await run(fields, { body: 'One about nothing.\n\nTwo about nothing.' });
  expect(status).toBe('SUCCESS');
  expect(urls[0]).toMatch(/\/(good|fine)-title-1\/$/);
  const html = await page(urls[0]);
  expect(html).toContain('<strong>Ada</strong><br />Writer');
  expect(html).toContain('in Garden');
  expect(html.match(/wp-content\/uploads/g)).toHaveLength(2);
  expect(html).not.toContain(images.host);
  expect(html).toMatch(/<p>[^<]+<a href="http:\/\/money.example\/">garden tools<\/a>[^<]*<\/p>/);
});

test('an upload whose answer is lost leads to one image and one post', async () => {
  site.dial({ dropUpload: true, times: 1 });
  const { status, urls } = await run(withImages(['lost.png']));
  expect(status).toBe('SUCCESS');
  expect(urls).toHaveLength(1);
  const login = Buffer.from(`${site.username}:${site.password}`).toString('base64');
  const media = await fetch(`${site.url}/wp-json/wp/v2/media`, { headers: { authorization: `Basic ${login}` } });
  const slugs = ((await media.json()) as { slug: string }[]).map(({ slug }) => slug);
  expect(slugs.filter((slug) => slug.startsWith('lost-'))).toHaveLength(1);
});

test('a draft is no backlink', async () => {
  const { ready, status, info } = await run({ postStatus: 'draft' });
  expect({ status, info }).toEqual({ status: 'SUCCESS', info: expect.stringContaining('Saved as a draft') });
  const { rows } = await query('select count(*)::int as n from url_items where url_list_id = $1', [ready.outputId]);
  expect(rows[0].n).toBe(0);
});

test('a timed post is not read before its time, nor called missing by who checks it; then it is proved', async () => {
  const { ready, status, info, urls } = await run({ postStatus: 'timed', publishAfterHours: 2 });
  expect({ status, info }).toEqual({
    status: 'SUCCESS',
    info: expect.stringMatching(/^Planned on the site for \d\d\/\d\d\/\d{4} \d\d:\d\d UTC$/),
  });
  expect((await fetch(urls[0] ?? '')).status).toBe(404);
  const link = async () =>
    (await app.send(listLinks, { params: { id: ready.outputId } })).body.urlItems[0] as UrlItem | undefined;
  await until('the link says when', async () => (await link())?.proof.reason === info);
  expect(await link()).toMatchObject({ url: urls[0], proof: { state: 'NONE' } });
  // As a process leaves it that dies before the link is told its time.
  await query('update url_items set shown_from = null, proof = null where url_list_id = $1', [ready.outputId]);
  await app.send(checkLinkSet, { params: { id: ready.outputId }, body: {} });
  const waits =
    "select 1 from link_checks where url_list_id = $1 and not counted and due_at > now() + interval '1 hour'";
  await until('the check waits again', async () => (await query(waits, [ready.outputId])).rows.length === 1);
  expect(await link()).toMatchObject({ proof: { state: 'NONE', reason: info } });
  // Its time comes.
  await query('update url_items set shown_from = now() - make_interval(mins => 2) where url_list_id = $1', [
    ready.outputId,
  ]);
  const login = Buffer.from(`${site.username}:${site.password}`).toString('base64');
  const remote = await query('select remote_id from posts where project_id = $1', [ready.projectId]);
  await fetch(`${site.url}/wp-json/wp/v2/posts/${remote.rows[0].remote_id}`, {
    method: 'POST',
    headers: { authorization: `Basic ${login}`, 'content-type': 'application/json' },
    body: JSON.stringify({ status: 'publish' }),
  });
  await app.send(checkLinkSet, { params: { id: ready.outputId }, body: {} });
  await until('the link is live', async () => (await link())?.proof.state === 'LIVE');
});

test.each([
  ['WordPress', () => site],
  ['MediaWiki', () => world.mediawiki[0] as RehearsalSite],
])('the sign for look-ups is taken out of a post on %s once its links are proved', async (_, on) => {
  const { ready, status, urls } = await run({ cleanAfterProof: true }, { on: on() });
  expect(status).toBe('SUCCESS');
  const cleaned = () => query('select cleaned_at from posts where project_id = $1', [ready.projectId]);
  await until('the post is clean', async () => (await cleaned()).rows[0].cleaned_at !== null);
  expect(await page(urls[0])).toContain('Ada');
  const stands = on()
    .posts()
    .find(({ url }) => url === urls[0]);
  expect(stands).toMatchObject({ marker: '' });
});

test('the sign stays where nobody asked to take it out', async () => {
  const { urls } = await run({});
  expect(await page(urls[0])).toMatch(/<!--ref:r[a-z0-9]{15}-->/);
});

test('the page of a timed post is waited for when its project is deleted too', async () => {
  const { ready, info } = await run({ postStatus: 'timed', publishAfterHours: 2 });
  const link = async () =>
    (await app.send(listLinks, { params: { id: ready.outputId } })).body.urlItems[0] as UrlItem | undefined;
  await until('the link says when', async () => (await link())?.proof.reason === info);
  await app.send(deleteProjects, { params: { id: ready.campaignId }, body: { ids: [ready.projectId] } });
  await until('its posts are gone', async () => {
    const { rows } = await query('select 1 from posts where project_id = $1', [ready.projectId]);
    return rows.length === 0;
  });
  await app.send(checkLinkSet, { params: { id: ready.outputId }, body: {} });
  const waits =
    "select 1 from link_checks where url_list_id = $1 and not counted and due_at > now() + interval '1 hour'";
  await until('the check waits', async () => (await query(waits, [ready.outputId])).rows.length === 1);
  expect(await link()).toMatchObject({ proof: { state: 'NONE', reason: info } });
});

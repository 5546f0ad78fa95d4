import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { topics } from '#domain/contract/live.ts';
import { saveOptions } from '#domain/contract/options/options.ts';
import { showOnePost } from '#domain/contract/previews.ts';
import type { PostingFields } from '#domain/contract/projects/posting.ts';
import { getProject, startProject } from '#domain/contract/projects/projects.ts';
import type { MediaApi } from '#rehearsal/media/media-api.ts';
import { startOpenverse } from '#rehearsal/media/openverse.ts';
import { startPixabay } from '#rehearsal/media/pixabay.ts';
import { startUnsplash } from '#rehearsal/media/unsplash.ts';
import { startYouTube } from '#rehearsal/media/you-tube.ts';
import type { RehearsalSite } from '#rehearsal/site-server.ts';
import { startWorld, type World } from '#rehearsal/world.ts';
import { readyCampaign } from '#test/support/builders.ts';
import { type PageServer, startPictures } from '#test/support/page-server.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';

/** Images and videos that projects have searched for, as they stand in their posts (D-ENG-09). */
let app: TestApp;
let world: World;
let files: PageServer;
let site: RehearsalSite;
let apis: Record<'Openverse' | 'Pixabay' | 'Unsplash' | 'YouTube', MediaApi>;
let nCampaigns = 0;
beforeAll(async () => {
  const [Openverse, Pixabay, Unsplash, YouTube] = await Promise.all([
    startOpenverse(),
    startPixabay(),
    startUnsplash(),
    startYouTube(),
  ]);
  apis = { Openverse, Pixabay, Unsplash, YouTube };
  files = await startPictures();
  for (const api of Object.values(apis)) api.filesAt = `http://${files.host}`;
  const mediaAddresses = Object.fromEntries(Object.entries(apis).map(([name, { url }]) => [name, url]));
  [app, world] = await Promise.all([startTestApp({ mediaAddresses }), startWorld({ wordpress: 1 })]);
  site = world.wordpress[0] as RehearsalSite;
  const media = { pixabay: Pixabay.key, unsplash: Unsplash.key, youTube: YouTube.key };
  expect((await app.send(saveOptions, { body: { media } })).body.error).toBeUndefined();
});
afterEach(async () => {
  site.deletePosts();
  for (const api of Object.values(apis)) api.reset();
  app.app.outside.holds?.clear();
  await app.app.store.pool.query('delete from media_findings');
  await app.send(saveOptions, { body: { imageService: 'Openverse', videoService: 'YouTube' } });
});
afterAll(async () => {
  await app?.stop();
  await world?.close();
  await files?.close();
  await Promise.all(Object.values(apis ?? {}).map((api) => api.close()));
});

const searching = (more: Partial<PostingFields> = {}): Partial<PostingFields> => ({
  insertImages: true,
  searchForImages: true,
  keywordsForImage: 'garden',
  minImage: 2,
  maxImage: 2,
  ...more,
});
const videos: Partial<PostingFields> = {
  insertVideos: true,
  searchForVideos: true,
  keywordsForVideo: 'garden',
  minVideo: 1,
  maxVideo: 1,
  videoPosition: 'Bottom',
};

function campaign(fields: Partial<PostingFields>) {
  nCampaigns += 1;
  return readyCampaign(app.app, [site], { fields, nArticles: 1, siteName: `searched${nCampaigns}` });
}

/** Runs a project of one post to its end; answers what its site shows. */
async function run(fields: Partial<PostingFields>): Promise<{ status: string; info: string; html: string }> {
  const { projectId } = await campaign(fields);
  const log = await app.listen(topics.project(projectId));
  await app.send(startProject, { params: { id: projectId } });
  const isOver = (event: { action: string; status?: string }) =>
    event.action === 'projectStatusChanged' && ['COMPLETED', 'FAILED'].includes(event.status ?? '');
  await log.until(isOver, 'the end of the run');
  const page = await app.send(getProject, { params: { id: projectId } });
  const row = page.body.sites.find((one: { checked: boolean }) => one.checked);
  const [post] = site.posts();
  return { status: row.status, info: row.waitInfo ?? '', html: post ? await (await fetch(post.url)).text() : '' };
}
async function show(fields: Partial<PostingFields>, turns = [0]) {
  const { projectId } = await campaign(fields);
  const body = (turn: number) => ({ site: { module: 'SocialNetwork', siteId: `searched${nCampaigns}-0-0` }, turn });
  const shown = [];
  for (const turn of turns)
    shown.push((await app.send(showOnePost, { params: { id: projectId }, body: body(turn) })).body.post);
  return shown;
}
const creditsIn = (html: string) => html.match(/<em><a href="[^"]+" rel="nofollow">[^<]+<\/a><\/em>/g) ?? [];

test('images are found by keywords, brought to the site, and stand with their credit', async () => {
  const { status, html } = await run(searching());
  expect(status).toBe('SUCCESS');
  expect(html.match(/<img /g)).toHaveLength(2);
  expect(html.match(/wp-content\/uploads/g)).toHaveLength(2);
  expect(html).not.toContain(files.host);
  expect(html).toMatch(/alt="garden \d"/);
  const credits = creditsIn(html);
  expect(credits).toHaveLength(2);
  for (const credit of credits)
    expect(credit).toMatch(/^<em><a href="https:\/\/flickr.test\/photos\/\d" .*is licensed under CC BY 2.0\.</);
});

test('an image above the post has its credit at the end', async () => {
  const { html } = await run(searching({ minImage: 1, maxImage: 1, featuredImage: true }));
  expect(creditsIn(html)).toHaveLength(1);
});

test('a video is found by keywords, and stands by the address of which sites make a player', async () => {
  const { status, html } = await run(videos);
  expect(status).toBe('SUCCESS');
  expect(html).toMatch(/<p>https:\/\/www\.youtube\.com\/watch\?v=video0000_\d<\/p>/);
  expect(creditsIn(html)[0]).toMatch(/Ann &amp; the garden \d by Ann(&#39;|')s garden on YouTube/);
});

test('the same words are asked for once, and the same turn shows the same', async () => {
  const [one, other, again] = await show(searching({ minImage: 1, maxImage: 3 }), [1, 2, 1]);
  expect(again.html).toBe(one.html);
  expect(other.html).not.toBe(one.html);
  await run(searching());
  expect(apis.Openverse.requests).toHaveLength(1);
});

test('what is not found is a reason, and the post goes out', async () => {
  const { status, info, html } = await run(searching({ keywordsForImage: 'nothing' }));
  expect({ status, images: html.match(/<img /g) }).toEqual({ status: 'SUCCESS', images: null });
  expect(info).toBe('Openverse found none for "nothing": posted without images');
  const [few] = await show(searching({ minImage: 7, maxImage: 9 }));
  expect(few.findings).toContainEqual({
    kind: 'media',
    text: 'Openverse found too few for "garden": posted with 5 of 7 images',
    stops: false,
  });
});

test('images that are gone are replaced by others, and are a reason where all are', async () => {
  const texts = async () => {
    const [post] = await show(searching());
    await app.app.store.pool.query('delete from media_findings');
    return { findings: post.findings.map(({ text }: { text: string }) => text), html: post.html as string };
  };
  apis.Openverse.filesAt = `http://${files.host}/gone`;
  const none = await texts();
  expect(none.findings).toContainEqual(
    expect.stringMatching(/^Openverse found \d+, of which none could be read, for "garden": posted without images$/),
  );
  expect(none.html).not.toContain('<img');
  // Of five, two are there.
  apis.Openverse.filesAt = `http://${files.host}/some`;
  files.say((request, response) => {
    const isThere = /[45]\.jpg$/.test(request.url ?? '');
    response.writeHead(isThere ? 200 : 404, { 'content-type': isThere ? 'image/png' : 'text/html' }).end('?');
  });
  const some = await texts();
  expect([...some.html.matchAll(/some\/(\d)\.jpg"/g)].map(([, number]) => number).sort()).toEqual(['4', '5']);
  await files.close();
  files = await startPictures();
  for (const api of Object.values(apis)) api.filesAt = `http://${files.host}`;
});

test('a source in trouble holds no post up, and is asked again later only', async () => {
  apis.Openverse.dial({ busy: true });
  const { status, info } = await run(searching({ keywordsForImage: 'garden,trees' }));
  expect(status).toBe('SUCCESS');
  expect(info).toBe('Openverse answered 503 Service Unavailable: Busy: posted without images');
  expect(apis.Openverse.requests).toHaveLength(1);
});

test('without its key a source is not asked, and the reason says where it is entered', async () => {
  await app.send(saveOptions, { body: { media: { youTube: { apiKey: '' } } } });
  const [post] = await show(videos);
  expect(post.findings.map(({ text }: { text: string }) => text)).toContain(
    'YouTube needs a key: see Options, Content, Images and videos: posted without videos',
  );
  expect(apis.YouTube.requests).toHaveLength(0);
  await app.send(saveOptions, { body: { media: { youTube: apis.YouTube.key } } });
});

test('photos of Unsplash stay where they are, also above the post, and their use is told once they are posted', async () => {
  await app.send(saveOptions, { body: { imageService: 'Unsplash' } });
  const fields = searching({ featuredImage: true });
  await show(fields);
  expect(apis.Unsplash.requests.filter(({ path }) => path.endsWith('/download'))).toHaveLength(0);
  const { status, html } = await run(fields);
  expect(status).toBe('SUCCESS');
  expect(html.match(new RegExp(`src="http://${files.host}/`, 'g'))).toHaveLength(2);
  expect(html).not.toContain('wp-content/uploads');
  expect(html).toContain('utm_source=garden_posts');
  expect(apis.Unsplash.requests.filter(({ path }) => path.endsWith('/download'))).toHaveLength(2);
});

test('images of Pixabay are copied, and left out where nothing is', async () => {
  await app.send(saveOptions, { body: { imageService: 'Pixabay' } });
  const copied = await run(searching());
  expect(copied.html.match(/wp-content\/uploads/g)).toHaveLength(2);
  const [post] = await show(searching({ hotlinkImages: true }));
  expect(post.html).not.toContain('<img');
  expect(post.findings.map(({ text }: { text: string }) => text)).toContain(
    'Images of Pixabay must be copied to the site, and here they would stay where they are: posted without images',
  );
});

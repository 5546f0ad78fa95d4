import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { PostContent } from '#connectors/kit/contract/platforms.ts';
import type { RehearsalSite } from '#rehearsal/site-server.ts';
import { startWorld, type World } from '#rehearsal/world.ts';
import { lost, newContent, PlatformBench } from '#test/suites/platform-target.ts';
import { wordpress } from './index.ts';

/** Category, images, excerpt, status and address of posts (D-ENG-26), and that none of it is made twice. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
let images: string;
const server = createServer((request, response) => {
  if (request.url?.includes('gone')) return response.writeHead(404).end();
  const type = request.url?.includes('vector') ? 'image/svg+xml' : 'image/png';
  response.writeHead(200, { 'content-type': type }).end(png);
});
let world: World;
let site: RehearsalSite;
let bench: PlatformBench;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  images = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(async () => {
  world = await startWorld({ wordpress: 1 });
  site = world.wordpress[0] as RehearsalSite;
  bench = new PlatformBench(wordpress, site);
});
afterEach(async () => {
  await bench.outside.close();
  await world.close();
});
afterAll(() => server.close());

const login = () => `Basic ${Buffer.from(`${site.username}:${site.password}`).toString('base64')}`;
const rest = async (route: string) =>
  (await (await fetch(`${site.url}/wp-json/wp/v2/${route}`, { headers: { authorization: login() } })).json()) as Record<
    string,
    unknown
  >[];
const page = async (url: string) => (await fetch(url)).text();
const withImages = (names: string[], changes: Partial<PostContent> = {}) => {
  const content = newContent({ tags: [] });
  const shown = names.map((name) => `<p><img src="${images}/${name}?a=1&amp;b=2" alt="A &quot;garden&quot;" /></p>`);
  return { ...content, html: `${shown.join('')}${content.html}`, ...changes };
};

test('images go to the library with their text, once for all posts', async () => {
  const { url } = await bench.publish(withImages(['Old Shed.png', 'moss.png']));
  await bench.publish(withImages(['moss.png']));
  const library = await rest('media');
  expect(library).toHaveLength(2);
  expect(library[0]).toMatchObject({
    alt_text: 'A "garden"',
    slug: expect.stringMatching(/^old-20shed-[0-9a-f]{10}$/),
  });
  const html = await page(url);
  expect(html).not.toContain(images);
  for (const { source_url } of library) {
    expect(html).toContain(`src="${source_url}"`);
    const image = await fetch(String(source_url));
    expect(Buffer.from(await image.arrayBuffer())).toEqual(png);
  }
});

test('images stay where they are on request', async () => {
  const { url } = await bench.publish(withImages(['moss.png'], { hotlink: true }));
  expect(await rest('media')).toEqual([]);
  expect(await page(url)).toContain(`src="${images}/moss.png?a=1&amp;b=2"`);
});

test('an upload whose answer was lost is found, not made again, and leaves no post behind', async () => {
  const content = withImages(['moss.png']);
  site.dial({ dropUpload: true, times: 1 });
  expect((await bench.failure(wordpress.publish(bench.job(), content))).name).toBe('Unconfirmed');
  expect(await wordpress.lookUp(bench.job(), content, lost)).toEqual({ state: 'absent' });
  await bench.publish(content);
  expect(await rest('media')).toMatchObject([{ alt_text: 'A "garden"' }]);
  expect(site.posts()).toHaveLength(1);
});

test('posts at once share one upload and one category', async () => {
  const job = bench.job({ key: 'same' });
  const contents = Array.from({ length: 5 }, () => withImages(['moss.png'], { category: 'Moss & Stone' }));
  await Promise.all(contents.map((content) => bench.publish(content, job)));
  await bench.publish(withImages([], { category: 'moss & stone' }));
  expect(await rest('media')).toHaveLength(1);
  expect((await rest('categories')).map(({ name }) => name)).toEqual(['Uncategorized', 'Moss &amp; Stone']);
});

test.each([
  ['gone.png', 'Image not reachable'],
  ['vector.svg', 'no image of the type "image/svg+xml"'],
])('%s stops the post before it is sent', async (name, message) => {
  const error = await bench.failure(wordpress.publish(bench.job(), withImages([name])));
  expect(error).toMatchObject({ name: 'Fatal', message: expect.stringContaining(message) });
  expect(site.posts()).toEqual([]);
});

test('category, excerpt and featured image are seen on the page', async () => {
  const featured = { url: `${images}/top.png`, alt: 'Top' };
  const { url } = await bench.publish(newContent({ category: 'Garden', excerpt: 'In short.', featured }));
  const html = await page(url);
  expect(html).toContain('in Garden');
  expect(html).toMatch(/class="wp-post-image" src="[^"]*\/wp-content\/uploads\/top-[0-9a-f]{10}\.png"/);
  expect(html).not.toContain(images);
});

test('a draft is where it should be, though no reader sees it', async () => {
  const content = newContent({ status: 'draft' });
  const { url } = await bench.publish(content);
  expect(await wordpress.lookUp(bench.job(), content, lost)).toMatchObject({ state: 'published', url });
});

test('a post of a time is planned under the address that readers will see', async () => {
  const content = newContent({ slug: 'soon', publishAt: new Date(Date.now() + 3_600_000).toISOString() });
  const published = await bench.publish(content);
  expect(published.url).toBe(`${site.url}/soon/`);
  expect((await fetch(published.url)).status).toBe(404);
  expect(await wordpress.lookUp(bench.job(), content, lost)).toMatchObject({ state: 'published', url: published.url });
  // Over when it was sent: WordPress shows it at once.
  const late = await bench.publish(newContent({ slug: 'late', publishAt: '2020-01-01T10:00:00.000Z' }));
  expect((await fetch(late.url)).status).toBe(200);
});

test('the address is the title alone; a further post of it gets a suffix, a further try of one does not', async () => {
  const job = bench.job({ key: 'same' });
  const [first, second] = [newContent({ slug: 'on-moss' }), newContent({ slug: 'on-moss' })];
  site.dial({ dropBeforeAnswer: true, times: 1 });
  await bench.failure(wordpress.publish(job, first));
  expect((await bench.publish(first, job)).url).toBe(`${site.url}/on-moss/`);
  const { url } = await bench.publish(second, job);
  expect(url).toMatch(/\/on-moss-[a-z0-9]{5}\/$/);
  for (const [content, at] of [[first, `${site.url}/on-moss/`] as const, [second, url] as const])
    expect(await wordpress.lookUp(bench.job(), content, lost)).toMatchObject({ url: at });
});

test('the sign for look-ups names no product, and an update without one takes it out', async () => {
  const content = withImages(['moss.png']);
  const { url, remoteId } = await bench.publish(content);
  expect(await page(url)).toContain(`<!--ref:${content.marker}-->`);
  expect(await page(url)).not.toMatch(/linkwright|lw[:-]/i);
  await wordpress.update?.(bench.job(), remoteId, { ...content, marker: '' });
  const html = await page(url);
  expect(html).not.toContain('<!--ref');
  expect(html).not.toContain(images);
  expect(await rest('media')).toHaveLength(1);
});

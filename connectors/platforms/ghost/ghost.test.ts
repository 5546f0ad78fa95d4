import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { startWorld, type World } from '#rehearsal/world.ts';
import { platformSuite } from '#test/suites/platform-suite.ts';
import { lost, newContent, PlatformBench } from '#test/suites/platform-target.ts';
import { ghost } from './index.ts';
import { standingLinks } from './link-tags.ts';

const start = async () => (await startWorld({ ghost: 1 })).sites[0]!;
platformSuite({ platform: ghost, against: 'the rehearsal site', hasFaults: true, start });

const png = Buffer.from('89504e470d0a1a0a0d0a2d2d70617274', 'hex');
const images = createServer((request, response) => {
  if (request.url?.includes('gone')) return response.writeHead(404).end();
  const type = request.url?.includes('vector') ? 'image/svg+xml' : 'image/png';
  response.writeHead(200, { 'content-type': type }).end(png);
});
let from: string;
let world: World;
let bench: PlatformBench;
beforeAll(async () => {
  await new Promise<void>((resolve) => images.listen(0, '127.0.0.1', resolve));
  from = `http://127.0.0.1:${(images.address() as AddressInfo).port}`;
});
beforeEach(async () => {
  world = await startWorld({ ghost: 1 });
  bench = new PlatformBench(ghost, world.sites[0]!);
});
afterEach(async () => {
  await bench.outside.close();
  await world.close();
});
afterAll(() => images.close());

const withImage = (name: string) => {
  const content = newContent();
  return { ...content, html: `<p><img src="${from}/${name}?a=1&amp;b=2" alt="A" /></p>${content.html}` };
};
const page = async (url: string) => (await fetch(url)).text();

it('brings images to the blog once for all posts, and leaves them where they are on request', async () => {
  const job = bench.job({ key: 'same' });
  const featured = { url: `${from}/moss.png?a=1&b=2`, alt: 'Moss' };
  const contents = Array.from({ length: 3 }, () => ({ ...withImage('moss.png'), featured }));
  const urls = await Promise.all(contents.map(async (content) => (await bench.publish(content, job)).url));
  const shown = new Set<string>();
  for (const url of urls)
    for (const [src] of (await page(url)).matchAll(/(?<=src=")[^"]*content\/images[^"]*/g)) shown.add(src);
  expect([...shown]).toEqual([expect.stringMatching(/\/content\/images\/moss-[0-9a-f]{10}\.png$/)]);
  expect(Buffer.from(await (await fetch([...shown][0]!)).arrayBuffer())).toEqual(png);
  const { url } = await bench.publish({ ...withImage('moss.png'), hotlink: true });
  expect(await page(url)).toContain(`src="${from}/moss.png?a=1&amp;b=2"`);
});

it.each([
  ['gone.png', 'Image not reachable'],
  ['vector.svg', 'Ghost takes no image of the type "image/svg+xml"'],
])('%s stops the post before it is sent', async (name, message) => {
  const error = await bench.failure(ghost.publish(bench.job(), withImage(name)));
  expect(error).toMatchObject({ name: 'Fatal', message: expect.stringContaining(message) });
  expect(world.sites[0]?.posts()).toEqual([]);
});

it('does not know after an upload whose answer was lost, and leaves no post behind', async () => {
  world.sites[0]?.dial({ dropUpload: true, times: 1 });
  const content = withImage('moss.png');
  expect((await bench.failure(ghost.publish(bench.job(), content))).name).toBe('Unconfirmed');
  expect(await ghost.lookUp(bench.job(), content, lost)).toEqual({ state: 'absent' });
  await bench.publish(content);
  expect(world.sites[0]?.posts()).toHaveLength(1);
});

it('sends what editors choose: address, category as the first tag, excerpt, state and time', async () => {
  const content = newContent({ slug: 'on-moss', category: 'Moss', tags: ['#hidden', 'Garden'], excerpt: 'In short.' });
  const { url } = await bench.publish(content);
  expect(url).toBe(`${world.sites[0]?.url}/on-moss/`);
  const html = await page(url);
  expect(html).toMatch(/Moss<\/span>.*hidden<\/span>.*Garden<\/span>/);
  expect(html).toContain('In short.');
  const soon = newContent({ slug: 'soon', publishAt: new Date(Date.now() + 3_600_000).toISOString() });
  const planned = await bench.publish(soon);
  expect([planned.url, (await fetch(planned.url)).status]).toEqual([`${world.sites[0]?.url}/soon/`, 404]);
  expect(await ghost.lookUp(bench.job(), soon, lost)).toMatchObject({ url: planned.url });
  // Too near for Ghost to plan it: shown at once.
  const near = await bench.publish(newContent({ publishAt: new Date(Date.now() + 60_000).toISOString() }));
  expect((await fetch(near.url)).status).toBe(200);
  const draft = await bench.publish(newContent({ status: 'draft' }));
  expect((await fetch(draft.url)).status).toBe(404);
});

it('changes no post that is gone, and takes no key of another form', async () => {
  const gone = await bench.failure(ghost.update!(bench.job(), '000000000000000000000077', newContent()));
  expect([gone.name, gone.message]).toEqual(['Fatal', 'The post is gone from Ghost']);
  const { password } = world.sites[0]!;
  const other = `${'0'.repeat(24)}:${password.split(':')[1]}`;
  for (const key of [other, `${password}0a`, password.slice(0, 60), 'a:b'])
    expect(await bench.failure(ghost.check(bench.job({ account: { password: key } })))).toMatchObject({
      name: 'NeedsOperator',
      ask: 'credentials',
    });
});

it.each([
  ['https://a.test', 'https://a.test/?ref=blog.test'],
  ['https://a.test/?b=1#c', 'https://a.test/?b=1&ref=blog.test#c'],
  ['https://a.test/?ref=x', 'https://a.test/?ref=x'],
  ['https://www.facebook.com/x', 'https://www.facebook.com/x'],
  ['https://www.blog.test/x', 'https://www.blog.test/x'],
])('tells that %s stands there as %s', (url, expected) => {
  const blog = { title: '', tagsLinks: true };
  const [link] =
    standingLinks([{ url, anchor: 'a', rel: 'nofollow' }], blog, 'https://www.blog.test/post/').links ?? [];
  expect(link).toEqual({ url: expected, anchor: 'a', rel: 'nofollow' });
});

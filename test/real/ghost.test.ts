import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ghost } from '#connectors/platforms/ghost/index.ts';
import { lossySuite } from '#test/suites/lossy-suite.ts';
import { platformSuite } from '#test/suites/platform-suite.ts';
import { expectLive, lost, newContent, PlatformBench } from '#test/suites/platform-target.ts';
import { postByProject } from '#test/support/post-by-project.ts';
import { whyNoGhost } from '#test/support/real/ghost/install.ts';
import { type RealGhost, startGhost } from '#test/support/real/ghost/start.ts';

const reason = whyNoGhost();
const close = async () => undefined;
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe.skipIf(reason)(`real Ghost${reason ? ` (skipped: ${reason})` : ''}`, () => {
  let server: RealGhost;
  let bench: PlatformBench;
  const images = createServer((_, response) => response.writeHead(200, { 'content-type': 'image/png' }).end(png));
  beforeAll(async () => {
    server = await startGhost();
    bench = new PlatformBench(ghost, { ...server, close });
    await new Promise<void>((resolve) => images.listen(0, '127.0.0.1', resolve));
  }, 300_000);
  afterAll(async () => {
    images.close();
    await bench?.outside.close();
    await server?.stop();
  });

  const start = async () => ({ ...server, close });
  platformSuite({ platform: ghost, against: 'real Ghost', hasFaults: false, start });
  lossySuite({ platform: ghost, start, wasTaken: (status, body) => status === 201 && body.includes('"posts"') });

  it('tells the addresses of links as they stand there, tagged and not', async () => {
    const content = newContent();
    const tagged = await bench.publish(content);
    expect(tagged.links?.map(({ url }) => url)).toEqual([
      `${content.links[0]?.url}&ref=127.0.0.1`,
      `${content.links[1]?.url}?ref=127.0.0.1`,
    ]);
    expect((await ghost.check(bench.job())).detail).toContain('?ref=');
    await server.tagLinks(false);
    const plain = newContent();
    const published = await bench.publish(plain);
    expect(published.links).toBeUndefined();
    await expectLive(bench, published, plain);
    expect((await ghost.check(bench.job())).detail).not.toContain('?ref=');
    await server.tagLinks(true);
  });

  it('dresses posts: address, category, excerpt, images', async () => {
    const from = `http://127.0.0.1:${(images.address() as AddressInfo).port}`;
    const featured = { url: `${from}/top.png`, alt: 'Top' };
    const plain = newContent({ slug: 'on-moss', category: 'Moss', excerpt: 'In short.', featured });
    const content = { ...plain, html: `<p><img src="${from}/shed.png" alt="A shed" /></p>${plain.html}` };
    const { url } = await bench.publish(content);
    expect(url).toBe(`${server.url}/on-moss/`);
    const page = await (await fetch(url)).text();
    expect(page).toMatch(/<meta name="description" content="In short\."/);
    expect(page).toMatch(/\/content\/images\/(?:size\/\w+\/)?\d+\/\d+\/top-[0-9a-f]{10}\.png/);
    expect(page).toMatch(/\/tag\/moss\//);
    const [shed] = /[^"]*\/content\/images\/\d+\/\d+\/shed-[0-9a-f]{10}\.png/.exec(page) ?? [];
    expect(Buffer.from(await (await fetch(String(shed))).arrayBuffer()).length).toBeGreaterThan(0);
    expect(page).not.toContain(from);
  });

  it('takes what a project posts, whose link is seen live as it stands there', async () => {
    const told = await postByProject({ ...server, platform: 'ghost' }, 'SocialNetwork');
    expect(told).toContain('?ref=127.0.0.1');
  });

  it('keeps drafts and posts of a time to itself, and finds them', async () => {
    const draft = newContent({ status: 'draft' });
    const { url } = await bench.publish(draft);
    expect(await ghost.lookUp(bench.job(), draft, lost)).toMatchObject({ state: 'published', url });
    const planned = newContent({ slug: 'soon', publishAt: new Date(Date.now() + 3_600_000).toISOString() });
    const published = await bench.publish(planned);
    expect(published.url).toBe(`${server.url}/soon/`);
    expect((await fetch(published.url)).status).toBe(404);
    expect(await ghost.lookUp(bench.job(), planned, lost)).toMatchObject({ state: 'published', url: published.url });
    const late = await bench.publish(newContent({ publishAt: '2020-01-01T10:00:00.000Z' }));
    expect((await fetch(late.url)).status).toBe(200);
  });
});

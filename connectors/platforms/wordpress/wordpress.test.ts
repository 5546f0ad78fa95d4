import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { startWorld } from '#rehearsal/world.ts';
import { platformSuite } from '#test/suites/platform-suite.ts';
import { lost, newContent, PlatformBench } from '#test/suites/platform-target.ts';
import { wordpress } from './index.ts';
import { slugOf } from './post-body.ts';

platformSuite({
  platform: wordpress,
  against: 'the rehearsal site',
  hasFaults: true,
  start: async () => (await startWorld({ wordpress: 1 })).wordpress[0]!,
});

it('sends one request a post once root and tags are known', async () => {
  const world = await startWorld({ wordpress: 1 });
  const site = world.wordpress[0]!;
  const bench = new PlatformBench(wordpress, site);
  const job = bench.job({ key: 'same' });
  await bench.publish(newContent(), job);
  const before = site.requestCount();
  await bench.publish(newContent(), job);
  expect(site.requestCount() - before).toBe(1);
  await bench.outside.close();
  await world.close();
});

/** A site whose REST interface answers as told, for answers that no rehearsal site gives. */
async function withSite(listener: RequestListener, run: (bench: PlatformBench) => Promise<void>): Promise<void> {
  const server = createServer((request, response) => {
    if (request.url !== '/') return listener(request, response);
    response.setHeader('link', '</?rest_route=/>; rel="https://api.w.org/"');
    response.end('<p>front</p>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const bench = new PlatformBench(wordpress, {
    url,
    username: 'u',
    password: 'pass word',
    close: async () => undefined,
  });
  await run(bench);
  await bench.outside.close();
  server.closeAllConnections();
  server.close();
}

const plain = () => newContent({ tags: [] });

it.each([
  [403, 'text/html', '<h1>Blocked</h1>', { name: 'NeedsOperator', ask: 'ban' }],
  [
    403,
    'application/json',
    '{"code":"rest_cannot_publish","message":"Sorry"}',
    { name: 'NeedsOperator', ask: 'credentials' },
  ],
  [403, 'application/json', '{"code":"rest_cannot_assign_term"}', { name: 'Retryable' }],
  [404, 'application/json', '{"code":"rest_no_route","message":"No route"}', { name: 'Fatal' }],
  [
    400,
    'application/json',
    '{"code":"rest_invalid_param","message":"Bad title"}',
    { name: 'Fatal', message: 'WordPress answered 400 Bad Request: Bad title' },
  ],
  [201, 'text/html', 'cut', { name: 'Unconfirmed' }],
  [500, 'application/json', '{"code":"internal_server_error"}', { name: 'Unconfirmed' }],
])('judges %i %s %s', async (status, type, body, expected) => {
  const answer: RequestListener = (_, response) => void response.writeHead(status, { 'content-type': type }).end(body);
  await withSite(answer, async (bench) => {
    expect(await bench.failure(wordpress.publish(bench.job(), plain()))).toMatchObject(expected);
    bench.expectNoSecrets(['pass word']);
  });
});

it('reads an answer behind PHP notices, over ?rest_route=, and hands on a post that waits for review', async () => {
  const urls: string[] = [];
  const answer: RequestListener = (request, response) => {
    urls.push(request.url ?? '');
    const status = request.method === 'POST' ? 'pending' : 'publish';
    response.writeHead(request.method === 'POST' ? 201 : 200);
    response.end(`<b>Notice</b>: something\n{"id":7,"link":"https://x.test/?p=7","status":"${status}"}`);
  };
  await withSite(answer, async (bench) => {
    const content = plain();
    expect(await wordpress.publish(bench.job(), content)).toEqual({ state: 'pending', token: '7' });
    expect(urls[0]).toBe('/?rest_route=/wp/v2/posts&_fields=id%2Clink%2Cstatus%2Cslug%2Cpermalink_template');
    const found = await wordpress.lookUp(bench.job(), content, { token: '7', sentAt: null });
    expect(found).toEqual({ state: 'published', url: 'https://x.test/?p=7', remoteId: '7' });
  });
});

it('makes readable, unique slugs', () => {
  expect(slugOf(newContent({ title: 'Ünïcode & more!', marker: 'Abc123' }))).toBe('unicode-more-abc123');
  expect(slugOf(newContent({ title: '花園', marker: 'abc' }))).toBe('post-abc');
});

it.each(['link header', 'link element'])('hands no login to another host that the page names in its %s', async (by) => {
  const world = await startWorld({ wordpress: 1 });
  const other = world.wordpress[0]!;
  const root = `${other.url}?rest_route=/`;
  const server = createServer((_request, response) => {
    if (by === 'link header') response.setHeader('link', `<${root}>; rel="https://api.w.org/"`);
    response.end(`<link rel='https://api.w.org/' href='${root}' />`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const bench = new PlatformBench(wordpress, { ...other, url, close: async () => undefined });
  for (const act of [wordpress.check(bench.job()), wordpress.publish(bench.job(), newContent())])
    expect(await bench.failure(act)).toMatchObject({
      name: 'Fatal',
      message: expect.stringContaining('another address'),
    });
  const { site, tools } = bench.job();
  expect(await wordpress.probe(site, tools)).toMatchObject({ recognised: true, open: false });
  expect(other.posts?.()).toEqual([]);
  await bench.outside.close();
  server.closeAllConnections();
  server.close();
  await world.close();
});

it('cannot tell when its marker stands in a post without number: nothing is sent again', async () => {
  const content = plain();
  const listed = [
    { id: null, link: null, status: 'publish', content: { raw: `<p>x</p><!--ref:${content.marker}-->` } },
  ];
  await withSite(
    (_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(listed)),
    async (bench) => expect(await wordpress.lookUp(bench.job(), content, lost)).toMatchObject({ state: 'unknown' }),
  );
});

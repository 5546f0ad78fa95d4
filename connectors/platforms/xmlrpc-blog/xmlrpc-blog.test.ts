import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { startWorld } from '#rehearsal/world.ts';
import { platformSuite } from '#test/suites/platform-suite.ts';
import { lost, newContent, PlatformBench } from '#test/suites/platform-target.ts';
import { xmlrpcBlog } from './index.ts';

const startBlog = async () => (await startWorld({ 'xmlrpc-blog': 1 })).sites[0]!;

platformSuite({ platform: xmlrpcBlog, against: 'the rehearsal blog', hasFaults: true, start: startBlog });

it('sends two requests a post once the blog is known: the post, and where it stands', async () => {
  const site = await startBlog();
  const bench = new PlatformBench(xmlrpcBlog, site);
  const job = bench.job({ key: 'same' });
  await bench.publish(newContent(), job);
  const before = site.requestCount();
  await bench.publish(newContent(), job);
  expect(site.requestCount() - before).toBe(2);
  await bench.outside.close();
  await site.close();
});

/** A blog whose endpoint answers as told. */
async function withBlog(listener: RequestListener, run: (bench: PlatformBench, url: string) => Promise<void>) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/xmlrpc.php`;
  const bench = new PlatformBench(xmlrpcBlog, {
    url,
    username: 'u',
    password: 'p&ss <w>',
    close: async () => undefined,
  });
  await run(bench, url);
  bench.expectNoSecrets(['p&ss <w>', 'p&amp;ss &lt;w&gt;']);
  await bench.outside.close();
  server.closeAllConnections();
  server.close();
}

const answer = (inner: string) => `<?xml version="1.0"?><methodResponse>${inner}</methodResponse>`;
const fault = (code: number, text: string) =>
  answer(
    `<fault><value><struct><member><name>faultCode</name><value><int>${code}</int></value></member><member><name>faultString</name><value><string>${text}</string></value></member></struct></value></fault>`,
  );
const value = (inner: string) => answer(`<params><param><value>${inner}</value></param></params>`);
const blogs = value(
  '<array><data><value><struct><member><name>blogid</name><value><string>7</string></value></member></struct></value></data></array>',
);

it.each([
  ['a wrong login', 200, fault(403, 'Incorrect username or password.'), { name: 'NeedsOperator', ask: 'credentials' }],
  [
    'a missing right',
    200,
    fault(401, 'Sorry, you are not allowed to publish'),
    { name: 'NeedsOperator', ask: 'credentials' },
  ],
  [
    'an interface switched off',
    200,
    fault(405, 'XML-RPC services are disabled on this site.'),
    { name: 'NeedsOperator', ask: 'ban' },
  ],
  ['a fault of its own', 200, fault(500, 'Sorry, the post could not be created.'), { name: 'Unconfirmed' }],
  [
    'a call it does not know',
    200,
    fault(-32601, 'server error'),
    { name: 'Fatal', message: 'The blog said: server error' },
  ],
  ['a page instead of an answer', 200, '<h1>Welcome</h1>', { name: 'Unconfirmed' }],
  ['no number', 200, value('<string></string>'), { name: 'Unconfirmed' }],
  ['a firewall', 403, '<h1>Blocked</h1>', { name: 'NeedsOperator', ask: 'ban' }],
  ['nothing there', 404, '', { name: 'Fatal', message: expect.stringContaining('switched off or gone') }],
  ['a gateway', 502, '', { name: 'Unconfirmed' }],
])('judges %s at a post', async (_, status, body, expected) => {
  const listener: RequestListener = async (request, response) => {
    let sent = '';
    for await (const chunk of request) sent += chunk;
    const isPost = sent.includes('newPost');
    response.writeHead(isPost ? status : 200, { 'content-type': 'text/xml' }).end(isPost ? body : blogs);
  };
  await withBlog(listener, async (bench) => {
    expect(await bench.failure(xmlrpcBlog.publish(bench.job(), newContent()))).toMatchObject(expected);
  });
});

it('a post that is made but cannot be read yet is pending under its number, and found by it', async () => {
  let isReadable = false;
  const listener: RequestListener = async (request, response) => {
    let sent = '';
    for await (const chunk of request) sent += chunk;
    const post = value(
      '<struct><member><name>postid</name><value><int>12</int></value></member><member><name>link</name><value><string>http://a.test/12</string></value></member></struct>',
    );
    if (sent.includes('getPost') && !isReadable) response.writeHead(503).end();
    else response.end(sent.includes('newPost') ? value('<int>12</int>') : sent.includes('getPost') ? post : blogs);
  };
  await withBlog(listener, async (bench) => {
    const content = newContent();
    expect(await xmlrpcBlog.publish(bench.job(), content)).toEqual({ state: 'pending', token: '12' });
    isReadable = true;
    const found = await xmlrpcBlog.lookUp(bench.job(), content, { ...lost, token: '12' });
    expect(found).toEqual({ state: 'published', url: 'http://a.test/12', remoteId: '12' });
  });
});

it('cannot tell when hundreds of newer posts stand on top', async () => {
  const post = (at: number) =>
    `<value><struct><member><name>postid</name><value><int>${at}</int></value></member><member><name>dateCreated</name><value><dateTime.iso8601>20300101T00:00:00</dateTime.iso8601></value></member></struct></value>`;
  const listener: RequestListener = async (request, response) => {
    let sent = '';
    for await (const chunk of request) sent += chunk;
    const count = Number(/<int>(\d+)<\/int>/.exec(sent)?.[1] ?? 0);
    const list = `<array><data>${Array.from({ length: count }, (_, at) => post(at)).join('')}</data></array>`;
    response.end(sent.includes('getRecentPosts') ? value(list) : blogs);
  };
  await withBlog(listener, async (bench) => {
    const content = newContent();
    expect(await xmlrpcBlog.lookUp(bench.job(), content, lost)).toMatchObject({ state: 'unknown' });
    // Posts from before the sending end the search.
    const sentAt = Date.parse('2031-01-01');
    expect(await xmlrpcBlog.lookUp(bench.job(), content, { token: null, sentAt })).toEqual({ state: 'absent' });
  });
});

it.each(['RSD document', 'X-Pingback header'])(
  'hands no login to another host that the page names by its %s',
  async (by) => {
    const other = await startBlog();
    const server = createServer((request, response) => {
      if (request.url === '/rsd') return response.end(`<api name="MetaWeblog" apiLink="${other.url}/xmlrpc.php"/>`);
      if (by !== 'RSD document') response.setHeader('x-pingback', `${other.url}/xmlrpc.php`);
      return response.end(
        by === 'RSD document' ? '<link rel="EditURI" type="application/rsd+xml" href="/rsd">' : '<p>x',
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const bench = new PlatformBench(xmlrpcBlog, { ...other, url, close: async () => undefined });
    const acts = [() => xmlrpcBlog.check(bench.job()), () => xmlrpcBlog.publish(bench.job(), newContent())];
    for (const act of acts)
      expect(await bench.failure(act())).toMatchObject({
        name: 'Fatal',
        message: expect.stringContaining('another address'),
      });
    const { site, tools } = bench.job();
    expect(await xmlrpcBlog.probe(site, tools)).toMatchObject({ recognised: true, open: false });
    expect(other.posts()).toEqual([]);
    await bench.outside.close();
    server.closeAllConnections();
    server.close();
    await other.close();
  },
);

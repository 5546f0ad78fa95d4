import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

/** Spellings that a router, a proxy or a browser might take for the path of the channel. */
const spellings = (host: string) => [
  '/eventbus',
  '/eventbus/',
  '/eventbus//',
  '//eventbus',
  '///eventbus',
  '/./eventbus',
  '/x/../eventbus',
  '/%65ventbus',
  '/e%76entbus',
  '/eventbu%73',
  '/%65%76%65%6e%74%62%75%73',
  '/%65%76%65%6E%74%62%75%73/',
  '/%2565ventbus',
  '/%2feventbus',
  '/%2e/eventbus',
  '/eventbus?x=1',
  '/%65ventbus?x=1',
  '/eventbus;x',
  '/eventbus;/',
  '/;/eventbus',
  '/eventbus#x',
  '/eventbus%00',
  '/eventbus%20',
  '/eventbus%2f',
  '/eventbus%',
  '/EVENTBUS',
  '/EventBus',
  '/eventbus\\',
  '\\eventbus',
  'eventbus',
  '*',
  `http://${host}/eventbus`,
  `http://${host}/%65ventbus`,
  `HTTP://${host}//eventbus`,
  'http://evil.test/eventbus',
  `http://u:p@${host}/eventbus?x`,
];

/** Asks for an upgrade as written and answers the first line that came back. */
async function upgrade(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<string> {
  const { port, host } = new URL(app.url);
  const socket = connect(Number(port), '127.0.0.1');
  const head = {
    host,
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
    ...headers,
  };
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}`);
  let heard = '';
  socket.on('error', () => {});
  socket.on('data', (chunk: Buffer) => {
    heard += chunk.toString('latin1');
    if (heard.includes('\r\n\r\n')) socket.destroy();
  });
  socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  await once(socket, 'close');
  return heard.split('\r\n')[0] ?? '';
}

/** A server may answer as if no upgrade were asked for (RFC 9110, section 7.8), with the page of the app: no channel opens. */
const notUpgraded = /^HTTP\/1\.1 (200|400|401|403|404|405) /;
const paths = spellings('127.0.0.1:1');

describe('an upgrade', () => {
  test.each(paths)('of %s without a session is refused', async (path) => {
    expect(await upgrade(path)).toMatch(notUpgraded);
    expect(await upgrade(path, { origin: app.url })).toMatch(notUpgraded);
    expect(await upgrade(path, { cookie: 'lw_session=x' })).toMatch(notUpgraded);
  });

  test.each(paths)('of %s from a page of another site is refused', async (path) => {
    for (const origin of ['http://evil.test', 'null', `${app.url}.evil.test`])
      expect(await upgrade(path, { cookie: app.cookie, origin })).toMatch(notUpgraded);
    expect(await upgrade(path, { cookie: app.cookie, 'sec-fetch-site': 'cross-site' })).toMatch(notUpgraded);
  });

  test.each(['/', '/nothing', '/rest/campaigns', '/health', '/metrics', '/openapi.json', '/index.html'])(
    'of %s, which is no channel, opens none with and without a session',
    async (path) => {
      expect(await upgrade(path)).toMatch(notUpgraded);
      expect(await upgrade(path, { cookie: app.cookie })).toMatch(notUpgraded);
      expect(await upgrade(path, {}, 'POST')).toMatch(notUpgraded);
    },
  );

  test('of the channel itself tells why it is refused', async () => {
    expect(await upgrade('/eventbus')).toMatch(/^HTTP\/1\.1 401 /);
    expect(await upgrade('/eventbus', { cookie: app.cookie, origin: 'http://evil.test' })).toMatch(/^HTTP\/1\.1 403 /);
  });

  test('with a session and the own origin is taken', async () => {
    expect(await upgrade('/eventbus', { cookie: app.cookie, origin: app.url })).toMatch(/^HTTP\/1\.1 101 /);
  });
});

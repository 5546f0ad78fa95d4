import { once } from 'node:events';
import { connect } from 'node:net';
import { WebSocket } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCampaign } from '#domain/contract/campaigns.ts';
import { sessionOver, topics } from '#domain/contract/live.ts';
import { saveUser } from '#server/features/session/users.ts';
import { sendSignIn } from '#test/support/sign-in.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';
import { until } from '#test/support/until.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

test('every topic of the contract can be listened to, and no other address', async () => {
  for (const one of Object.values(topics)) await app.listen(typeof one === 'string' ? one : one(7));
  const others = ['', 'campaign', 'campaigns/1', 'project/0', 'project/1/2', 'project/1e3', 'accounts', 'Project/1'];
  for (const address of others) await expect(app.listen(address)).rejects.toThrow('No such topic');
});

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

/** A window that listens to the campaigns with a session of its own. */
async function listeningWindow(url: string) {
  const { cookie } = await sendSignIn(url, { username: 'admin', password: 'test-password' });
  const socket = new WebSocket(`${url.replace('http', 'ws')}/eventbus`, { headers: { cookie } });
  const frames: string[] = [];
  const closed = new Promise<number>((resolve) => {
    socket.onclose = (event) => resolve(event.code);
  });
  const pong = new Promise<void>((resolve) => {
    socket.onmessage = (event) => {
      if (String(event.data) === '{"type":"pong"}') resolve();
      else frames.push(String(event.data));
    };
  });
  await new Promise((resolve) => {
    socket.onopen = resolve;
  });
  socket.send(JSON.stringify({ type: 'register', address: 'campaigns' }));
  socket.send(JSON.stringify({ type: 'ping' }));
  await pong;
  return { cookie, frames, closed, send: (frame: object) => socket.send(JSON.stringify(frame)) };
}

/** The ways in which a session ends: what is heard afterwards is heard by nobody. */
const ends: [string, (cookie: string) => Promise<unknown>][] = [
  ['its sign-out', (cookie) => fetch(`${app.url}/api/logout`, { headers: { cookie } })],
  ['a new password', () => saveUser(app.app.store.db, 'admin', 'test-password')],
  ['its expiry', () => app.app.store.pool.query('update sessions set expires_at = now()')],
];

describe('an open channel ends with its session', () => {
  test.each(ends)('at %s', async (_, end) => {
    const window = await listeningWindow(app.url);
    await end(window.cookie);
    window.send({ type: 'register', address: 'profile/1' });
    expect(await window.closed).toBe(sessionOver);
    expect((await fetch(`${app.url}/rest/current_user`, { headers: { cookie: window.cookie } })).status).toBe(401);
    expect(await upgrade('/eventbus', { cookie: window.cookie, origin: app.url })).toMatch(/^HTTP\/1\.1 401 /);
    app.app.live.publish([{ address: 'campaigns', body: { action: 'rename', id: 1, name: 'after the end' } }]);
    expect(window.frames).toEqual([]);
  });

  test('at once at a sign-out: an event that follows is not heard any more', async () => {
    const window = await listeningWindow(app.url);
    const other = await listeningWindow(app.url);
    await fetch(`${app.url}/api/logout`, { headers: { cookie: window.cookie } });
    const body = JSON.stringify({ name: 'Later', creatingType: 'Manually' });
    const headers = { cookie: other.cookie, 'content-type': 'application/json' };
    await fetch(`${app.url}${createCampaign.path}`, { method: createCampaign.method, headers, body });
    other.send({ type: 'ping' });
    expect(await window.closed).toBe(sessionOver);
    expect(window.frames).toEqual([]);
    await until('the other window hears', () => other.frames.length > 0);
  });

  test('in the other processes of the store too', async () => {
    const { connectionString, host, user, password } = app.app.store.connection;
    const databaseUrl = connectionString ?? `postgresql://${user}:${password}@/postgres?host=${host}`;
    const second = await startTestApp({ databaseUrl, roles: ['http'] });
    const window = await listeningWindow(second.url);
    await saveUser(app.app.store.db, 'admin', 'test-password');
    expect(await window.closed).toBe(sessionOver);
    await second.stop();
  });
});

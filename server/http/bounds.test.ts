import { Agent, request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allCalls } from '#domain/contract/calls.ts';
import { createCampaign } from '#domain/contract/campaigns.ts';
import { limits } from '#domain/limits.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const openPaths = allCalls.filter((call) => call.open && call.method === 'POST').map((call) => call.path);
const post = (path: string, body: string, type = 'application/json', cookie = '') =>
  fetch(app.url + path, { method: 'POST', headers: { 'content-type': type, cookie }, body });

test.each([...openPaths, '/nothing', '/rest/nothing', '/health'])(
  'who has no session sends %s a few kB at most, of whatever type',
  async (path) => {
    const large = 'x'.repeat(limits.openBody);
    for (const [body, type] of [
      ['['.repeat(limits.openBody + 1), 'application/json'],
      [JSON.stringify({ username: large }), 'application/json'],
      [large + large, 'text/plain'],
    ] as const)
      expect([404, 413, 415]).toContain((await post(path, body, type)).status);
  },
);

test('a call that needs a session reads no body without one', async () => {
  for (const call of allCalls.filter((one) => !one.open && one.takes !== 'none' && one.method !== 'GET')) {
    const path = call.path.replace(/:\w+/g, '1');
    const answer = await fetch(app.url + path, {
      method: call.method,
      headers: { 'content-type': 'application/json' },
      body: '['.repeat(100_000),
    });
    expect(answer.status, call.id).toBe(401);
  }
});

test('a nested body is refused with its bound', async () => {
  const answer = await post(createCampaign.path, '['.repeat(20_000_000), 'application/json', app.cookie);
  const put = await app.fetch(createCampaign.path, {
    method: createCampaign.method,
    headers: { 'content-type': 'application/json' },
    body: '['.repeat(20_000_000),
  });
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(put.status).toBe(400);
  expect(await put.json()).toEqual({
    error: { code: 'MALFORMED', message: `The JSON is nested deeper than ${limits.jsonDepth}` },
  });
});

test('the bounds stand in the OpenAPI document', async () => {
  const document = (await (await fetch(`${app.url}/openapi.json`)).json()) as { 'x-limits': object };
  expect(document['x-limits']).toEqual(limits);
});

test('a call that asks for an upgrade is answered as a plain one, and its connection is not used again', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const { hostname, port } = new URL(app.url);
  const statusOf = (headers: Record<string, string>, body = '') =>
    new Promise((resolve, reject) => {
      const own = { cookie: app.cookie, 'content-length': String(body.length), ...headers };
      const of = { hostname, port, path: '/rest/content_groups', headers: own, agent };
      const outgoing = request(of, (response) => {
        response.resume();
        response.on('end', () => resolve(response.statusCode));
      });
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  const upgrade = {
    connection: 'upgrade',
    upgrade: 'websocket',
    'sec-websocket-key': 'x',
    'sec-websocket-version': '13',
  };
  for (const body of ['', '{}', '-'.repeat(1_000_000)]) {
    // Long bodies may meet the end of their connection before they are sent to the end.
    expect([200, 'lost']).toContain(await statusOf(upgrade, body).catch(() => 'lost'));
    expect(await statusOf({})).toBe(200);
  }
  agent.destroy();
});

test('a packed body is not taken, and its connection takes the next request', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const statusOf = (method: string, path: string, headers: Record<string, string>, body = '') =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(app.url);
      const own = { cookie: app.cookie, 'content-length': String(body.length), ...headers };
      const outgoing = request({ hostname, port, path, method, headers: own, agent }, (response) => {
        response.resume();
        response.on('end', () => resolve(response.statusCode));
      });
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  for (const type of ['multipart/form-data; boundary=x', 'application/json'])
    for (const packing of ['gzip', 'br', 'deflate', 'gzip, gzip', 'nonsense']) {
      const headers = { 'content-type': type, 'content-encoding': packing };
      const upload = type.startsWith('multipart') ? '/rest/upload_raw_articles/1' : '/action/email/test_login';
      expect(await statusOf('POST', upload, headers, '--x\r\n'.repeat(300_000)), packing).toBe(415);
      expect(await statusOf('GET', '/rest/content_groups', {})).toBe(200);
    }
  expect(await statusOf('GET', '/rest/content_groups', { 'content-encoding': 'identity' })).toBe(200);
  agent.destroy();
});

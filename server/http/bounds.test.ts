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
  expect(await put.json()).toEqual({ error: { message: `The JSON is nested deeper than ${limits.jsonDepth}` } });
});

test('the bounds stand in the OpenAPI document', async () => {
  const document = (await (await fetch(`${app.url}/openapi.json`)).json()) as { 'x-limits': object };
  expect(document['x-limits']).toEqual(limits);
});

import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { startTestApp } from '#test/support/start-app.ts';

test('a client that never ends its request does not hold up the end', async () => {
  const app = await startTestApp();
  const { port } = new URL(app.url);
  const socket = connect(Number(port), '127.0.0.1');
  socket.write('POST /public/api/login/account HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n');
  socket.write('content-length: 100\r\n\r\n{"username":');
  await once(socket, 'connect');
  // The head must have arrived before the server begins to close.
  expect((await app.fetch('/health')).status).toBe(200);
  const cut = once(socket, 'close');
  socket.on('error', () => {});
  await app.stop();
  await cut;
});

test('pages and answers carry the headers that protect them', async () => {
  const app = await startTestApp();
  const { headers } = await app.fetch('/rest/campaigns');
  expect(headers.get('content-security-policy')).toContain("default-src 'self'");
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  const changing = await app.fetch('/action/start/project/1');
  expect(changing.headers.get('cache-control')).toBe('no-store');
  await app.stop();
});

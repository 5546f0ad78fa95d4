import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { allCalls } from '#domain/contract/calls.ts';
import { startTestApp } from '#test/support/start-app.ts';
import { closeOf, until } from '#test/support/until.ts';
import { boundPatience } from './patience.ts';

test('a client that never ends its request does not hold up the end', async () => {
  const app = await startTestApp();
  const { port } = new URL(app.url);
  const socket = connect(Number(port), '127.0.0.1');
  socket.write('POST /public/api/login/account HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n');
  socket.write('content-length: 100\r\n\r\n{"username":');
  await once(socket, 'connect');
  // The head must have arrived before the server begins to close.
  expect((await app.fetch('/health')).status).toBe(200);
  const cut = closeOf(socket);
  socket.on('error', () => {});
  await app.stop();
  await cut;
});

test('a request that arrives while the process ends is answered, not refused', async () => {
  const app = await startTestApp();
  const { port } = new URL(app.url);
  const socket = connect(Number(port), '127.0.0.1');
  socket.write('GET /public/api/login/config HTTP/1.1\r\nhost: a\r\n');
  await once(socket, 'connect');
  expect((await app.fetch('/health')).status).toBe(200);
  const stopped = app.stop();
  const isRefused = () =>
    new Promise<boolean>((resolve) => {
      const other = connect(Number(port), '127.0.0.1', () => resolve(other.destroy() === undefined));
      other.on('error', () => resolve(true));
    });
  await until('the end has begun', isRefused);
  socket.write('\r\n');
  const [answer] = await once(socket, 'data');
  expect(String(answer).split('\r\n')[0]).toBe('HTTP/1.1 200 OK');
  await stopped;
});

test('pages and answers carry the headers that protect them', async () => {
  const app = await startTestApp();
  const { headers } = await app.fetch('/rest/campaigns');
  expect(headers.get('content-security-policy')).toContain("default-src 'self'");
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy).toContain("connect-src 'self';");
  for (const call of allCalls.filter((one) => one.method === 'GET' && one.id !== 'listCatalogue')) {
    const answer = await app.fetch(call.path.replace(/:\w+/g, '1'));
    expect(answer.headers.get('cache-control'), call.id).toBe('no-store');
    await answer.body?.cancel();
  }
  await app.stop();
});

test('nobody else reads the data folder or the log of the store', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'lw-folder-'));
  chmodSync(parent, 0o755);
  const dataDir = join(parent, 'data');
  const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);
  const wanted = process.getuid?.() === 0 ? '711' : '700';
  const app = await startTestApp({ dataDir });
  expect(modeOf(dataDir)).toBe(wanted);
  for (const name of ['secret.key', 'postgres.password', 'postgres.log'])
    if (existsSync(join(dataDir, name))) expect(modeOf(join(dataDir, name)), name).toBe('600');
  await app.stop();
  // An earlier version left it open.
  chmodSync(dataDir, 0o755);
  if (existsSync(join(dataDir, 'postgres.log'))) chmodSync(join(dataDir, 'postgres.log'), 0o644);
  const again = await startTestApp({ dataDir });
  expect(modeOf(dataDir)).toBe(wanted);
  if (existsSync(join(dataDir, 'postgres.log'))) expect(modeOf(join(dataDir, 'postgres.log'))).toBe('600');
  await again.stop();
  rmSync(parent, { recursive: true, force: true });
});

test('the delay of the event loop is told in /health and /metrics', async () => {
  const app = await startTestApp({ roles: ['http'] });
  await until('the measure has begun', async () => {
    const { eventLoop } = (await (await app.fetch('/health')).json()) as { eventLoop: { maxMs: number } };
    return eventLoop.maxMs > 0;
  });
  // Something holds it.
  for (const end = performance.now() + 300; performance.now() < end; );
  await until('it is seen', async () => {
    const { eventLoop } = (await (await app.fetch('/health')).json()) as { eventLoop: { maxMs: number } };
    return eventLoop.maxMs > 200;
  });
  expect(await (await app.fetch('/metrics')).text()).toMatch(/linkwright_event_loop_max_seconds 0\.\d+/);
  await app.stop();
});

test('who holds a connection without a word, or a body by drops, is cut off', async () => {
  const server = Fastify();
  boundPatience(server, { connections: 3, connectionsOfOne: 3, silentMs: 100, openBodyMs: 150 });
  server.post('/', async () => 'done');
  server.get('/slow', async () => {
    await pause(400);
    return 'done';
  });
  const { port } = new URL(await server.listen({ port: 0, host: '127.0.0.1' }));
  const open = () => connect(Number(port), '127.0.0.1').on('error', () => {});
  const silent = open();
  const dripping = open();
  dripping.write('POST / HTTP/1.1\r\nhost: a\r\ncontent-type: text/plain\r\ncontent-length: 100\r\n\r\n');
  const drips = setInterval(() => dripping.write('x'), 20);
  expect(await Promise.all([closeOf(silent), closeOf(dripping)])).toEqual([true, true]);
  clearInterval(drips);
  // A slow answer is nobody's fault.
  expect(await (await fetch(`http://127.0.0.1:${port}/slow`)).text()).toBe('done');
  const many = Array.from({ length: 8 }, open);
  const cut = many.slice(3).map(closeOf);
  expect(await Promise.race(cut)).toBe(true);
  for (const socket of many) socket.destroy();
  await server.close();
});

test('one address takes its own share of connections and not that of others', async () => {
  const server = Fastify();
  boundPatience(server, { connections: 20, connectionsOfOne: 2, silentMs: 5_000, openBodyMs: 5_000 }, () => false);
  server.get('/', async () => 'done');
  const { port } = new URL(await server.listen({ port: 0, host: '127.0.0.1' }));
  const from = (localAddress: string) =>
    connect({ port: Number(port), host: '127.0.0.1', localAddress }).on('error', () => {});
  const greedy = [from('127.0.0.2'), from('127.0.0.2')];
  await Promise.all(greedy.map((socket) => once(socket, 'connect')));
  const third = from('127.0.0.2');
  await closeOf(third);
  const other = from('127.0.0.3');
  other.write('GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n');
  expect(String((await once(other, 'data'))[0])).toContain('200 OK');
  // A place that is given back may be taken again.
  greedy[0]?.destroy();
  await until('a free place', async () => {
    const again = from('127.0.0.2');
    again.write('GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n');
    const [data] = await Promise.race([once(again, 'data'), closeOf(again).then(() => [''])]);
    return String(data).includes('200 OK');
  });
  greedy[1]?.destroy();
  await server.close();
});

test('however often strangers ask for the figures, the store is asked once a second', async () => {
  const app = await startTestApp({ roles: ['http'] });
  const { pool } = app.app.store;
  let nAsked = 0;
  const query = pool.query.bind(pool) as (...args: unknown[]) => unknown;
  const counted = (...args: unknown[]) => {
    nAsked += 1;
    return query(...args);
  };
  pool.query = counted as typeof pool.query;
  const began = performance.now();
  const answers = await Promise.all(Array.from({ length: 40 }, (_, at) => app.fetch(at % 2 ? '/metrics' : '/health')));
  expect(answers.map(({ status }) => status)).toEqual(Array(40).fill(200));
  expect(nAsked).toBeLessThanOrEqual(3 * Math.ceil((performance.now() - began) / 1_000));
  await app.stop();
});

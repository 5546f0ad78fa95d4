import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { LiveEvent } from '#domain/contract/live.ts';
import type { Store } from '#server/db/store.ts';
import { createFanOut, type FanOut } from '#server/live/fan-out.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';
import { until } from '#test/support/until.ts';

/** Events between processes: in order, for ever, and with a word when some may have been missed. */
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ roles: ['http'] });
});
afterAll(() => app.stop());

const open: FanOut[] = [];
afterEach(async () => {
  for (const fanOut of open.splice(0)) await fanOut.close();
});

/** One more process as the fan-out sees it. */
async function joinIn(name: string, store: Store = app.app.store) {
  const heard: LiveEvent[] = [];
  const ended: string[] = [];
  let gaps = 0;
  let wakes = 0;
  const fanOut = await createFanOut({
    store: { ...store, exclusive: false },
    secrets: app.app.secrets,
    bootId: name,
    log: app.app.log,
    onEvents: (events) => heard.push(...events),
    onWake: () => (wakes += 1),
    onGap: () => (gaps += 1),
    onSessionEnd: (session) => ended.push(session),
  });
  open.push(fanOut);
  return { fanOut, heard, ended, gaps: () => gaps, wakes: () => wakes };
}

const event = (id: number, padding = ''): LiveEvent => ({
  address: 'campaigns',
  body: { action: 'rename', id, name: `name ${id}${padding}` },
});
const idsOf = (events: LiveEvent[]) => events.map(({ body }) => ('id' in body ? Number(body.id) : 0));

test('a burst arrives in the order in which it was told, long ones among short ones', async () => {
  const [one, other] = [await joinIn('one'), await joinIn('other')];
  for (let id = 1; id <= 200; id += 1) one.fanOut.forward([event(id, id % 7 === 0 ? 'x'.repeat(9_000) : '')]);
  await until('all', () => other.heard.length === 200);
  expect(idsOf(other.heard)).toEqual(Array.from({ length: 200 }, (_, at) => at + 1));
  expect(one.heard).toEqual([]);
});

test('what travels between processes, in a notification or a row, is sealed', async () => {
  const one = await joinIn('one');
  const other = await joinIn('other');
  const { connectionString, ...connection } = app.app.store.connection;
  const spy = new pg.Client(connectionString ? { connectionString } : connection);
  await spy.connect();
  const passed: string[] = [];
  spy.on('notification', ({ payload }) => passed.push(payload ?? ''));
  await spy.query('listen linkwright_live');
  one.fanOut.forward([event(1, 'canary')]);
  await until('the short one', () => other.heard.length === 1);
  one.fanOut.forward([event(2, 'canary'.repeat(2_000))]);
  await until('the long one', () => other.heard.length === 2 && passed.length >= 2);
  const rows = await spy.query<{ body: string }>('select body from live_payloads');
  expect(rows.rows).not.toEqual([]);
  for (const text of [...passed, ...rows.rows.map((row) => row.body)]) {
    expect(text).toMatch(/^(s1:[\w+/=]+|\d+)$/);
    expect(Buffer.from(text.slice(3), 'base64').toString('latin1')).not.toContain('canary');
  }
  await spy.end();
});

test('the end of a session is told to all by the store, whoever ended it', async () => {
  const [one, other] = [await joinIn('one'), await joinIn('other')];
  await app.app.store.pool.query('delete from sessions');
  await until('told', () => one.ended.length > 0 && other.ended.length > 0);
  expect(one.ended).toEqual([
    createHash('sha256')
      .update(app.cookie.split('=')[1] ?? '')
      .digest('hex'),
  ]);
});

test('rows of long events are removed within a minute', async () => {
  const { pool } = app.app.store;
  await pool.query(`insert into live_payloads (body, created_at) values ('old', now() - interval '61 seconds')`);
  const one = await joinIn('one');
  one.fanOut.forward([event(1)]);
  await until('gone', async () => (await pool.query(`select from live_payloads where body = 'old'`)).rowCount === 0);
});

test('after the store was away events are heard again, and both sides load again', async () => {
  const line = await startLine(app.app.store);
  const far = { ...app.app.store, connection: { ...app.app.store.connection, host: '127.0.0.1', port: line.port } };
  const one = await joinIn('one', app.app.store.folder ? far : throughUrl(app.app.store, line.port));
  const other = await joinIn('other', app.app.store.folder ? far : throughUrl(app.app.store, line.port));
  one.fanOut.forward([event(1)]);
  await until('before', () => other.heard.length === 1);
  line.cut();
  for (let id = 2; id <= 40; id += 1) one.fanOut.forward([event(id)]);
  one.fanOut.wake();
  // Several tries fall into the time without a store.
  await until('tries while it is away', () => line.refused() >= 4);
  line.mend();
  await until('a word about the gap', () => one.gaps() > 0 && other.gaps() > 0);
  one.fanOut.forward([event(41)]);
  await until('after', () => idsOf(other.heard).includes(41));
  const ids = idsOf(other.heard);
  expect(ids).toEqual(ids.toSorted((a, b) => a - b));
  expect(other.wakes()).toBeGreaterThan(0);
  for (const fanOut of open.splice(0)) await fanOut.close();
  await line.close();
});

function throughUrl(store: Store, port: number): Store {
  const url = new URL(store.connection.connectionString ?? '');
  url.host = `127.0.0.1:${port}`;
  return { ...store, connection: { connectionString: url.href } };
}

/** A line to the store that can be cut. */
async function startLine(store: Store) {
  const url = store.connection.connectionString ? new URL(store.connection.connectionString) : undefined;
  const port = Number(url?.port || store.connection.port || 5432);
  const host = String(store.connection.host ?? '');
  const dial = () =>
    url
      ? connect(port, url.hostname)
      : connect(host.startsWith('/') ? { path: join(host, `.s.PGSQL.${port}`) } : { host, port });
  const sockets = new Set<Socket>();
  let isCut = false;
  let refused = 0;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    return socket;
  };
  const server = createServer((near) => {
    keep(near);
    if (isCut) {
      refused += 1;
      near.destroy();
      return;
    }
    const far = keep(dial());
    near.pipe(far).pipe(near);
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const drop = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    refused: () => refused,
    cut: () => {
      isCut = true;
      drop();
    },
    mend: () => {
      isCut = false;
    },
    close: async () => {
      drop();
      server.close();
      await once(server, 'close');
    },
  };
}

import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { Call } from '#domain/contract/call.ts';
import { type Config, readConfig } from '#server/config.ts';
import { type Running, startApp } from '#server/main.ts';
import { hearTopic, type LiveLog } from './event-socket.ts';

/** A running product of a test, on its own empty store, with a signed-in client. */
export interface TestApp extends Running {
  url: string;
  /** Cookie header of the session. */
  cookie: string;
  /** Sends a declared call; answers status and parsed body. */
  send(
    call: Call,
    input?: { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown },
  ): Promise<Answer>;
  /** Sends files to a call that takes an upload: names with their content, form fields before them. */
  upload(call: Call, sent: Upload): Promise<Answer>;
  /** Plain fetch with the session cookie. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Gathers live events of a topic from now on, as a window hears them. */
  listen(address: string): Promise<LiveLog>;
}
export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers freely, the assertions check them
  body: any;
}

/** What an upload holds. */
export interface Upload {
  id?: number;
  files: Record<string, string | Uint8Array>;
  fields?: Record<string, string>;
  query?: Record<string, string>;
}

const password = 'test-password';

/** Starts the product on an embedded store, or on a fresh database of TEST_DATABASE_URL. */
export async function startTestApp(settings: Partial<Config> = {}): Promise<TestApp> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lw-test-'));
  // The store's own user must be able to enter.
  chmodSync(dataDir, 0o755);
  const database = settings.databaseUrl ? undefined : await freshDatabase();
  const config = readConfig({}, []);
  const running = await startApp(
    {
      ...config,
      port: 0,
      dataDir,
      databaseUrl: database?.url,
      firstUser: { name: 'admin', password },
      logLevel: process.env.TEST_LOG ?? 'fatal',
      settleMs: 500,
      ...settings,
    },
    () => {},
  );
  const url = running.url ?? '';
  const cookie = url ? await signIn(url) : '';
  const get = (path: string, init: RequestInit = {}) =>
    fetch(url + path, { ...init, headers: { ...init.headers, cookie } });
  return {
    ...running,
    url,
    cookie,
    fetch: get,
    send: (call, input = {}) => sendCall(get, call, input),
    upload: (call, sent) => sendFiles(get, call, sent),
    listen: (address) => hearTopic({ url, cookie }, address),
    async stop() {
      await running.stop();
      await database?.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function signIn(url: string): Promise<string> {
  const response = await fetch(`${url}/public/api/login/account`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password, type: 'account' }),
  });
  return response.headers.get('set-cookie')?.split(';')[0] ?? '';
}

async function sendCall(
  get: TestApp['fetch'],
  call: Call,
  input: { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown },
): Promise<Answer> {
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(input.params?.[name])));
  const query = new URLSearchParams(
    Object.fromEntries(Object.entries(input.query ?? {}).map(([name, value]) => [name, String(value)])),
  );
  const hasBody = input.body !== undefined;
  const response = await get(`${path}${query.size > 0 ? `?${query}` : ''}`, {
    method: call.method,
    ...(hasBody ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(input.body) } : {}),
  });
  return readAnswer(response);
}

async function sendFiles(
  get: TestApp['fetch'],
  call: Call,
  { id, files, fields = {}, query = {} }: Upload,
): Promise<Answer> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const [name, content] of Object.entries(files))
    form.append('file', new Blob([typeof content === 'string' ? content : new Uint8Array(content)]), name);
  const path = `${call.path.replace(':id', String(id))}?${new URLSearchParams(query)}`;
  return readAnswer(await get(path, { method: call.method, body: form }));
}

async function readAnswer(response: Response): Promise<Answer> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  return { status: response.status, body: isJson ? JSON.parse(text) : text };
}

/** A new database on the server of TEST_DATABASE_URL; undefined without one. */
async function freshDatabase(): Promise<{ url: string; drop(): Promise<void> } | undefined> {
  const base = process.env.TEST_DATABASE_URL;
  if (!base) return undefined;
  const name = `lw_test_${process.pid}_${Date.now().toString(36)}_${Math.floor(Math.random() * 1e6)}`;
  const admin = async (statement: string) => {
    const client = new pg.Client({ connectionString: base });
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  await admin(`create database ${name}`);
  const url = new URL(base);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => admin(`drop database if exists ${name} with (force)`) };
}

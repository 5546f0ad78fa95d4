import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Call } from '#domain/contract/call.ts';
import { mediaService } from '#domain/contract/media-search.ts';
import { type Config, readConfig } from '#server/config.ts';
import { type Running, startApp } from '#server/main.ts';
import { hearTopic, type LiveLog } from './event-socket.ts';
import { copyDatabase, copyStore } from './store-template.ts';

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

/** Nothing listens there. */
const nowhere = 'http://127.0.0.1:9';

/** Starts the product on an embedded store, or on a fresh database of TEST_DATABASE_URL. */
export async function startTestApp(settings: Partial<Config> = {}): Promise<TestApp> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lw-test-'));
  // The store's own user must be able to enter.
  chmodSync(dataDir, 0o755);
  const server = process.env.TEST_DATABASE_URL;
  const database = server && !settings.databaseUrl ? await copyDatabase(server) : undefined;
  if (!database && !settings.databaseUrl && !settings.dataDir) await copyStore(dataDir);
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
      // No request that is made up reaches a real service.
      spinnerAddresses: { BestSpinner: nowhere, Rewriter: nowhere, WordAi: nowhere },
      mediaAddresses: Object.fromEntries(mediaService.options.map((name) => [name, nowhere])),
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

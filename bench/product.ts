import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { readIfThere } from '#server/db/processes.ts';
import { endWithUs } from '#test/support/end-with-us.ts';

const root = new URL('..', import.meta.url).pathname;
const password = 'bench-password';

/** The product as a process of its own, with a signed-in client. */
export interface Product {
  url: string;
  /** Of the session. */
  cookie: string;
  pid: number;
  dataDir: string;
  child: ChildProcess;
  call(method: string, path: string, body?: unknown): Promise<never>;
  request(path: string, init?: RequestInit & { duplex?: 'half' }): Promise<Response>;
  /** CPU of the process itself since its start, in ms. */
  cpuMs(): number;
  /** Longest event-loop delay since the last reading, in ms. */
  loopMaxMs(): Promise<number>;
  /** Memory of the process and of its store, shared pages counted once, in MB. */
  memoryMb(): { own: number; store: number };
  stop(): Promise<void>;
}

/** Starts the product on a fresh data folder; `env` adds to the environment, `script` seeds it first. */
export async function startProduct(
  env: Record<string, string> = {},
  args: string[] = [],
  script = 'server/cli/start.ts',
): Promise<Product> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lw-bench-'));
  chmodSync(dataDir, 0o755);
  const child = endWithUs(
    spawn(process.execPath, ['--import', `${root}bench/loop-probe.ts`, root + script, ...args], {
      env: {
        ...process.env,
        LINKWRIGHT_DATA: dataDir,
        LINKWRIGHT_PASSWORD: password,
        LINKWRIGHT_LOG: 'error',
        PORT: '0',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    }),
  );
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  let url = '';
  for await (const line of lines)
    if (line.startsWith('Linkwright is running')) {
      url = /http:\S+/.exec(line)?.[0] ?? '';
      break;
    }
  child.stdout?.resume();
  return productOf({ child, url, dataDir, cookie: url ? await signIn(url) : '' });
}

function productOf({ child, url, dataDir, cookie }: Pick<Product, 'child' | 'url' | 'dataDir' | 'cookie'>): Product {
  const request = (path: string, init: RequestInit = {}) =>
    fetch(url + path, { ...init, headers: { ...init.headers, cookie } });
  return {
    url,
    cookie,
    pid: child.pid ?? 0,
    dataDir,
    child,
    request,
    async call(method, path, body) {
      const headers = { 'content-type': 'application/json' };
      const response = await request(
        path,
        body === undefined ? { method } : { method, headers, body: JSON.stringify(body) },
      );
      const answer = (await response.json()) as { error?: { message: string } };
      if (answer.error) throw new Error(`${method} ${path}: ${answer.error.message}`);
      return answer as never;
    },
    cpuMs: () => cpuMsOf(child.pid ?? 0),
    async loopMaxMs() {
      const answer = once(child, 'message');
      child.send('loop');
      const [{ loopMaxMs }] = (await answer) as [{ loopMaxMs: number }];
      return loopMaxMs;
    },
    memoryMb: () => ({ own: pssMb(child.pid ?? 0), store: storeMb(dataDir) }),
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
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

/** User and system time of a process, in ms (10 ms steps). */
export function cpuMsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

function pssMb(pid: number): number {
  const pss = /^Pss:\s+(\d+)/m.exec(readIfThere(`/proc/${pid}/smaps_rollup`) ?? '')?.[1];
  return Number(pss ?? 0) / 1_024;
}

/** All processes whose parent is the postmaster of the data folder, and itself. */
function storeMb(dataDir: string): number {
  const postmaster = readIfThere(join(dataDir, 'postgres', 'postmaster.pid'))?.split('\n')[0];
  return (postmaster ? storePids(Number(postmaster)) : []).reduce((sum, pid) => sum + pssMb(pid), 0);
}

/** A connection of our own to the embedded store of a product, for a baseline in the same store. */
export async function storeClient({ dataDir }: Pick<Product, 'dataDir'>): Promise<pg.Client> {
  const lines = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
  const client = new pg.Client({
    host: lines[4],
    port: Number(lines[3]),
    user: 'linkwright',
    database: 'postgres',
    password: readFileSync(join(dataDir, 'postgres.password'), 'utf8').trim(),
  });
  await client.connect();
  return client;
}

/** The postmaster and its children. */
export function storePids(postmaster: number): number[] {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1]) === postmaster;
      } catch {
        return false;
      }
    });
  return [postmaster, ...children];
}

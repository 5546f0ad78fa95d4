import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { WebSocket } from 'undici';
import type { Call } from '#domain/contract/call.ts';
import type { Answer } from './start-app.ts';
import { until } from './until.ts';

const root = new URL('../..', import.meta.url).pathname;

/** An answer of the product with the call that asked for it. */
export interface Heard {
  call: string;
  status: number;
  text: string;
}

/** The product as processes of their own, with all that they say. */
export class CanaryProduct {
  url = '';
  cookie = '';
  readonly dataDir = mkdtempSync(join(tmpdir(), 'lw-canary-'));
  readonly answers: Heard[] = [];
  readonly frames: { address: string; text: string }[] = [];
  readonly #children: ChildProcess[] = [];
  readonly #logs: Buffer[] = [];
  readonly #sockets: WebSocket[] = [];
  readonly #env: Record<string, string>;

  constructor(env: Record<string, string>) {
    // The store's own user must be able to enter.
    chmodSync(this.dataDir, 0o755);
    this.#env = {
      PATH: process.env.PATH ?? '',
      LINKWRIGHT_DATA: this.dataDir,
      PORT: '0',
      LINKWRIGHT_LOG: 'trace',
      ...env,
    };
  }

  /** Starts a process and waits until it says that it runs. */
  async start(args: string[] = []): Promise<void> {
    const child = spawn(process.execPath, [`${root}server/cli/start.ts`, ...args], { env: this.#env });
    this.#children.push(child);
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => this.#logs.push(chunk));
    const from = this.log.length;
    await until('running', () => this.log.includes('Linkwright is running', from) || child.exitCode !== null);
    this.url = /Linkwright is running at (\S+)/.exec(this.log)?.[1] ?? this.url;
  }

  /** All that the processes wrote. */
  get log(): string {
    return Buffer.concat(this.#logs).toString();
  }

  /** Sends a declared call as a page does, and keeps the answer. */
  async send(call: Call, input: { params?: Record<string, unknown>; body?: unknown; form?: FormData } = {}) {
    const path = call.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(input.params?.[name])));
    const headers: Record<string, string> = { cookie: this.cookie };
    if (input.body !== undefined) headers['content-type'] = 'application/json';
    const body = input.form ?? (input.body === undefined ? null : JSON.stringify(input.body));
    const response = await fetch(this.url + path, { method: call.method, headers, body });
    const text = await response.text();
    this.answers.push({ call: call.id, status: response.status, text });
    const set = response.headers.get('set-cookie');
    const isJson = response.headers.get('content-type')?.includes('json');
    const answer: Answer['body'] = isJson ? JSON.parse(text) : text;
    return { status: response.status, body: answer, cookie: set?.split(';')[0] ?? '' };
  }

  /** Opens a window that hears topics. */
  async window(addresses: string[]): Promise<void> {
    const socket = new WebSocket(`${this.url.replace('http', 'ws')}/eventbus`, { headers: { cookie: this.cookie } });
    this.#sockets.push(socket);
    await new Promise<void>((resolve, reject) => {
      socket.addEventListener('error', () => reject(new Error('the event channel refused')));
      socket.addEventListener('message', ({ data }) => {
        const frame = JSON.parse(String(data)) as { type: string; address: string };
        if (frame.type === 'pong') resolve();
        else this.frames.push({ address: frame.address, text: String(data) });
      });
      socket.addEventListener('open', () => {
        for (const address of addresses) socket.send(JSON.stringify({ type: 'register', address }));
        socket.send(JSON.stringify({ type: 'ping' }));
      });
    });
  }

  /** Arguments of our processes and of those they started, and the environment of the latter. */
  processes(): string {
    const own = this.#children.map((child) => child.pid ?? 0);
    const family = [...own, ...own.flatMap(childrenOf)];
    for (const pid of family) for (const child of childrenOf(pid)) if (!family.includes(child)) family.push(child);
    const args = family.map((pid) => `${pid} ${read(`/proc/${pid}/cmdline`)}`);
    // Ours is where the operator put the secrets.
    const inherited = family.filter((pid) => !own.includes(pid)).map((pid) => read(`/proc/${pid}/environ`));
    return [...args, ...inherited].join('\n');
  }

  /** All rows of all tables, as text. */
  async dump(databaseUrl: string | undefined): Promise<string> {
    const client = new pg.Client(databaseUrl ? { connectionString: databaseUrl } : this.embedded());
    await client.connect();
    const { rows } = await client.query<{ name: string }>(
      `select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public'`,
    );
    let text = '';
    for (const { name } of rows)
      text += JSON.stringify((await client.query(`select row_to_json(t)::text from ${name} t`)).rows);
    await client.end();
    return text;
  }

  /** How to reach the embedded store. */
  embedded(): pg.ClientConfig {
    const password = readFileSync(join(this.dataDir, 'postgres.password'), 'utf8');
    return { host: join(this.dataDir, 'run'), user: 'linkwright', database: 'postgres', password };
  }

  /** Every file of the data folder, WAL and log of the store among them. */
  files(): { path: string; content: Buffer }[] {
    return readdirSync(this.dataDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => ({ path, content: readFileSync(path) }));
  }

  /** Ends all processes in order. */
  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.close();
    for (const child of this.#children.filter((one) => one.exitCode === null)) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
  }

  /** Removes the data folder. */
  clean(): void {
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}

function childrenOf(pid: number): number[] {
  return read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number);
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { endWithUs } from '../end-with-us.ts';

const root = '/tmp/lw-real';

/** A fresh folder under /tmp/lw-real, readable by the servers' own users. */
export function freshFolder(name: string): string {
  mkdirSync(root, { recursive: true });
  chmodSync(root, 0o755);
  const folder = mkdtempSync(join(root, `${name}-`));
  chmodSync(folder, 0o755);
  return folder;
}

/** A TCP port of 127.0.0.1 that is free now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

/** Runs a command to its end and gives back what it printed. */
export function run(command: string, args: string[], env: Record<string, string> = {}): string {
  return execFileSync(command, args, {
    encoding: 'utf8',
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** A server process of ours. */
export interface Server {
  stop(): Promise<void>;
}

/** How to start a server process. */
export interface ServerCommand {
  command: string;
  args: string[];
  /** File for everything it prints. */
  log: string;
  user?: string;
}

/** Starts a server in the foreground as our child; it dies with us. */
export function startServer(options: ServerCommand): Server {
  const log = openSync(options.log, 'a');
  const ids = options.user === undefined ? {} : { uid: idOf('-u', options.user), gid: idOf('-g', options.user) };
  const child = endWithUs(
    spawn(options.command, options.args, { stdio: ['ignore', log, log], cwd: '/tmp', ...ids }),
    'SIGKILL',
  );
  const ended = new Promise<void>((resolve) => {
    child.once('error', () => resolve());
    child.once('exit', () => resolve());
  });
  return {
    stop: async () => {
      child.kill('SIGTERM');
      const force = setTimeout(() => child.kill('SIGKILL'), 10_000);
      await ended;
      clearTimeout(force);
    },
  };
}

function idOf(kind: '-u' | '-g', user: string): number {
  return Number(run('id', [kind, user]).trim());
}

/** Asks until the answer is true; throws with the name after the time. */
export async function waitUntil(
  name: string,
  isReady: () => boolean | Promise<boolean>,
  timeoutMs = 30_000,
): Promise<void> {
  const end = Date.now() + timeoutMs;
  while (Date.now() < end) {
    if (await isReady()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${name} did not start within ${timeoutMs / 1000} s`);
}

/** Stops servers in the order given, then removes the folder. */
export async function stopAll(servers: Server[], folder: string): Promise<void> {
  for (const server of servers) await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

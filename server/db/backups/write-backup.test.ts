import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endWithUs } from '#test/support/end-with-us.ts';
import { smallDisk } from '#test/support/small-disk.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';
import { backupFolder } from './backup-file.ts';
import { openBackup } from './restore-backup.ts';
import { writeBackup } from './write-backup.ts';

/** Copies that cannot be made: they tell why, leave nothing, and the process that made them lives on. */
let app: TestApp;
const root = new URL('../../..', import.meta.url).pathname;
const folders: string[] = [];
const freshFolder = () => {
  const made = mkdtempSync(join(tmpdir(), 'lw-copies-'));
  chmodSync(made, 0o755);
  folders.push(made);
  return made;
};
beforeAll(async () => {
  app = await startTestApp({ roles: ['http'] });
  const { db } = app.app.store;
  // Random letters, some megabytes when packed, in the first table that is read.
  await sql`insert into proxies (address, port, kind) values ('p.test', 1, 'HTTP')`.execute(db);
  await sql`insert into account_proxies (account_key, proxy_id)
    select (select string_agg(md5(n || ' ' || k), '') from generate_series(1, 60) k), id
    from proxies, generate_series(1, 4000) n`.execute(db);
});
afterAll(async () => {
  await app?.stop();
  for (const one of folders) rmSync(one, { recursive: true, force: true });
});

const write = (folder: string, more: Partial<Parameters<typeof writeBackup>[0]> = {}) =>
  writeBackup({ connection: app.app.store.connection, secrets: app.app.secrets, folder, reason: 'by-hand', ...more });

/** Waits until some of the large table, not all, is in the file. */
async function inTheMiddle(folder: string): Promise<void> {
  const size = () => {
    const part = readdirSync(folder).find((name) => name.endsWith('.part'));
    return part ? (statSync(join(folder, part), { throwIfNoEntry: false })?.size ?? 0) : 0;
  };
  while (size() < 100_000) await turn();
}

/** Nobody reads for a copy any more: its connection has ended. */
const copying = () =>
  sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
    where application_name = ${`linkwright copy ${process.pid}`}`
    .execute(app.app.store.db)
    .then(({ rows }) => rows[0]?.n);

async function runBackup(limits: string) {
  const { DATABASE_URL: _, ...inherited } = process.env;
  const { dataDir, databaseUrl } = app.app.config;
  const env = { ...inherited, LINKWRIGHT_DATA: dataDir, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) };
  const command = `${limits} exec "${process.execPath}" server/cli/backup.ts`;
  const child = endWithUs(spawn('bash', ['-c', command], { cwd: root, env }));
  const [told, wrong, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code: code as number, told, wrong };
}

test('a stop in the middle of a large table tells its reason and leaves nothing', async () => {
  const folder = freshFolder();
  const stopped = new AbortController();
  const writing = write(folder, { signal: stopped.signal });
  const refused = expect(writing).rejects.toThrow('The task was cancelled');
  await inTheMiddle(folder);
  stopped.abort(new Error('The task was cancelled'));
  await refused;
  expect(readdirSync(folder)).toEqual([]);
  await expect.poll(copying).toBe(0);
});

test('a store that goes away in the middle of a large table fails the copy, and nothing else', async () => {
  const folder = freshFolder();
  const refused = expect(write(folder)).rejects.toThrow(/terminat/);
  await inTheMiddle(folder);
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = ${`linkwright copy ${process.pid}`}`.execute(app.app.store.db);
  await refused;
  expect(readdirSync(folder)).toEqual([]);
  await openBackup(await write(folder), app.app.secrets);
});

test('a file that may not grow ends the command with a plain reason', async () => {
  const made = backupFolder(app.app.config.dataDir);
  const refused = await runBackup('ulimit -f 100;');
  expect(refused.wrong.trim()).toBe(
    `A file in ${made} may not become as large as the copy. What was written of it is removed.`,
  );
  expect([refused.code, readdirSync(made)]).toEqual([1, []]);
});

test('a full disk ends the command and the copy of the product with a plain reason', async ({ skip }) => {
  const made = backupFolder(app.app.config.dataDir);
  const disk = smallDisk(made, 'size=128k');
  if (!disk) return skip('a disk can be mounted by root alone');
  try {
    const reason = `No space is left on the disk of ${made}. The copy was not made; what was written of it is removed.`;
    await expect(write(made, { reason: 'daily' })).rejects.toThrow(reason);
    expect(readdirSync(made)).toEqual([]);
    const refused = await runBackup('');
    expect([refused.wrong.trim(), refused.code, readdirSync(made)]).toEqual([reason, 1, []]);
    await expect.poll(copying).toBe(0);
  } finally {
    disk.remove();
  }
});

test('copies of one moment have names of their own, whatever becomes of the others', async () => {
  const folder = freshFolder();
  const stopped = new AbortController();
  const broken = Array.from({ length: 3 }, () => write(folder, { signal: stopped.signal }));
  const ends = Promise.allSettled(broken);
  await inTheMiddle(folder);
  const whole = Promise.all(Array.from({ length: 3 }, () => write(folder)));
  stopped.abort();
  expect((await ends).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  const paths = await whole;
  const more = await Promise.all([write(folder), write(folder)]);
  const all = [...paths, ...more].map((path) => path.slice(folder.length + 1)).toSorted();
  expect(new Set(all).size).toBe(5);
  expect(readdirSync(folder).toSorted()).toEqual(all);
  for (const path of paths) await openBackup(path, app.app.secrets);
});

test('four commands at once tell four files', async () => {
  const ran = await Promise.all(Array.from({ length: 4 }, () => runBackup('')));
  expect(ran.map(({ code, wrong }) => [code, wrong])).toEqual(Array.from({ length: 4 }, () => [0, '']));
  const paths = ran.map(({ told }) => /copied to (\S+)/.exec(told)?.[1] ?? '');
  expect(new Set(paths).size).toBe(4);
  expect(paths.every((path) => existsSync(path))).toBe(true);
});

test('the copy that was just made is kept where others have names of the future', async () => {
  const folder = freshFolder();
  for (let day = 1; day <= 9; day += 1) writeFileSync(join(folder, `daily-2099-01-0${day}T030000Z.zip`), '');
  const path = await write(folder, { reason: 'daily' });
  expect(existsSync(path)).toBe(true);
  expect(readdirSync(folder)).toHaveLength(7);
});

test('a folder of another disk is followed, one that is none is told', async () => {
  const dataDir = freshFolder();
  const folder = join(dataDir, 'backups');
  const other = join(freshFolder(), 'copies');
  symlinkSync(other, folder);
  expect(() => backupFolder(dataDir)).toThrow(`${folder} is a link that leads to no folder.`);
  mkdirSync(other);
  const path = await write(backupFolder(dataDir));
  expect(path.startsWith(`${other}/`)).toBe(true);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  rmSync(folder);
  writeFileSync(folder, '');
  expect(() => backupFolder(dataDir)).toThrow(`${folder} is no folder.`);
});

test('a folder that may not be written is told', async ({ skip }) => {
  const folder = freshFolder();
  if (process.getuid?.() !== 0) {
    chmodSync(folder, 0o500);
    await expect(write(folder)).rejects.toThrow(`${folder} may not be written by the user that Linkwright runs as`);
    return;
  }
  const disk = smallDisk(folder, 'size=64k,ro');
  if (!disk) return skip('root may write everywhere, and no disk can be mounted');
  await expect(write(folder).finally(() => disk.remove())).rejects.toThrow('lies on a disk that can only be read');
});

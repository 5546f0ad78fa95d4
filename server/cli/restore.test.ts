import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCampaign } from '#domain/contract/campaigns.ts';
import { addMailbox } from '#domain/contract/mailboxes.ts';
import { startProject, stopProject } from '#domain/contract/projects/projects.ts';
import { startWorld, type World } from '#rehearsal/world.ts';
import { endWithUs } from '#test/support/end-with-us.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';
import { copyDatabase } from '#test/support/store-template.ts';
import { until } from '#test/support/until.ts';
import { backupFolder } from '../db/backups/backup-file.ts';
import { openBackup, restoreBackup } from '../db/backups/restore-backup.ts';
import { writeBackup } from '../db/backups/write-backup.ts';
import { createSecrets, type Secrets } from '../db/secrets.ts';
import { type FoundStore, openStore } from '../db/store.ts';
import { type DemoCampaign, seedDemo } from './demo-seed.ts';

/** A copy is made while projects run, and restored into a new place by the commands that an operator types. */
const root = new URL('../..', import.meta.url).pathname;
const folders: string[] = [];
const freshFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'lw-restore-'));
  chmodSync(folder, 0o755);
  folders.push(folder);
  return folder;
};
const server = process.env.TEST_DATABASE_URL;
const old = server ? await copyDatabase(server) : undefined;
const fresh = server ? await copyDatabase(server, true) : undefined;
const oldDir = freshFolder();
const newDir = freshFolder();
let world: World;
let app: TestApp;
let demo: DemoCampaign;
let path: string;

beforeAll(async () => {
  world = await startWorld({ wordpress: 3, mediawiki: 1, shaarli: 1 });
  app = await startTestApp({ dataDir: oldDir, databaseUrl: old?.url });
  demo = await seedDemo(app.app, world);
  // One site asks to be left alone for longer than the test takes: its project is not done when the copy is made.
  world.sites[0]?.dial({ tooMany: { retryAfter: 600 } });
  await app.send(addMailbox, {
    body: { emailAddress: 'a@b.test', emailLogin: 'a', emailPassword: 'söcret 7', emailServer: 'mx.b.test' },
  });
});
afterAll(async () => {
  await app?.stop();
  await old?.drop();
  await fresh?.drop();
  await world?.close();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

interface Place {
  dataDir: string;
  url: string | undefined;
  /** Word in what is told upon which the command is killed. */
  killAt?: string;
}

const write = () =>
  writeBackup({
    connection: app.app.store.connection,
    secrets: app.app.secrets,
    folder: backupFolder(oldDir),
    reason: 'by-hand',
  });

/** An empty place with the key. */
async function freshPlace() {
  const dataDir = freshFolder();
  copyFileSync(join(oldDir, 'secret.key'), join(dataDir, 'secret.key'));
  const database = server ? await copyDatabase(server, true) : undefined;
  const drop = async () => database?.drop();
  return { dataDir, url: database?.url, at: { dataDir, databaseUrl: database?.url }, drop };
}

/** The first half of a restore. */
const loadOf =
  (file: string, secrets: Secrets) =>
  async ({ client }: FoundStore) =>
    restoreBackup(client, await openBackup(file, secrets));

async function run(
  command: string,
  args: string[],
  { dataDir, url, killAt }: Place = { dataDir: newDir, url: fresh?.url },
) {
  const { LINKWRIGHT_PASSWORD: _, DATABASE_URL: __, ...inherited } = process.env;
  const env = { ...inherited, LINKWRIGHT_DATA: dataDir, ...(url ? { DATABASE_URL: url } : {}) };
  const child = endWithUs(spawn(process.execPath, [`server/cli/${command}.ts`, ...args], { cwd: root, env }));
  if (killAt) child.stdout.on('data', (said: Buffer) => said.includes(killAt) && child.kill('SIGKILL'));
  const [told, wrong, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code: code as number, told, wrong };
}

/** Every row of every table that a copy holds, as it reads. */
async function allRows(of: TestApp): Promise<Record<string, string[]>> {
  const { rows: tables } = await sql<{ name: string }>`select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`.execute(of.app.store.db);
  const found: Record<string, string[]> = {};
  for (const { name } of tables) {
    if (['migrations', 'processes', 'sessions', 'login_failures'].includes(name)) continue;
    const read = sql<{ row: string }>`select t::text as row from ${sql.table(name)} t order by 1`;
    found[name] = (await read.execute(of.app.store.db)).rows.map(({ row }) => row);
  }
  return found;
}

test('a copy that is made while projects run shows one moment, sealed and for its owner alone', async () => {
  for (const { id } of demo.projects.slice(0, 1)) await app.send(startProject, { params: { id } });
  const { db } = app.app.store;
  const posted = () => db.selectFrom('posts').where('state', '=', 'SUCCEEDED').select('id').execute();
  await until('a post is out', async () => (await posted()).length > 0);
  let added: Promise<unknown> | undefined;
  path = await writeBackup({
    connection: app.app.store.connection,
    secrets: app.app.secrets,
    folder: backupFolder(oldDir),
    reason: 'by-hand',
    // Campaigns are read after the accounts.
    progress: (done) => {
      if (done === 1) added = app.send(createCampaign, { body: { name: 'Made while it was copied' } });
    },
  });
  await added;
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(statSync(backupFolder(oldDir)).mode & 0o777).toBe(0o700);
  expect(readdirSync(backupFolder(oldDir)).filter((name) => name.endsWith('.part'))).toEqual([]);
});

test('killed after its load, nothing goes on by itself, and it is ended by the same command or by a start', async () => {
  const sealed = createSecrets(undefined, oldDir);
  const names: string[] = [];
  for (const way of ['command', 'start']) {
    const place = await freshPlace();
    const store = await openStore({ ...place.at, say: () => {}, before: loadOf(path, sealed) });
    // What was to come when the copy was made is over when it is restored.
    await sql`update projects set status = 'SCHEDULED', previous_status = 'NEW', starts_at = now() - interval '1 hour'
      where id = ${demo.projects[1]?.id}`.execute(store.db);
    await store.close();
    if (way === 'command') {
      const other = await run('restore', [await write()], place);
      expect([other.code, other.wrong]).toEqual([1, expect.stringContaining('whose restoring was broken off')]);
      const { code, told, wrong } = await run('restore', [path], place);
      expect({ code, wrong }).toEqual({ code: 0, wrong: '' });
      expect(told).toContain(`Stopped: ${demo.projects[0]?.name}`);
      expect(told).toContain(`Schedule taken off, its time has come since: ${demo.projects[1]?.name}`);
    }
    const restored = await startTestApp(place.at);
    const { db } = restored.app.store;
    const open = db.selectFrom('projects').where('status', 'in', ['STARTING', 'RUNNING', 'STOPPING']).select('id');
    await until('all projects are at rest', async () => (await open.execute()).length === 0);
    const unsent = db.selectFrom('posts').where('state', 'in', ['WAITING', 'PLANNED', 'CLAIMED', 'SENDING']);
    expect(await unsent.select('id').execute()).toEqual([]);
    expect(
      await db
        .selectFrom('runs')
        .where('project_id', '=', demo.projects[1]?.id ?? 0)
        .select('id')
        .execute(),
    ).toEqual([]);
    const rows = await db.selectFrom('projects').where('status', 'in', ['NEW', 'STOPPED']).select('id').execute();
    names.push(rows.map(({ id }) => id).join());
    await restored.stop();
    await place.drop();
  }
  expect(names[0]).toContain(String(demo.projects[1]?.id));
  expect(names[1]).toBe(names[0]);
});

test('killed by the system at the end of its load, it can be given again', async () => {
  const place = await freshPlace();
  await run('restore', [path], { ...place, killAt: 'Restored' });
  const again = await run('restore', [path], place);
  // It may have been quicker than the kill.
  if (again.code !== 0) expect(again.wrong).toContain('holds data already');
  const restored = await startTestApp({ ...place.at, roles: ['http'] });
  const { db } = restored.app.store;
  const running = db.selectFrom('projects').where('status', 'in', ['STARTING', 'RUNNING']).select('id');
  expect(await running.execute()).toEqual([]);
  await restored.stop();
  await place.drop();
});

test('a damaged copy leaves the folder for a sound one', async () => {
  const place = await freshPlace();
  const bytes = readFileSync(path);
  const at = bytes.indexOf('tables/strategies.copy') + 'tables/strategies.copy'.length + 100;
  bytes[at] = (bytes[at] ?? 0) ^ 0xff;
  const changed = join(place.dataDir, 'changed.zip');
  writeFileSync(changed, bytes);
  const refused = await run('restore', [changed], place);
  expect([refused.code, refused.wrong.trim()]).toEqual([
    1,
    `The copy ${changed} is damaged: the table strategies (tables/strategies.copy) is not as it was written. Nothing was restored: another copy can be restored into the same place.`,
  ]);
  expect((await run('restore', [path], place)).code).toBe(0);
  await place.drop();
});

test('is refused without its key, then fills an empty store; what ran is stopped', async () => {
  const refused = await run('restore', [path]);
  expect(refused.wrong).toContain('sealed with another key');
  copyFileSync(join(oldDir, 'secret.key'), join(newDir, 'secret.key'));
  const { code, told, wrong } = await run('restore', [path]);
  expect({ code, wrong }).toEqual({ code: 0, wrong: '' });
  expect(told).toMatch(/Restored [\d,]+ rows of 20/);
  expect(told).toContain(`Stopped: ${demo.projects[0]?.name}`);
  const again = await run('restore', [path]);
  expect([again.code, again.wrong]).toEqual([1, expect.stringContaining('holds data already')]);
});

test('nothing that was under way is posted again, and new rows get new numbers', async () => {
  const restored = await startTestApp({ dataDir: newDir, databaseUrl: fresh?.url });
  try {
    const { db } = restored.app.store;
    const open = db.selectFrom('projects').where('status', 'in', ['STARTING', 'RUNNING', 'STOPPING']).select('id');
    await until('all projects are at rest', async () => (await open.execute()).length === 0);
    const unsent = db.selectFrom('posts').where('state', 'in', ['WAITING', 'PLANNED', 'CLAIMED', 'SENDING']);
    expect(await unsent.select('id').execute()).toEqual([]);
    const [was, is] = await Promise.all([allRows(app), allRows(restored)]);
    expect(Object.keys(is)).toEqual(Object.keys(was));
    for (const name of ['users', 'user_emails', 'strategies']) expect(is[name], name).toEqual(was[name]);
    expect(is.campaigns?.join()).not.toContain('Made while it was copied');
    const { password } = await db.selectFrom('user_emails').select('password').executeTakeFirstOrThrow();
    expect(restored.app.secrets.open(String(password))).toBe('söcret 7');
    const made = (await restored.send(createCampaign, { body: { name: 'New' } })).body.campaign;
    expect(made.id).toBeGreaterThan(demo.campaignId);
  } finally {
    await restored.stop();
  }
});

test('a store at rest comes back to the letter', async () => {
  for (const { id } of demo.projects) await app.send(stopProject, { params: { id } });
  const { db } = app.app.store;
  const open = db.selectFrom('projects').where('status', 'in', ['STARTING', 'RUNNING', 'STOPPING']).select('id');
  await until('all projects are at rest', async () => (await open.execute()).length === 0);
  await until(
    'no link waits to be checked',
    async () => (await db.selectFrom('link_checks').select('link_id').execute()).length === 0,
  );
  await app.stop();
  app = await startTestApp({ dataDir: oldDir, roles: ['http'], databaseUrl: old?.url });
  const thirdDir = freshFolder();
  const third = server ? await copyDatabase(server, true) : undefined;
  try {
    copyFileSync(join(oldDir, 'secret.key'), join(thirdDir, 'secret.key'));
    const was = await allRows(app);
    const copied = await run('backup', [], { dataDir: oldDir, url: old?.url });
    const file = /copied to (\S+)/.exec(copied.told)?.[1] ?? '';
    expect((await run('restore', [file], { dataDir: thirdDir, url: third?.url })).wrong).toBe('');
    const restored = await startTestApp({ dataDir: thirdDir, roles: ['http'], databaseUrl: third?.url });
    expect(await allRows(restored).finally(() => restored.stop())).toEqual(was);
  } finally {
    await third?.drop();
  }
});

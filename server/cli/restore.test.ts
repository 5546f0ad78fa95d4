import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
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
import { writeBackup } from '../db/backups/write-backup.ts';
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
}

async function run(command: string, args: string[], { dataDir, url }: Place = { dataDir: newDir, url: fresh?.url }) {
  const { LINKWRIGHT_PASSWORD: _, DATABASE_URL: __, ...inherited } = process.env;
  const env = { ...inherited, LINKWRIGHT_DATA: dataDir, ...(url ? { DATABASE_URL: url } : {}) };
  const child = endWithUs(spawn(process.execPath, [`server/cli/${command}.ts`, ...args], { cwd: root, env }));
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

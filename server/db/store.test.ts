import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addAccount, importAccounts } from '#domain/contract/accounts.ts';
import { importLinks } from '#domain/contract/link-files.ts';
import { newCampaign, newLinkSet, newProfile } from '#test/support/nouns.ts';
import { startTestApp } from '#test/support/start-app.ts';
import { until } from '#test/support/until.ts';
import { createSecrets } from './secrets.ts';
import { openStore } from './store.ts';

const folders: string[] = [];
function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lw-store-'));
  // As root the store runs as another user, who must be able to enter.
  chmodSync(folder, 0o755);
  folders.push(folder);
  return folder;
}
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

test('a store whose server ends by itself, as on a full disk, is started again', async () => {
  const dataDir = freshFolder();
  const said: string[] = [];
  const options = { databaseUrl: undefined, dataDir, say: (message: string) => void said.push(message) };
  const store = await openStore(options);
  const pidFile = join(store.folder ?? '', 'postmaster.pid');
  const pidOf = () => Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
  await store.db.insertInto('campaigns').values({ name: 'before' }).execute();
  const first = pidOf();
  process.kill(first, 'SIGKILL');
  const read = () => store.db.selectFrom('campaigns').select('name').execute();
  await until('it answers again', () =>
    read().then(
      () => pidOf() !== first,
      () => false,
    ),
  );
  expect(await read()).toEqual([{ name: 'before' }]);
  expect(said).toContain('The embedded store has ended; it is started again');
  // Its lock is held again.
  await until('the lock is held', async () => {
    const { rows } = await store.pool.query(`select 1 from pg_locks where locktype = 'advisory' and granted`);
    return rows.length > 0;
  });
  await expect(openStore(options)).rejects.toThrow('already running');
  await store.close();
  expect(existsSync(pidFile)).toBe(false);
});

describe('the embedded store', () => {
  const dataDir = freshFolder();
  const open = (say: (message: string) => void = () => {}) => openStore({ databaseUrl: undefined, dataDir, say });
  let child: ChildProcess;
  beforeAll(async () => {
    const script = `
      import { openStore } from './server/db/store.ts';
      const store = await openStore({ databaseUrl: undefined, dataDir: ${JSON.stringify(dataDir)}, say: () => {} });
      await store.db.insertInto('campaigns').values({ name: 'written before the kill' }).execute();
      process.send('ready');
      setInterval(() => {}, 1_000);`;
    child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      cwd: new URL('../..', import.meta.url).pathname,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    await once(child, 'message');
  });
  afterAll(() => child.kill('SIGKILL'));

  test('refuses a second process, and names the first', async () => {
    const said: string[] = [];
    await expect(open((message) => said.push(message))).rejects.toThrow(
      `Another Linkwright (process ${child.pid}) is already running on ${dataDir}. Stop it first, or choose another folder with LINKWRIGHT_DATA.`,
    );
    expect(said).toEqual([]);
  });

  test('takes a guest beside the process that keeps it, and goes on when it leaves', async () => {
    const guest = () => openStore({ databaseUrl: undefined, dataDir, say: () => {}, isGuest: true });
    const store = await guest();
    await store.db.insertInto('campaigns').values({ name: 'by a guest' }).execute();
    await store.close();
    const next = await guest();
    expect(await next.db.deleteFrom('campaigns').where('name', '=', 'by a guest').executeTakeFirst()).toEqual({
      numDeletedRows: 1n,
    });
    await next.close();
  });

  test('is taken over after a kill, with all that was committed', async () => {
    child.kill('SIGKILL');
    await once(child, 'exit');
    const said: string[] = [];
    const store = await open((message) => said.push(message));
    expect(said).toEqual(['Took over the store that an earlier process left running']);
    expect(store.exclusive).toBe(true);
    expect(await store.db.selectFrom('campaigns').select('name').execute()).toEqual([
      { name: 'written before the kill' },
    ]);
    await store.close();
  });

  test('begins anew after an orderly end, and refuses a folder of a newer version', async () => {
    const said: string[] = [];
    const store = await open((message) => said.push(message));
    expect(said).toEqual([]);
    expect(await store.db.selectFrom('campaigns').select('name').execute()).toHaveLength(1);
    await sql`insert into migrations (name) values ('9999-later.sql')`.execute(store.db);
    await store.close();
    await expect(open()).rejects.toThrow('The store was written by a newer version (it holds 9999-later.sql)');
    writeFileSync(join(store.folder ?? '', 'PG_VERSION'), '17\n');
    await expect(open()).rejects.toThrow('The data folder was written by PostgreSQL 17, this version uses 18');
  });
});

describe('secrets', () => {
  test('the key file is read by its owner alone, and made once', () => {
    const dataDir = freshFolder();
    const sealed = createSecrets(undefined, dataDir).seal('my secret');
    const file = join(dataDir, 'secret.key');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    chmodSync(file, 0o644);
    expect(createSecrets(undefined, dataDir).open(sealed)).toBe('my secret');
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('open with their key alone, and never look alike', () => {
    const [one, two] = [createSecrets('ab'.repeat(32), ''), createSecrets('cd'.repeat(32), '')];
    expect(one.seal('x')).not.toBe(one.seal('x'));
    expect(one.open(one.seal('ünï 花\n'))).toBe('ünï 花\n');
    expect(() => two.open(one.seal('x'))).toThrow();
    expect(() => createSecrets('short', '')).toThrow('LINKWRIGHT_SECRET_KEY must be 64 hex digits');
  });

  test('no password stands plain in any table', async () => {
    const app = await startTestApp();
    const { id: campaignId } = await newCampaign(app);
    const [profile, list] = [await newProfile(app, campaignId), await newLinkSet(app, campaignId)];
    const account = { siteName: 's', email: 'e', username: 'u', password: 'plain-secret-1', accountListId: profile.id };
    await app.send(addAccount, { body: account });
    await app.upload(importAccounts, { id: profile.id, files: { 'a.txt': 's2|e|u|plain-secret-2' } });
    await app.upload(importLinks, { id: list.id, files: { 'l.csv': 'http://a.test/,a,,site,user,plain-secret-3' } });
    const tables = await sql<{ name: string }>`
      select table_name as name from information_schema.tables where table_schema = 'public'`.execute(app.app.store.db);
    expect(tables.rows.length).toBeGreaterThan(20);
    let read = '';
    for (const { name } of tables.rows) {
      const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(name)} t`.execute(
        app.app.store.db,
      );
      read += rows.map(({ row }) => row).join('\n');
    }
    // Rows were really read, and neither passwords of accounts nor that of the user stand in them.
    expect(read).toContain('http://a.test/');
    expect(read).not.toMatch(/plain-secret|test-password/);
    await app.stop();
  });
});

import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import yazl from 'yazl';
import { newCampaign } from '#test/support/nouns.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';
import { copyDatabase } from '#test/support/store-template.ts';
import { applyMigrations, knownMigrations } from '../migrate.ts';
import { createSecrets } from '../secrets.ts';
import { type FoundStore, openStore } from '../store.ts';
import { backupFolder } from './backup-file.ts';
import { openBackup, RestoreRefusal, restoreBackup } from './restore-backup.ts';
import { writeBackup } from './write-backup.ts';

let app: TestApp;
let folder: string;
let whole: string;
const folders: string[] = [];
const freshFolder = () => {
  const made = mkdtempSync(join(tmpdir(), 'lw-backups-'));
  chmodSync(made, 0o755);
  folders.push(made);
  return made;
};
beforeAll(async () => {
  app = await startTestApp({ roles: ['http'] });
  for (let at = 0; at < 200; at += 1) await newCampaign(app, `Campaign ${at} ${'word '.repeat(at % 7)}`);
  folder = backupFolder(freshFolder());
  whole = await write();
});
afterAll(async () => {
  await app?.stop();
  for (const one of folders) rmSync(one, { recursive: true, force: true });
});

const write = (more: Partial<Parameters<typeof writeBackup>[0]> = {}) =>
  writeBackup({ connection: app.app.store.connection, secrets: app.app.secrets, folder, reason: 'by-hand', ...more });

/** An empty store, of the kind that these tests run on. */
async function withEmptyStore<T>(
  work: (place: { dataDir: string; databaseUrl: string | undefined }) => Promise<T>,
): Promise<T> {
  const server = process.env.TEST_DATABASE_URL;
  const database = server ? await copyDatabase(server, true) : undefined;
  return work({ dataDir: freshFolder(), databaseUrl: database?.url }).finally(() => database?.drop());
}

/** Restores a file into an empty store and answers how many campaigns that has then, or the refusal. */
const restore = (path: string, secrets = app.app.secrets) =>
  withEmptyStore(async (place) => {
    const backup = await openBackup(path, secrets);
    const before = async ({ client }: { client: Parameters<typeof restoreBackup>[0] }) => restoreBackup(client, backup);
    const refused = await openStore({ ...place, say: () => {}, before }).then(
      (store) => store.close(),
      (error: Error) => error,
    );
    const store = await openStore({ ...place, say: () => {} });
    const { rows } = await sql<{ n: number }>`select count(*) as n from campaigns`.execute(store.db);
    await store.close();
    return { refused: refused?.message, campaigns: rows[0]?.n };
  });

test('a whole copy comes back', async () => {
  expect(await restore(whole)).toEqual({ refused: undefined, campaigns: 200 });
});

test('the first table may be larger than all that is held between the store and the file', async () => {
  const { db } = app.app.store;
  await sql`insert into proxies (address, port, kind) values ('p.test', 1, 'HTTP')`.execute(db);
  // Random letters, so that they are long when they are packed, too.
  await sql`insert into account_proxies (account_key, proxy_id)
    select (select string_agg(md5(n || ' ' || k), '') from generate_series(1, 60) k), id
    from proxies, generate_series(1, 2000) n`.execute(db);
  const path = await write();
  const { contents } = await openBackup(path, app.app.secrets);
  expect([contents.tables[0]?.name, contents.tables[0]?.rows]).toEqual(['account_proxies', 2_000]);
  expect(statSync(path).size).toBeGreaterThan(1_500_000);
  await sql`delete from proxies`.execute(db);
});

test('a copy with one byte changed names what is damaged, wherever it is, before a store is touched', async () => {
  const bytes = readFileSync(whole);
  const path = join(folder, 'changed.zip');
  const change = (at: number) => {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 0xff;
    writeFileSync(path, changed);
    return openBackup(path, app.app.secrets);
  };
  for (const table of ['campaigns', 'strategies']) {
    const file = `tables/${table}.copy`;
    await expect(change(bytes.indexOf(file) + file.length + 200)).rejects.toThrow(
      `The copy ${path} is damaged: the table ${table} (${file}) is not as it was written. Nothing was restored`,
    );
  }
  const sound = await openBackup(whole, app.app.secrets);
  for (let at = 7; at < bytes.length; at += Math.ceil(bytes.length / 150)) {
    const found = await change(at).catch((error: unknown) => error);
    // Times and the like of the files within may differ; what is restored may not.
    if (found instanceof Error) expect(found, `byte ${at}: ${found.message}`).toBeInstanceOf(RestoreRefusal);
    else expect(found, `byte ${at}`).toMatchObject({ contents: sound.contents });
  }
});

test('a copy that the store does not take leaves it empty, for another one', async () => {
  const path = join(folder, 'untaken.zip');
  await changeTable(whole, { path, table: 'strategies', rows: 'no\tstrategy\n' });
  await withEmptyStore(async (place) => {
    const load = async (file: string) => {
      const backup = await openBackup(file, app.app.secrets);
      const before = async ({ client, applied }: FoundStore) => {
        expect(applied).toEqual([]);
        await restoreBackup(client, backup);
      };
      await (await openStore({ ...place, say: () => {}, before })).close();
    };
    await expect(load(path)).rejects.toThrow(
      /^\S+untaken.zip could not be restored: .* the table strategies \(.*Nothing was/,
    );
    await load(whole);
  });
});

/** Writes a copy, sound as a file, with other rows in a table. */
async function changeTable(from: string, { path, table, rows }: { path: string; table: string; rows: string }) {
  const { zip, entries } = await openBackup(from, app.app.secrets);
  const made = new yazl.ZipFile();
  for (const [name, entry] of entries) {
    const held = await buffer(await zip.openReadStreamPromise(entry));
    made.addBuffer(name === `tables/${table}.copy` ? Buffer.from(rows) : held, name);
  }
  made.end();
  await writeFile(path, made.outputStream);
}

test('what is cut off, no copy at all, or sealed with another key is refused at once', async () => {
  const path = join(folder, 'other.zip');
  writeFileSync(path, readFileSync(whole).subarray(0, -100));
  await expect(openBackup(path, app.app.secrets)).rejects.toThrow('cannot be read as a copy');
  writeFileSync(path, 'PK, but no ZIP');
  await expect(openBackup(path, app.app.secrets)).rejects.toThrow('cannot be read as a copy');
  await expect(openBackup(join(folder, 'none.zip'), app.app.secrets)).rejects.toThrow('ENOENT');
  await expect(openBackup(whole, createSecrets('ab'.repeat(32), folder))).rejects.toThrow('sealed with another key');
});

test('a copy that is broken off leaves nothing', async () => {
  const stopped = new AbortController();
  const writing = write({ reason: 'daily', signal: stopped.signal, progress: () => stopped.abort() });
  await expect(writing).rejects.toThrow('aborted');
  expect(readdirSync(folder).filter((name) => name.startsWith('daily'))).toEqual([]);
});

test('seven of a day are kept, the own ones all; what an end left half-written goes', async () => {
  const names = Array.from({ length: 9 }, (_, day) => `daily-2026-01-0${day + 1}T030000Z.zip`);
  for (const name of names) writeFileSync(join(folder, name), '');
  const left = join(folder, 'daily-2026-01-01T030000Z.zip.part');
  writeFileSync(left, '');
  utimesSync(left, 1, 1);
  writeFileSync(join(folder, 'daily-2026-01-02T030000Z.zip.part'), 'of another process, now');
  await write({ reason: 'daily' });
  const daily = readdirSync(folder).filter((name) => name.startsWith('daily') && name.endsWith('.zip'));
  expect([daily.length, daily[0]]).toEqual([7, names[3]]);
  expect([existsSync(left), existsSync(whole)]).toEqual([false, true]);
  expect(existsSync(join(folder, 'daily-2026-01-02T030000Z.zip.part'))).toBe(true);
});

/** Opens a store of the version before this one with the product. */
async function update(place: { dataDir: string; databaseUrl: string | undefined }, options: object): Promise<string[]> {
  const earlier = openStore({
    ...place,
    say: () => {},
    async before({ client }) {
      await applyMigrations(client, knownMigrations().slice(0, -1));
      const row = ['options', JSON.stringify(options)];
      await client.query('insert into settings (key, value) values ($1, $2)', row);
      throw new Error('as far as the earlier version');
    },
  });
  await expect(earlier).rejects.toThrow('as far as');
  await (await startTestApp({ ...place, roles: ['http'] })).stop();
  const made = join(place.dataDir, 'backups');
  return existsSync(made) ? readdirSync(made) : [];
}

test('an update does not begin where the store cannot be copied', async () => {
  await withEmptyStore(async (place) => {
    writeFileSync(join(place.dataDir, 'backups'), '');
    await expect(update(place, {})).rejects.toThrow(/could not be copied .*backups is no folder.* Nothing was changed/);
  });
});

test('a store is copied before a version changes it, unless that is switched off', async () => {
  const made = await withEmptyStore(async (place) => {
    const names = await update(place, {});
    const backup = await openBackup(
      join(place.dataDir, 'backups', names[0] ?? ''),
      createSecrets(undefined, place.dataDir),
    );
    expect(backup.contents.migrations).toEqual(knownMigrations().slice(0, -1));
    expect(
      await restore(join(place.dataDir, 'backups', names[0] ?? ''), createSecrets(undefined, place.dataDir)),
    ).toEqual({
      refused: undefined,
      campaigns: 0,
    });
    return names;
  });
  expect(made).toEqual([expect.stringMatching(/^before-update-.*Z\.zip$/)]);
  expect(await withEmptyStore((place) => update(place, { automaticBackup: false }))).toEqual([]);
});

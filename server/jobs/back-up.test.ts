import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cancelTask, listTasks, type Task } from '#domain/contract/tasks.ts';
import { startEngine } from '#test/support/engines.ts';
import { smallDisk } from '#test/support/small-disk.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';
import { until } from '#test/support/until.ts';
import { backupFolder } from '../db/backups/backup-file.ts';
import { createBackupLook, dueDay } from './back-up.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ roles: ['http'] });
});
afterAll(() => app?.stop());

const copies = async (): Promise<Task[]> =>
  (await app.send(listTasks)).body.tasks.filter((task: Task) => task.kind === 'backUp');
const look = (at: Date) => createBackupLook(app.app, () => at)();
const at = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute);
const switchTo = (automaticBackup: boolean) =>
  app.app.store.db
    .insertInto('settings')
    .values({ key: 'options', value: JSON.stringify({ automaticBackup }) })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: JSON.stringify({ automaticBackup }) }))
    .execute();

test('the day of a copy begins at three', () => {
  expect([at(23, 2, 59), at(23, 3), at(24, 0), at(1, 1)].map(dueDay)).toEqual([
    '2026-11-22',
    '2026-11-23',
    '2026-11-23',
    '2026-10-31',
  ]);
});

test('one copy a day is ordered, whoever looks and how often; none of a new store, none when switched off', async () => {
  await look(at(20, 12));
  await look(at(21, 2, 59));
  expect(await copies()).toHaveLength(0);
  await Promise.all(Array.from({ length: 8 }, () => look(at(21, 3))));
  await look(at(21, 23));
  expect(await copies()).toHaveLength(1);
  // Nothing ran for three days: one copy makes up for them.
  await look(at(24, 9));
  expect(await copies()).toHaveLength(2);
  await switchTo(false);
  await look(at(25, 9));
  expect(await copies()).toHaveLength(2);
  await switchTo(true);
  await look(at(25, 10));
  expect(await copies()).toHaveLength(3);
});

test('a full disk fails the try with its reason, and the product goes on', async ({ skip }) => {
  const folder = backupFolder(app.app.config.dataDir);
  const disk = smallDisk(folder, 'size=4k');
  if (!disk) return skip('a disk can be mounted by root alone');
  const failed = async () => (await copies()).filter(({ state }) => state === 'RETRYING');
  try {
    const engine = await startEngine(app);
    await until('all have failed once', async () => (await failed()).length === 3).finally(() => engine.stop());
    const reason = `No space is left on the disk of ${folder}. `;
    for (const { note } of await failed()) expect(note).toContain(reason);
    expect(readdirSync(folder)).toEqual([]);
  } finally {
    disk.remove();
  }
  // They would be tried again a minute later; the next day's is made at once.
  for (const { id } of await failed()) await app.send(cancelTask, { params: { id } });
  await look(at(26, 10));
});

test('an engine makes it into the data folder', async () => {
  const engine = await startEngine(app);
  await until('all copies are made', async () =>
    (await copies()).every(({ state }) => state === 'DONE' || state === 'CANCELLED'),
  );
  await engine.stop();
  const names = readdirSync(join(app.app.config.dataDir, 'backups'));
  expect(names.every((name) => /^daily-[\dT-]+Z(_\d)?\.zip$/.test(name))).toBe(true);
  expect(names.length).toBeGreaterThan(0);
});

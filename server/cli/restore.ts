import { statusesAllowing } from '#domain/states/project.ts';
import type { App } from '../app.ts';
import { readConfig } from '../config.ts';
import { openBackup, RestoreRefusal, restoreBackup } from '../db/backups/restore-backup.ts';
import { createSecrets } from '../db/secrets.ts';
import { type FoundStore, openStore } from '../db/store.ts';
import { applyProjectEvent } from '../engine/runs/project-status.ts';
import { stopProjects } from '../engine/runs/stop-projects.ts';
import { deleteSchedule } from '../features/projects/schedules.ts';
import { commit } from '../live/commit.ts';
import { startApp } from '../main.ts';

// npm run restore -- FILE: fills an empty data folder, or an empty database, with a copy. Nothing that ran when the copy
// was made goes on by itself: what was posted since is not in it, and would be posted twice.
const usage = 'Usage: npm run restore -- FILE';

try {
  const [path] = process.argv.slice(2);
  if (!path) throw new Error(usage);
  const config = readConfig(process.env, []);
  const say = (message: string) => console.log(message);
  const backup = await openBackup(path, createSecrets(config.secretKey, config.dataDir));
  const before = async ({ client, applied }: FoundStore) => {
    if (applied.length > 0)
      throw new RestoreRefusal(
        'The store holds data already. Set LINKWRIGHT_DATA to a new folder with secret.key in it, or DATABASE_URL to an empty database.',
      );
    await restoreBackup(client, backup);
  };
  const store = await openStore({ databaseUrl: config.databaseUrl, dataDir: config.dataDir, say, before });
  await store.close();
  const running = await startApp({ ...config, roles: [], logLevel: 'error' }, () => {});
  const rested = await bringToRest(running.app).finally(() => running.stop());
  const rows = backup.contents.tables.reduce((sum, table) => sum + table.rows, 0);
  console.log(`Restored ${rows.toLocaleString('en')} rows of ${backup.contents.takenAt}`);
  for (const line of rested) console.log(line);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** Stops what ran, and takes off schedules whose moment has passed since; answers what an operator should look at. */
async function bringToRest(app: App): Promise<string[]> {
  const projects = app.store.db.selectFrom('projects').select(['id', 'name']).orderBy('id');
  const running = await projects.where('status', 'in', ['STARTING', 'RUNNING', 'STOPPING']).execute();
  const verifying = await projects.where('status', 'in', statusesAllowing('verifyEnd')).execute();
  const overdue = await projects.where('status', '=', 'SCHEDULED').where('starts_at', '<', new Date()).execute();
  await commit(app, async (tx, note) => {
    await stopProjects(
      tx,
      note,
      running.map(({ id }) => id),
    );
    for (const { id } of verifying) await applyProjectEvent(tx, note, id, 'verifyEnd');
    for (const { id } of overdue) await deleteSchedule(tx, note, id);
  });
  return [
    ...running.map(({ name }) => `Stopped: ${name}. Look at its sites before it is started again.`),
    ...verifying.map(({ name }) => `Accounts are not confirmed any more: ${name}. Start that again.`),
    ...overdue.map(({ name }) => `Schedule taken off, its time has passed since: ${name}`),
  ];
}

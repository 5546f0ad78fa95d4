import { sql } from 'kysely';
import type { App } from '../app.ts';
import { backupFolder } from '../db/backups/backup-file.ts';
import { writeBackup } from '../db/backups/write-backup.ts';
import { readStoredOptions } from '../engine/options.ts';
import type { TaskWork } from '../engine/tasks/task-work.ts';
import { commit } from '../live/commit.ts';

/** When the day's copy is made, in hours of the server's time (D-ENG-16). */
const hourOfDay = 3;
/** How often it is looked whether it is time, in ms. */
const lookEveryMs = 60_000;
/** Row of the settings that says of which day the last copy was ordered. */
const lastKey = 'lastBackup';

/** Copies the store into the data folder of this process. */
export async function backUp(app: App, work: TaskWork<object>): Promise<void> {
  const { store, secrets, config } = app;
  const path = await writeBackup({
    connection: store.connection,
    secrets,
    folder: backupFolder(config.dataDir),
    reason: 'daily',
    signal: work.signal,
    progress: (done, total) => work.progress(done, total),
  });
  app.log.info({ path }, 'the store was copied');
}

/** The day, as `2026-11-23`, whose copy is due at a moment: before the hour it is the day before. */
export function dueDay(now: Date): string {
  const day = new Date(now);
  if (day.getHours() < hourOfDay) day.setDate(day.getDate() - 1);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

/**
 * Orders the day's copy once, whichever process of the store looks first; one that was missed, since nothing ran at the
 * hour, is made up for. A new store is of its first day's making and has nothing to copy yet.
 */
export function createBackupLook(app: App, clock: () => Date = () => new Date()): () => Promise<void> {
  let nextLookAt = 0;
  return async () => {
    const now = clock();
    if (now.getTime() < nextLookAt) return;
    nextLookAt = now.getTime() + lookEveryMs;
    const day = dueDay(now);
    if ((await readStoredOptions(app.store.db)).automaticBackup === false) return;
    await commit(app, async (tx, note) => {
      const fresh = JSON.stringify(day);
      const { rows } = await sql<{ isFirst: boolean }>`
        insert into settings as s (key, value) values (${lastKey}, ${fresh}) on conflict (key)
        do update set value = excluded.value where s.value #>> '{}' < ${day}
        returning s.xmax = 0 as "isFirst"`.execute(tx);
      if (rows[0] && !rows[0].isFirst) await app.tasks.add(tx, note, 'backUp', 'Copying the data', {});
    });
  };
}

import type pg from 'pg';
import { readConfig } from '../config.ts';
import { openBackup, RestoreRefusal, restoreBackup } from '../db/backups/restore-backup.ts';
import { readRestoreMark } from '../db/backups/restore-mark.ts';
import { createSecrets } from '../db/secrets.ts';
import { type FoundStore, openStore } from '../db/store.ts';
import { startApp } from '../main.ts';

// npm run restore -- FILE: fills an empty data folder, or an empty database, with a copy, and brings it to rest: nothing
// that ran when the copy was made goes on by itself. Killed in between, the same command goes on where it was.
const usage = 'Usage: npm run restore -- FILE';
const elsewhere =
  'Set LINKWRIGHT_DATA to a new folder with secret.key in it, or DATABASE_URL to an empty database. Nothing was changed.';

try {
  const [path] = process.argv.slice(2);
  if (!path) throw new Error(usage);
  const config = readConfig(process.env, []);
  const say = (message: string) => console.log(message);
  const backup = await openBackup(path, createSecrets(config.secretKey, config.dataDir));
  const { takenAt, tables } = backup.contents;
  const before = async ({ client, applied }: FoundStore) => {
    if (applied.length > 0) await refuseOther(client, takenAt);
    else await restoreBackup(client, backup);
  };
  const store = await openStore({ databaseUrl: config.databaseUrl, dataDir: config.dataDir, say, before });
  await store.close();
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  say(`Restored ${rows.toLocaleString('en')} rows of ${takenAt}`);
  // A start brings to rest what was restored.
  const running = await startApp({ ...config, roles: [], logLevel: 'error' }, say);
  await running.stop();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** Only a store that this very copy has filled, and that has not worked since, may be gone on with. */
async function refuseOther(client: pg.ClientBase, takenAt: string): Promise<void> {
  const held = await readRestoreMark(client);
  if (held === undefined) throw new RestoreRefusal(`The store holds data already. ${elsewhere}`);
  if (held !== takenAt)
    throw new RestoreRefusal(
      `The store holds the copy of ${held}, whose restoring was broken off at its end; the next start ends it. ${elsewhere}`,
    );
}

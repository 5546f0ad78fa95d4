import { readConfig } from '../config.ts';
import { backupFolder } from '../db/backups/backup-file.ts';
import { copyBeforeUpdate } from '../db/backups/before-update.ts';
import { writeBackup } from '../db/backups/write-backup.ts';
import { createSecrets } from '../db/secrets.ts';
import { type FoundStore, openStore } from '../db/store.ts';

// npm run backup: copies the store into the folder backups of the data folder. It may run beside the product.
try {
  const config = readConfig(process.env, []);
  const say = (message: string) => console.log(message);
  const secrets = createSecrets(config.secretKey, config.dataDir);
  const before = (found: FoundStore) => copyBeforeUpdate(found, { secrets, dataDir: config.dataDir, say });
  const store = await openStore({
    databaseUrl: config.databaseUrl,
    dataDir: config.dataDir,
    say,
    isGuest: true,
    before,
  });
  const { connection } = store;
  const folder = backupFolder(config.dataDir);
  const path = await writeBackup({ connection, secrets, folder, reason: 'by-hand' }).finally(() => store.close());
  console.log(`The store was copied to ${path}`);
  if (!config.secretKey)
    console.log(`Keep secret.key of ${config.dataDir} elsewhere: without it no copy can be restored.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

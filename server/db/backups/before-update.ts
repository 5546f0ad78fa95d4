import type { Secrets } from '../secrets.ts';
import type { FoundStore } from '../store.ts';
import { backupFolder } from './backup-file.ts';
import { writeBackup } from './write-backup.ts';

interface Around {
  secrets: Secrets;
  dataDir: string;
  say(message: string): void;
}

/** Copies a store that this version is about to change (D-ENG-16); a new one, or one that is switched off, is not. */
export async function copyBeforeUpdate(found: FoundStore, { secrets, dataDir, say }: Around): Promise<void> {
  const { client, connection, applied, missing } = found;
  if (applied.length === 0 || missing.length === 0) return;
  const { rows } = await client.query<{ isOff: boolean }>(
    `select value->>'automaticBackup' = 'false' as "isOff" from settings where key = 'options'`,
  );
  if (rows[0]?.isOff) return;
  say(`The tables are about to change (${missing.length} steps); the store is copied first`);
  try {
    const folder = backupFolder(dataDir);
    const path = await writeBackup({ connection, secrets, folder, reason: 'before-update' });
    say(`The store was copied to ${path}`);
  } catch (error) {
    const why = (error as Error).message.replace(/\.$/, '');
    throw new Error(`The store could not be copied before the update: ${why}. Nothing was changed.`, { cause: error });
  }
}

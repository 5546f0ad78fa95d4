import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/**
 * A copy of the store: a ZIP of one file per table, as COPY writes it, and this, its table of contents. Secrets in it stay
 * sealed; it is of use only with the key that sealed them.
 */
export const backupContents = z.object({
  format: z.literal(1),
  takenAt: z.iso.datetime(),
  /** Migrations of the store, in their order: a copy is restored into just these and then brought on. */
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.number().int().min(0) })),
  /** Last values of the store's counters. */
  counters: z.array(z.object({ name: z.string(), value: z.number().int() })),
  /** A word sealed with the key, so that another key is known at once. */
  sealed: z.string(),
});
export type BackupContents = z.infer<typeof backupContents>;

export const contentsName = 'linkwright.json';
export const sealedWord = 'linkwright';
export const tableFile = (table: string) => `tables/${table}.copy`;

/** What asked for a copy: the day, a version that is about to change the tables, or an operator. */
export type BackupReason = 'daily' | 'before-update' | 'by-hand';

/** Copies kept of each reason but the operator's own, which are his to delete (D-ENG-16). */
const nKept = 7;
const ending = '.zip';

/** Folder of the copies within a data folder; nobody else may enter. */
export function backupFolder(dataDir: string): string {
  const folder = join(dataDir, 'backups');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** Name of a new copy: sorted by name they are sorted by time. */
export function backupName(reason: BackupReason, at: Date): string {
  return `${reason}-${at.toISOString().slice(0, 19).replaceAll(':', '')}Z${ending}`;
}

/** Removes the oldest copies of a reason, and what an end in the middle left half-written. */
export function removeOldBackups(folder: string, reason: BackupReason): void {
  if (!existsSync(folder)) return;
  const own = readdirSync(folder).filter((name) => name.startsWith(`${reason}-`));
  const whole = own.filter((name) => name.endsWith(ending)).toSorted();
  const half = own.filter((name) => name.endsWith('.part') && isLeft(join(folder, name)));
  const old = reason === 'by-hand' ? [] : whole.slice(0, Math.max(0, whole.length - nKept));
  for (const name of [...old, ...half]) rmSync(join(folder, name), { force: true });
}

/** Nothing was written to it for an hour: nobody writes it any more. */
const isLeft = (path: string) => Date.now() - statSync(path).mtimeMs > 3_600_000;

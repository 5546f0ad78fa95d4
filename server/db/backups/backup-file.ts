import { existsSync, lstatSync, mkdirSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { basename, join } from 'node:path';
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

/** Folder of the copies within a data folder; nobody else may enter. A link to a folder, of another disk, is followed. */
export function backupFolder(dataDir: string): string {
  const folder = join(dataDir, 'backups');
  const found = lstatSync(folder, { throwIfNoEntry: false });
  try {
    if (!found) mkdirSync(folder, { recursive: true, mode: 0o700 });
    const real = found?.isSymbolicLink() ? realpathSync(folder) : folder;
    if (statSync(real).isDirectory()) return real;
  } catch (error) {
    if (!found?.isSymbolicLink()) throw plainly(error, folder);
  }
  const what = found?.isSymbolicLink() ? 'is a link that leads to no folder' : 'is no folder';
  throw new Error(`${folder} ${what}. Copies of the store are written there: put a folder in its place.`);
}

/** A copy in the making: it is written to `part` and gets its name when it is whole. */
interface NewBackup {
  file: FileHandle;
  part: string;
  path: string;
}

/** Begins a file that is nobody else's. Sorted by name copies are sorted by time; those of one second have numbers. */
export async function beginBackup(folder: string, reason: BackupReason, at: Date): Promise<NewBackup> {
  const name = `${reason}-${at.toISOString().slice(0, 19).replaceAll(':', '')}Z`;
  for (let number = 1; ; number += 1) {
    const path = join(folder, `${name}${number === 1 ? '' : `_${number}`}${ending}`);
    const part = `${path}.part`;
    const file = await openFresh(part);
    if (!file) continue;
    // Only who holds the part gives a file its name: what is not there now comes from nobody else.
    if (!existsSync(path)) return { file, part, path };
    await file.close();
    rmSync(part, { force: true });
  }
}

/** Undefined where there is such a file already. */
async function openFresh(path: string): Promise<FileHandle | undefined> {
  return open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') return undefined;
    throw error;
  });
}

/** Removes the oldest copies of a reason, but never the one that was just made, whatever the clock says. */
export function removeOldBackups(reason: BackupReason, folder: string, made: string): void {
  if (reason === 'by-hand') return;
  const others = ownFiles(folder, reason).filter((name) => name.endsWith(ending) && name !== basename(made));
  const old = others.toSorted().slice(0, Math.max(0, others.length + 1 - nKept));
  for (const name of old) rmSync(join(folder, name), { force: true });
}

/** Removes what an end in the middle left half-written. */
export function removeHalfWritten(folder: string, reason: BackupReason): void {
  const half = ownFiles(folder, reason).filter((name) => name.endsWith('.part') && isLeft(join(folder, name)));
  for (const name of half) rmSync(join(folder, name), { force: true });
}

const ownFiles = (folder: string, reason: BackupReason) =>
  readdirSync(folder).filter((name) => name.startsWith(`${reason}-`));

/** Nothing was written to it for an hour: nobody writes it any more. One that has gone meanwhile is another's to end. */
function isLeft(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found !== undefined && Date.now() - found.mtimeMs > 3_600_000;
}

/** What the system says of a folder that it cannot write, in an operator's words; any other error as it is. */
export function plainly(error: unknown, folder: string): unknown {
  const reasons: Record<string, string> = {
    ENOSPC: `No space is left on the disk of ${folder}. The copy was not made; what was written of it is removed.`,
    EDQUOT: `The quota of the disk of ${folder} is used up. The copy was not made; what was written of it is removed.`,
    EFBIG: `A file in ${folder} may not become as large as the copy. What was written of it is removed.`,
    EACCES: `${folder} may not be written by the user that Linkwright runs as`,
    EPERM: `${folder} may not be written by the user that Linkwright runs as`,
    EROFS: `${folder} lies on a disk that can only be read`,
    ENOENT: `${folder} is not there`,
    ENOTDIR: `${folder} is no folder`,
  };
  const reason = reasons[(error as NodeJS.ErrnoException | undefined)?.code ?? ''];
  return reason === undefined ? error : new Error(reason, { cause: error });
}

import { chmodSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Makes the data folder, or closes one of ours that earlier versions left open. Nobody else may list or read it; as root
 * it stays enterable, since the embedded store runs as another user below it. A folder that is not ours alone, or
 * shared like /tmp, keeps its mode.
 */
export function prepareFolder(folder: string): void {
  const mode = process.getuid?.() === 0 ? 0o711 : 0o700;
  if (!existsSync(folder)) {
    mkdirSync(folder, { recursive: true, mode });
    return;
  }
  const isOurs = existsSync(join(folder, 'secret.key')) || existsSync(join(folder, 'postgres.password'));
  const found = statSync(folder);
  const isSticky = (found.mode & 0o1000) !== 0;
  const isOwn = process.getuid === undefined || found.uid === process.getuid();
  if (isOurs && isOwn && !isSticky) chmodSync(folder, found.mode & mode);
}

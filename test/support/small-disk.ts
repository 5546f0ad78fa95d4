import { spawnSync } from 'node:child_process';

/**
 * Mounts a disk of a few pages over a folder, to be full or read only in earnest; undefined where that is not allowed (not
 * root, or a container).
 */
export function smallDisk(folder: string, options: string): { remove(): void } | undefined {
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]);
  return status === 0 ? { remove: () => void spawnSync('umount', [folder]) } : undefined;
}

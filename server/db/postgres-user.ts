import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Ids under which the embedded server runs; undefined means as ourselves. */
export interface ServerUser {
  uid: number;
  gid: number;
}

const userName = 'linkwright';

/**
 * PostgreSQL refuses to run as root: as root, an unprivileged system user is made for it once.
 * Not root: undefined, the server runs as ourselves.
 */
export function serverUser(): ServerUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const found = lookUpUser(userName);
  if (found) return found;
  const made = spawnSync('useradd', ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin', userName]);
  const user = (made.status === 0 ? lookUpUser(userName) : undefined) ?? lookUpUser('nobody');
  if (!user)
    throw new Error(
      'The embedded store cannot run as root and no unprivileged user could be made. Start Linkwright as another user, or set DATABASE_URL.',
    );
  return user;
}

function lookUpUser(name: string): ServerUser | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined;
}

/** True when that user can enter a folder (a home of mode 700 hides all below it). */
export function canEnter(user: ServerUser | undefined, folder: string): boolean {
  if (!user) return true;
  return spawnSync('/bin/sh', ['-c', 'test -x "$1"', 'sh', folder], { ...user, cwd: '/' }).status === 0;
}

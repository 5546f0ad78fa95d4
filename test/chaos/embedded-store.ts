import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** Processes of the embedded store of a data folder: its head first. */
export function storePids(dataDir: string): number[] {
  const file = join(dataDir, 'postgres', 'postmaster.pid');
  if (!existsSync(file)) return [];
  const head = Number(readFileSync(file, 'utf8').split('\n')[0]);
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === head)
    .map(Number);
  return existsSync(`/proc/${head}`) ? [head, ...children] : [];
}

function parentOf(pid: string): number | undefined {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1]);
  } catch {
    return undefined;
  }
}

/** Sends a signal to processes that may be gone meanwhile. */
export function signalAll(pids: number[], signal: NodeJS.Signals): void {
  for (const pid of pids)
    try {
      process.kill(pid, signal);
    } catch {
      // Gone: what was wanted of it.
    }
}

/** Ends the store as a power cut does: at once, nothing is written any more. */
export async function crashStore(dataDir: string): Promise<void> {
  const pids = storePids(dataDir);
  signalAll(pids, 'SIGKILL');
  while (pids.some((pid) => existsSync(`/proc/${pid}/exe`))) await pause(10);
}

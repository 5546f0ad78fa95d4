import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readIfThere, signalProcess } from '#server/db/processes.ts';

/** Processes of the embedded store of a data folder: its head first. */
export function storePids(dataDir: string): number[] {
  const head = Number(readIfThere(join(dataDir, 'postgres', 'postmaster.pid'))?.split('\n')[0]);
  if (Number.isNaN(head)) return [];
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === head)
    .map(Number);
  return existsSync(`/proc/${head}`) ? [head, ...children] : [];
}

function parentOf(pid: string): number {
  return Number(readIfThere(`/proc/${pid}/stat`)?.split(') ')[1]?.split(' ')[1]);
}

/** Sends a signal to processes that may be gone meanwhile. */
export function signalAll(pids: number[], signal: NodeJS.Signals): void {
  for (const pid of pids) signalProcess(pid, signal);
}

/** Ends the store as a power cut does: at once, nothing is written any more. */
export async function crashStore(dataDir: string): Promise<void> {
  const pids = storePids(dataDir);
  signalAll(pids, 'SIGKILL');
  while (pids.some((pid) => existsSync(`/proc/${pid}/exe`))) await pause(10);
}

import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** Names the space in which process numbers of this machine mean something: containers of one host name differ. */
export const thisMachine = `${hostname()} ${processSpace()}`.trim();

function processSpace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}

/** True while a process of this machine lives, whoever it belongs to; one that only waits to be reaped does not. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // Not ours to signal, but there.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return !/^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2));
  } catch {
    return true;
  }
}

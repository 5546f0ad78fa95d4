import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** Longest wait for a fact; only a broken test comes near it. */
const patienceMs = 100_000;

/** Asks until something is true; what it asked for stands in the error. */
export async function until(what: string, isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + patienceMs;
  while (!(await isTrue())) {
    if (Date.now() > end) throw new Error(`${what}: did not come true`);
    await pause(20);
  }
}

/** Waits for the end of a connection, however it ends. */
export function closeOf(socket: Socket): Promise<true> {
  return new Promise((resolve) => void socket.once('close', () => resolve(true)));
}

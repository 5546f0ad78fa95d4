import { statfsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/** Codes of a system that could not reach the store. */
const wireCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND']);
/** PostgreSQL's own: connection trouble (08), shutting down or starting up (57P), no room (53). */
const storeCodes = /^(08|57P|53)/;
/** What the driver says, without a code, of a connection that is gone. */
const driverTexts = /connection terminated|connection error|not queryable|timeout exceeded when trying to connect/i;

/** True when the store could not be reached or ended the connection: the same work may succeed a moment later. */
export function isStoreAway(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown };
  const text = typeof code === 'string' ? code : '';
  return wireCodes.has(text) || storeCodes.test(text) || (text === '' && driverTexts.test(String(message)));
}

/** True when the store itself said that its disk is full (disk_full). */
export function isNoRoom(error: unknown): boolean {
  return (error as { code?: unknown }).code === '53100';
}

/** Below this a store cannot write its log any more, in bytes. */
const leastRoom = 20 * 1024 * 1024;

/** True when the disk of the embedded store has no room; false where nothing is known of it. */
export function isDiskFull(folder: string | undefined): boolean {
  if (folder === undefined) return false;
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < leastRoom;
  } catch {
    return false;
  }
}

/** True when a row was to belong to one that is gone: somebody deleted it since it was looked at (foreign_key_violation). */
export function isParentGone(error: unknown): boolean {
  return (error as { code?: unknown }).code === '23503';
}

const firstPauseMs = 100;
const longestPauseMs = 2_000;

/**
 * Repeats work until the store took it: what came back from the outside world must not be lost because the store was away
 * for a moment. Other errors, and a signal that calls it off, end it. The work must bear being done twice: of a commit
 * whose answer was lost nobody knows whether it was carried out.
 */
export async function untilStored<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  for (let waitMs = firstPauseMs; ; waitMs = Math.min(longestPauseMs, waitMs * 2)) {
    try {
      return await work();
    } catch (error) {
      if (!isStoreAway(error) || signal.aborted) throw error;
      await pause(waitMs, undefined, { signal, ref: false }).catch(() => {});
    }
  }
}

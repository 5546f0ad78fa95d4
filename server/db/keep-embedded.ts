import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { EmbeddedServer } from './embedded.ts';

interface Keeping {
  embedded: EmbeddedServer;
  /** Opens the connection that holds the lock of the store; it ends when the server does. */
  holdLock(): Promise<pg.Client>;
  say(message: string): void;
}

const longestPauseMs = 10_000;

/**
 * Holds the lock of the embedded store, and starts its server again when it ends by itself: on a full disk it stops at
 * once, and nobody else would start it. The answered function ends the watch and then the server.
 */
export async function keepEmbedded({ embedded, holdLock, say }: Keeping): Promise<() => Promise<void>> {
  let isOver = false;
  let mending: Promise<void> = Promise.resolve();
  let lock = await holdLock();
  const mend = async () => {
    for (let waitMs = 250; !isOver; waitMs = Math.min(waitMs * 2, longestPauseMs)) {
      try {
        if (!embedded.isUp()) {
          say('The embedded store has ended; it is started again');
          await embedded.start();
        }
        lock = await holdLock();
        watch();
        return;
      } catch (error) {
        say(`The embedded store is down: ${(error as Error).message}`);
        await pause(waitMs, undefined, { ref: false });
      }
    }
  };
  const watch = () =>
    lock.once('end', () => {
      if (!isOver) mending = mend();
    });
  watch();
  return async () => {
    isOver = true;
    await mending;
    await lock.end().catch(() => {});
    await embedded.stop();
  };
}

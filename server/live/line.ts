import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';

const firstPauseMs = 100;
const longestPauseMs = 2_000;
/** A connection that says nothing of its death (a cut cable) is found out by this. */
const keepAliveMs = 10_000;

/** A connection to the store that is opened again, for ever, when it is lost. */
export interface Line {
  /** The open connection; undefined while there is none. */
  client(): pg.Client | undefined;
  /** Settles when it was opened the first time. */
  ready: Promise<void>;
  close(): Promise<void>;
}

interface LineOptions {
  connection: pg.ClientConfig;
  name: string;
  log: Logger;
  /** Called with each new connection before it counts as open. */
  onOpen(client: pg.Client): Promise<void>;
}

/** Opens a line and keeps it open. */
export function createLine({ connection, name, log, onOpen }: LineOptions): Line {
  const closing = new AbortController();
  let open: pg.Client | undefined;
  let markReady = () => {};
  const ready = new Promise<void>((resolve) => {
    markReady = resolve;
  });
  const connect = async () => {
    const client = new pg.Client({
      ...connection,
      application_name: `linkwright ${process.pid} ${name}`,
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveMs,
      connectionTimeoutMillis: keepAliveMs,
    });
    const ended = new Promise<void>((resolve) => {
      client.on('error', () => resolve());
      client.on('end', () => resolve());
    });
    try {
      await client.connect();
      open = client;
      await onOpen(client);
      markReady();
      await Promise.race([ended, new Promise((resolve) => closing.signal.addEventListener('abort', resolve))]);
    } finally {
      open = undefined;
      await client.end().catch(() => {});
    }
  };
  const keepOpen = async () => {
    for (let waitMs = firstPauseMs; !closing.signal.aborted; waitMs = Math.min(longestPauseMs, waitMs * 2)) {
      const began = Date.now();
      await connect().catch((error: Error) => log.debug({ err: error }, `no connection for ${name}`));
      if (closing.signal.aborted) return;
      log.warn(`the connection for ${name} was lost and is opened again`);
      if (Date.now() - began > longestPauseMs) waitMs = firstPauseMs;
      await pause(waitMs, undefined, { signal: closing.signal, ref: false }).catch(() => {});
    }
  };
  const done = keepOpen();
  return {
    client: () => open,
    ready,
    close: async () => {
      closing.abort();
      await done;
    },
  };
}

import pg from 'pg';
import type { Logger } from 'pino';
import type { LiveEvent } from '#domain/contract/live.ts';
import type { Store } from '../db/store.ts';

const channel = 'linkwright_live';
const wakeChannel = 'linkwright_wake';
/** NOTIFY takes less than 8,000 bytes; above this the payload travels as a row id. */
const maxPayload = 7_000;

/** Carries live events and wake calls between the processes of one PostgreSQL. */
export interface FanOut {
  forward(events: LiveEvent[]): void;
  wake(): void;
  close(): Promise<void>;
}

interface FanOutOptions {
  store: Store;
  bootId: string;
  log: Logger;
  onEvents(events: LiveEvent[]): void;
  onWake(): void;
}

/** With the embedded store there is only one process and nothing to carry. */
export async function createFanOut(options: FanOutOptions): Promise<FanOut> {
  if (options.store.exclusive) return { forward() {}, wake() {}, close: async () => {} };
  const notify = (name: string, payload: string) => {
    options.store.pool
      .query('select pg_notify($1, $2)', [name, payload])
      .catch((error: Error) => options.log.warn({ err: error }, 'a live event could not be passed on'));
  };
  const listener = createListener(options);
  await listener.start();
  return {
    forward(events) {
      const payload = JSON.stringify({ from: options.bootId, events });
      if (Buffer.byteLength(payload) < maxPayload) notify(channel, payload);
      else
        options.store.db
          .insertInto('live_payloads')
          .values({ body: payload })
          .returning('id')
          .executeTakeFirstOrThrow()
          .then((row) => notify(channel, JSON.stringify({ from: options.bootId, row: row.id })))
          .catch((error: Error) => options.log.warn({ err: error }, 'a live event could not be passed on'));
    },
    wake: () => notify(wakeChannel, options.bootId),
    close: () => listener.stop(),
  };
}

interface Passed {
  from: string;
  events?: LiveEvent[];
  row?: number;
}

function createListener(options: FanOutOptions) {
  let client: pg.Client | undefined;
  let stopped = false;
  const onNotification = async (message: pg.Notification) => {
    if (message.channel === wakeChannel) {
      if (message.payload !== options.bootId) options.onWake();
      return;
    }
    const passed = JSON.parse(message.payload ?? '{}') as Passed;
    if (passed.from === options.bootId) return;
    if (passed.events) options.onEvents(passed.events);
    if (passed.row === undefined) return;
    const row = await options.store.db
      .selectFrom('live_payloads')
      .select('body')
      .where('id', '=', passed.row)
      .executeTakeFirst();
    if (row) options.onEvents((JSON.parse(row.body) as Passed).events ?? []);
  };
  const start = async (): Promise<void> => {
    if (stopped) return;
    client = new pg.Client({ ...options.store.connection, application_name: `linkwright ${process.pid} live` });
    client.on('notification', (message) => {
      onNotification(message).catch((error: Error) => options.log.warn({ err: error }, 'a live event was lost'));
    });
    client.on('error', () => {
      client = undefined;
      setTimeout(() => start().catch(() => {}), 1_000).unref();
    });
    await client.connect();
    await client.query(`listen ${channel}; listen ${wakeChannel}`);
  };
  const stop = async () => {
    stopped = true;
    await client?.end();
  };
  return { start, stop };
}

import type pg from 'pg';
import type { Logger } from 'pino';
import type { LiveEvent } from '#domain/contract/live.ts';
import type { Secrets } from '../db/secrets.ts';
import type { Store } from '../db/store.ts';
import { createLine } from './line.ts';
import type { ToOthers } from './live.ts';

const channel = 'linkwright_live';
const wakeChannel = 'linkwright_wake';
/** Told by a trigger of the table sessions. */
const sessionChannel = 'linkwright_session';
/** NOTIFY takes less than 8,000 bytes; above this the payload travels as a row id. */
const maxPayload = 7_000;
/** A row has been read by everybody after this time, in seconds. */
const rowsKeptSeconds = 60;
/** What waits while the store is away is dropped above this: everybody loads again then. */
const maxWaiting = 20_000;

/** Carries live events and wake calls between the processes of one PostgreSQL. */
export interface FanOut extends ToOthers {
  wake(): void;
  close(): Promise<void>;
}

interface FanOutOptions {
  store: Store;
  /** Events may hold passwords: what travels is sealed as a whole. */
  secrets: Secrets;
  bootId: string;
  log: Logger;
  onEvents(events: LiveEvent[]): void;
  onWake(): void;
  /** Events of others may have been missed: what is shown must be loaded again. */
  onGap(): void;
  onSessionEnd(session: string): void;
}

/** With the embedded store there is only one process and nothing to carry. */
export async function createFanOut(options: FanOutOptions): Promise<FanOut> {
  if (options.store.exclusive) return { forward() {}, forwardGap() {}, wake() {}, close: async () => {} };
  const sender = createSender(options);
  const listener = createListener(options);
  await Promise.all([sender.line.ready, listener.ready]);
  return {
    forward: (events) => sender.send({ events }),
    forwardGap: () => sender.send({ gap: true }),
    wake: () => sender.send({ wake: true }),
    close: async () => {
      await sender.flush();
      await sender.line.close();
      await listener.close();
    },
  };
}

interface Outgoing {
  events?: LiveEvent[];
  gap?: boolean;
  wake?: boolean;
}

/** Sends in the order in which it was asked to, over one connection; what piles up meanwhile travels together. */
function createSender({ store, secrets, bootId, log }: FanOutOptions) {
  let waiting: Outgoing[] = [];
  const clear = createClearing();
  const line = createLine({ connection: store.connection, name: 'events', log, onOpen: async () => void flush() });
  const sendBatch = async (client: pg.Client, batch: Outgoing[]) => {
    const events = batch.flatMap((item) => item.events ?? []);
    const gap = batch.some((item) => item.gap);
    if (events.length > 0 || gap)
      await notify(client, secrets.seal(JSON.stringify({ from: bootId, events, gap } satisfies Passed)));
    if (batch.some((item) => item.wake)) await client.query('select pg_notify($1, $2)', [wakeChannel, bootId]);
    await clear(client);
  };
  /** The connection that did not take a batch; undefined when all was taken. */
  const sendAll = async (): Promise<pg.Client | undefined> => {
    for (let client = line.client(); client && waiting.length > 0; client = line.client()) {
      const batch = waiting;
      waiting = [];
      try {
        await sendBatch(client, batch);
      } catch (error) {
        // Told again on the next connection: an event twice changes nothing.
        waiting = [...batch, ...waiting].slice(-maxWaiting);
        log.warn({ err: error }, 'live events wait for the store');
        return client;
      }
    }
    return undefined;
  };
  let sending: Promise<void> | undefined;
  const flush = (): Promise<void> => {
    sending ??= sendAll().then((failed) => {
      sending = undefined;
      const client = line.client();
      // Something came between the last look and now, or the line was opened anew before the old one failed.
      if (waiting.length > 0 && client && client !== failed) void flush();
    });
    return sending;
  };
  return {
    line,
    /** Sends what waits, if the store is there. */
    flush,
    send(item: Outgoing) {
      waiting.push(item);
      if (waiting.length > maxWaiting) waiting = waiting.slice(-maxWaiting);
      void flush();
    },
  };
}

/** Removes rows that everybody has read, now and then. */
function createClearing() {
  let clearedAt = 0;
  return async (client: pg.Client) => {
    if (Date.now() - clearedAt < (rowsKeptSeconds * 1_000) / 4) return;
    clearedAt = Date.now();
    await client.query('delete from live_payloads where created_at < now() - make_interval(secs => $1)', [
      rowsKeptSeconds,
    ]);
  };
}

async function notify(client: pg.Client, payload: string): Promise<void> {
  if (payload.length < maxPayload) await client.query('select pg_notify($1, $2)', [channel, payload]);
  // The row and its number in one statement: nobody hears of a row that is not there.
  else
    await client.query(
      `with row as (insert into live_payloads (body) values ($1) returning id)
       select pg_notify($2, id::text) from row`,
      [payload, channel],
    );
}

interface Passed {
  from: string;
  events?: LiveEvent[];
  gap?: boolean;
}

/** A notification holds what was sealed, or the number of the row that does; undefined when that row is gone. */
async function readSealed(client: pg.Client, payload: string): Promise<string | undefined> {
  if (!/^\d+$/.test(payload)) return payload;
  const { rows } = await client.query<{ body: string }>('select body from live_payloads where id = $1', [payload]);
  return rows[0]?.body;
}

/** Listens for ever; notifications are handled one after the other, so that rows do not overtake plain ones. */
function createListener(options: FanOutOptions) {
  let last = Promise.resolve();
  let hasListened = false;
  const handle = async (client: pg.Client, message: pg.Notification) => {
    if (message.channel === wakeChannel) {
      if (message.payload !== options.bootId) options.onWake();
      return;
    }
    if (message.channel === sessionChannel) return options.onSessionEnd(message.payload ?? '');
    const sealed = await readSealed(client, message.payload ?? '');
    if (sealed === undefined) return;
    const { from, events = [], gap } = JSON.parse(options.secrets.open(sealed)) as Passed;
    if (from === options.bootId) return;
    options.onEvents(events);
    if (gap) options.onGap();
  };
  return createLine({
    connection: options.store.connection,
    name: 'live',
    log: options.log,
    onOpen: async (client) => {
      client.on('notification', (message) => {
        last = last.then(() =>
          handle(client, message).catch((error: Error) => options.log.warn({ err: error }, 'a live event was lost')),
        );
      });
      await client.query(`listen ${channel}; listen ${wakeChannel}; listen ${sessionChannel}`);
      if (hasListened) {
        options.onGap();
        options.onWake();
      }
      hasListened = true;
    },
  });
}

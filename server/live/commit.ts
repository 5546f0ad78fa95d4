import type { LiveBody, LiveEvent } from '#domain/contract/live.ts';
import type { Db, Store, Tx } from '../db/store.ts';
import type { Live } from './live.ts';

/** Notes an event that is to be told once the transaction is committed. */
export type Note = (address: string, body: LiveBody) => void;

/** Runs work in one transaction and publishes what it noted after the commit; a failure publishes nothing. */
export async function commit<T>(
  app: { store: Store; live: Live },
  work: (tx: Tx, note: Note) => Promise<T>,
): Promise<T> {
  const events: LiveEvent[] = [];
  const result = await app.store.db
    .transaction()
    .execute((tx) => work(tx, (address, body) => events.push({ address, body })));
  if (events.length > 0) app.live.publish(events);
  return result;
}

/** The same for work that is one statement, which needs no transaction around it: every post comes by here. */
export async function commitOne<T>(
  app: { store: Store; live: Live },
  work: (db: Db, note: Note) => Promise<T>,
): Promise<T> {
  const events: LiveEvent[] = [];
  const result = await work(app.store.db, (address, body) => events.push({ address, body }));
  if (events.length > 0) app.live.publish(events);
  return result;
}

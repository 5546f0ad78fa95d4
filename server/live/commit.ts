import type { LiveBody, LiveEvent } from '#domain/contract/live.ts';
import type { Topic } from '#domain/contract/topic.ts';
import type { Db, Store, Tx } from '../db/store.ts';
import type { Live } from './live.ts';

/** Notes an event that is to be told once the transaction is committed. */
export type Tell = <Body extends LiveBody>(topic: Topic<Body>, body: NoInfer<Body>) => void;

/** Notes events; `later` for what is counted over rows of others too: read after the commit, in turn for one key. */
export interface Note extends Tell {
  later(key: string, read: Reading): void;
}

type Reading = (db: Db) => Promise<LiveEvent[]>;

interface Parts {
  store: Store;
  live: Live;
}

/** PostgreSQL's code for a dead-lock; it ended this transaction so that the other could go on. */
const deadlock = '40P01';
const mostTries = 5;

/**
 * Runs work in one transaction and publishes what it noted after the commit; a failure publishes nothing. Work may run
 * again: rows are locked in one order (ARCHITECTURE.md), and what meets in spite of it is repeated, not told.
 */
export function commit<T>(app: Parts, work: (tx: Tx, note: Note) => Promise<T>): Promise<T> {
  return untilFree(app, (note) => app.store.db.transaction().execute((tx) => work(tx, note)));
}

/** The same for a change that makes work: once it is committed, the engines of all processes are told. */
export async function commitAndWake<T>(
  app: Parts & { wake(): void },
  work: (tx: Tx, note: Note) => Promise<T>,
): Promise<T> {
  const result = await commit(app, work);
  app.wake();
  return result;
}

/** The same for work that is one statement, which needs no transaction around it: every post comes by here. */
export function commitOne<T>(app: Parts, work: (db: Db, note: Note) => Promise<T>): Promise<T> {
  return untilFree(app, (note) => work(app.store.db, note));
}

/** What was noted by a try that met a dead-lock is forgotten with it. */
async function untilFree<T>(app: Parts, work: (note: Note) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    const notes = createNotes();
    let result: T;
    try {
      result = await work(notes.note);
    } catch (error) {
      if ((error as { code?: unknown }).code !== deadlock || tries >= mostTries) throw error;
      continue;
    }
    await notes.publish(app);
    return result;
  }
}

function createNotes() {
  const events: LiveEvent[] = [];
  const readings = new Map<string, Reading>();
  const tell: Tell = (address, body) => {
    events.push({ address, body });
  };
  const note: Note = Object.assign(tell, {
    later(key: string, read: Reading) {
      readings.set(key, read);
    },
  });
  const publish = async ({ store, live }: Parts) => {
    if (events.length > 0) live.publish(events);
    const tell = async (read: Reading) => {
      try {
        live.publish(await read(store.db));
      } catch {
        // Committed, but what is to be told could not be read: whoever shows it loads it again.
        live.announceGap();
      }
    };
    for (const [key, read] of readings) await inTurn(key, () => tell(read));
  };
  return { note, publish };
}

const turns = new Map<string, Promise<unknown>>();

/** One reading of a thing after the other, so that what is told last was read last. `work` never fails. */
async function inTurn(key: string, work: () => Promise<unknown>): Promise<void> {
  const before = turns.get(key) ?? Promise.resolve();
  const own = before.then(work);
  turns.set(key, own);
  await own;
  if (turns.get(key) === own) turns.delete(key);
}

import { isStoreAway } from './store-away.ts';

interface Way<Parts, Asked, Answer> {
  /** Does many with one statement: an answer for each, in order; undefined where it could not be done with the rest. */
  many(parts: Parts, asked: Asked[]): Promise<(Answer | undefined)[]>;
  /** Does one, waiting for whoever is in its way. */
  one(parts: Parts, asked: Asked): Promise<Answer>;
  /** How much text goes to the store with it, in characters; 0 when it is not given. */
  sizeOf?(asked: Asked): number;
}

interface Waiting<Asked, Answer> {
  asked: Asked;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

const mostTogether = 32;
const mostCharacters = 1_000_000;

/**
 * Lets what many tasks ask of the store at one moment go with one statement: while one runs, further ones gather for the
 * next, so nobody waits for company. Where a statement fails, or leaves something out, that is done by itself: nobody pays
 * for the row of another. While the store is away all of them are told so.
 */
export function together<Parts extends object, Asked, Answer>(
  way: Way<Parts, Asked, Answer>,
): (parts: Parts, asked: Asked) => Promise<Answer> {
  const queues = new WeakMap<Parts, Waiting<Asked, Answer>[]>();

  async function carryOut(parts: Parts, batch: Waiting<Asked, Answer>[]): Promise<void> {
    const asked = batch.map((one) => one.asked);
    let answers: (Answer | undefined)[] = [];
    try {
      answers = await way.many(parts, asked);
    } catch (error) {
      if (isStoreAway(error)) {
        for (const one of batch) one.reject(error);
        return;
      }
    }
    for (const [index, one] of batch.entries()) {
      const answer = answers[index];
      if (answer === undefined) void way.one(parts, one.asked).then(one.resolve, one.reject);
      else one.resolve(answer);
    }
  }

  function next(waiting: Waiting<Asked, Answer>[]): Waiting<Asked, Answer>[] {
    let size = 0;
    const end = waiting.slice(1, mostTogether).findIndex(({ asked }) => {
      size += way.sizeOf?.(asked) ?? 0;
      return size > mostCharacters;
    });
    return waiting.splice(0, end < 0 ? mostTogether : end + 1);
  }

  return (parts, asked) =>
    new Promise((resolve, reject) => {
      const waiting = queues.get(parts) ?? [];
      waiting.push({ asked, resolve, reject });
      if (queues.has(parts)) return;
      queues.set(parts, waiting);
      // What is asked for in the same turn of the event loop comes along.
      setImmediate(async () => {
        while (waiting.length > 0) await carryOut(parts, next(waiting));
        queues.delete(parts);
      });
    });
}

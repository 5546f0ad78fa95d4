import { topics } from '#domain/contract/live.ts';
import type { App } from '../../app.ts';
import type { TaskWork } from '../../engine/tasks/task-work.ts';
import { areBalancesOld, askBalance, forgetOldBalances, startCheck } from '../../features/options/balances/balances.ts';
import { keyOf, setUpServices } from '../../features/options/balances/set-up-logins.ts';
import { commit } from '../../live/commit.ts';

/** A service that does not answer is given up, in ms. */
const longestMs = 15_000;

/** Asks every service that is set up for its balance, one after the other. */
export async function checkBalances(app: App, work: TaskWork<object>): Promise<void> {
  const tell = (isChecking: boolean) =>
    app.live.publish([{ address: topics.balances, body: { action: 'balancesChanged', isChecking } }]);
  try {
    await forgetOldBalances(app.store.db);
    const keys = (await setUpServices(app, work.signal)).map(keyOf);
    for (const [at, key] of keys.entries()) {
      work.signal.throwIfAborted();
      const signal = AbortSignal.any([work.signal, AbortSignal.timeout(longestMs)]);
      // Read anew, since each has its own time; a login that was changed or taken away meanwhile is passed over, by its key:
      // the places of the others have moved.
      const one = (await setUpServices(app, signal)).find((service) => keyOf(service) === key);
      if (one) await askBalance(app, one);
      work.progress(at + 1, keys.length);
      tell(true);
    }
  } finally {
    tell(false);
  }
}

/** How often it is looked whether services should be asked by themselves, in ms. */
const lookEveryMs = 10 * 60_000;

/** Has services asked by themselves when nobody did for long; where none is set up nothing is asked. */
export function createBalanceLook(app: App): () => Promise<void> {
  // Not at once: what starts has other things to do, and tests start often.
  let nextLookAt = Date.now() + lookEveryMs;
  return async () => {
    if (Date.now() < nextLookAt) return;
    nextLookAt = Date.now() + lookEveryMs;
    if (!(await areBalancesOld(app.store.db))) return;
    if ((await setUpServices(app, AbortSignal.timeout(longestMs))).length === 0) return;
    await commit(app, (tx, note) => startCheck(tx, note, app.tasks));
  };
}

import { afterAll, beforeAll, expect, test } from 'vitest';
import { topics } from '#domain/contract/live.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';
import { commit, commitOne, type Note } from './commit.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

/** Work that meets a dead-lock in its first two tries; what it noted then must not be told. */
function unlucky() {
  let tries = 0;
  return async (_db: unknown, note: Note) => {
    tries += 1;
    note(topics.privateNetworks, { action: 'deleted', ids: [tries] });
    if (tries < 3) throw Object.assign(new Error('deadlock detected'), { code: '40P01' });
    return tries;
  };
}

test.each([
  ['a transaction', commit],
  ['one statement', commitOne],
])('%s that met a dead-lock is done again, and told once', async (_, run) => {
  const log = await app.listen(topics.privateNetworks);
  expect(await run(app.app, unlucky())).toBe(3);
  await log.until((body) => body.action === 'deleted');
  expect(await log.all()).toEqual([{ action: 'deleted', ids: [3] }]);
});

test('another fault is not tried again', async () => {
  let tries = 0;
  const work = async () => {
    tries += 1;
    throw new Error('another');
  };
  await expect(commitOne(app.app, work)).rejects.toThrow('another');
  expect(tries).toBe(1);
});

test('what cannot be read after the commit sends every window to load again', async () => {
  let gaps = 0;
  const forget = app.app.live.onGap(() => {
    gaps += 1;
  });
  const result = await commit(app.app, async (_, note) => {
    note.later('unreadable', () => Promise.reject(new Error('the store is away')));
    return 'committed';
  });
  expect([result, gaps]).toEqual(['committed', 1]);
  forget();
});

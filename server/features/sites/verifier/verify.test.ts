import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tx } from '#server/db/store.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';
import { startVerifying, stopVerifying } from './verify.ts';

let app: TestApp;
const nSites = 3_000;
beforeAll(async () => {
  app = await startTestApp({ roles: ['http'] });
  await sql`insert into sites (module, site_id, platform, url, host, connector, permission, at_once, gap_ms)
    select 'Wiki', 'wiki ' || n, 'mediawiki', 'http://' || n || '.test/', n || '.test', 'mediawiki', 'owned', 1, 0
    from generate_series(1, ${sql.lit(nSites)}) n`.execute(app.app.store.db);
});
afterAll(() => app.stop());

test('starts and stops of the verifier at one moment never wait in a circle', async () => {
  const note = Object.assign(() => {}, { later: () => {} });
  const inOne = (work: (tx: Tx) => Promise<unknown>) => app.app.store.db.transaction().execute(work);
  const ids = Array.from({ length: nSites }, (_, at) => ({ module: 'Wiki' as const, siteId: `wiki ${nSites - at}` }));
  for (let round = 0; round < 20; round += 1) {
    await inOne(async (tx) => {
      await startVerifying(tx, note, undefined);
      // Half of them stand elsewhere in the table now, so that a scan meets them in another order than their key's.
      await sql`update sites set verify_requested = site_id like '%0', status_reason = ${`${round}`} where random() < 0.5`.execute(
        tx,
      );
    });
    await Promise.all([
      inOne((tx) => stopVerifying(tx, note)),
      inOne((tx) => startVerifying(tx, note, ids)),
      inOne((tx) => startVerifying(tx, note, undefined)),
      inOne((tx) => stopVerifying(tx, note)),
    ]);
  }
  await inOne((tx) => stopVerifying(tx, note));
  const { rows } = await sql`select from sites where verify_requested`.execute(app.app.store.db);
  expect(rows).toHaveLength(0);
});

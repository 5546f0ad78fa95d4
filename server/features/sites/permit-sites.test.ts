import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { topics } from '#domain/contract/live.ts';
import { permitCustomSites } from '#domain/contract/site-permissions.ts';
import * as contract from '#domain/contract/sites.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';

let app: TestApp;
const nSites = 10_000;
beforeAll(async () => {
  app = await startTestApp({ roles: ['http'] });
  await sql`insert into sites (module, site_id, platform, url, host, connector, permission, at_once, gap_ms)
    select 'Wiki', 'wiki' || n, 'MediaWiki', 'http://' || n || '.test/', n || '.test', 'mediawiki', 'none', 3, 7000
    from generate_series(1, ${sql.lit(nSites)}) n`.execute(app.app.store.db);
});
afterAll(() => app.stop());

const idOf = (n: number) => ({ module: 'Wiki', siteId: `wiki${n}` });
const permit = (body: object) => app.send(permitCustomSites, { body: { ...body } });
const read = async (n: number): Promise<contract.CustomSite> => {
  const { sites } = (await app.send(contract.listCustomSites)).body;
  return sites.find((site: contract.CustomSite) => site.id.siteId === `wiki${n}`);
};

test('one permission is given to many sites, with its date, and their pace stays', async () => {
  const log = await app.listen(topics.customSites);
  const before = await read(1);
  const ids = [idOf(1), idOf(2), { module: 'Wiki', siteId: 'not there' }];
  expect((await permit({ ids, permission: 'granted', permissionNote: 'by letter' })).body).toEqual({ count: 2 });
  const after = await read(1);
  expect(after).toMatchObject({ permission: 'granted', permissionNote: 'by letter', atOnce: 3, gapSeconds: 7 });
  expect(after.permissionAt).not.toBeNull();
  // A form that is open elsewhere is not written over without a word.
  expect(after.edition).toBeGreaterThan(before.edition);
  expect((await log.all()).map((body) => body.action === 'sitesAdded' && body.sites?.length)).toEqual([2]);
  await permit({ ids, permission: 'granted', permissionNote: 'by letter' });
  expect((await read(1)).permissionAt).toBe(after.permissionAt);
});

test('a note that is left out stays that of each site', async () => {
  await permit({ ids: [idOf(3)], permission: 'granted', permissionNote: 'Contract 7' });
  await permit({ ids: [idOf(3), idOf(4)], permission: 'owned' });
  expect(await read(3)).toMatchObject({ permission: 'owned', permissionNote: 'Contract 7' });
  expect(await read(4)).toMatchObject({ permission: 'owned', permissionNote: '' });
});

test('10,000 at once from two windows, in opposite orders, end with one of both', async () => {
  const ids = Array.from({ length: nSites }, (_, at) => idOf(at + 1));
  const both = await Promise.all([
    permit({ ids, permission: 'owned', permissionNote: 'one' }),
    permit({ ids: ids.toReversed(), permission: 'granted', permissionNote: 'other' }),
  ]);
  expect(both.map(({ body }) => body.count)).toEqual([nSites, nSites]);
  const { rows } = await sql`select distinct permission, permission_note from sites`.execute(app.app.store.db);
  expect(rows).toHaveLength(1);
});

test.each([
  ['ids', { ids: [], permission: 'owned' }, 400],
  ['permission', { ids: [idOf(1)], permission: 'mine' }, 400],
  ['permissionNote', { ids: [idOf(1)], permission: 'owned', permissionNote: 'x'.repeat(2_001) }, 200],
])('a bad %s is refused', async (field, body, code) => {
  const answer = await permit(body);
  expect(answer.status).toBe(code);
  expect(JSON.stringify(answer.body)).toContain(field);
});

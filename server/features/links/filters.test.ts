import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteAccounts, importAccounts, listAccounts } from '#domain/contract/accounts.ts';
import { exportLinkUrls } from '#domain/contract/link-files.ts';
import { addLinks, deleteLinks, listLinks } from '#domain/contract/links.ts';
import { newCampaign, newLinkSet, newProfile } from '#test/support/nouns.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';

let app: TestApp;
let campaignId: number;
beforeAll(async () => {
  app = await startTestApp();
  campaignId = (await newCampaign(app)).id;
});
afterAll(async () => app?.stop());

/** Links 0 to 9: one a day from the 1st of March on, even ones of blog0.., every third without an anchor, two of them placed. */
async function tenLinks(): Promise<number> {
  const { id } = await newLinkSet(app, campaignId);
  const links = Array.from({ length: 10 }, (_, n) => `http://l${n}.test/${n % 3 === 0 ? '' : '|x|a'}`).join('\n');
  await app.send(addLinks, { params: { id }, body: { links } });
  await sql`update url_items set added_at = timestamptz '2026-03-01 23:59Z' + (regexp_replace(url, '\\D', '', 'g')::int) * interval '1 day',
    site = case when regexp_replace(url, '\\D', '', 'g')::int % 2 = 0 then 'Blog' || regexp_replace(url, '\\D', '', 'g') end,
    pages = case when url in ('http://l1.test/', 'http://l2.test/') then 3 else 0 end,
    pages_live = case when url = 'http://l1.test/' then 3 else 0 end where url_list_id = ${id}`.execute(
    app.app.store.db,
  );
  return id;
}

const found = async (id: number, query: Record<string, unknown>) => {
  const { body } = await app.send(listLinks, {
    params: { id },
    query: { sort: 'url', order: 'asc', count: true, ...query },
  });
  const numbers = body.urlItems.map(({ url }: { url: string }) => Number(/\d+/.exec(url)?.[0]));
  expect(body.total).toBe(numbers.length);
  return numbers;
};

test.each([
  [{ site: 'blog' }, [0, 2, 4, 6, 8]],
  [{ site: 'blog4' }, [4]],
  [{ site: '%' }, []],
  [{ since: '2026-03-03', until: '2026-03-05' }, [2, 3, 4]],
  [{ until: '2026-03-01' }, [0]],
  [{ anchor: 'empty' }, [0, 3, 6, 9]],
  [{ anchor: 'given', site: 'blog' }, [2, 4, 8]],
  [{ proof: 'PLACED' }, [1, 2]],
  [{ proof: 'NONE' }, [0, 3, 4, 5, 6, 7, 8, 9]],
  [{ proof: 'LIVE' }, []],
])('links are narrowed by %j', async (query, wanted) => {
  expect(await found(await tenLinks(), query)).toEqual(wanted);
});

test('links that are told by their pages are not counted as not checked', async () => {
  const id = await tenLinks();
  const { proofCounts } = (await app.send(listLinks, { params: { id } })).body;
  expect(proofCounts).toMatchObject({ NONE: 8, PLACED: 2, LIVE: 0 });
  await sql`update url_items set proof_state = 'LIVE' where url_list_id = ${id} and pages > 0`.execute(
    app.app.store.db,
  );
  expect((await app.send(listLinks, { params: { id } })).body.proofCounts).toMatchObject({
    NONE: 8,
    PLACED: 0,
    LIVE: 2,
  });
});

test('what is deleted and exported is what the filter shows', async () => {
  const id = await tenLinks();
  const file = await app.fetch(`${exportLinkUrls.path.replace(':id', String(id))}?site=blog8`);
  expect((await file.text()).trim()).toBe('http://l8.test/');
  const body = { all: true, anchor: 'empty' };
  expect((await app.send(deleteLinks, { params: { id }, body })).body.count).toBe(4);
  expect(await found(id, {})).toEqual([1, 2, 4, 5, 7, 8]);
});

test('a day that is none is refused', async () => {
  const { id } = await newLinkSet(app, campaignId);
  expect((await app.send(listLinks, { params: { id }, query: { since: '2026-13-40' } })).body.error).toBeDefined();
});

test('accounts are narrowed by site and state, to delete them too', async () => {
  const { id } = await newProfile(app, campaignId);
  const lines = ['a1', 'a2', 'b1'].map((site) => `${site}.test|x@y|u|p`).join('\n');
  await app.upload(importAccounts, { id, files: { 'a.txt': lines } });
  await sql`update accounts set stopped_reason = 'Locked' where profile_id = ${id} and site_key = 'a2.test'`.execute(
    app.app.store.db,
  );
  const names = async (query: Record<string, unknown>) =>
    (await app.send(listAccounts, { params: { id }, query })).body.accounts.map(
      ({ siteName, stopped }: { siteName: string; stopped: string | null }) => [siteName, stopped],
    );
  expect(await names({ site: 'A' })).toEqual([
    ['a1.test', null],
    ['a2.test', 'Locked'],
  ]);
  expect(await names({ state: 'stopped' })).toEqual([['a2.test', 'Locked']]);
  await app.send(deleteAccounts, { params: { id }, body: { all: true, state: 'stopped' } });
  expect(await names({})).toEqual([
    ['a1.test', null],
    ['b1.test', null],
  ]);
});

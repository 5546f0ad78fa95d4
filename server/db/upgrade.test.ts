import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';
import { migrate } from './migrate.ts';

/** What an operator's store of an earlier version shows once this version has opened it. */
let app: TestApp;
let client: pg.Client;
const earlier = `earlier_${process.pid}`;
beforeAll(async () => {
  app = await startTestApp({ roles: [] });
  const { pool, connection } = app.app.store;
  await pool.query(`create database ${earlier}`);
  const { connectionString } = connection;
  const url = connectionString && new URL(`/${earlier}`, connectionString).href;
  client = new pg.Client(url ? { connectionString: url } : { ...connection, database: earlier });
  await client.connect();
});
afterAll(async () => {
  await client?.end();
  await app?.app.store.pool.query(`drop database if exists ${earlier}`);
  await app?.stop();
});

/** Brings the empty store to where it was before the lists counted. */
async function migrateTo(last: string): Promise<void> {
  const folder = 'server/db/migrations';
  await client.query('create table migrations (name text primary key, applied_at timestamptz not null default now())');
  for (const name of readdirSync(folder).toSorted()) {
    if (name > last) continue;
    await client.query(readFileSync(`${folder}/${name}`, 'utf8'));
    await client.query('insert into migrations (name) values ($1)', [name]);
  }
}

test('posts and proofs of a store before the lists counted are counted once', async () => {
  await migrateTo('0016-articles-of-a-site.sql');
  await client.query(`
    insert into campaigns (id, name) overriding system value values (1, 'C');
    insert into url_lists (id, campaign_id, name) overriding system value values (1, 1, 'Money'), (2, 1, 'Output');
    insert into projects (id, campaign_id, module, name, status, url_list_id) overriding system value
      values (1, 1, 'SocialNetwork', 'P', 'COMPLETED', 2);
    insert into sites (module, site_id, platform, url, host, connector, permission, at_once, gap_ms)
      select 'SocialNetwork', 'site' || n, 'WordPress', 'http://s' || n || '.test', 's' || n || '.test', 'wordpress', 'owned', 1, 0
      from generate_series(1, 3) n;
    insert into runs (id, project_id, seed, planned, succeeded, failed, ended_at) overriding system value values (1, 1, 's', 3, 2, 1, now());
    insert into project_sites (project_id, module, site_id, email, checked, status, proof_state)
      values (1, 'SocialNetwork', 'site1', '', true, 'SUCCESS', 'LIVE'), (1, 'SocialNetwork', 'site2', '', true, 'SUCCESS', 'MISSING'),
        (1, 'SocialNetwork', 'site3', '', true, 'FAILED', null);
    insert into posts (id, run_id, project_id, module, site_id, email, state, due_at, seed, marker, draws) overriding system value
      select n, 1, 1, 'SocialNetwork', 'site' || n, '', case when n < 3 then 'SUCCEEDED' else 'FAILED' end, now(), 's', 'm' || n,
        '[{"linkSetId": 1}]' from generate_series(1, 3) n;
    insert into url_items (url_list_id, url, anchor) values (1, 'http://money.test/', 'a');
    insert into url_items (url_list_id, url, anchor, post_id, placed, proof_state, checked_at)
      select 2, 'http://s' || n || '.test/p', 'a', n, '[{"url": "http://money.test/", "anchor": "a", "rel": ""}]',
        case n when 1 then 'LIVE' else 'MISSING' end, now() from generate_series(1, 2) n;`);
  await migrate(client);
  const read = async (text: string) => (await client.query(text)).rows;
  expect(await read('select chosen, done, failed, unknown, live from project_tallies')).toEqual([
    { chosen: 3, done: 2, failed: 1, unknown: 0, live: 1 },
  ]);
  expect(await read('select planned, done, failed from project_days')).toEqual([{ planned: 3, done: 2, failed: 1 }]);
  expect(await read('select pages, pages_live from url_items where post_id is null')).toEqual([
    { pages: 2, pages_live: 1 },
  ]);
  expect(await read('select id, count, live, missing, placed from link_sets order by id')).toEqual([
    { id: 1, count: 1, live: 0, missing: 0, placed: 1 },
    { id: 2, count: 2, live: 1, missing: 1, placed: 0 },
  ]);
  expect(await read('select * from target_changes')).toEqual([]);
  // What took posts works; what none was made at is as new as it was. Rows that are there can be edited.
  expect(await read('select site_id, status, edition from sites order by site_id')).toEqual([
    { site_id: 'site1', status: 'WORKING', edition: 0 },
    { site_id: 'site2', status: 'WORKING', edition: 0 },
    { site_id: 'site3', status: 'NEW', edition: 0 },
  ]);
  // A further run of the project begins its rows anew: the link of the first one stands.
  await client.query(
    `update project_sites set status = 'NONE', post_url = null, proof_state = null where site_id = 'site1'`,
  );
  await client.query('select fold_project_changes()');
  expect(await read('select done, live from project_tallies')).toEqual([{ done: 1, live: 1 }]);
});

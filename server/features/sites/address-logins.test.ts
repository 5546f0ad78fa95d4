import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportProfiles, listAccounts, listProfiles } from '#domain/contract/accounts.ts';
import { exportCustomSites, listCustomSites } from '#domain/contract/sites.ts';
import { newCampaign, newLinkSet } from '#test/support/nouns.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';
import { mendAddressLogins } from './address-logins.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ roles: ['http'] });
});
afterAll(() => app.stop());

const login = 'ada:p%40ss-canary';
const old = `https://${login}@old.test/wp/`;

/** All that stands in the store, as text. */
async function wholeStore(): Promise<string> {
  const { db } = app.app.store;
  const tables = await sql<{
    name: string;
  }>`select tablename as name from pg_tables where schemaname = 'public'`.execute(db);
  const rows = tables.rows.map(({ name }) => sql`select t::text from ${sql.table(name)} t`.execute(db));
  return JSON.stringify((await Promise.all(rows)).map((result) => result.rows));
}

test('logins in the addresses of old sites become sealed accounts, and stand nowhere else', async () => {
  const { db } = app.app.store;
  expect(await mendAddressLogins(app.app, () => {})).toBe(0);
  const campaign = await newCampaign(app, 'C');
  const output = await newLinkSet(app, campaign.id, 'Output');
  await sql`insert into sites (module, site_id, platform, url, host, connector, permission, at_once, gap_ms, status_reason)
    values ('SocialNetwork', 'Old', 'WordPress', ${old}, 'old.test', 'wordpress', 'owned', 2, 0, ${`No WordPress at ${old}`}),
      ('Bookmarking', 'name only', 'Shaarli', 'http://Key-Canary@s.test', 's.test', 'shaarli', 'owned', 1, 0, null),
      ('SocialNetwork', 'clean', 'WordPress', 'https://clean.test/@ada', 'clean.test', 'wordpress', 'owned', 2, 0, null)`.execute(
    db,
  );
  await sql`insert into url_items (url_list_id, url) values (${output.id}, ${`${old}post-1/`})`.execute(db);
  await sql`insert into private_networks (name) values ('N')`.execute(db);
  await sql`insert into private_sites (network_id, site_id, email, platform, site_url, username, password)
    select id, 'p', 'm', 'x', ${old}, 'u', ${app.app.secrets.seal('own')} from private_networks`.execute(db);
  const said: string[] = [];
  expect(await mendAddressLogins(app.app, (message) => said.push(message))).toBe(3);
  expect(said).toHaveLength(1);
  expect(/canary/i.test(`${said}${await wholeStore()}`)).toBe(false);

  const sites = (await app.send(listCustomSites)).body.sites as { id: { siteId: string }; url: string }[];
  expect(sites.map((site) => site.url).sort()).toEqual([
    'http://s.test',
    'https://clean.test/@ada',
    'https://old.test/wp/',
  ]);
  expect((await app.send(exportCustomSites)).body).not.toMatch(/canary/i);
  const { profiles } = (await app.send(listProfiles, { params: { id: campaign.id } })).body;
  const shelf = profiles.find((profile: { name: string }) => profile.name === 'Logins from site addresses');
  expect(shelf.count).toBe(2);
  const { accounts } = (await app.send(listAccounts, { params: { id: shelf.id } })).body;
  expect(accounts).toContainEqual(
    expect.objectContaining({ siteName: 'Old', email: 'ada@old.test', username: 'ada', password: 'p@ss-canary' }),
  );
  const all = { params: { id: campaign.id }, body: { ids: [] } };
  expect((await app.send(exportProfiles, all)).body).toContain('p@ss-canary');
  expect(await mendAddressLogins(app.app, () => {})).toBe(0);
});

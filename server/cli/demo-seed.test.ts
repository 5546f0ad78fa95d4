import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountExists } from '#domain/contract/accounts.ts';
import { topics } from '#domain/contract/live.ts';
import { projectTexts } from '#domain/contract/projects/rules.ts';
import { startWorld, type World } from '#rehearsal/world.ts';
import type { LiveLog } from '#test/support/event-socket.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';
import { seedDemo } from './demo-seed.ts';

let app: TestApp;
let world: World;
let logs: LiveLog[];
beforeAll(async () => {
  app = await startTestApp({ roles: ['http'] });
  world = await startWorld();
  const lists = [topics.campaigns, topics.contentGroups, topics.customSites];
  // Each try draws ids of its own, whether anything is left of it or not.
  const own = [1, 2, 3, 4].flatMap((id) => [topics.campaign(id), topics.contentGroup(id), topics.profile(id)]);
  logs = await Promise.all([...lists, ...own].map(app.listen));
});
afterAll(async () => {
  await world?.close();
  await app?.stop();
});

const sown = [
  'campaigns',
  'content_groups',
  'articles',
  'url_lists',
  'url_items',
  'profiles',
  'accounts',
  'sites',
  'hosts',
  'site_queue',
  'projects',
  'project_sites',
];

/** Rows of each table that the demo writes to. */
async function countRows(): Promise<Record<string, number>> {
  const counts = sown.map(async (table) => {
    const { rows } = await sql<{ count: number }>`select count(*) from ${sql.table(table)}`.execute(app.app.store.db);
    return [table, rows[0]?.count ?? 0] as const;
  });
  return Object.fromEntries(await Promise.all(counts));
}

const heard = async () => (await Promise.all(logs.map((log) => log.all()))).flat().map(({ action }) => action);

const withoutConnector = (site: World['sites'][number]) => ({ ...site, platform: 'unknown' });
const none = Object.fromEntries(sown.map((table) => [table, 0]));

test.each<[string, () => Partial<World>, string]>([
  ['an account that is there already', () => ({ sites: [...world.sites, ...world.sites] }), accountExists],
  ['an unknown connector', () => ({ sites: world.sites.map(withoutConnector) }), 'Please select a connector'],
  ['a scheduled project without sites, after two were saved', () => ({ shaarli: [] }), projectTexts.oneSite],
])('refused in the middle, for %s, nothing of it is left and nobody was told', async (_, fault, refusal) => {
  expect(await countRows()).toEqual(none);
  await expect(seedDemo(app.app, { ...world, ...fault() })).rejects.toThrow(refusal);
  expect(await countRows()).toEqual(none);
  expect(await heard()).toEqual([]);
});

test('sown over good sites it stands whole, and every window hears of it', async () => {
  const demo = await seedDemo(app.app, world);
  expect(await countRows()).toMatchObject({ campaigns: 1, sites: 3, accounts: 3, url_lists: 3, projects: 3 });
  expect(demo.projects.map(({ name }) => name)).toEqual(['Tier 1 blogs', 'Tier 1 wiki', 'Tier 2 bookmarks']);
  expect(new Set(await heard())).toEqual(
    new Set([
      ...['addNew', 'statusChanged', 'newProject', 'projectStatusChanged', 'sitesAdded'],
      ...['newContentGroup', 'contentGroupEdited', 'newArticle', 'newUrlList', 'urlListEdited'],
      ...['newProfile', 'profileEdited', 'newAccount'],
    ]),
  );
});

import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { topics } from '#domain/contract/live.ts';
import * as contract from '#domain/contract/site-selections.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';

let app: TestApp;
const nMany = 50_000;
beforeAll(async () => {
  app = await startTestApp({ roles: ['http'] });
  await addSites(`('Wiki', 'one.test', 'MediaWiki', 40, true, false, false), ('Wiki', 'two.test', 'MediaWiki', 5, false, true, false),
    ('Wiki', 'gold.test', 'Premium', 90, true, true, true), ('SocialNetwork', 'one.test', 'WordPress', 10, true, false, true)`);
});
afterAll(() => app.stop());

function addSites(values: string) {
  return sql`insert into sites (module, site_id, platform, pr, dofollow, img, video, url, host, connector, permission, at_once, gap_ms)
    select v.*, 'http://' || v.column2 || '/', v.column2, 'wordpress', 'owned', 1, 0 from (values ${sql.raw(values)}) v`.execute(
    app.app.store.db,
  );
}
const create = async (name = 'Chosen'): Promise<contract.SiteSelection> =>
  (await app.send(contract.createSiteSelection, { body: { name } })).body.siteSelection;
const read = async (id: number) => (await app.send(contract.getSiteSelection, { params: { id } })).body;
const save = (id: number, siteSelection: object, marks: object = {}) =>
  app.send(contract.saveSiteSelection, { params: { id }, body: { siteSelection, ...marks } });
const meant = async (id: number, query: Record<string, unknown> = {}): Promise<string[]> => {
  const { ids } = (await app.send(contract.resolveSiteSelection, { params: { id }, query })).body;
  return ids.map((one: { module: string; siteId: string }) => `${one.module} ${one.siteId}`);
};
const site = (siteId: string, module = 'Wiki') => ({ id: { module, siteId } });
const pair = (platform: string, module = 'Wiki') => ({ id: { module, platform } });
const byPlatforms = { siteSelectionType: 'Condition' };
const bySites = { siteSelectionType: 'Manually' };

test('is made, renamed and deleted, and every window is told', async () => {
  const log = await app.listen(topics.siteSelections);
  const made = await create('  First  ');
  expect(made).toEqual({
    id: expect.any(Number),
    name: 'First',
    siteSelectionType: 'Condition',
    img: false,
    video: false,
    dofollow: false,
    minPR: 0,
    version: expect.any(Number),
    edition: expect.any(Number),
  });
  const { id } = made;
  const { siteSelection } = (await app.send(contract.renameSiteSelection, { body: { id, name: 'Second' } })).body;
  // What is edited on its page is still the same.
  expect(siteSelection).toEqual({ ...made, name: 'Second', version: expect.any(Number) });
  expect(siteSelection.version).toBeGreaterThan(made.version);
  expect((await app.send(contract.listSiteSelections)).body.site_selections).toContainEqual(siteSelection);
  expect((await app.send(contract.deleteSiteSelections, { body: [id, 987_654] })).body).toEqual({ ids: [id] });
  expect((await app.send(contract.deleteSiteSelections, { body: [id] })).body).toEqual({ ids: [] });
  expect(await log.all()).toEqual([
    { action: 'addNew', siteSelection: made },
    { action: 'edited', siteSelection },
    { action: 'deleted', ids: [id] },
  ]);
});

test.each([[''], ['   '], [undefined]])('has a name: %j is refused', async (name) => {
  const { status, body } = await app.send(contract.createSiteSelection, { body: { name } });
  if (name === undefined) expect(status).toBe(400);
  else expect(body.error).toMatchObject({ field: 'name', message: 'Please enter site selection name' });
});

test('keeps its flags, its sites and its platforms as they are saved', async () => {
  const { id } = await create();
  const flags = { img: true, video: true, dofollow: true, minPR: 100 };
  const selectedSites = [site('one.test', 'SocialNetwork'), site('not there'), site('one.test')];
  await save(id, { ...bySites, ...flags }, { selectedSites, selectedPlatforms: [pair('Premium'), pair('gone')] });
  const page = await read(id);
  expect(page.siteSelection).toMatchObject({ ...bySites, ...flags, name: 'Chosen' });
  // In the order of their keys.
  expect(page.selectedSites).toEqual(selectedSites.map((one) => ({ ...one, siteSelectionId: id })));
  expect(page.selectedPlatforms).toEqual(
    [pair('Premium'), pair('gone')].map((one) => ({ ...one, siteSelectionId: id, prob: 100 })),
  );
  expect(page.sites.filter((one: { checked: boolean }) => one.checked)).toHaveLength(2);
  expect(page.platforms).toContainEqual({ ...pair('Premium').id, checked: true, nSites: 1 });
  // What is left out stays.
  await save(id, byPlatforms, { selectedSites: [] });
  expect(await read(id)).toMatchObject({ selectedSites: [], siteSelection: { ...flags, ...byPlatforms } });
  expect((await read(id)).selectedPlatforms).toHaveLength(2);
});

test('means the sites of the rule, without unknown and blocked ones', async () => {
  const { id } = await create();
  expect(await meant(id)).toEqual([]);
  await save(id, byPlatforms, { selectedPlatforms: [pair('MediaWiki'), pair('WordPress'), pair('Premium')] });
  expect(await meant(id)).toEqual(['Wiki gold.test', 'Wiki one.test', 'Wiki two.test']);
  await save(id, { ...byPlatforms, dofollow: true, minPR: 40 });
  expect(await meant(id)).toEqual(['Wiki gold.test', 'Wiki one.test']);
  await save(id, { ...byPlatforms, dofollow: false, minPR: 0, img: true });
  expect(await meant(id)).toEqual(['Wiki gold.test', 'Wiki two.test']);
  await save(id, bySites, { selectedSites: [site('one.test'), site('one.test', 'SocialNetwork'), site('nobody')] });
  expect(await meant(id)).toEqual(['SocialNetwork one.test', 'Wiki one.test']);
  expect(await meant(id, { module: 'Wiki' })).toEqual(['Wiki one.test']);
  await sql`update sites set blocked = true where site_id = 'one.test' and module = 'Wiki'`.execute(app.app.store.db);
  expect(await meant(id)).toEqual(['SocialNetwork one.test']);
  const shown: { id: object }[] = (await read(id)).sites;
  expect(shown.map((one) => one.id)).not.toContainEqual(site('one.test').id);
  await sql`update sites set blocked = false`.execute(app.app.store.db);
  expect(await meant(id)).toHaveLength(2);
});

test.each([
  ['siteSelectionType', { siteSelectionType: '' }, 400],
  ['minPR', { ...bySites, minPR: 101 }, 200],
  ['minPR', { ...bySites, minPR: 1.5 }, 200],
  ['name', { ...bySites, name: ' ' }, 200],
])('refuses a bad %s', async (field, siteSelection, status) => {
  const { id } = await create();
  const answer = await save(id, siteSelection);
  expect(answer.status).toBe(status);
  expect(JSON.stringify(answer.body)).toContain(field);
});

test('two windows do not undo each other: the second save is refused and may go over it on purpose', async () => {
  const { id, edition } = await create();
  const [one, other] = await Promise.all([
    save(id, { ...byPlatforms, edition }, { selectedPlatforms: [pair('MediaWiki')] }),
    save(id, { ...byPlatforms, edition }, { selectedPlatforms: [pair('Premium')] }),
  ]);
  expect([one.status, other.status].toSorted()).toEqual([200, 409]);
  const late = one.status === 409 ? one : other;
  expect(late.body.error).toMatchObject({ code: 'STALE', stored: { id } });
  // All of one, nothing of the other.
  expect((await read(id)).selectedPlatforms).toHaveLength(1);
  const over = await save(id, byPlatforms, { selectedPlatforms: [pair('Premium'), pair('MediaWiki')] });
  expect(over.body.siteSelection.edition).toBeGreaterThan(edition);
  expect((await read(id)).selectedPlatforms).toHaveLength(2);
});

test('what was deleted meanwhile is not there for any call', async () => {
  const { id } = await create();
  const all = await Promise.all([
    save(id, bySites, { selectedSites: [site('one.test')] }),
    app.send(contract.deleteSiteSelections, { body: [id] }),
    app.send(contract.renameSiteSelection, { body: { id, name: 'Late' } }),
    app.send(contract.deleteSiteSelections, { body: [id] }),
  ]);
  expect(all.map(({ status }) => status).every((status) => status === 200 || status === 404)).toBe(true);
  expect((await save(id, bySites)).status).toBe(404);
  expect((await app.send(contract.getSiteSelection, { params: { id } })).status).toBe(404);
  expect((await app.send(contract.resolveSiteSelection, { params: { id } })).status).toBe(404);
  const left = await sql`select from selected_sites where selection_id = ${id}`.execute(app.app.store.db);
  expect(left.rows).toEqual([]);
});

test('50,000 sites are saved, read and resolved with few statements', async () => {
  await sql`insert into sites (module, site_id, platform, url, host, connector, permission, at_once, gap_ms)
    select 'Bookmarking', 'many' || n || '.test', 'Shaarli', 'http://many' || n || '.test/', 'many' || n || '.test', 'shaarli', 'owned', 1, 0
    from generate_series(1, ${sql.lit(nMany)}) n`.execute(app.app.store.db);
  const { id } = await create('Many');
  const selectedSites = Array.from({ length: nMany }, (_, at) => site(`many${at + 1}.test`, 'Bookmarking'));
  const statements = countStatements();
  expect((await save(id, bySites, { selectedSites })).status).toBe(200);
  expect((await save(id, bySites, { selectedSites: selectedSites.slice(10) })).status).toBe(200);
  expect(statements()).toBeLessThan(40);
  expect(await meant(id, { module: 'Bookmarking' })).toHaveLength(nMany - 10);
  const page = await read(id);
  expect(page.selectedSites).toHaveLength(nMany - 10);
  expect(page.sites.filter((one: { checked: boolean }) => one.checked)).toHaveLength(nMany - 10);
  // A portion of a thousand each, and what stands around them.
  expect(statements()).toBeLessThan(200);
}, 120_000);

/** Counts what is sent to the store from now on. */
function countStatements(): () => number {
  const sent = vi.spyOn(pg.Client.prototype, 'query');
  onTestFinished(() => sent.mockRestore());
  return () => sent.mock.calls.length;
}

import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addAccount } from '#domain/contract/accounts.ts';
import { getCampaign } from '#domain/contract/campaigns.ts';
import { topics } from '#domain/contract/live.ts';
import type { Module } from '#domain/contract/modules.ts';
import * as contract from '#domain/contract/wizards.ts';
import { sealEnvelope } from '#domain/rules/envelope.ts';
import { openPackedText, packText } from '#domain/rules/packed-text.ts';
import { readyCampaign } from '#test/support/builders.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';
import { type Boxes, withNodes, wizardOf } from '#test/support/wizards.ts';

let app: TestApp;
let groupId: number;
let profileId: number;
beforeAll(async () => {
  app = await startTestApp({ roles: ['http'] });
  ({ groupId, profileId } = await readyCampaign(app.app, []));
  const account = { siteName: 'shaarli-1', email: 'a@b.test', username: 'a', password: 'b' };
  await app.send(addAccount, { body: { ...account, accountListId: profileId } });
  await addSites('SocialNetwork', 40, { connector: 'wordpress' });
  await addSites('Wiki', 30, { connector: 'mediawiki' });
  await addSites('Bookmarking', 20, { connector: 'shaarli' });
  await addSites('SocialNetwork', 3, { connector: 'wordpress', platform: 'Premium' });
});
afterAll(() => app?.stop());

async function addSites(
  module: Module,
  count: number,
  { connector, platform = connector }: { connector: string; platform?: string },
) {
  await sql`insert into sites (module, site_id, platform, url, host, connector, pr, dofollow, permission, permission_note, at_once, gap_ms)
    select ${module}, ${`${platform}-`} || n, ${platform}, 'http://' || n || '.test/', n || '.test', ${connector}, n % 100, true, 'owned', 'test', 2, 0
    from generate_series(1, ${count}::int) n`.execute(app.app.store.db);
}

const boxes: Boxes = {
  blog: { type: 'SocialNetwork' },
  best: { type: 'SocialNetworkPremium' },
  wiki: { type: 'Wiki', on: 'blog', store: 'Wikis' },
  more: { type: 'Wiki', on: 'best', store: 'Wikis' },
  marks: { type: 'Bookmarking', on: 'wiki' },
};
function ready(changes: Partial<contract.Wizard> = {}): contract.Wizard {
  const wizard = withNodes(wizardOf(boxes), ({ module }) =>
    module === 'Bookmarking' ? { createNewAccount: false, profileId } : {},
  );
  const mail = { ...wizard.emailAccount, emailAddress: 'a@mail.test', emailLogin: 'a', emailServer: 'mail.test' };
  return {
    ...wizard,
    content: wizard.content.map((content) => ({ ...content, contentGroupId: groupId })),
    emailSource: 'MANUAL',
    emailAccount: { ...mail, emailPassword: 'secret' },
    startDate: '01/02/2031 10:00',
    ...changes,
  };
}
const create = (wizard: contract.Wizard, more: object = {}) =>
  app.send(contract.createWizardCampaign, {
    body: sealEnvelope({ wizard: packText(JSON.stringify(wizard)), saveWizard: false, ...more }, new Uint8Array(12)),
  });

/** What stands in the store, by table. */
async function counts() {
  const tables = ['campaigns', 'projects', 'profiles', 'url_lists', 'url_items', 'project_sites', 'wizards'];
  const rows = await Promise.all(
    tables.map((table) => sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(app.app.store.db)),
  );
  return rows.map(({ rows: [row] }) => row?.n);
}

test('a campaign has for each box a project, for each group a profile and who makes its accounts, and links between the tiers', async () => {
  const log = await app.listen(topics.campaigns);
  const { campaignId } = (await create(ready({ nDay: 3 }))).body;
  expect((await log.all())[0]).toMatchObject({
    action: 'addNew',
    campaign: { id: campaignId, creatingType: 'XWizard' },
  });
  const page = (await app.send(getCampaign, { params: { id: campaignId } })).body;
  expect(page.campaign).toMatchObject({ name: 'From a wizard', schedule: { nDay: 3, startDate: '01/02/2031 10:00' } });
  expect(page.profiles.map(({ name, group }: { name: string; group: string }) => [name, group]).toSorted()).toEqual([
    ['From a wizard Web 2.0 Blogs (1) accounts', 'Web 2.0 Blogs (1)'],
    ['From a wizard Web 2.0 Blogs (Premium) (1) accounts', 'Web 2.0 Blogs (Premium) (1)'],
    ['Wikis', 'Wikis'],
  ]);
  const { rows } = await sql<{ name: string; n: number; starts: boolean; waits: string[] | null; status: string }>`
    select p.name, (select count(*) from project_sites s where s.project_id = p.id and s.checked) as n, p.status,
      p.starts_at is not null as starts, (select array_agg(w.name order by w.id) from projects w where w.id = any(p.waits_for)) as waits
    from projects p where campaign_id = ${campaignId} order by id`.execute(app.app.store.db);
  const blogs = 'Web 2.0 Blogs (1)';
  const best = 'Web 2.0 Blogs (Premium) (1)';
  expect(rows).toEqual(
    [
      { name: `${blogs} accounts`, n: 40, starts: true, waits: null },
      { name: `${best} accounts`, n: 3, starts: true, waits: null },
      { name: 'Wikis accounts', n: 30, starts: true, waits: null },
      { name: blogs, n: 40, starts: false, waits: [`${blogs} accounts`] },
      { name: best, n: 3, starts: false, waits: [`${best} accounts`] },
      { name: 'Wiki (1)', n: 30, starts: false, waits: ['Wikis accounts', blogs] },
      { name: 'Wiki (2)', n: 30, starts: false, waits: ['Wikis accounts', best] },
      { name: 'Bookmarking (1)', n: 20, starts: false, waits: ['Wiki (1)'] },
    ].map((row) => ({ ...row, status: 'SCHEDULED' })),
  );
  const sizes = page.urlLists.map(({ name, count }: { name: string; count: number }) => [name, count]);
  expect(sizes).toContainEqual(['Money site links', 3]);
  const lists = await app.app.store.db
    .selectFrom('url_lists')
    .where('campaign_id', '=', campaignId)
    .orderBy('id')
    .selectAll()
    .execute();
  expect(lists.map(({ name, only_live, keywords }) => [name, only_live, keywords?.useKeyword ?? null])).toEqual([
    ['Money site links', false, true],
    [`${blogs} pages`, true, true],
    [`${best} pages`, true, true],
    ['Wiki (1) pages', true, true],
    ['Wiki (2) pages', true, true],
    ['Bookmarking (1) pages', true, null],
  ]);
});

test('a campaign keeps its wizard with the profiles that were used, sealed', async () => {
  const { campaignId } = (await create(ready())).body;
  const { campaign } = (await app.send(getCampaign, { params: { id: campaignId } })).body;
  const { projects } = openPackedText(campaign.wizardString) as contract.Wizard;
  expect(new Set(projects.map(({ usedProfileId }) => usedProfileId)).size).toBe(4);
  expect(projects.at(-1)?.usedProfileId).toBe(profileId);
  const { rows } = await sql<{ w: string }>`select wizard_string as w from campaigns where id = ${campaignId}`.execute(
    app.app.store.db,
  );
  expect(rows[0]?.w).toMatch(/^s1:/);
});

test('with saveWizard the wizard is saved beside it, and another window’s save is not gone over', async () => {
  const { wizardId } = (await create(ready({ name: 'Kept' }), { saveWizard: true })).body;
  const stored = (await app.send(contract.getWizard, { params: { id: wizardId } })).body;
  expect(stored.wizard.name).toBe('Kept');
  await app.send(contract.saveWizard, { body: { wizard: ready({ id: wizardId, nDay: 9 }), uuid: 'other' } });
  const before = await counts();
  const late = await create(ready({ id: wizardId, name: 'Kept' }), { saveWizard: true, edition: stored.edition });
  expect(late.status).toBe(409);
  expect(await counts()).toEqual(before);
});

test('a session makes one campaign and one wizard, however often it asks', async () => {
  const of = { saveWizard: true, uuid: 'a session' };
  const answers = await Promise.all([create(ready({ name: 'Once' }), of), create(ready({ name: 'Once' }), of)]);
  const late = await create(ready({ name: 'Once', nDay: 7 }), of);
  expect(answers[0]?.body).toEqual({ campaignId: expect.any(Number), wizardId: expect.any(Number) });
  expect([answers[1]?.body, late.body]).toEqual([answers[0]?.body, answers[0]?.body]);
  const again = await create(ready({ name: 'Once' }), { ...of, uuid: 'another session' });
  expect(again.body.campaignId).not.toBe(late.body.campaignId);
});

test('an address that was taken from the list is that of all new accounts, and none is drawn besides', async () => {
  const emailAccount = { ...ready().emailAccount, emailAddress: 'taken@list.test' };
  const { campaignId } = (await create(ready({ emailSource: 'LIST', emailAccount }))).body;
  const made = await app.app.store.db
    .selectFrom('projects')
    .where('campaign_id', '=', campaignId)
    .where('module', '=', 'AccountCreation')
    .select('settings')
    .execute();
  expect(made.length).toBeGreaterThan(1);
  for (const { settings } of made)
    expect(settings).toMatchObject({ verificationInfo: { emailSource: 'LIST', emailAddress: 'taken@list.test' } });
});

test('all that is missing is told at once, each with its tab and tier, and nothing is made', async () => {
  const before = await counts();
  const bad = withNodes(ready({ campaignName: '' }), ({ id }) => (id === 'marks' ? { profileId: 999_999 } : {}));
  bad.content[2] = { ...bad.content[2], contentGroupId: null } as contract.TierContent;
  bad.tierSiteSelection[1] = { type: 3, siteSelectionId: null, selectedSites: [{ module: 'Wiki', siteId: 'gone' }] };
  const { status, body } = await create(bad);
  expect(status).toBe(200);
  expect(body.error).toMatchObject({
    ...{ message: 'No site for Wiki (1) in tier 2: choose others', tab: 'sites' },
    messages: [
      'Tier 2: No site for Wiki (1) in tier 2: choose others',
      'Tier 2: No site for Wiki (2) in tier 2: choose others',
      'Tier 3: You need to select a content group to get articles from',
      'Tier 3: The chosen account profile was deleted',
      'Campaign name is required',
    ],
  });
  expect(body.error.problems.map(({ tab, tier, node }: Record<string, string>) => [tab, tier, node])).toEqual([
    ['sites', 2, 'wiki'],
    ['sites', 2, 'more'],
    ['content', 3, undefined],
    ['accounts', 3, 'marks'],
    ['confirm', undefined, undefined],
  ]);
  expect(await counts()).toEqual(before);
});

test('made in the middle of a failure it leaves nothing behind', async () => {
  const before = await counts();
  await sql`create function break_off() returns trigger language plpgsql as $$ begin raise exception 'broken off'; end $$`.execute(
    app.app.store.db,
  );
  await sql`create trigger break_off before insert on project_sites for each row
    when (new.module = 'Bookmarking') execute function break_off()`.execute(app.app.store.db);
  expect((await create(ready())).status).toBe(500);
  await sql`drop trigger break_off on project_sites`.execute(app.app.store.db);
  expect(await counts()).toEqual(before);
  expect((await create(ready())).body.campaignId).toBeGreaterThan(0);
});

test('the plan is told with what is missing, and none is drawn from numbers that are wrong', async () => {
  const { plan, problems } = (await app.send(contract.planCampaign, { body: { wizard: ready() } })).body;
  expect(problems).toEqual([]);
  expect(
    plan.tiers.map(({ projects, posts, accounts }: Record<string, number>) => [projects, posts, accounts]),
  ).toEqual([
    [4, 43, 43],
    [3, 60, 30],
    [1, 20, 0],
  ]);
  expect(plan.warnings.map(({ message }: { message: string }) => message)).toEqual([
    '19 of 20 sites of Bookmarking (1) have no account in the profile: their posts fail until it has some',
  ]);
  await sql`update accounts set stopped_reason = 'refused' where profile_id = ${profileId}`.execute(app.app.store.db);
  const late = await app.send(contract.planCampaign, { body: { wizard: ready({ startDate: '01/02/2021 10:00' }) } });
  await sql`update accounts set stopped_reason = null where profile_id = ${profileId}`.execute(app.app.store.db);
  expect(late.body.problems).toMatchObject([
    { tab: 'accounts', tier: 3, message: expect.stringContaining('no account') },
  ]);
  expect(late.body.plan.warnings).toEqual([
    {
      tab: 'schedule',
      field: 'startDate',
      message: 'The start has passed: the campaign begins as soon as it is created',
    },
  ]);
  const wild = ready();
  wild.linksAndKeywords[0] = { ...wild.linksAndKeywords[0], minLinks: -1e15, maxLinks: 1e15 } as contract.TierLinks;
  expect((await app.send(contract.planCampaign, { body: { wizard: wild } })).body.plan).toBeNull();
});

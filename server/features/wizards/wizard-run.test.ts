import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { anchorTypes } from '#domain/contract/links.ts';
import type { Module } from '#domain/contract/modules.ts';
import { createPrivateNetwork, uploadPrivateSites } from '#domain/contract/private-networks.ts';
import type { Schedule } from '#domain/contract/schedules.ts';
import type { CampaignPlan } from '#domain/contract/wizard-plan.ts';
import { createWizardCampaign, planCampaign, type Wizard } from '#domain/contract/wizards.ts';
import { packText } from '#domain/rules/packed-text.ts';
import { largestRemainder } from '#domain/rules/quota.ts';
import type { RehearsalSite } from '#rehearsal/site-server.ts';
import { addAccount } from '#server/features/accounts/accounts.ts';
import { saveSite } from '#server/features/sites/sites.ts';
import { commit } from '#server/live/commit.ts';
import { readyCampaign } from '#test/support/builders.ts';
import { EngineWorld } from '#test/support/engine-world.ts';
import { lineOf } from '#test/support/networks.ts';
import { until } from '#test/support/until.ts';
import { withNodes, wizardOf } from '#test/support/wizards.ts';

/** A campaign of three tiers from a wizard, run to its end: what the plan showed is what happened. */
const at = new EngineWorld({
  wordpress: 6,
  mediawiki: 2,
  shaarli: 1,
  options: { timeToWaitBeforeRetry: 0, maxNumberOfRetries: 2, waitTimeOut: 30, waitForVerifyEmailSchedule: 0 },
  config: { settleMs: 100 },
});

async function addSites(module: Module, sites: RehearsalSite[], profileId?: number): Promise<void> {
  await commit(at.app.app, async (tx, note) => {
    for (const [index, site] of sites.entries()) {
      const siteId = `${module}-${index}`;
      await saveSite(tx, note, {
        ...{ module, siteId, platform: site.platform, url: site.url, connector: site.platform, pr: 10, dofollow: true },
        ...{ permission: 'owned', permissionNote: 'test', atOnce: 2, gapSeconds: 0, settings: null },
      });
      const login = { username: site.username, password: site.password, email: 'a@b.test' };
      const account = { accountListId: profileId ?? 0, siteName: siteId, ...login };
      if (profileId !== undefined) await addAccount(tx, note, account, at.app.app.secrets);
    }
  });
}

/** Two blogs, a wiki on each with one store of accounts, PDFs, bookmarks, and the blogs of a private network. */
async function threeTiers(): Promise<Wizard> {
  const { wordpress, mediawiki, shaarli } = at.world;
  const { groupId, profileId } = await readyCampaign(at.app.app, [], { nArticles: 6 });
  await addSites('SocialNetwork', wordpress.slice(0, 2), profileId);
  await addSites('PDF', wordpress.slice(2, 4), profileId);
  await addSites('Bookmarking', shaarli, profileId);
  await addSites('Wiki', mediawiki);
  const networkId = (await at.app.send(createPrivateNetwork, { body: { name: 'Own' } })).body.privateNetwork.id;
  const siteList = wordpress
    .slice(4)
    .map((site) => lineOf(site))
    .join('\n');
  await at.app.send(uploadPrivateSites, { params: { id: networkId }, body: { siteList, selfHosted: true } });
  const wizard = wizardOf({
    blog1: { type: 'SocialNetwork' },
    blog2: { type: 'SocialNetwork' },
    wiki1: { type: 'Wiki', on: 'blog1', store: 'Wikis' },
    wiki2: { type: 'Wiki', on: 'blog2', store: 'Wikis' },
    pdf: { type: 'PDF', on: 'blog2' },
    marks: { type: 'Bookmarking', on: 'wiki1' },
    own: { type: 'Private', on: 'pdf' },
  });
  const withAccounts = withNodes(wizard, ({ module }) => {
    if (module === 'Private') return { profileId: networkId, numberOfPosts: 5 };
    return module === 'Wiki' ? {} : { createNewAccount: false, profileId };
  });
  return {
    ...withAccounts,
    content: withAccounts.content.map((content) => ({ ...content, contentGroupId: groupId })),
    startDate: '01/01/2026 10:00',
    emailSource: 'MANUAL',
    emailAccount: {
      ...{ ...withAccounts.emailAccount, emailAddress: 'ada@mail.test', emailLogin: 'ada@mail.test' },
      ...{ emailPassword: 'mail-pw', emailServer: 'localhost' },
    },
  };
}

const projectsOf = (campaignId: number) =>
  at.db.selectFrom('projects').where('campaign_id', '=', campaignId).orderBy('id').selectAll().execute();
const postsOf = (projectId: number) =>
  at.db.selectFrom('posts').where('project_id', '=', projectId).orderBy('id').selectAll().execute();

test('three tiers run to their end as the plan showed them, each linking to proved pages of the one above', async () => {
  const wizard = await threeTiers();
  const { plan, problems }: { plan: CampaignPlan; problems: unknown } = (
    await at.app.send(planCampaign, { body: { wizard } })
  ).body;
  expect(problems).toEqual([]);
  const body = { wizard: packText(JSON.stringify(wizard)), saveWizard: false };
  const { body: made } = await at.app.send(createWizardCampaign, { body });
  expect(made).toEqual({ campaignId: expect.any(Number), wizardId: null });
  const rest = ['COMPLETED', 'FAILED'];
  await until('the end', async () => (await projectsOf(made.campaignId)).every(({ status }) => rest.includes(status)));
  const [signUps, ...posting] = await projectsOf(made.campaignId);
  expect(posting.map(({ status, last_error }) => [status, last_error])).toEqual(Array(7).fill(['COMPLETED', null]));
  expect(signUps).toMatchObject({ module: 'AccountCreation', status: 'COMPLETED' });
  const nAccounts = await at.db
    .selectFrom('accounts')
    .where('made_by', '=', signUps?.id ?? 0)
    .selectAll()
    .execute();
  expect([plan.accounts, nAccounts.length]).toEqual([2, 2]);

  const happened = await Promise.all(
    posting.map(async (project) => {
      const posts = (await postsOf(project.id)).filter(({ state }) => state === 'SUCCEEDED');
      const placed = posts.flatMap(({ draws, content }) => {
        expect(content && 'links' in content ? content.links : []).toHaveLength(draws.length);
        return draws;
      });
      const byType = Object.fromEntries(
        anchorTypes.map((type) => [type, placed.filter(({ anchorType }) => anchorType === type).length]),
      );
      return { posts: posts.length, links: { total: placed.length, byType } };
    }),
  );
  expect(happened).toEqual(plan.nodes.map(({ posts, links }) => ({ posts, links })));
  expect(plan.tiers.map(({ posts }) => posts)).toEqual([4, 6, 6]);
  for (const { links } of plan.tiers)
    expect(anchorTypes.map((type) => links.byType[type])).toEqual(largestRemainder(links.total, [50, 0, 30, 0, 20]));
  const days = plan.days.map(({ posts }) => posts);
  expect(days).toEqual([16]);

  const pagesOf = async (project?: { url_list_id: number | null }) =>
    at.db
      .selectFrom('url_items')
      .where('url_list_id', '=', project?.url_list_id ?? 0)
      .selectAll()
      .execute();
  const parents: [number, number][] = [
    [2, 0],
    [3, 1],
    [4, 1],
    [5, 2],
    [6, 4],
  ];
  for (const [child, parent] of parents) {
    const pages = await pagesOf(posting[parent]);
    expect(pages.every(({ proof_state }) => proof_state === 'LIVE')).toBe(true);
    const targets = (await pagesOf(posting[child])).flatMap(({ placed }) => (placed ?? []).map(({ url }) => url));
    expect(targets.length).toBeGreaterThan(0);
    expect(targets.filter((url) => !pages.some((page) => page.url === url))).toEqual([]);
  }
});

test('a lower tier waits until each page of the one above was read', async () => {
  const [source, other] = [await readyCampaign(at.app.app, [], {}), await readyCampaign(at.app.app, [], {})];
  const done = { status: 'COMPLETED' as const, schedule: null };
  await at.db.updateTable('projects').set(done).where('id', 'in', [source.projectId, other.projectId]).execute();
  await at.db.updateTable('url_lists').set({ only_live: true }).where('id', '=', source.outputId).execute();
  const page = { url_list_id: source.outputId, url: 'http://page.test/' };
  const link = await at.db.insertInto('url_items').values(page).returning('id').executeTakeFirstOrThrow();
  const later = sql<Date>`now() + interval '1 day'`;
  const check = { link_id: link.id, url_list_id: source.outputId, host: 'page.test', due_at: later };
  await at.db.insertInto('link_checks').values(check).execute();
  const after = async ({ campaignId, projectId }: { campaignId: number; projectId: number }) => {
    const child = { campaign_id: campaignId, name: 'Child', module: 'Wiki' as const, settings: '{}' };
    const waits = { status: 'SCHEDULED' as const, waits_for: [projectId], schedule: JSON.stringify(afterProject) };
    const row = await at.db
      .insertInto('projects')
      .values({ ...child, ...waits })
      .returning('id')
      .executeTakeFirstOrThrow();
    return row.id;
  };
  const waiting = await after(source);
  const control = await after(other);
  await until('the control', async () => (await at.statusOf(control)) !== 'SCHEDULED');
  expect(await at.statusOf(waiting)).toBe('SCHEDULED');
  await at.db.deleteFrom('link_checks').where('link_id', '=', link.id).execute();
  await until('its turn', async () => (await at.statusOf(waiting)) !== 'SCHEDULED');
});

const afterProject: Schedule = {
  ...{ scheduleType: 'AfterProject', startDate: null, sourceProjectId: null, sourceProjectIds: [] },
  ...{ durationType: 'Once', nDay: null, numberOfPosts: null, status: 'SCHEDULED' },
};

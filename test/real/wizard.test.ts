import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Module } from '#domain/contract/modules.ts';
import { saveOptions } from '#domain/contract/options/options.ts';
import type { CampaignPlan } from '#domain/contract/wizard-plan.ts';
import { createWizardCampaign, planCampaign, type Wizard } from '#domain/contract/wizards.ts';
import { packText } from '#domain/rules/packed-text.ts';
import { addAccount } from '#server/features/accounts/accounts.ts';
import { saveSite } from '#server/features/sites/sites.ts';
import { commit } from '#server/live/commit.ts';
import { readyCampaign } from '#test/support/builders.ts';
import { whyNotReal } from '#test/support/real/install.ts';
import {
  type RealServer,
  type RealSite,
  startMediaWiki,
  startShaarli,
  startWordPress,
} from '#test/support/real/start.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';
import { until } from '#test/support/until.ts';
import { withNodes, wizardOf } from '#test/support/wizards.ts';

/** A campaign of three tiers from a wizard on real servers: a blog, a wiki that links to it, a bookmark of the wiki's page. */
const php = ['nginx-light', 'php-fpm', 'php-cli', 'php-curl', 'php-intl', 'php-mbstring'];
const wiki = ['php-sqlite3', 'php-xml', 'php-apcu', 'mediawiki'];
const reason = whyNotReal([...php, ...wiki, 'php-mysql', 'mariadb-server', 'wordpress', 'shaarli']);

describe.skipIf(reason)(`a wizard on real servers${reason ? ` (skipped: ${reason})` : ''}`, () => {
  let app: TestApp;
  const servers: RealServer[] = [];
  let places: [module: Module, connector: string, site: RealSite][];
  beforeAll(async () => {
    const [blog, pages, bookmarks] = await Promise.all([startWordPress(), startMediaWiki(), startShaarli()]);
    servers.push(blog, pages, bookmarks);
    places = [
      ['SocialNetwork', 'wordpress', blog],
      ['Wiki', 'mediawiki', pages.bot],
      ['Bookmarking', 'shaarli', bookmarks],
    ];
    app = await startTestApp();
    await app.send(saveOptions, { body: { timeToWaitBeforeRetry: 1, maxNumberOfRetries: 2 } });
  });
  afterAll(async () => {
    await app?.stop();
    await Promise.all(servers.map((server) => server.stop()));
  });

  async function filledIn(): Promise<Wizard> {
    const { groupId, profileId } = await readyCampaign(app.app, []);
    await commit(app.app, async (tx, note) => {
      for (const [module, connector, { url, username, password }] of places) {
        await saveSite(tx, note, {
          ...{ module, siteId: connector, platform: connector, connector, url, pr: 10, dofollow: true },
          ...{ permission: 'owned', permissionNote: 'test', atOnce: 1, gapSeconds: 0, settings: null },
        });
        const login = { username, password, email: 'a@b.test' };
        await addAccount(tx, note, { accountListId: profileId, siteName: connector, ...login }, app.app.secrets);
      }
    });
    const boxes = {
      blog: { type: 'SocialNetwork' },
      pages: { type: 'Wiki', on: 'blog' },
      marks: { type: 'Bookmarking', on: 'pages' },
    } as const;
    const wizard = withNodes(wizardOf(boxes), () => ({ createNewAccount: false, profileId }));
    const content = wizard.content.map((own) => ({ ...own, contentGroupId: groupId }));
    return { ...wizard, content, startDate: '01/01/2026 10:00' };
  }

  test('runs to its end as the plan showed it, each tier linking to the proved page of the one above', async () => {
    const wizard = await filledIn();
    const planned = (await app.send(planCampaign, { body: { wizard } })).body;
    expect(planned.problems).toEqual([]);
    const { plan }: { plan: CampaignPlan } = planned;
    expect(plan.warnings.map(({ tab }) => tab)).toEqual(['schedule']);
    const body = { wizard: packText(JSON.stringify(wizard)), saveWizard: false, uuid: 'one' };
    const { campaignId } = (await app.send(createWizardCampaign, { body })).body;
    const { db } = app.app.store;
    const projects = () =>
      db.selectFrom('projects').where('campaign_id', '=', campaignId).orderBy('id').selectAll().execute();
    const rest = ['COMPLETED', 'FAILED'];
    await until('the end', async () => (await projects()).every(({ status }) => rest.includes(status)));
    const made = await projects();
    expect(made.map(({ status, last_error }) => [status, last_error])).toEqual(Array(3).fill(['COMPLETED', null]));
    const pages = await Promise.all(
      made.map(({ url_list_id }) =>
        db
          .selectFrom('url_items')
          .where('url_list_id', '=', url_list_id ?? 0)
          .selectAll()
          .execute(),
      ),
    );
    const linksTo = (tier: number) => (pages[tier] ?? []).flatMap(({ placed }) => (placed ?? []).map(({ url }) => url));
    expect(pages.map((own, tier) => [own.length, linksTo(tier).length])).toEqual(
      plan.nodes.map(({ posts, links }) => [posts, links.total]),
    );
    await until('the last proof', async () => {
      const last = pages[2]?.[0]?.id ?? 0;
      const row = await db.selectFrom('url_items').where('id', '=', last).select('proof_state').executeTakeFirst();
      return row?.proof_state === 'LIVE';
    });
    for (const tier of [1, 2]) expect(linksTo(tier)).toEqual(pages[tier - 1]?.map(({ url }) => url));
    expect(linksTo(0).every((url) => url.startsWith('http://money.example/'))).toBe(true);
  });
});

import type { Module } from '#domain/contract/modules.ts';
import { type AccountFields, accountFields } from '#domain/contract/projects/account.ts';
import { newPostingFields, type PostingFields } from '#domain/contract/projects/posting.ts';
import type { SiteSettings } from '#domain/contract/site-settings.ts';
import type { RehearsalSite } from '#rehearsal/site-server.ts';
import type { App } from '#server/app.ts';
import { addAccount, createProfile } from '#server/features/accounts/accounts.ts';
import { createCampaign } from '#server/features/campaigns/campaigns.ts';
import { saveArticle } from '#server/features/content/articles.ts';
import { createGroup } from '#server/features/content/groups.ts';
import { addLinks } from '#server/features/links/items.ts';
import { createLinkSet } from '#server/features/links/links.ts';
import { createProject } from '#server/features/projects/projects.ts';
import { saveProject } from '#server/features/projects/save-project.ts';
import { saveSite } from '#server/features/sites/sites.ts';
import { commit } from '#server/live/commit.ts';

/** Ids of a campaign that is ready to post. */
export interface ReadyCampaign {
  campaignId: number;
  projectId: number;
  profileId: number;
  groupId: number;
  moneyId: number;
  outputId: number;
}

/** How the ready campaign differs from the usual one. */
export interface ReadyOptions {
  module?: Module;
  nArticles?: number;
  fields?: Partial<PostingFields>;
  atOnce?: number;
  gapSeconds?: number;
  permission?: 'owned' | 'granted' | 'none';
  /** Site ids on each rehearsal site: several rows may point to one server. */
  rowsPerSite?: number;
  /** Beginning of the site ids; campaigns with the same one share their sites. Default "site". */
  siteName?: string;
  /** What the platform needs to know of the sites. */
  settings?: SiteSettings;
}

/** Builds campaign, content, money link, accounts and a saved project over the given sites, in one transaction. */
export function readyCampaign(app: App, sites: ReadySite[], options: ReadyOptions = {}): Promise<ReadyCampaign> {
  return commit(app, async (tx, note) => {
    const module = options.module ?? 'SocialNetwork';
    const { id: campaignId } = await createCampaign(tx, note, 'Test campaign');
    const { id: groupId } = await createGroup(tx, note, 'Articles');
    for (let number = 1; number <= (options.nArticles ?? 3); number += 1)
      await saveArticle(tx, note, {
        id: null,
        contentGroupId: groupId,
        title: `{Good|Fine} title ${number}`,
        body: `First paragraph ${number} about garden tools. It has {two|a pair of} sentences.\n\nSecond paragraph, also {short|brief}. The end.`,
        authorName: 'Ada',
        authorBio: 'Writer',
      });
    const { id: moneyId } = await createLinkSet(tx, note, campaignId, 'Money');
    const links = [{ url: 'http://money.example/', anchor: 'garden tools', linksOnPage: '' }];
    await addLinks(tx, note, { listId: moneyId, links }, app.secrets);
    const { id: outputId } = await createLinkSet(tx, note, campaignId, 'Output');
    const { id: profileId } = await createProfile(tx, note, campaignId, 'Accounts');
    const { id: projectId } = await createProject(tx, note, { campaignId, module, name: 'Project' }, app);
    const marks = [];
    for (const input of siteInputs(sites, { ...options, module })) {
      const { site, ...own } = input;
      await saveSite(tx, note, own);
      const login = { username: site.username, password: site.password };
      const account = { accountListId: profileId, siteName: own.siteId, email: 'a@b.test', ...login };
      await addAccount(tx, note, account, app.secrets);
      marks.push({ id: { module, siteId: own.siteId }, checked: true });
    }
    const fields: PostingFields = {
      ...newPostingFields(campaignId),
      profileId,
      urlListId: outputId,
      contentGroupId: groupId,
      useLinkSet: true,
      linkSetProfiles: [{ linkSetId: moneyId, name: '', linkProb: 100, minLinks: 1, maxLinks: 1 }],
      minLinks: 1,
      maxLinks: 1,
      tags: 'one,two',
      ...options.fields,
    };
    const project = { ...fields, id: projectId };
    await saveProject(tx, note, { kind: 'posting', project, sites: marks, uuid: 'test' }, app.secrets);
    return { campaignId, projectId, profileId, groupId, moneyId, outputId };
  });
}

type ReadySite = Pick<RehearsalSite, 'platform' | 'url' | 'username' | 'password'>;

/** Rows of the catalogue on the given servers: each with the server's login. */
function siteInputs(sites: ReadySite[], options: ReadyOptions & { module: Module }) {
  const rows = Array.from({ length: options.rowsPerSite ?? 1 }, (_, row) => row);
  return sites.flatMap((site, index) =>
    rows.map((row) => ({
      site,
      module: options.module,
      siteId: `${options.siteName ?? 'site'}-${index}-${row}`,
      platform: site.platform,
      url: site.url,
      connector: site.platform,
      pr: 10,
      dofollow: true,
      permission: options.permission ?? ('owned' as const),
      permissionNote: 'test',
      atOnce: options.atOnce ?? 2,
      gapSeconds: options.gapSeconds ?? 0,
      settings: options.settings ?? null,
    })),
  );
}

/** How a project that makes accounts differs from the usual one. */
export interface SigningUpOptions
  extends Pick<ReadyOptions, 'atOnce' | 'gapSeconds' | 'module' | 'permission' | 'rowsPerSite' | 'siteName'> {
  fields?: Partial<AccountFields>;
}

/** Builds campaign, profile and a saved project that makes an account at each of the given sites. */
export function readyToSignUp(app: App, sites: ReadySite[], options: SigningUpOptions = {}) {
  return commit(app, async (tx, note) => {
    const { id: campaignId } = await createCampaign(tx, note, 'Test campaign');
    const { id: profileId } = await createProfile(tx, note, campaignId, 'Accounts');
    const of = { campaignId, module: 'AccountCreation' as const, name: 'Sign-ups' };
    const { id: projectId } = await createProject(tx, note, of, app);
    const marks = [];
    const module = options.module ?? 'Wiki';
    for (const { site: _, ...own } of siteInputs(sites, { ...options, module })) {
      await saveSite(tx, note, own);
      marks.push({ id: { module, siteId: own.siteId }, checked: true });
    }
    const fields: AccountFields = accountFields.parse({
      profileId,
      ...{
        firstName: 'Ada',
        lastName: '{Lane|West}',
        // No two projects of a file draw one name: what one made is there for the next.
        username: `{ada|alma}-${projectId}-{1|2|3|4|5|6|7|8|9}{1|2|3|4|5|6|7|8|9}{1|2|3|4|5|6|7|8|9}`,
        password: 'Secret-pw-{1|2|3}',
      },
      verificationInfo: {
        emailSource: 'MANUAL',
        ...{
          emailAddress: 'ada@mail.test',
          emailLogin: 'ada@mail.test',
          emailPassword: 'mail-pw',
          emailServer: 'localhost',
        },
      },
      ...options.fields,
    });
    const project = { ...fields, id: projectId };
    await saveProject(tx, note, { kind: 'account', project, sites: marks, uuid: 'test' }, app.secrets);
    return { campaignId, profileId, projectId };
  });
}

import type { Module } from '#domain/contract/modules.ts';
import { newPostingFields, type PostingFields } from '#domain/contract/projects/posting.ts';
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
}

/** Builds campaign, content, money link, accounts and a saved project over the given sites. */
export async function readyCampaign(
  app: App,
  sites: Pick<RehearsalSite, 'platform' | 'url' | 'username' | 'password'>[],
  options: ReadyOptions = {},
): Promise<ReadyCampaign> {
  const module = options.module ?? 'SocialNetwork';
  const campaign = await createCampaign(app, 'Test campaign');
  const group = await createGroup(app, 'Articles');
  for (let number = 1; number <= (options.nArticles ?? 3); number += 1)
    await saveArticle(app, {
      id: null,
      contentGroupId: group.id,
      title: `{Good|Fine} title ${number}`,
      body: `First paragraph ${number} about garden tools. It has {two|a pair of} sentences.\n\nSecond paragraph, also {short|brief}. The end.`,
      authorName: 'Ada',
      authorBio: 'Writer',
    });
  const money = await createLinkSet(app, campaign.id, 'Money');
  await addLinks(app, money.id, [{ url: 'http://money.example/', anchor: 'garden tools', linksOnPage: '' }]);
  const output = await createLinkSet(app, campaign.id, 'Output');
  const profile = await createProfile(app, campaign.id, 'Accounts');
  const project = await createProject(app, campaign.id, module, 'Project');
  const marks = [];
  for (const [index, site] of sites.entries())
    for (let row = 0; row < (options.rowsPerSite ?? 1); row += 1) {
      const siteId = `${options.siteName ?? 'site'}-${index}-${row}`;
      await saveSite(app, {
        module,
        siteId,
        platform: site.platform,
        url: site.url,
        connector: site.platform,
        pr: 10,
        dofollow: true,
        permission: options.permission ?? 'owned',
        permissionNote: 'test',
        atOnce: options.atOnce ?? 2,
        gapSeconds: options.gapSeconds ?? 0,
      });
      const { username, password } = site;
      await addAccount(app, { accountListId: profile.id, siteName: siteId, email: 'a@b.test', username, password });
      marks.push({ id: { module, siteId }, checked: true });
    }
  const fields: PostingFields = {
    ...newPostingFields(campaign.id),
    profileId: profile.id,
    urlListId: output.id,
    contentGroupId: group.id,
    useLinkSet: true,
    linkSetProfiles: [{ linkSetId: money.id, name: '', linkProb: 100, minLinks: 1, maxLinks: 1 }],
    minLinks: 1,
    maxLinks: 1,
    tags: 'one,two',
    ...options.fields,
  };
  await saveProject(app, 'posting', { project: { ...fields, id: project.id }, sites: marks, uuid: 'test' });
  return {
    campaignId: campaign.id,
    projectId: project.id,
    profileId: profile.id,
    groupId: group.id,
    moneyId: money.id,
    outputId: output.id,
  };
}

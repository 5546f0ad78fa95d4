import type { Module } from '#domain/contract/modules.ts';
import { newPostingFields, type PostingFields } from '#domain/contract/projects/posting.ts';
import type { World } from '#rehearsal/world.ts';
import type { App } from '../app.ts';
import type { Tx } from '../db/store.ts';
import { addAccount, createProfile } from '../features/accounts/accounts.ts';
import { createCampaign } from '../features/campaigns/campaigns.ts';
import { saveArticle } from '../features/content/articles.ts';
import { createGroup } from '../features/content/groups.ts';
import { addLinks } from '../features/links/items.ts';
import { createLinkSet, saveKeywords } from '../features/links/links.ts';
import { createProject } from '../features/projects/projects.ts';
import { saveProject } from '../features/projects/save-project.ts';
import { saveSchedule } from '../features/projects/schedules.ts';
import { saveSite } from '../features/sites/sites.ts';
import { commitAndWake, type Note } from '../live/commit.ts';
import { demoArticles } from './demo-articles.ts';

/** What the demo made and now runs. */
export interface DemoCampaign {
  campaignId: number;
  projects: { id: number; name: string }[];
  outputs: { id: number; name: string }[];
}

const moduleOf: Record<string, Module> = { wordpress: 'SocialNetwork', mediawiki: 'Wiki', shaarli: 'Bookmarking' };
const platformName: Record<string, string> = { wordpress: 'WordPress', mediawiki: 'MediaWiki', shaarli: 'Shaarli' };

/**
 * Seeds a whole campaign over the rehearsal sites: sites, content, links, accounts, three projects in two tiers. It is one
 * transaction: at a fault nothing of it is left, and nobody was told.
 */
export function seedDemo(app: App, world: DemoWorld): Promise<DemoCampaign> {
  return commitAndWake(app, (tx, note) => sowDemo({ app, tx, note }, world));
}

const keywords = {
  useKeyword: true,
  primaryKeyword: 'garden tools',
  secondaryKeyword: 'hand tools for gardeners, sturdy tools',
  brandedKeyword: 'Garden Shop',
  genericKeyword: '{read more|have a look here}',
  primaryPercentage: 40,
  secondaryPercentage: 20,
  brandedPercentage: 20,
  genericPercentage: 10,
  nakedUrlPercentage: 10,
};

/** What the demo is sown over. */
type DemoWorld = Omit<World, 'close'>;

/** The transaction of the demo, with what its parts are sealed with. */
interface Sowing {
  app: App;
  tx: Tx;
  note: Note;
}

async function sowDemo(sowing: Sowing, world: DemoWorld): Promise<DemoCampaign> {
  const { app, tx, note } = sowing;
  const campaign = await createCampaign(tx, note, 'Demo: a garden shop');
  const group = await createGroup(tx, note, 'Garden articles');
  for (const article of demoArticles)
    await saveArticle(tx, note, {
      ...article,
      id: null,
      contentGroupId: group.id,
      authorName: 'Ada Field',
      authorBio: 'Gardener',
    });
  const money = await createLinkSet(tx, note, campaign.id, 'Money site');
  const links = [
    { url: 'http://garden-shop.example/tools', anchor: 'garden tools', linksOnPage: '' },
    { url: 'http://garden-shop.example/seeds', anchor: 'vegetable seeds', linksOnPage: '' },
  ];
  await addLinks(tx, note, { listId: money.id, links }, app.secrets);
  await saveKeywords(tx, note, money.id, keywords);
  const tier1 = await createLinkSet(tx, note, campaign.id, 'Tier 1 pages');
  await saveKeywords(tx, note, tier1.id, {
    ...keywords,
    primaryKeyword: 'gardening notes',
    brandedKeyword: 'Garden Notes',
  });
  const tier2 = await createLinkSet(tx, note, campaign.id, 'Tier 2 pages');
  const profile = await createProfile(tx, note, campaign.id, 'Rehearsal accounts');
  await addSites(sowing, world, profile.id);
  const make = (name: string, platform: string, input: number, output: number, sites: World['sites']) =>
    addProject(sowing, {
      campaignId: campaign.id,
      profileId: profile.id,
      contentGroupId: group.id,
      name,
      platform,
      input,
      output,
      sites,
    });
  const blogs = await make('Tier 1 blogs', 'wordpress', money.id, tier1.id, world.wordpress);
  const wiki = await make('Tier 1 wiki', 'mediawiki', money.id, tier1.id, world.mediawiki);
  const bookmarks = await make('Tier 2 bookmarks', 'shaarli', tier1.id, tier2.id, world.shaarli);
  const schedule = {
    scheduleType: 'AfterProject' as const,
    sourceProjectIds: [blogs.id, wiki.id],
    durationType: 'Once' as const,
  };
  await saveSchedule(tx, note, { id: bookmarks.id, schedule }, app.secrets);
  return { campaignId: campaign.id, projects: [blogs, wiki, bookmarks], outputs: [tier1, tier2] };
}

async function addSites({ app, tx, note }: Sowing, world: DemoWorld, profileId: number): Promise<void> {
  for (const site of world.sites) {
    const siteId = siteIdOf(site.url);
    await saveSite(tx, note, {
      module: moduleOf[site.platform] ?? 'SocialNetwork',
      siteId,
      platform: platformName[site.platform] ?? site.platform,
      url: site.url,
      connector: site.platform,
      pr: 30,
      dofollow: site.platform !== 'mediawiki',
      permission: 'owned',
      permissionNote: 'Rehearsal site of the demo',
    });
    const { username, password } = site;
    const email = `${username}@rehearsal.example`;
    await addAccount(tx, note, { accountListId: profileId, siteName: siteId, email, username, password }, app.secrets);
  }
}

const siteIdOf = (url: string) => new URL(url).host;

interface DemoProject {
  campaignId: number;
  profileId: number;
  contentGroupId: number;
  name: string;
  platform: string;
  input: number;
  output: number;
  sites: World['sites'];
}

async function addProject({ app, tx, note }: Sowing, plan: DemoProject) {
  const module = moduleOf[plan.platform] ?? 'SocialNetwork';
  const project = await createProject(tx, note, { campaignId: plan.campaignId, module, name: plan.name }, app);
  const form: PostingFields = {
    ...newPostingFields(plan.campaignId),
    profileId: plan.profileId,
    urlListId: plan.output,
    contentGroupId: plan.contentGroupId,
    useLinkSet: true,
    linkSetProfiles: [{ linkSetId: plan.input, name: '', linkProb: 100, minLinks: 1, maxLinks: 2 }],
    minLinks: 1,
    maxLinks: 2,
    tags: 'garden,tools,how-to',
  };
  const sites = plan.sites.map((site) => ({ id: { module, siteId: siteIdOf(site.url) }, checked: true }));
  const save = { kind: 'posting' as const, project: { ...form, id: project.id }, sites, uuid: 'demo' };
  await saveProject(tx, note, save, app.secrets);
  return { id: project.id, name: plan.name };
}

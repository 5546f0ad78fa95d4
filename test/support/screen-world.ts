import type { Browser } from 'playwright-core';
import { createPrivateNetwork, uploadPrivateSites } from '#domain/contract/private-networks.ts';
import { projectPath } from '#domain/contract/projects/kinds.ts';
import { createProject } from '#domain/contract/projects/projects.ts';
import { createSiteSelection } from '#domain/contract/site-selections.ts';
import { saveWizard } from '#domain/contract/wizards.ts';
import { startWorld, type World } from '#rehearsal/world.ts';
import { launchBrowser } from './browser.ts';
import { type ReadyCampaign, type ReadyOptions, readyCampaign } from './builders.ts';
import { startTestApp, type TestApp } from './start-app.ts';
import { wizardOf } from './wizards.ts';

/** A product with one campaign that is ready to post and a project of each other kind, and a browser to look at it. */
export interface ScreenWorld {
  app: TestApp;
  world: World;
  browser: Browser;
  ids: ReadyCampaign;
  /** Pages of the kinds that are not posting. */
  kinds: string[];
  /** Page of a private network with one site. */
  network: string;
  /** Page of a site selection that names nothing yet. */
  selection: string;
  /** Page of a wizard of two tiers. */
  wizard: string;
  stop(): Promise<void>;
}

/** Starts what every look at the screens needs. */
export async function startScreenWorld(options: ReadyOptions = {}): Promise<ScreenWorld> {
  const [world, app, browser] = await Promise.all([startWorld({ wordpress: 1 }), startTestApp(), launchBrowser()]);
  const ids = await readyCampaign(app.app, world.sites, options);
  const kinds: string[] = [];
  for (const module of ['Private', 'Indexer', 'AccountCreation'] as const) {
    const body = { campaignId: ids.campaignId, module, name: `${module} with a rather long name of its own` };
    kinds.push(projectPath(module, (await app.send(createProject, { body })).body.project.id));
  }
  const { privateNetwork } = (await app.send(createPrivateNetwork, { body: { name: 'Own blogs' } })).body;
  const siteList = `${options.siteName ?? 'site'}-0-0|me@own.test|writer|pw`;
  await app.send(uploadPrivateSites, { params: { id: privateNetwork.id }, body: { siteList } });
  const network = `/private-network/${privateNetwork.id}`;
  const made = (await app.send(createSiteSelection, { body: { name: 'Chosen sites' } })).body.siteSelection;
  const selection = `/site-selection/${made.id}`;
  const boxes = { blog: { type: 'SocialNetwork' }, wiki: { type: 'Wiki', on: 'blog' } } as const;
  const body = { wizard: { ...wizardOf(boxes, { name: 'A wizard' }) }, uuid: '' };
  const wizard = `/xwizard/${(await app.send(saveWizard, { body })).body.id}`;
  const stop = async () => {
    await browser.close();
    await app.stop();
    await world.close();
  };
  return { app, world, browser, ids, kinds, network, selection, wizard, stop };
}

/** What the addresses of the screens hang on. */
export type Screens = Pick<ScreenWorld, 'ids' | 'kinds' | 'network' | 'selection' | 'wizard'>;

/** Every screen, with the name of its first action where it has one in its head. */
export function screensOf({ ids, kinds, network, selection, wizard }: Screens): [path: string, primary?: string][] {
  return [
    ['/campaigns', 'Add'],
    [`/campaign/${ids.campaignId}`],
    [`/campaign/${ids.campaignId}?tab=accounts`],
    [`/campaign/${ids.campaignId}?tab=backlinks`],
    [`/project/${ids.projectId}`, 'Start'],
    ...kinds.map((path): [string, string] => [path, 'Start']),
    [`/accounts/${ids.profileId}`],
    [`/url_list/${ids.moneyId}`],
    [`/url_list/${ids.moneyId}?tab=keywords`],
    ['/content-groups', 'Add'],
    [`/content-group/${ids.groupId}`],
    [`/new-article/${ids.groupId}`, 'Save'],
    ['/custom-sites'],
    ['/private-networks', 'Add'],
    ['/cloud-accounts', 'Add Account'],
    ['/cloud-blog-generator', 'Upload'],
    [network],
    ['/site-selections', 'New'],
    [selection],
    ['/strategies'],
    ['/xwizards'],
    [wizard, 'Create Campaign'],
    [`${wizard}?tab=accounts`, 'Create Campaign'],
    [`${wizard}?tab=confirm`, 'Create Campaign'],
    ['/options'],
    ['/old/blurbs'],
  ];
}

import { addAccount, createProfile } from '#domain/contract/accounts.ts';
import type { Call } from '#domain/contract/call.ts';
import { createCampaign } from '#domain/contract/campaigns.ts';
import { createContentGroup, saveArticle } from '#domain/contract/content.ts';
import { addLinks, createLinkSet } from '#domain/contract/links.ts';
import type { Module } from '#domain/contract/modules.ts';
import { type AccountFields, accountFields, saveAccountProject } from '#domain/contract/projects/account.ts';
import { newPostingFields, type PostingFields, savePostingProject } from '#domain/contract/projects/posting.ts';
import { createProject } from '#domain/contract/projects/projects.ts';
import { type Permission, type SiteInput, saveCustomSite } from '#domain/contract/sites.ts';
import type { SeenRequest } from '#rehearsal/ledger.ts';
import type { RehearsalSite } from '#rehearsal/site-server.ts';
import { startWorld } from '#rehearsal/world.ts';
import { addIndexerProject, buildIndexing, type ChaosIndexing, service } from './indexing-world.ts';
import type { Operator } from './operator.ts';
import { moduleIn, type Plan, type SiteKind, type SitePlan } from './plan.ts';

/** A site of the plan as it runs. */
export interface ChaosSite {
  plan: SitePlan;
  siteId: string;
  module: Module;
  server: RehearsalSite;
}

export interface ChaosProject {
  id: number;
  module: Module;
  /** Places of its sites in the plan. */
  sites: number[];
  fields: PostingFields | AccountFields | null;
}

/** What a plan works on, with the ids it got in the store. */
export interface ChaosWorld {
  plan: Plan;
  campaignId: number;
  groupId: number;
  profileId: number;
  inputId: number;
  outputId: number;
  articleIds: number[];
  sites: ChaosSite[];
  projects: ChaosProject[];
  ledger: SeenRequest[];
  /** What tells links; undefined where no project of the plan does. */
  indexing?: ChaosIndexing;
  close(): Promise<void>;
}

const nArticles = 4;

/** Builds the world of a plan by the operator's calls; the sites run in this process. */
export async function buildWorld(operator: Operator, url: string, plan: Plan): Promise<ChaosWorld> {
  const ledger: SeenRequest[] = [];
  const count = (kind: SiteKind) => plan.sites.filter((site) => site.kind === kind).length;
  const servers = await startWorld({
    wordpress: count('wordpress'),
    mediawiki: count('mediawiki'),
    shaarli: count('shaarli'),
    'xmlrpc-blog': count('xmlrpc-blog'),
    dokuwiki: count('dokuwiki'),
    seed: `chaos ${plan.seed}`,
    ledger,
  });
  const need = async <T>(call: Call, input: Parameters<Operator['send']>[2]) => operator.need<T>(url, call, input);
  const name = `chaos ${plan.seed}`;
  const { campaign } = await need<{ campaign: { id: number } }>(createCampaign, { body: { name } });
  const own = { campaignId: campaign.id, name };
  const { contentGroup } = await need<{ contentGroup: { id: number } }>(createContentGroup, { body: { name } });
  const articleIds = await Promise.all(
    Array.from({ length: nArticles }, (_, at) => addArticle(operator, url, contentGroup.id, at + 1)),
  );
  const { profile } = await need<{ profile: { id: number } }>(createProfile, { body: own });
  const { urlList: input } = await need<{ urlList: { id: number } }>(createLinkSet, { body: own });
  const { urlList: output } = await need<{ urlList: { id: number } }>(createLinkSet, { body: own });
  const lines = Array.from({ length: 12 }, (_, at) => `http://money.example/${at}|x|garden tools ${at}|x|`);
  await need(addLinks, { params: { id: input.id }, body: { links: lines.join('\n') } });
  const world: ChaosWorld = {
    plan,
    campaignId: campaign.id,
    groupId: contentGroup.id,
    profileId: profile.id,
    inputId: input.id,
    outputId: output.id,
    articleIds,
    sites: placeSites(plan, servers.sites),
    projects: [],
    ledger,
    close: async () => {
      await servers.close();
      await world.indexing?.hub.close();
    },
  };
  if (plan.tells || plan.projects.includes('indexer')) world.indexing = await buildIndexing(operator, url, own);
  await Promise.all(world.sites.map((site) => addSite(operator, url, world, site)));
  for (const kind of plan.projects) world.projects.push(await addProject(operator, url, world, kind));
  return world;
}

async function addArticle(operator: Operator, url: string, contentGroupId: number, number: number): Promise<number> {
  const body = {
    id: null,
    contentGroupId,
    title: `{Good|Fine} title ${number}`,
    body: `First paragraph ${number} about garden tools.\n\nSecond paragraph, also {short|brief}. The end.`,
    authorName: 'Ada',
    authorBio: 'Writer',
  };
  return (await operator.need<{ id: number }>(url, saveArticle, { body })).id;
}

/** The servers stand by kind, the plan mixes the kinds. */
function placeSites(plan: Plan, servers: RehearsalSite[]): ChaosSite[] {
  const left = [...servers];
  return plan.sites.map((site, at) => {
    const server = left.splice(
      left.findIndex((one) => one.platform === site.kind),
      1,
    )[0] as RehearsalSite;
    if (site.slowMs > 0) server.dial({ slowMs: site.slowMs });
    return {
      plan: site,
      siteId: `chaos-${plan.seed}-${server.url.split(':')[2]}-${at}`,
      module: moduleIn(plan, site.kind),
      server,
    };
  });
}

/** A site as the operator's dialog saves it. */
export function siteForm(
  site: ChaosSite,
  change: { permission?: Permission; atOnce?: number; gapSeconds?: number } = {},
): SiteInput {
  const { atOnce, gapSeconds, kind } = site.plan;
  return {
    module: site.module,
    siteId: site.siteId,
    platform: kind,
    url: site.server.url,
    connector: kind,
    pr: 10,
    dofollow: true,
    permission: 'owned',
    permissionNote: 'chaos',
    atOnce,
    gapSeconds,
    settings: null,
    ...change,
  };
}

async function addSite(operator: Operator, url: string, { profileId }: ChaosWorld, site: ChaosSite): Promise<void> {
  await operator.need(url, saveCustomSite, { body: siteForm(site) });
  const { username, password } = site.server;
  const body = { accountListId: profileId, siteName: site.siteId, email: 'a@b.test', username, password };
  await operator.need(url, addAccount, { body });
}

/** Accounts at all sites whose software lets strangers make them. */
async function addSignUp(operator: Operator, url: string, world: ChaosWorld): Promise<ChaosProject> {
  const { campaignId, profileId, plan } = world;
  const module = 'AccountCreation';
  const made = { campaignId, module, name: `signUp ${world.projects.length}` };
  const { project } = await operator.need<{ project: { id: number } }>(url, createProject, { body: made });
  const fields = accountFields.parse({
    profileId,
    ...{ firstName: 'Ada', lastName: 'Lane', username: `p${plan.seed}{a|b|c|d|e|f}`, password: 'Secret-pw-1' },
    verificationInfo: {
      emailSource: 'MANUAL',
      ...{ emailAddress: personOf(plan), emailLogin: 'box', emailPassword: 'pw', emailServer: '127.0.0.1' },
    },
  });
  const sites = world.sites.flatMap((site, at) => (['wordpress', 'mediawiki'].includes(site.plan.kind) ? [at] : []));
  const one: ChaosProject = { id: project.id, module, sites, fields };
  await operator.need(url, saveAccountProject, { body: projectForm(world, one, fields) });
  return one;
}

/** Address of the persons of a plan. */
const personOf = ({ seed }: Plan) => `person-${seed}@mail.test`;

async function addProject(
  operator: Operator,
  url: string,
  world: ChaosWorld,
  kind: Plan['projects'][number],
): Promise<ChaosProject> {
  if (kind === 'signUp') return addSignUp(operator, url, world);
  if (kind === 'indexer' && world.indexing) {
    const id = await addIndexerProject(operator, url, world.campaignId, world.indexing);
    return { id, module: 'Indexer', sites: [], fields: null };
  }
  const { campaignId, profileId, outputId, groupId, inputId } = world;
  const module = moduleIn(world.plan, kind as SiteKind);
  const made = { campaignId, module, name: `${kind} ${world.projects.length}` };
  const { project } = await operator.need<{ project: { id: number } }>(url, createProject, { body: made });
  const fields: PostingFields = {
    ...newPostingFields(campaignId),
    profileId,
    urlListId: outputId,
    contentGroupId: groupId,
    useLinkSet: true,
    linkSetProfiles: [{ linkSetId: inputId, name: '', linkProb: 100, minLinks: 1, maxLinks: 1 }],
    minLinks: 1,
    maxLinks: 1,
    tags: 'one,two',
    useIndexers: world.plan.tells,
    indexers: world.plan.tells ? [service] : [],
  };
  const sites = world.sites.flatMap((site, at) => (site.module === module ? [at] : []));
  const one: ChaosProject = { id: project.id, module, sites, fields };
  await operator.need(url, savePostingProject, { body: projectForm(world, one, fields) });
  return one;
}

/** A project as its page saves it; `uncheck` leaves one site out. */
export function projectForm(
  world: ChaosWorld,
  project: ChaosProject,
  fields: ChaosProject['fields'],
  uncheck: number | null = null,
) {
  const sites = project.sites.map((at) => {
    const { module, siteId } = world.sites[at] as ChaosSite;
    return { id: { module, siteId }, checked: at !== uncheck };
  });
  return { project: { ...fields, id: project.id }, sites, uuid: 'chaos' };
}

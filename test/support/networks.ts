import type { Module } from '#domain/contract/modules.ts';
import type { PrivateSite } from '#domain/contract/private-networks.ts';
import { createPrivateNetwork, getPrivateNetwork, uploadPrivateSites } from '#domain/contract/private-networks.ts';
import type { PostingFields } from '#domain/contract/projects/posting.ts';
import { savePrivateProject } from '#domain/contract/projects/private.ts';
import { getProject } from '#domain/contract/projects/projects.ts';
import type { Schedule } from '#domain/contract/schedules.ts';
import type { RehearsalSite } from '#rehearsal/site-server.ts';
import { type ReadyCampaign, readyCampaign } from './builders.ts';
import { newProject } from './nouns.ts';
import type { TestApp } from './start-app.ts';

/** A campaign with a private network and a project that posts to all of its sites. */
export interface ReadyNetwork extends ReadyCampaign {
  networkId: number;
  sites: PrivateSite[];
}

/** How the project of a network differs from the usual one. */
interface NetworkOptions {
  module?: Module;
  nArticles?: number;
  fields?: Partial<PostingFields>;
  /** Logins of each site; further ones differ in their email alone. */
  loginsPerSite?: number;
}

type OwnSite = Pick<RehearsalSite, 'url' | 'username' | 'password'>;

/** The line of a self-hosted site with its login. */
export const lineOf = ({ url, username, password }: OwnSite, email = 'me@own.test') =>
  [url, email, username, password].join('|');

/** Imports the sites by their addresses, as an operator does, and saves a project over all of them. */
export async function readyNetwork(app: TestApp, own: OwnSite[], options: NetworkOptions = {}): Promise<ReadyNetwork> {
  const networkId = (await app.send(createPrivateNetwork, { body: { name: 'Own blogs' } })).body.privateNetwork.id;
  const logins = Array.from({ length: options.loginsPerSite ?? 1 }, (_, nth) => `me${nth || ''}@own.test`);
  const siteList = own.flatMap((site) => logins.map((email) => lineOf(site, email))).join('\n');
  const params = { id: networkId };
  const upload = await app.send(uploadPrivateSites, { params, body: { siteList, selfHosted: true } });
  if (upload.body.error || upload.body.rejected > 0) throw new Error(JSON.stringify(upload.body));
  return projectOn(app, networkId, options);
}

/** A campaign with a project that posts to all sites of a network. */
export async function projectOn(app: TestApp, networkId: number, options: NetworkOptions = {}): Promise<ReadyNetwork> {
  const { module = 'Private', nArticles = 3, fields } = options;
  const ready = await readyCampaign(app.app, [], { nArticles });
  const { sites } = (await app.send(getPrivateNetwork, { params: { id: networkId } })).body;
  const { id: projectId } = await newProject(app, ready.campaignId, 'Private project', module);
  const { project } = (await app.send(getProject, { params: { id: ready.projectId } })).body;
  const body = {
    project: { ...project, ...fields, id: projectId, name: 'Private project', profileId: networkId },
    sites: sites.map((site: PrivateSite) => ({
      id: { module: site.group, siteId: site.siteId },
      email: site.email,
      checked: true,
    })),
    uuid: 'test',
  };
  const saved = await app.send(savePrivateProject, { body });
  if (saved.body.error) throw new Error(JSON.stringify(saved.body));
  return { ...ready, projectId, networkId, sites };
}

/** Stores a schedule with a number of posts, as one that has run: the next start by hand takes its number (D-SCHED-08). */
export async function withNumber(app: TestApp, projectId: number, changes: Partial<Schedule>): Promise<void> {
  const schedule: Schedule = {
    scheduleType: 'FixedDate',
    startDate: '01/01/2026 10:00',
    sourceProjectId: null,
    sourceProjectIds: [],
    durationType: 'Once',
    nDay: null,
    numberOfPosts: 1,
    status: 'DONE',
    ...changes,
  };
  await app.app.store.db
    .updateTable('projects')
    .set({ schedule: JSON.stringify(schedule) })
    .where('id', '=', projectId)
    .execute();
}

import type { Call } from '#domain/contract/call.ts';
import { saveIndexer } from '#domain/contract/indexing.ts';
import { addLinks, createLinkSet } from '#domain/contract/links.ts';
import { saveIndexerProject } from '#domain/contract/projects/indexer.ts';
import { createProject } from '#domain/contract/projects/projects.ts';
import { type PingHubApi, startPingHub } from '#rehearsal/ping-hub.ts';
import type { Operator } from './operator.ts';

/** The service that plans use; its batches are what the tester trusts. */
export const service = 'websub';
/** Three batches: a run that is long enough to be stopped and killed in the middle. */
const nLinks = 250;

/** A hub, a link set to be told to it, and the projects that tell. */
export interface ChaosIndexing {
  hub: PingHubApi;
  /** Links of the set. */
  links: string[];
  listId: number;
  /** Projects that tell the set, as their page saves them. */
  projectIds: number[];
}

/** Starts a hub and makes it the service of the product; `name` tells the links of plans apart. */
export async function buildIndexing(
  operator: Operator,
  url: string,
  { campaignId, name }: { campaignId: number; name: string },
): Promise<ChaosIndexing> {
  const hub = await startPingHub();
  await operator.need(url, saveIndexer, { body: { id: service, address: hub.url, values: {} } });
  const made = { body: { campaignId, name: `${name} to tell` } };
  const { urlList } = await operator.need<{ urlList: { id: number } }>(url, createLinkSet, made);
  const host = name.replaceAll(/\W/g, '-');
  const links = Array.from({ length: nLinks }, (_, at) => `https://${host}.test/${at}`);
  const lines = links.map((link) => `${link}|x|tools|x|`).join('\n');
  await operator.need(url, addLinks, { params: { id: urlList.id }, body: { links: lines } });
  return { hub, links, listId: urlList.id, projectIds: [] };
}

/** Adds a project that tells the set; answers its id. */
export async function addIndexerProject(
  operator: Operator,
  url: string,
  campaignId: number,
  indexing: ChaosIndexing,
): Promise<number> {
  const body = { campaignId, module: 'Indexer', name: `indexer ${indexing.projectIds.length}` };
  const { project } = await operator.need<{ project: { id: number } }>(url, createProject, { body });
  indexing.projectIds.push(project.id);
  const [call, input] = indexerEdit(indexing.listId, project.id);
  await operator.need(url, call, input);
  return project.id;
}

/** A save of such a project. */
export function indexerEdit(listId: number, id: number): [Call, Parameters<Operator['send']>[2]] {
  const sites = [{ id: { module: 'Indexer', siteId: service }, checked: true }];
  return [saveIndexerProject, { body: { project: { id, linkSetId: listId }, sites, uuid: 'chaos' } }];
}

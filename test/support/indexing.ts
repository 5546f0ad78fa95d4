import { saveIndexer } from '#domain/contract/indexing.ts';
import { saveIndexerProject } from '#domain/contract/projects/indexer.ts';
import { createCampaign } from '#server/features/campaigns/campaigns.ts';
import { addLinks } from '#server/features/links/items.ts';
import { createLinkSet } from '#server/features/links/links.ts';
import { createProject } from '#server/features/projects/projects.ts';
import { commit } from '#server/live/commit.ts';
import type { TestApp } from './start-app.ts';

/** Ids of an indexer project that is ready to start. */
export interface ReadyIndexing {
  campaignId: number;
  listId: number;
  projectId: number;
}

/** Builds a campaign, a link set of these addresses, and an indexer project with these services checked. */
export async function readyIndexing(app: TestApp, urls: string[], services: string[]): Promise<ReadyIndexing> {
  const ids = await commit(app.app, async (tx, note) => {
    const { id: campaignId } = await createCampaign(tx, note, 'Indexing');
    const { id: listId } = await createLinkSet(tx, note, campaignId, 'To be indexed');
    const links = urls.map((url) => ({ url, anchor: 'a', linksOnPage: '' }));
    if (links.length > 0) await addLinks(tx, note, { listId, links }, app.app.secrets);
    const of = { campaignId, module: 'Indexer' as const, name: 'Tell them' };
    const { id: projectId } = await createProject(tx, note, of, app.app);
    return { campaignId, listId, projectId };
  });
  const sites = services.map((siteId) => ({ id: { module: 'Indexer', siteId }, checked: true }));
  const project = { id: ids.projectId, linkSetId: ids.listId };
  const saved = await app.send(saveIndexerProject, { body: { project, sites, uuid: 'test' } });
  if (saved.status !== 200 || saved.body.error) throw new Error(JSON.stringify(saved.body));
  return ids;
}

/** Sets a service up as the operator does. */
export async function setUp(app: TestApp, id: string, address: string, values: object = {}): Promise<void> {
  const { body } = await app.send(saveIndexer, { body: { id, address, values } });
  if (body.error) throw new Error(JSON.stringify(body.error));
}

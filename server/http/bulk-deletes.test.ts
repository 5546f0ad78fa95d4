import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteProfiles } from '#domain/contract/accounts.ts';
import type { Call } from '#domain/contract/call.ts';
import { createCampaign, deleteCampaigns } from '#domain/contract/campaigns.ts';
import { deleteArticles, deleteContentGroups } from '#domain/contract/content.ts';
import { deleteLinkSets, deleteLinks } from '#domain/contract/links.ts';
import { deletePrivateNetworks } from '#domain/contract/private-networks.ts';
import { deleteProjects } from '#domain/contract/projects/projects.ts';
import { newLinkSet } from '#test/support/nouns.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';

/** As many ids as a body may name: more than a statement may have parameters. */
const ids = Array.from({ length: 100_000 }, (_, at) => 1_000_000 + at);
let app: TestApp;
let campaignId: number;
let listId: number;
beforeAll(async () => {
  app = await startTestApp({ roles: ['http'] });
  campaignId = (await app.send(createCampaign, { body: { name: 'One' } })).body.campaign.id;
  listId = (await newLinkSet(app, campaignId)).id;
});
afterAll(() => app.stop());

test.each<[string, Call]>([
  ['campaigns', deleteCampaigns],
  ['projects', deleteProjects],
  ['profiles', deleteProfiles],
  ['link sets', deleteLinkSets],
  ['links', deleteLinks],
  ['content groups', deleteContentGroups],
  ['private networks', deletePrivateNetworks],
])('100,000 unknown %s are deleted without a fault', async (_what, call) => {
  const id = call === deleteLinks ? listId : campaignId;
  const answer = await app.send(call, { params: { id }, body: { ids } });
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({ ids: [] });
});

test('100,000 unknown articles of a group that is not there are told so', async () => {
  expect((await app.send(deleteArticles, { params: { id: 1 }, body: { ids } })).status).toBe(404);
});

import { expect, test } from 'vitest';
import { listCustomSites } from '#domain/contract/sites.ts';
import { readyCampaign } from '#test/support/builders.ts';
import { EngineWorld } from '#test/support/engine-world.ts';
import { until } from '#test/support/until.ts';

const at = new EngineWorld({ wordpress: 1, mediawiki: 1, options: {} });

/** What the catalogue says of the sites of a campaign. */
async function dofollowOf(siteName: string) {
  const { sites } = (await at.app.send(listCustomSites)).body;
  return sites.find((site: { id: { siteId: string } }) => site.id.siteId.startsWith(siteName));
}

test('what a proof reads of dofollow goes before what the operator said, at the site and in the project', async () => {
  const ready = await readyCampaign(at.app.app, at.world.mediawiki, { module: 'Wiki', siteName: 'wiki' });
  expect(await dofollowOf('wiki')).toMatchObject({ dofollow: true, dofollowReadAt: null });
  const log = await at.app.listen(`project/${ready.projectId}`);
  await at.start(ready.projectId);
  await at.completes(ready.projectId);
  await until('read', async () => (await dofollowOf('wiki')).dofollowReadAt !== null);
  expect(await dofollowOf('wiki')).toMatchObject({ dofollow: false });
  expect(await at.rowsOf(ready.projectId)).toMatchObject([{ dofollow: false, dofollowReadAt: expect.any(String) }]);
  // An open page of the project is told.
  await log.until((body) => body.action === 'dofollowRead' && body.dofollow === false);
});

test('a rel that the project asked for says nothing of the site', async () => {
  const fields = { linkRel: 'nofollow' as const };
  const ready = await readyCampaign(at.app.app, at.world.wordpress, { siteName: 'asked', fields });
  await at.start(ready.projectId);
  await at.completes(ready.projectId);
  await until('proved', async () => (await at.rowsOf(ready.projectId))[0].proof === 'LIVE');
  expect(await dofollowOf('asked')).toMatchObject({ dofollow: true, dofollowReadAt: null });
});

import { expect, test } from 'vitest';
import { topics } from '#domain/contract/live.ts';
import { listCustomSites } from '#domain/contract/sites.ts';
import { readyCampaign } from '#test/support/builders.ts';
import { EngineWorld } from '#test/support/engine-world.ts';

const at = new EngineWorld({ wordpress: 2, options: { timeToWaitBeforeRetry: 0, maxNumberOfRetries: 0 } });

test('a site that took a post is not new any more, one that refused it is as it was', async () => {
  const log = await at.app.listen(topics.customSites);
  const { projectId } = await readyCampaign(at.app.app, at.world.wordpress, { siteName: 'taken' });
  at.world.wordpress[1]?.dial({ wrongPassword: true });
  await at.start(projectId);
  await log.until((body) => body.action === 'sitesAdded' && JSON.stringify(body.sites).includes('WORKING'));
  await at.comesToRest(projectId);
  const { sites } = (await at.app.send(listCustomSites)).body;
  const states = Object.fromEntries(
    sites.map((site: { id: { siteId: string }; status: string; statusReason: string }) => [
      site.id.siteId,
      [site.status, site.statusReason],
    ]),
  );
  expect(states).toEqual({ 'taken-0-0': ['WORKING', 'A post was made here'], 'taken-1-0': ['NEW', null] });
});

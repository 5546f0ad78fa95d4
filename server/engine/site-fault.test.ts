import { expect, test } from 'vitest';
import { readyCampaign } from '#test/support/builders.ts';
import { EngineWorld } from '#test/support/engine-world.ts';

const at = new EngineWorld({ wordpress: 1, options: { timeToWaitBeforeRetry: 1, maxNumberOfRetries: 1 } });

test('a site’s own 500 is named, and what it did not take is sent again only after a look', async () => {
  const [site] = at.world.wordpress;
  site?.dial({ failBeforeCommit: true });
  const ready = await readyCampaign(at.app.app, at.world.wordpress, { siteName: 'fault' });
  await at.start(ready.projectId);
  await at.comesToRest(ready.projectId);
  expect(await at.rowsOf(ready.projectId)).toMatchObject([
    { status: 'FAILED', waitInfo: expect.stringMatching(/answered 500.* and the post is not there$/s) },
  ]);
});

test('a 500 after the post was taken makes no second one', async () => {
  const [site] = at.world.wordpress;
  site?.dial({ failAfterCommit: true, times: 1 });
  const ready = await readyCampaign(at.app.app, at.world.wordpress, { siteName: 'taken' });
  await at.start(ready.projectId);
  await at.completes(ready.projectId);
  expect(at.acts()).toHaveLength(1);
});

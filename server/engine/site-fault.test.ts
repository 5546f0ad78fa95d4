import { expect, test } from 'vitest';
import { topics } from '#domain/contract/live.ts';
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
  // The first try, and one more as the options say.
  expect(at.acts()).toHaveLength(2);
});

test('number and pause of further tries are those of the options, and each says what the site said', async () => {
  const value = JSON.stringify({ timeToWaitBeforeRetry: 2, maxNumberOfRetries: 3 });
  await at.db.updateTable('settings').set({ value }).where('key', '=', 'options').execute();
  at.world.wordpress[0]?.dial({ failBeforeCommit: true });
  const ready = await readyCampaign(at.app.app, at.world.wordpress, { siteName: 'options' });
  const log = await at.app.listen(topics.project(ready.projectId));
  await at.start(ready.projectId);
  await at.comesToRest(ready.projectId);
  expect(at.acts()).toHaveLength(4);
  const told = JSON.stringify(await log.all());
  for (const number of [1, 2, 3]) expect(told).toMatch(new RegExp(`Retry ${number} of 3 in 2 s: [^"]*answered 500`));
  expect(told).not.toContain('The answer was lost');
});

test('a 500 after the post was taken makes no second one', async () => {
  const [site] = at.world.wordpress;
  site?.dial({ failAfterCommit: true, times: 1 });
  const ready = await readyCampaign(at.app.app, at.world.wordpress, { siteName: 'taken' });
  await at.start(ready.projectId);
  await at.completes(ready.projectId);
  expect(at.acts()).toHaveLength(1);
});

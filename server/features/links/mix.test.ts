import { afterAll, beforeAll, expect, test } from 'vitest';
import { linkSetMix, newKeywords, saveKeywords } from '#domain/contract/links.ts';
import { topics } from '#domain/contract/live.ts';
import { startProject } from '#domain/contract/projects/projects.ts';
import { startWorld, type World } from '#rehearsal/world.ts';
import { readyCampaign } from '#test/support/builders.ts';
import { newLinkSet } from '#test/support/nouns.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';

let app: TestApp;
let world: World;
beforeAll(async () => {
  app = await startTestApp();
  world = await startWorld({ wordpress: 3 });
});
afterAll(async () => {
  await app.stop();
  await world.close();
});

const none = { primary: 0, secondary: 0, branded: 0, generic: 0, nakedUrl: 0 };
const mixOf = async (id: number) => (await app.send(linkSetMix, { params: { id } })).body;
const keywords = {
  ...newKeywords,
  useKeyword: true,
  primaryKeyword: 'tools',
  brandedKeyword: 'Shop',
  primaryPercentage: 34,
  brandedPercentage: 33,
  nakedUrlPercentage: 33,
};

/** Runs a campaign of three posts, each with links of a set that holds one, to its end. */
async function run(mix: object | null, { nDrawn = 1 } = {}) {
  const fields = { minLinks: nDrawn, maxLinks: nDrawn };
  const ready = await readyCampaign(app.app, world.wordpress, { fields });
  const profiles = [{ linkSetId: ready.moneyId, name: '', linkProb: 100, minLinks: nDrawn, maxLinks: nDrawn }];
  await app.app.store.pool.query(`update projects set settings = settings || $1::jsonb where id = $2`, [
    JSON.stringify({ linkSetProfiles: profiles }),
    ready.projectId,
  ]);
  if (mix) await app.send(saveKeywords, { params: { id: ready.moneyId }, body: mix });
  const log = await app.listen(topics.campaign(ready.campaignId));
  expect(await mixOf(ready.moneyId)).toEqual({ placed: none, total: 0 });
  await app.send(startProject, { params: { id: ready.projectId } });
  await log.until((body) => body.action === 'projectStatusChanged' && body.status === 'COMPLETED', 'the end');
  return ready;
}

test('what was placed is counted by anchor type', async () => {
  const { moneyId, outputId } = await run(keywords);
  expect(await mixOf(moneyId)).toEqual({ placed: { ...none, primary: 1, branded: 1, nakedUrl: 1 }, total: 3 });
  expect(await mixOf(outputId)).toEqual({ placed: none, total: 0 });
});

test('links that were drawn but that the set did not hold are not counted', async () => {
  const { moneyId } = await run(keywords, { nDrawn: 2 });
  const mix = await mixOf(moneyId);
  expect(mix.total).toBe(3);
  expect(Object.values<number>(mix.placed).reduce((sum, count) => sum + count)).toBe(3);
});

test('links with their own anchor are part of the total alone', async () => {
  const { moneyId, campaignId } = await run(null);
  expect(await mixOf(moneyId)).toEqual({ placed: none, total: 3 });
  expect(await mixOf((await newLinkSet(app, campaignId)).id)).toEqual({ placed: none, total: 0 });
});

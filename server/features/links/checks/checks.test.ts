import { afterAll, beforeAll, expect, test } from 'vitest';
import * as contract from '#domain/contract/links.ts';
import { type LiveBody, topics } from '#domain/contract/live.ts';
import { startProject } from '#domain/contract/projects/projects.ts';
import { startWorld, type World } from '#rehearsal/world.ts';
import { readyCampaign } from '#test/support/builders.ts';
import { newCampaign, newLinkSet } from '#test/support/nouns.ts';
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

const idle = (body: LiveBody) => body.action === 'checkProgressed' && body.state === 'IDLE';
const check = (id: number, body: object = {}) => app.send(contract.checkLinkSet, { params: { id }, body });

test('a check of a whole set finds the posts that were deleted', async () => {
  const ready = await readyCampaign(app.app, world.wordpress);
  const id = ready.outputId;
  const log = await app.listen(topics.linkSet(id));
  await app.send(startProject, { params: { id: ready.projectId } });
  const live = (body: LiveBody) => body.action === 'urlItemEdited' && body.urlItem.proof.state === 'LIVE';
  await log.until(() => log.events.filter(live).length === 3, 'three proofs');
  world.wordpress[0]?.deletePosts();
  const again = await app.listen(topics.linkSet(id));
  expect((await check(id)).body).toEqual({ check: { state: 'CHECKING', total: 3, done: 0 } });
  // A second request joins the check that runs.
  expect((await check(id)).body.check).toMatchObject({ state: 'CHECKING', total: 3 });
  await again.until(idle, 'the end of the check');
  const progress = (await again.all()).flatMap((body) => (body.action === 'checkProgressed' ? [body] : []));
  expect(progress[0]).toMatchObject({ state: 'CHECKING', total: 3, done: 0 });
  expect(progress.at(-1)).toEqual({ action: 'checkProgressed', urlListId: id, state: 'IDLE', total: 3, done: 3 });
  const page = (await app.send(contract.listLinks, { params: { id } })).body;
  expect(page).toMatchObject({
    check: { state: 'IDLE', total: 3, done: 3 },
    proofCounts: { NONE: 0, LIVE: 2, CHANGED: 0, MISSING: 1 },
  });
  const missing = page.urlItems.find((link: { proof: { state: string } }) => link.proof.state === 'MISSING');
  expect(missing.proof).toMatchObject({ httpStatus: 404, reason: 'The page answered 404 Not Found' });
  expect(missing.url).toContain(world.wordpress[0]?.url);
});

test('chosen links alone are checked, and a link without expectations only has to answer', async () => {
  const { id: campaignId } = await newCampaign(app);
  const { id } = await newLinkSet(app, campaignId);
  const links = `${world.wordpress[1]?.url}/\n${world.wordpress[2]?.url}/nowhere/`;
  const added = (await app.send(contract.addLinks, { params: { id }, body: { links } })).body.urlItems;
  const log = await app.listen(topics.linkSet(id));
  expect((await check(id, { ids: [added[0].id] })).body.check.total).toBe(1);
  await log.until(idle);
  expect((await app.send(contract.listLinks, { params: { id } })).body.proofCounts).toMatchObject({ NONE: 1, LIVE: 1 });
});

test('an empty set is checked at once', async () => {
  const { id: campaignId } = await newCampaign(app);
  const { id } = await newLinkSet(app, campaignId);
  expect((await check(id)).body).toEqual({ check: { state: 'IDLE', total: 0, done: 0 } });
});

test('stopping calls off what has not begun', async () => {
  const { id: campaignId } = await newCampaign(app);
  const { id } = await newLinkSet(app, campaignId);
  const site = world.wordpress[2];
  // One host is read at its pace, so that most of these wait.
  const links = Array.from({ length: 200 }, (_, at) => `${site?.url}/?n=${at}`).join('\n');
  await app.send(contract.addLinks, { params: { id }, body: { links } });
  const log = await app.listen(topics.linkSet(id));
  await check(id);
  await log.until((body) => body.action === 'urlItemEdited', 'the first proof');
  expect((await app.send(contract.stopCheckLinkSet, { params: { id } })).body).toEqual({ success: true });
  const left = await app.app.store.db
    .selectFrom('link_checks')
    .where('url_list_id', '=', id)
    .select('claimed_by')
    .execute();
  expect(left.every((row) => row.claimed_by !== null)).toBe(true);
  expect((await app.send(contract.listLinks, { params: { id } })).body.check.state).toBe('IDLE');
});

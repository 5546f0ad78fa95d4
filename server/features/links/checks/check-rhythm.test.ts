import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCampaign, pauseCampaign } from '#domain/contract/campaigns.ts';
import * as contract from '#domain/contract/links.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';
import { until } from '#test/support/until.ts';

/** Link sets that are checked by themselves every so many days. */
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

async function linkSet() {
  const { campaign } = (await app.send(createCampaign, { body: { name: 'Rhythm' } })).body;
  const { urlList } = (await app.send(contract.createLinkSet, { body: { campaignId: campaign.id, name: 'Set' } })).body;
  await app.send(contract.addLinks, { params: { id: urlList.id }, body: { url: 'http://127.0.0.1:9/', anchor: 'a' } });
  return { id: urlList.id as number, campaignId: campaign.id as number };
}
const rhythmOf = async (id: number) => (await app.send(contract.listLinks, { params: { id } })).body.rhythm;
const save = (id: number, checkEveryDays: unknown) =>
  app.send(contract.saveCheckRhythm, { params: { id }, body: { checkEveryDays } });
async function comesDue(id: number): Promise<void> {
  await sql`update url_lists set next_check_at = now() - interval '30 days' where id = ${id}`.execute(app.app.store.db);
  app.app.wake();
}
const daysUntil = (moment: string) => (Date.parse(moment) - Date.now()) / 86_400_000;

test('is saved, told to every window, and bounded', async () => {
  const { id } = await linkSet();
  expect(await rhythmOf(id)).toEqual({ checkEveryDays: 0, nextCheckAt: null });
  const log = await app.listen(`url_list/${id}`);
  const { rhythm } = (await save(id, 7)).body;
  expect(rhythm.checkEveryDays).toBe(7);
  expect(daysUntil(rhythm.nextCheckAt)).toBeCloseTo(7, 1);
  expect(await rhythmOf(id)).toEqual(rhythm);
  await log.until((body) => body.action === 'checkRhythmSaved', 'the event');
  expect(await log.all()).toContainEqual(expect.objectContaining({ action: 'checkRhythmSaved', ...rhythm }));
  for (const wrong of [-1, 366, 1.5])
    expect((await save(id, wrong)).body.error, String(wrong)).toMatchObject({ field: 'checkEveryDays' });
  expect((await save(id, 0)).body.rhythm).toEqual({ checkEveryDays: 0, nextCheckAt: null });
  expect((await save(999_999, 7)).status).toBe(404);
});

test('begins the check when its time has come, once, and waits for the next', async () => {
  const { id } = await linkSet();
  await save(id, 3);
  const log = await app.listen(`url_list/${id}`);
  await comesDue(id);
  await log.until((body) => body.action === 'checkProgressed' && body.state === 'IDLE' && body.done === 1, 'its end');
  const begun = (await log.all()).filter((body) => body.action === 'checkProgressed' && body.state === 'CHECKING');
  expect(begun).toHaveLength(1);
  const { proofCounts, rhythm } = (await app.send(contract.listLinks, { params: { id } })).body;
  expect(proofCounts.UNREADABLE).toBe(1);
  expect(daysUntil(rhythm.nextCheckAt)).toBeCloseTo(3, 1);
});

test('is not checked while its campaign is paused', async () => {
  const { id, campaignId } = await linkSet();
  const other = await linkSet();
  for (const set of [id, other.id]) await save(set, 1);
  await app.send(pauseCampaign, { params: { id: campaignId } });
  await comesDue(id);
  await comesDue(other.id);
  await until('the other one', async () => daysUntil((await rhythmOf(other.id)).nextCheckAt) > 0);
  expect(daysUntil((await rhythmOf(id)).nextCheckAt)).toBeLessThan(0);
});

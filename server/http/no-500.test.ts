import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProfile } from '#domain/contract/accounts.ts';
import { allCalls } from '#domain/contract/calls.ts';
import * as sites from '#domain/contract/sites.ts';
import { newCampaign } from '#test/support/nouns.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';
import { until } from '#test/support/until.ts';

/** What was once answered 500. */
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const many = Array.from({ length: 99_000 }, (_, at) => at + 1);

test.each(allCalls.filter((call) => call.takes === 'json' && call.body.safeParse({ ids: [1] }).success))(
  '$id takes as many ids as its contract allows',
  async (call) => {
    const { id } = await newCampaign(app, 'Campaign');
    const answer = await app.send(call, { params: { id, campaignId: id }, body: { ids: many } });
    expect(answer.status).toBeLessThan(500);
  },
  60_000,
);

const site = (url: string) => ({
  module: 'Wiki',
  siteId: 'one',
  platform: 'MediaWiki',
  url,
  connector: 'mediawiki',
  permission: 'owned',
});

test.each([
  [`http://${'字'.repeat(1_900)}/`, 'The host of the address must have at most 253 characters'],
  ['http://user:secret@a.test/', 'Please enter the login as an account, not in the address'],
  ['http://user@a.test/', 'Please enter the login as an account, not in the address'],
])('a site at %s is refused with a word', async (url, message) => {
  const answer = await app.send(sites.saveCustomSite, { body: site(url) });
  expect(answer).toMatchObject({ status: 200, body: { error: { message, field: 'url' } } });
});

test('what was deleted meanwhile is told so', async () => {
  const { id } = await newCampaign(app, 'Goes');
  // Another window deletes the campaign: its commit comes after our look at it and before our row.
  const other = await app.app.store.pool.connect();
  await other.query('begin');
  await other.query('delete from campaigns where id = $1', [id]);
  const answer = app.send(createProfile, { body: { campaignId: id, name: 'Late' } });
  const waits = `select from pg_stat_activity where wait_event_type = 'Lock' and query ilike '%insert into "profiles"%'`;
  await until('our row waits', async () => ((await app.app.store.pool.query(waits)).rowCount ?? 0) > 0);
  await other.query('commit');
  other.release();
  expect(await answer).toEqual({
    status: 404,
    body: { error: { code: 'NOT_FOUND', message: 'It was deleted meanwhile' } },
  });
});

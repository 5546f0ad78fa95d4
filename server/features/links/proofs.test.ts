import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { editLink } from '#domain/contract/links.ts';
import type { LiveBody } from '#domain/contract/live.ts';
import type { Proof } from '#domain/contract/proofs.ts';
import { type WatchedSet, watchedSet } from '#test/support/link-sets.ts';
import { type PageServer, startPageServer, status } from '#test/support/page-server.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';

let app: TestApp;
let pages: PageServer;
const link = '<p>See <a href="https://money.test/">garden tools</a></p>';
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  await pages?.close();
  pages = await startPageServer(link);
});
afterAll(async () => {
  await app.stop();
  await pages.close();
});

const one = () => watchedSet(app, [`http://${pages.host}/page`]);
const edited = (fits: (proof: Proof) => boolean) => (body: LiveBody) =>
  body.action === 'urlItemEdited' && fits(body.urlItem.proof);
async function checkOnce(set: WatchedSet): Promise<Proof> {
  await set.check();
  await set.untilIdle();
  return (await set.load()).urlItems[0]?.proof as Proof;
}

test('a link that is edited to another page is not live any more: nobody has seen that one', async () => {
  const set = await one();
  expect(await checkOnce(set)).toMatchObject({ state: 'LIVE' });
  const [item] = (await set.load()).urlItems;
  if (!item) throw new Error('the link is gone');
  const asIs = { url: item.url, anchor: item.anchor, linksOnPage: item.linksOnPage };
  const edit = (changes: object) => app.send(editLink, { params: { id: item.id }, body: { ...asIs, ...changes } });
  expect((await edit({ anchor: 'another anchor' })).body.urlItem.proof.state).toBe('LIVE');
  expect((await edit({ url: 'http://127.0.0.1:9/nowhere' })).body.urlItem.proof).toMatchObject({
    state: 'NONE',
    checkedAt: null,
  });
  expect((await set.load()).proofCounts).toMatchObject({ LIVE: 0, NONE: 1 });
});

test.each([
  ['429 with its wait', status(429, { 'retry-after': '300' }), 'The page answered 429 Too Many Requests', 300],
  ['503 with its wait', status(503, { 'retry-after': '120' }), 'The page answered 503 Service Unavailable', 120],
  ['500', status(500), 'The page answered 500 Internal Server Error', 60],
  ['403', status(403), 'The page answered 403 Forbidden', 60],
  [
    'a dropped connection',
    (_: unknown, response: { destroy(): void }) => response.destroy(),
    'closed the connection',
    60,
  ],
] as const)('trouble stands beside the last good word: %s', async (_, answer, reason, seconds) => {
  const set = await one();
  const good = await checkOnce(set);
  expect(good).toMatchObject({ state: 'LIVE', trouble: null });
  pages.say(answer);
  const troubled = await checkOnce(set);
  expect(troubled).toMatchObject({ ...good, trouble: { reason: expect.stringContaining(reason) } });
  const { at, nextTryAt } = troubled.trouble ?? { at: '', nextTryAt: '' };
  expect(Date.parse(nextTryAt ?? '') - Date.parse(at)).toBeGreaterThanOrEqual(seconds * 1_000);
  const { urlItems, proofCounts } = await set.load({ proof: 'UNREADABLE' });
  expect(urlItems).toHaveLength(1);
  expect(proofCounts).toEqual({ NONE: 0, LIVE: 1, CHANGED: 0, MISSING: 0, UNREADABLE: 0, TROUBLED: 1, PLACED: 0 });
  pages.say(link);
  await set.hurry();
  await set.until(
    edited((proof) => proof.state === 'LIVE' && proof.trouble === null && proof.checkedAt !== good.checkedAt),
  );
  expect((await set.load()).proofCounts).toMatchObject({ LIVE: 1, TROUBLED: 0, PLACED: 0 });
});

test('a page that was never read is unreadable, is tried at growing distances, and rests at last', async () => {
  pages.say(status(502));
  const set = await one();
  const distances: number[] = [];
  let proof = await checkOnce(set);
  expect(proof).toMatchObject({ state: 'UNREADABLE', checkedAt: null, trouble: { httpStatus: 502 } });
  expect((await set.load()).proofCounts).toMatchObject({ NONE: 0, UNREADABLE: 1, TROUBLED: 1, PLACED: 0 });
  while (proof.trouble?.nextTryAt) {
    const { at, nextTryAt } = proof.trouble;
    distances.push(Math.round((Date.parse(nextTryAt) - Date.parse(at)) / 60_000));
    await set.hurry();
    const next = await set.until(edited(({ trouble }) => (trouble?.at ?? '') > at));
    if (next.action === 'urlItemEdited') proof = next.urlItem.proof;
  }
  expect(distances).toEqual([1, 10, 60, 360, 1_440]);
  const left = await app.app.store.db.selectFrom('link_checks').where('url_list_id', '=', set.id).selectAll().execute();
  expect(left).toEqual([]);
  pages.say(link);
  expect(await checkOnce(set)).toMatchObject({ state: 'LIVE', trouble: null });
});

test('a link is missing after two readings of a page that answers well, at once on 404', async () => {
  const set = await one();
  expect((await checkOnce(set)).state).toBe('LIVE');
  pages.asked.length = 0;
  pages.say('<p>Nothing here</p>');
  expect(await checkOnce(set)).toMatchObject({ state: 'MISSING', httpStatus: 200, links: [{ found: false }] });
  expect(pages.asked).toHaveLength(2);
  pages.say(status(404));
  expect(await checkOnce(set)).toMatchObject({ state: 'MISSING', httpStatus: 404 });
  expect(pages.asked).toHaveLength(3);
});

test('the rel that was first found is kept: another one later is a change, and its end is none', async () => {
  const set = await one();
  pages.say(link.replace('<a ', '<a rel="nofollow noopener" '));
  expect(await checkOnce(set)).toMatchObject({ state: 'LIVE', links: [{ firstRel: 'nofollow noopener' }] });
  pages.say(link.replace('<a ', '<a rel="nofollow sponsored" '));
  expect(await checkOnce(set)).toMatchObject({ state: 'CHANGED', changes: ['rel'] });
  pages.say(link);
  expect(await checkOnce(set)).toMatchObject({ state: 'CHANGED', changes: ['rel'] });
  pages.say(link.replace('<a ', '<a rel="nofollow" '));
  expect(await checkOnce(set)).toMatchObject({ state: 'LIVE', changes: [] });
});

test('what a reader does not see is changed, and says so', async () => {
  const set = await one();
  pages.say(`<div style="display:none">${link}</div>`);
  const proof = await checkOnce(set);
  expect(proof).toMatchObject({ state: 'CHANGED', changes: ['hidden'] });
  expect(proof.reason).toBe('The link to https://money.test/ is there, but no reader sees it');
});

test('a page that gives up to a sign-in keeps its word', async () => {
  const set = await one();
  await checkOnce(set);
  pages.say((request, response) =>
    request.url?.startsWith('/login')
      ? void response.writeHead(200, { 'content-type': 'text/html' }).end('<form><input type="password"></form>')
      : void response.writeHead(302, { location: '/login?to=page' }).end(),
  );
  const proof = await checkOnce(set);
  expect(proof).toMatchObject({
    state: 'LIVE',
    trouble: { reason: expect.stringContaining('A sign-in is asked for at') },
  });
});

test('NUL characters and half ones of a page do not hold up its check', async () => {
  const set = await one();
  pages.say(
    '<p><a href="https://money.test/\0" rel="no\0follow">a\ud800\0</a> <a href="https://money.test/">a</a></p>',
  );
  expect((await checkOnce(set)).state).toMatch(/LIVE|CHANGED/);
});

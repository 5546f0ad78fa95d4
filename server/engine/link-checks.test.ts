import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { checkLinkSet, deleteLinkSets, deleteLinks, editLink, stopCheckLinkSet } from '#domain/contract/links.ts';
import type { LiveBody } from '#domain/contract/live.ts';
import { topics } from '#domain/contract/live.ts';
import { deleteProjects, resolvePost, startProject } from '#domain/contract/projects/projects.ts';
import type { RehearsalSite } from '#rehearsal/site-server.ts';
import { startWorld } from '#rehearsal/world.ts';
import { readyCampaign } from '#test/support/builders.ts';
import { watchedSet } from '#test/support/link-sets.ts';
import { type PageServer, startPageServer, status } from '#test/support/page-server.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';
import { claimChecks, freeChecks } from './checks/link-checks.ts';

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

const urls = (count: number) => Array.from({ length: count }, (_, at) => `http://${pages.host}/p/${at}`);
const isProof = (body: LiveBody) => body.action === 'urlItemEdited' && body.urlItem.proof.state === 'LIVE';
const rows = async (text: string, values: unknown[] = []) => (await app.app.store.pool.query(text, values)).rows;

test('a host is read four times a second, never twice at once', async () => {
  pages.say((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    setTimeout(() => response.end(link), 100);
  });
  const set = await watchedSet(app, urls(21));
  expect(await set.check()).toMatchObject({ total: 21 });
  await set.untilIdle();
  const times = pages.asked.map(({ at }) => at);
  const seconds = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1_000;
  expect(pages.mostAtOnce).toBe(1);
  expect(20 / seconds).toBeGreaterThan(2.8);
  expect(20 / seconds).toBeLessThan(4.1);
});

test('no other process reads a host that is being read, not even when the link is deleted meanwhile', async () => {
  pages.hold();
  const set = await watchedSet(app, urls(3));
  await set.check();
  await pages.untilAsked(1);
  const asked = Number(pages.asked[0]?.path.slice(3));
  await app.send(deleteLinks, { params: { id: set.id }, body: { ids: [set.links[asked]?.id] } });
  await rows(`update hosts set check_next_at = now() where host = $1`, [pages.host]);
  expect(await claimChecks(app.app.store, randomUUID(), 8)).toEqual([]);
  pages.release();
  await set.untilIdle();
  expect(pages.mostAtOnce).toBe(1);
  expect(await set.load()).toMatchObject({ check: { state: 'IDLE', total: 3, done: 3 } });
});

test('what was read at one address is no word on another: a link edited meanwhile is read anew', async () => {
  pages.hold();
  const set = await watchedSet(app, urls(1));
  await set.check();
  await pages.untilAsked(1);
  const [item] = set.links;
  const body = { url: `http://${pages.host}/moved`, anchor: item?.anchor, linksOnPage: item?.linksOnPage };
  await app.send(editLink, { params: { id: item?.id }, body });
  pages.say((request, response) => {
    response.writeHead(request.url === '/moved' ? 404 : 200, { 'content-type': 'text/html' });
    response.end(link);
  });
  pages.release();
  await set.untilIdle();
  expect((await set.load()).urlItems).toMatchObject([{ url: body.url, proof: { state: 'MISSING', httpStatus: 404 } }]);
  expect(set.events.filter(isProof)).toEqual([]);
});

test('a reader that died blocks its host and its link for nobody', async () => {
  await rows(`insert into hosts (host, stopped) values ($1, true)`, [pages.host]);
  const set = await watchedSet(app, urls(2));
  await rows(`update hosts set reading_by = $1, reading_since = now() where host = $2`, [randomUUID(), pages.host]);
  await rows(
    `insert into link_checks (link_id, url_list_id, host, counted, claimed_by, claimed_at)
      values ($1, $2, $3, false, $4, now())`,
    [set.links[0]?.id, set.id, pages.host, randomUUID()],
  );
  await rows(`update hosts set stopped = false where host = $1`, [pages.host]);
  await set.check();
  await set.untilIdle();
  expect((await set.load()).proofCounts).toMatchObject({ LIVE: 2 });
});

test('links deleted while their set is checked bring the check to its end', async () => {
  pages.hold();
  const set = await watchedSet(app, urls(12));
  await set.check();
  await pages.untilAsked(1);
  const [first, ...others] = set.links.map(({ id }) => id);
  const reading = Number(pages.asked[0]?.path.slice(3));
  const doomed = reading === 0 ? others : [first];
  await app.send(deleteLinks, { params: { id: set.id }, body: { ids: doomed } });
  pages.release();
  if (reading !== 0) await app.send(deleteLinks, { params: { id: set.id }, body: { ids: others } });
  await set.untilIdle();
  expect((await set.load()).check).toEqual({ state: 'IDLE', total: 12, done: 12 });
  // A check that begins now is its own.
  expect((await set.check()).total).toBe((await set.load()).urlItems.length);
});

test('all links deleted at once end the check, and the window hears of it', async () => {
  pages.hold();
  const set = await watchedSet(app, urls(5));
  await set.check();
  await pages.untilAsked(1);
  await app.send(deleteLinks, { params: { id: set.id }, body: { all: true } });
  await set.untilIdle();
  pages.release();
  expect((await set.load()).check.state).toBe('IDLE');
});

test('begun twice at once it is one check; stopped and begun again it is another, with its own end', async () => {
  const set = await watchedSet(app, urls(6));
  const [one, other] = await Promise.all([set.check(), set.check()]);
  expect([one.total, other.total]).toEqual([6, 6]);
  await set.until((body) => body.action === 'urlItemEdited', 'the first proof');
  await app.send(stopCheckLinkSet, { params: { id: set.id } });
  const { check } = await set.load();
  expect(check).toMatchObject({ state: 'IDLE', total: check.done });
  expect(await set.check()).toMatchObject({ state: 'CHECKING', total: 6, done: 0 });
  await set.untilIdle();
  expect(await set.load()).toMatchObject({ check: { total: 6, done: 6 }, proofCounts: { LIVE: 6 } });
});

test('whatever is asked for at once, the store locks nobody out', async () => {
  const hosts = await Promise.all(Array.from({ length: 6 }, () => startPageServer(link)));
  const set = await watchedSet(
    app,
    hosts.flatMap(({ host }) => Array.from({ length: 8 }, (_, at) => `http://${host}/${at}`)),
  );
  const before = await rows(`select deadlocks from pg_stat_database where datname = current_database()`);
  const answers: number[] = [];
  const params = { id: set.id };
  const ask = async (call: Parameters<TestApp['send']>[0], input: object) => {
    answers.push((await app.send(call, input)).status);
  };
  for (let round = 0; round < 8; round += 1) {
    const doomed = set.links.slice(round * 3, round * 3 + 3).map(({ id }) => id);
    const edited = set.links[40 + round];
    await Promise.all([
      set.check(),
      ask(stopCheckLinkSet, { params }),
      ask(deleteLinks, { params, body: { ids: doomed.reverse() } }),
      ask(editLink, {
        params: { id: edited?.id },
        body: { url: edited?.url, anchor: `b${round}`, linksOnPage: 'https://money.test/' },
      }),
      freeChecks(app.app.store, app.app.bootId),
      set.check(),
    ]);
  }
  await app.send(stopCheckLinkSet, { params });
  await set.check();
  await set.untilIdle();
  expect(answers.filter((code) => code !== 200)).toEqual([]);
  expect((await set.load()).proofCounts).toMatchObject({ LIVE: 24, NONE: 0 });
  expect(await rows(`select deadlocks from pg_stat_database where datname = current_database()`)).toEqual(before);
  await Promise.all(hosts.map((host) => host.close()));
});

test('a set that is deleted while it is checked takes its checks with it', async () => {
  const set = await watchedSet(app, urls(4));
  await set.check();
  await pages.untilAsked(1);
  const [{ campaign_id: campaignId }] = await rows('select campaign_id from url_lists where id = $1', [set.id]);
  await app.send(deleteLinkSets, { params: { id: campaignId }, body: { ids: [set.id] } });
  expect(await rows('select link_id from link_checks where url_list_id = $1', [set.id])).toEqual([]);
});

test('a host that asks for a wait is left alone, its links count as done, and are read when it is over', async () => {
  pages.say(status(429, { 'retry-after': '600' }));
  const set = await watchedSet(app, urls(9));
  await set.check();
  await set.untilIdle();
  expect(pages.asked).toHaveLength(1);
  const troubled = await set.load();
  expect(troubled).toMatchObject({ check: { state: 'IDLE', total: 9, done: 9 }, proofCounts: { UNREADABLE: 9 } });
  for (const { proof } of troubled.urlItems)
    expect(Date.parse(proof.trouble?.nextTryAt ?? '') - Date.parse(proof.trouble?.at ?? '')).toBeGreaterThan(590_000);
  // Asked again inside the wait, nobody is bothered.
  await set.check();
  await set.untilIdle();
  expect(pages.asked).toHaveLength(1);
  pages.say(link);
  await set.hurry();
  await set.until(() => set.events.filter(isProof).length === 9, 'nine proofs');
  expect((await set.load()).proofCounts).toMatchObject({ LIVE: 9, TROUBLED: 0 });
});

test('a redirect to another host waits there for its turn, and a hold is that host’s alone', async () => {
  const other = await startPageServer();
  other.say(
    (request, response) => void response.writeHead(301, { location: `http://${pages.host}${request.url}` }).end(),
  );
  const set = await watchedSet(app, [...urls(4), ...[4, 5, 6, 7].map((at) => `http://${other.host}/p/${at}`)]);
  pages.say((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    setTimeout(() => response.end(link), 100);
  });
  await set.check();
  await set.untilIdle();
  expect(pages.mostAtOnce).toBe(1);
  expect((await set.load()).proofCounts).toMatchObject({ LIVE: 8 });
  pages.asked.length = 0;
  pages.say(status(429, { 'retry-after': '600' }));
  await set.check();
  await set.untilIdle();
  expect(pages.asked).toHaveLength(1);
  expect(await set.load()).toMatchObject({ check: { done: 8 }, proofCounts: { LIVE: 8, TROUBLED: 8 } });
  expect(
    await rows('select host from hosts where hold_until is not null and host = any($1)', [[pages.host, other.host]]),
  ).toEqual([{ host: pages.host }]);
  await other.close();
});

test('a host that the operator stopped is not read, and the check ends', async () => {
  await rows(`insert into hosts (host, stopped) values ($1, true)`, [pages.host]);
  const set = await watchedSet(app, urls(2));
  await set.check();
  await set.untilIdle();
  expect(pages.asked).toEqual([]);
  expect((await set.load()).urlItems[0]?.proof.trouble).toMatchObject({
    reason: expect.stringContaining('stopped'),
    nextTryAt: null,
  });
});

test('a proof that cannot be stored is given back and made again', async () => {
  const set = await watchedSet(app, urls(1));
  await rows(`create function refuse() returns trigger language plpgsql as $$ begin raise 'no room'; end $$`);
  await rows(`create trigger refuse before update on url_items for each row execute function refuse()`);
  await set.check();
  const given = () => rows('select claimed_by from link_checks where url_list_id = $1 and due_at > now()', [set.id]);
  await expect.poll(given, { timeout: 10_000 }).toEqual([{ claimed_by: null }]);
  expect(await rows('select reading_by from hosts where host = $1', [pages.host])).toEqual([{ reading_by: null }]);
  await rows('drop function refuse cascade');
  await set.hurry();
  await set.untilIdle();
  expect((await set.load()).proofCounts).toMatchObject({ LIVE: 1 });
});

test('a link on another host than its site is proved', async () => {
  const world = await startWorld({ wordpress: 1 });
  const [site] = world.wordpress as [RehearsalSite];
  const ready = await readyCampaign(app.app, [site]);
  const project = await app.listen(topics.project(ready.projectId));
  const log = await app.listen(topics.linkSet(ready.outputId));
  // The answer is lost and nobody can look the post up: the operator says where it stands.
  site.dial({ dropAfterCommit: true });
  await app.send(startProject, { params: { id: ready.projectId } });
  const looking = 'Looking whether the post is there';
  await project.until((body) => body.action === 'siteStatusChanged' && body.waitInfo === looking);
  await rows('delete from accounts where profile_id = $1', [ready.profileId]);
  await project.until((body) => body.action === 'projectStatusChanged' && body.status === 'FAILED');
  pages.say('<p>See <a href="http://money.example/">garden tools</a></p>');
  const there = {
    decision: 'there',
    id: { module: 'SocialNetwork', siteId: 'site-0-0' },
    url: `http://${pages.host}/p`,
  };
  await app.send(resolvePost, { params: { id: ready.projectId }, body: there });
  await log.until(isProof, 'the proof');
  await world.close();
});

test('what was placed outlives the project that placed it', async () => {
  const world = await startWorld({ wordpress: 1 });
  const [site] = world.wordpress as [RehearsalSite];
  const ready = await readyCampaign(app.app, [site]);
  const log = await app.listen(topics.linkSet(ready.outputId));
  await app.send(startProject, { params: { id: ready.projectId } });
  await log.until(isProof, 'the first proof');
  await app.send(deleteProjects, { params: { id: ready.campaignId }, body: { ids: [ready.projectId] } });
  const login = Buffer.from(`${site.username}:${site.password}`).toString('base64');
  await fetch(`${site.url}/wp-json/wp/v2/posts/1`, {
    method: 'POST',
    headers: { authorization: `Basic ${login}`, 'content-type': 'application/json' },
    body: JSON.stringify({ content: '<p><a href="http://money.example/">another anchor</a></p>' }),
  });
  await app.send(checkLinkSet, { params: { id: ready.outputId }, body: {} });
  const changed = (body: LiveBody) => body.action === 'urlItemEdited' && body.urlItem.proof.state === 'CHANGED';
  await log.until(changed, 'the change');
  await world.close();
});

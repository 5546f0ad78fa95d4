import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { topics } from '#domain/contract/live.ts';
import { startProject } from '#domain/contract/projects/projects.ts';
import { verifyCustomSites } from '#domain/contract/sites.ts';
import { readyCampaign } from '#test/support/builders.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';
import { until } from '#test/support/until.ts';

/** Sites that answer what no honest one would: every post ends in a state with a reason. */
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  const value = JSON.stringify({ timeToWaitBeforeRetry: 1, maxNumberOfRetries: 1 });
  await app.app.store.db.insertInto('settings').values({ key: 'options', value }).execute();
});
afterAll(() => app.stop());

/** WordPress enough to take a post, and then says of it what it was told. */
async function startLiar(said: Record<string, unknown>, status = 201) {
  const taken: { content?: string }[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const url = request.url ?? '';
    if (request.method === 'POST' && url.includes('wp/v2/posts')) {
      taken.push(JSON.parse(await text(request)) as { content: string });
      response.statusCode = status;
      return JSON.stringify({ id: 1, status: 'publish', ...said });
    }
    if (url.includes('wp/v2/tags')) return JSON.stringify({ id: 7 });
    if (url.includes('wp/v2/posts'))
      return JSON.stringify(
        taken.map((post) => ({ id: 1, status: 'publish', content: { raw: post.content }, ...said })),
      );
    if (url.includes('rest_route=/') || url.includes('wp-json'))
      return JSON.stringify({ name: 'a\0b', namespaces: ['wp/v2'], authentication: { 'application-passwords': {} } });
    response.setHeader('link', '</?rest_route=/>; rel="https://api.w.org/"');
    return '<p>front</p>';
  };
  const server = createServer((request, response) => void answer(request, response).then((body) => response.end(body)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return { url, taken, close: () => server.close().closeAllConnections() };
}

async function postTo(url: string) {
  const site = { platform: 'wordpress' as const, url, username: 'u', password: 'p' };
  const ready = await readyCampaign(app.app, [site]);
  const log = await app.listen(topics.project(ready.projectId));
  await app.send(startProject, { params: { id: ready.projectId } });
  await log.until((body) => body.action === 'projectStatusChanged' && ['COMPLETED', 'FAILED'].includes(body.status));
  const posts = await app.app.store.db
    .selectFrom('posts')
    .where('project_id', '=', ready.projectId)
    .select(['state', 'reason', 'url'])
    .execute();
  return posts[0];
}

const isNoAddress = 'The site took the post, but what it names as its address is none';
test.each([
  ['a script as link', 201, { link: 'javascript:alert(1)' }, 'UNKNOWN', isNoAddress],
  ['data as link', 201, { link: 'data:text/html,x' }, 'UNKNOWN', isNoAddress],
  ['a path as link', 201, { link: '/only/a/path' }, 'UNKNOWN', isNoAddress],
  ['an endless link', 201, { link: `http://a.test/${'x'.repeat(9_000)}` }, 'UNKNOWN', isNoAddress],
  ['NUL in its message', 400, { code: 'x', message: 'No\0such\ud800thing', link: '' }, 'FAILED', /No ?such.thing/],
])('a site that answers with %s leaves no post running', async (_, status, said, state, reason) => {
  const liar = await startLiar(said, status);
  const post = await postTo(liar.url);
  expect(post).toMatchObject({ state, url: null });
  expect(post?.reason).toMatch(reason);
  expect(liar.taken).toHaveLength(1);
  liar.close();
});

test('NUL in a link is left out, and the post stands', async () => {
  const liar = await startLiar({ link: 'http://money.example/\0page' });
  expect(await postTo(liar.url)).toMatchObject({ state: 'SUCCEEDED', url: 'http://money.example/page' });
  liar.close();
});

test('NUL in what a probed site says of itself does not hold up the verifier', async () => {
  await app.send(verifyCustomSites, { body: { ids: [] } });
  const open = async () =>
    (await app.app.store.db.selectFrom('sites').where('verify_requested', '=', true).select('site_id').execute())
      .length;
  await until('all verified', async () => (await open()) === 0);
});

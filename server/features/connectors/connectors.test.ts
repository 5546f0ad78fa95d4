import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { registry } from '#connectors/registry.ts';
import {
  type ConnectorInfo,
  families,
  listConnectors,
  maxTests,
  testAccount,
  testTexts,
} from '#domain/contract/connectors.ts';
import { noPermission, offerSites, saveCustomSite } from '#domain/contract/sites.ts';
import { startWorld, type World } from '#rehearsal/world.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';

let app: TestApp;
let world: World;
beforeAll(async () => {
  app = await startTestApp();
  world = await startWorld({ wordpress: 1, mediawiki: 1, shaarli: 1 });
  for (const [siteId, url, connector] of [
    ['blog', world.wordpress[0]?.url, 'wordpress'],
    ['wiki', world.mediawiki[0]?.url, 'mediawiki'],
    ['marks', world.shaarli[0]?.url, 'shaarli'],
  ] as const)
    await save(siteId, url ?? '', connector);
});
beforeEach(() => app.app.store.db.deleteFrom('login_failures').execute());
afterAll(async () => {
  await app.stop();
  await world.close();
});

const modules = { wordpress: 'SocialNetwork', mediawiki: 'Wiki', shaarli: 'Bookmarking' } as const;
async function save(siteId: string, url: string, connector: keyof typeof modules, permission = 'owned') {
  const site = { siteId, url, connector, module: modules[connector], platform: 'p', permission };
  expect((await app.send(saveCustomSite, { body: site })).body.error).toBeUndefined();
}
const ask = (siteId: string, module: string, credentials: Record<string, unknown>) =>
  app.send(testAccount, { body: { site: { module, siteId }, credentials } });
const loginOf = (site: World['sites'][number] | undefined) => ({ username: site?.username, password: site?.password });

/** What every connector of a family can do beside its check. */
const acts: Record<string, string[]> = {
  platforms: ['publish', 'lookUp', 'probe'],
  captcha: ['submit', 'poll'],
  spinners: ['spin'],
  articles: ['find'],
  indexers: ['submit'],
  media: ['find'],
};

describe('the catalogue', () => {
  test('says of each connector what the screens draw, and holds data alone', async () => {
    const { connectors } = (await app.send(listConnectors)).body as { connectors: ConnectorInfo[] };
    const declared: { id: string }[] = Object.values(registry).flat();
    expect(connectors.map((one) => one.id)).toEqual(declared.map((one) => one.id));
    for (const one of connectors) {
      expect(families).toContain(one.family);
      expect(one.can, one.id).toEqual(expect.arrayContaining(['check', ...(acts[one.family] ?? [])]));
      for (const field of one.fields) expect(field.label.length * field.help.length).toBeGreaterThan(0);
      // What needs nothing is asked for nothing.
      if (one.fields.length > 0) expect(one.asks.map(({ when }) => when)).toContain('setup');
    }
    const secretOf = (id: string) =>
      connectors.find((one) => one.id === id)?.fields.find(({ kind }) => kind === 'secret')?.label;
    expect(['wordpress', 'mediawiki', 'shaarli'].map(secretOf)).toEqual([
      'Application password',
      'Bot password',
      'API secret',
    ]);
  });
});

describe('a test of a login', () => {
  test('says in one sentence that it works', async () => {
    const [blog, wiki] = [world.wordpress[0], world.mediawiki[0]];
    const answer = await ask('blog', 'SocialNetwork', loginOf(blog));
    expect(answer.body).toEqual({ works: true, detail: `Signed in as ${blog?.username}, may publish`, ask: null });
    expect((await ask('wiki', 'Wiki', loginOf(wiki))).body.works).toBe(true);
    const secret = { password: world.shaarli[0]?.password };
    expect((await ask('marks', 'Bookmarking', secret)).body).toMatchObject({ works: true });
    expect(world.sites.flatMap((site) => site.posts())).toEqual([]);
  });

  test('says what to do when it does not', async () => {
    const { body } = await ask('blog', 'SocialNetwork', { username: 'writer1', password: 'no-such-pw' });
    expect(body).toMatchObject({ works: false, ask: { when: 'credentials' } });
    expect(body.ask.link.url).toBe(
      `${world.wordpress[0]?.url.replace(/\/$/, '')}/wp-admin/profile.php#application-passwords-section`,
    );
    expect(JSON.stringify(body)).not.toContain('no-such-pw');
    await save('away', 'http://127.0.0.1:9/', 'shaarli');
    expect((await ask('away', 'Bookmarking', { password: 'a' })).body).toMatchObject({ works: false, ask: null });
  });

  test('tells nothing that the site says back of it', async () => {
    const server = createServer((_, response) =>
      response.writeHead(500, { 'content-type': 'application/json' }).end('{"message":"you sent echo-this-pw"}'),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    await save('echo', `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, 'shaarli');
    const { body } = await ask('echo', 'Bookmarking', { password: 'echo-this-pw' });
    expect(body.works).toBe(false);
    expect(JSON.stringify(body)).not.toContain('echo-this-pw');
    server.close();
  });

  test('is refused without its fields, for unknown sites, and where nobody may post', async () => {
    const missing = (await ask('blog', 'SocialNetwork', { username: 'a' })).body;
    expect(missing.error).toEqual({ code: 'INVALID', message: 'Please enter application password', field: 'password' });
    expect((await ask('none', 'Wiki', {})).status).toBe(404);
    await save('foreign', 'http://foreign.test/', 'wordpress', 'none');
    expect((await ask('foreign', 'SocialNetwork', loginOf(world.wordpress[0]))).body.error.message).toBe(noPermission);
    expect((await ask('blog', 'SocialNetwork', { username: {}, password: 'a' })).status).toBe(400);
    const refused = 'http://169.254.169.254/';
    await save('metadata', refused, 'shaarli');
    expect((await ask('metadata', 'Bookmarking', { password: 'a' })).body).toMatchObject({ works: false });
  });

  test('cannot be used to try passwords: failures are counted by host, successes are not', async () => {
    const good = loginOf(world.wordpress[0]);
    for (let number = 0; number < maxTests.atHost; number += 1) {
      expect((await ask('blog', 'SocialNetwork', { ...good, password: `guess-${number}` })).body.works).toBe(false);
      if (number < 3) expect((await ask('blog', 'SocialNetwork', good)).body.works).toBe(true);
    }
    const answer = await ask('blog', 'SocialNetwork', good);
    expect([answer.status, answer.body.error.message]).toEqual([429, testTexts.tooMany]);
    expect((await ask('wiki', 'Wiki', loginOf(world.mediawiki[0]))).status).toBe(200);
  });
});

describe('offers of sites', () => {
  const offered = async (search: string, limit = 20) =>
    (await app.send(offerSites, { query: { search, limit } })).body.offers.map(
      (offer: { id: { siteId: string }; isNamed: boolean }) => `${offer.id.siteId}${offer.isNamed ? ' *' : ''}`,
    );

  test('begin with the site that is named, as posting takes an account for it', async () => {
    await save('offer', 'http://www.offer.test:8080/', 'wordpress');
    await save('my-offer', 'http://other.test/', 'wordpress');
    await save('offers', 'http://www.offers.test/', 'wordpress');
    expect(await offered('OFFER')).toEqual(['offer *', 'offers', 'my-offer']);
    for (const name of ['www.offer.test:8080', 'www.offer.test']) expect(await offered(name)).toEqual(['offer *']);
    expect(await offered('offers.test')).toEqual(['offers *']);
    expect(await offered('offer', 1)).toEqual(['offer *']);
    expect(await offered("100% '\\ none")).toEqual([]);
    expect((await offered('')).length).toBeGreaterThan(3);
  });
});

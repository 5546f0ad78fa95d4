import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { topics } from '#domain/contract/live.ts';
import * as contract from '#domain/contract/sites.ts';
import { freeProbes, verifySite } from '#server/jobs/verify-site.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';

/** A host that answers nothing until it is told to. */
const held: ServerResponse[] = [];
let isHolding = true;
const host = createServer((_, response) => {
  if (isHolding) held.push(response);
  else response.writeHead(404).end();
});
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ roles: ['http'] });
  host.listen(0, '127.0.0.1');
  await once(host, 'listening');
  // No engine runs here: the test makes each claim, as a process that lives.
  await sql`insert into processes (boot_id, host, pid, roles) values (${app.app.bootId}, 'test', ${process.pid}, 'engine')
    on conflict do nothing`.execute(app.app.store.db);
});
afterAll(async () => {
  await app.stop();
  host.closeAllConnections();
  host.close();
});

const signal = new AbortController().signal;
const next = () => verifySite(app.app, signal);
const idOf = (siteId: string) => ({ module: 'SocialNetwork', siteId });
const save = (siteId: string, url: string) =>
  app.send(contract.saveCustomSite, {
    body: {
      ...idOf(siteId),
      platform: 'WordPress',
      url,
      connector: 'wordpress',
      permission: 'owned',
      gapSeconds: 3_600,
    },
  });
const status = async () => (await app.send(contract.listCustomSites)).body.verifierStatus;

test('one probe at a time and the gap of the host after it; Stop tells while the last one ends', async () => {
  const url = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
  await save('a', `${url}/a/`);
  await save('b', `${url}/b/`);
  await save('c', 'http://127.0.0.1:9/');
  const log = await app.listen(topics.customSites);
  await app.send(contract.verifyCustomSites, { body: {} });
  const asked = once(host, 'request');
  const first = next();
  await asked;
  expect(await next()).toBe(true);
  // Left is the other site of the host that is being asked.
  expect(await next()).toBe(false);
  expect((await app.send(contract.stopVerifyingCustomSites)).body).toEqual({ verifierStatus: 'STOPPING' });
  expect(await status()).toBe('STOPPING');
  isHolding = false;
  for (const response of held) response.writeHead(404).end();
  expect(await first).toBe(true);
  await log.until((body) => body.action === 'verifierStatusChanged' && body.verifierStatus === 'NEW');
  expect(await status()).toBe('NEW');

  await app.send(contract.verifyCustomSites, { body: { ids: [idOf('b')] } });
  expect(await next()).toBe(false);
  // An hour is meant for posts: the next probe may go after a minute.
  const { rows } = await sql<{
    ok: boolean;
  }>`select bool_or(probe_next_at between now() and now() + interval '1 minute') as ok
    from hosts`.execute(app.app.store.db);
  expect(rows).toEqual([{ ok: true }]);
  await sql`update hosts set probe_next_at = now()`.execute(app.app.store.db);
  expect(await next()).toBe(true);
});

/** Claims a site as a process does; nobody probes it. */
const claimFor = async (siteId: string, bootId: string, ago: string) => {
  const { db } = app.app.store;
  await sql`update hosts set probe_next_at = null, probed_by = ${bootId}
    where host = (select host from sites where site_id = ${siteId})`.execute(db);
  await sql`update sites set verify_claimed_at = now() - ${ago}::interval, verify_claimed_by = ${bootId}
    where site_id = ${siteId}`.execute(db);
};
const gone = '00000000-0000-4000-8000-000000000000';

test('what a process that died was probing is taken up by the next one', async () => {
  await app.send(contract.verifyCustomSites, { body: { ids: [idOf('c')] } });
  await claimFor('c', gone, '0 s');
  await freeProbes(app.app);
  expect(await next()).toBe(true);
  expect(await status()).toBe('NEW');
});

test('what was claimed for this process without its hearing of it is probed all the same, but not at once', async () => {
  await app.send(contract.verifyCustomSites, { body: { ids: [idOf('c')] } });
  await claimFor('c', app.app.bootId, '10 s');
  await freeProbes(app.app);
  expect(await next()).toBe(false);
  await claimFor('c', app.app.bootId, '31 s');
  await freeProbes(app.app);
  expect(await next()).toBe(true);
});

test('a Stop that waited for a probe of a process that died ends, and every window hears of it', async () => {
  await app.send(contract.verifyCustomSites, { body: { ids: [idOf('c')] } });
  await claimFor('c', app.app.bootId, '31 s');
  expect((await app.send(contract.stopVerifyingCustomSites)).body).toEqual({ verifierStatus: 'STOPPING' });
  const log = await app.listen(topics.customSites);
  await freeProbes(app.app);
  await log.until((body) => body.action === 'verifierStatusChanged' && body.verifierStatus === 'NEW');
  expect(await status()).toBe('NEW');
});

test('two claims at one moment never take two sites of one host', async () => {
  await sql`update hosts set probe_next_at = null`.execute(app.app.store.db);
  await app.send(contract.verifyCustomSites, { body: { ids: [idOf('a'), idOf('b')] } });
  const both = await Promise.all([next(), next(), next(), next()]);
  expect(both.filter(Boolean)).toHaveLength(1);
  await app.send(contract.stopVerifyingCustomSites);
});

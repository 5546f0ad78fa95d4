import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { addBlockedSites, blockedTexts, deleteBlockedSites } from '#domain/contract/options/blocked-sites.ts';
import { getOptions, saveOptions } from '#domain/contract/options/options.ts';
import { addProxies, deleteProxies, type ListedProxy, proxyTexts } from '#domain/contract/options/proxies.ts';
import { type RehearsalProxy, startHttpProxy, startSocksProxy } from '#rehearsal/proxy.ts';
import { readyCampaign } from '#test/support/builders.ts';
import { EngineWorld } from '#test/support/engine-world.ts';
import { until } from '#test/support/until.ts';

/** Posts that go by proxies, and sites that are blocked. The sites tell by its address who came: proxies leave by another. */
const at = new EngineWorld({ wordpress: 3, options: { timeToWaitBeforeRetry: 1, maxNumberOfRetries: 2 } });
const outside = '127.0.0.2';
const proxies: RehearsalProxy[] = [];

beforeAll(async () => {
  proxies.push(await startHttpProxy({ login: 'ann:pw', from: outside }));
  proxies.push(await startSocksProxy({ from: outside }));
});
afterEach(async () => {
  await set({ useProxyForPosting: false });
  const { proxies: all } = (await at.app.send(getOptions)).body;
  if (all.length > 0) await at.app.send(deleteProxies, { body: { ids: all } });
  for (const proxy of proxies) proxy.tunnels.length = 0;
});
afterAll(async () => {
  await Promise.all(proxies.map((proxy) => proxy.close()));
});

async function set(options: object): Promise<void> {
  await at.app.send(saveOptions, { body: options });
  const [[name, value] = []] = Object.entries(options);
  await until(
    'in force',
    () => (at.app.app.options.latest as unknown as Record<string, unknown>)[name ?? ''] === value,
  );
}
const add = (lines: string[]) => at.app.send(addProxies, { body: { proxies: lines.join('\n') } });
const lineOf = [() => `127.0.0.1:${proxies[0]?.port}:ann:pw`, () => `socks5://127.0.0.1:${proxies[1]?.port}`] as const;
const kept = async (): Promise<ListedProxy[]> => (await at.app.send(getOptions)).body.proxies;

test('traffic to sites goes by the proxies, one per account, proofs too', async () => {
  await add(lineOf.map((line) => line()));
  await set({ useProxyForPosting: true });
  const ready = await readyCampaign(at.app.app, at.world.wordpress, { siteName: 'tunnelled' });
  await at.start(ready.projectId);
  await at.completes(ready.projectId);
  expect(at.acts()).toHaveLength(3);
  await until('proved', async () =>
    (await at.rowsOf(ready.projectId)).every((row: { proof: string }) => row.proof === 'LIVE'),
  );
  expect(at.ledger.filter(({ from }) => from !== outside)).toEqual([]);
  // Each account and each host that is read has its own; nobody has all of them.
  const counts = (await kept()).map(({ accounts }) => accounts);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(6);
  expect(counts).toEqual([3, 3]);
  for (const proxy of proxies) expect(proxy.tunnels.length).toBeGreaterThan(0);
});

test('a proxy that is away is marked, and its accounts go by another one', async () => {
  await add(['127.0.0.1:9', '127.0.0.1:10', lineOf[0]()]);
  await set({ useProxyForPosting: true });
  const ready = await readyCampaign(at.app.app, at.world.wordpress, { siteName: 'rerouted' });
  await at.start(ready.projectId);
  await at.completes(ready.projectId);
  expect(at.acts()).toHaveLength(3);
  expect(at.ledger.filter(({ from }) => from !== outside)).toEqual([]);
  expect((await kept()).map(({ port, proxyStatus, said }) => [port, proxyStatus, said])).toEqual([
    [9, 'FAILED', 'refused'],
    [10, 'FAILED', 'refused'],
    [proxies[0]?.port, 'NEW', null],
  ]);
});

test('one that closes at once, speaks something else, wants to be paid, or stands at the usual port is marked too', async () => {
  const odd = [
    (socket: Socket) => socket.destroy(),
    (socket: Socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n'),
    (socket: Socket) => socket.end('HTTP/1.1 402 Payment Required\r\ncontent-length: 0\r\n\r\n'),
  ].map((greet) => createServer((socket) => void greet(socket.on('error', () => {}).resume())));
  for (const server of odd) await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const ports = odd.map((server) => (server.address() as AddressInfo).port);
  await set({ maxNumberOfRetries: 5 });
  await add([...ports.map((port) => `127.0.0.1:${port}`), '127.9.8.7:80', lineOf[1]()]);
  await set({ useProxyForPosting: true });
  const ready = await readyCampaign(at.app.app, at.world.wordpress, { siteName: 'odd' });
  await at.start(ready.projectId);
  await at.completes(ready.projectId);
  expect(at.ledger.filter(({ from }) => from !== outside)).toEqual([]);
  // Each that was gone through was found out; none of them has accounts left.
  const tried = (await kept()).filter(({ proxyStatus }) => proxyStatus === 'FAILED');
  expect(tried.map(({ said }) => said)).toEqual(
    expect.arrayContaining(['closed at once', 'it does not speak HTTP', 'it wants to be paid', 'refused']),
  );
  await set({ maxNumberOfRetries: 2 });
  for (const server of odd) server.close();
});

test('without a working proxy a project does not begin, and nothing goes straight on', async () => {
  await set({ useProxyForPosting: true });
  const ready = await readyCampaign(at.app.app, at.world.wordpress, { siteName: 'unreached' });
  await at.start(ready.projectId);
  await at.comesToRest(ready.projectId);
  const { project } = await at.page(ready.projectId);
  expect([project.status, project.lastError]).toEqual(['FAILED', JSON.stringify([proxyTexts.none])]);
  await add(['127.0.0.1:9']);
  await at.start(ready.projectId);
  await at.comesToRest(ready.projectId);
  expect(at.ledger).toEqual([]);
  const reasons = new Set((await at.rowsOf(ready.projectId)).map((row: { waitInfo: string }) => row.waitInfo));
  expect([...reasons].join()).toMatch(/No working proxy|The proxy 127\.0\.0\.1:9 failed: refused/);
});

test('a blocked site is not posted to, and is again when it is unblocked', async () => {
  const [first] = at.world.wordpress;
  const ready = await readyCampaign(at.app.app, first ? [first] : [], { siteName: 'blocked' });
  await at.db.updateTable('sites').set({ host: 'own.blocked.test' }).where('site_id', '=', 'blocked-0-0').execute();
  await at.app.send(addBlockedSites, { body: { sites: 'blocked.test' } });
  await at.start(ready.projectId);
  await at.comesToRest(ready.projectId);
  expect(at.ledger).toEqual([]);
  expect((await at.rowsOf(ready.projectId))[0]).toMatchObject({ status: 'FAILED', waitInfo: blockedTexts.isBlocked });
  await at.app.send(deleteBlockedSites, { body: { ids: ['blocked.test'] } });
  await at.start(ready.projectId);
  await at.completes(ready.projectId);
  expect(at.acts()).toHaveLength(1);
});

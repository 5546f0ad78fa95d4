import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { topics } from '#domain/contract/live.ts';
import { getOptions } from '#domain/contract/options/options.ts';
import * as contract from '#domain/contract/options/proxies.ts';
import { type RehearsalProxy, startHttpProxy, startSocksProxy } from '#rehearsal/proxy.ts';
import { type PageServer, startPageServer } from '#test/support/page-server.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';
import { until } from '#test/support/until.ts';

/** Proxies of the options over HTTP; those that are checked speak the real protocols. */
let app: TestApp;
let target: PageServer;
const open: RehearsalProxy[] = [];
beforeAll(async () => {
  target = await startPageServer();
  app = await startTestApp({ proxyCheckUrl: `http://${target.host}/` });
});
afterEach(async () => {
  target.release();
  await until('rest', async () => (await page()).proxyMonitorState === 'NEW');
  const { proxies } = await page();
  if (proxies.length > 0) await app.send(contract.deleteProxies, { body: { ids: proxies } });
  await Promise.all(open.splice(0).map((one) => one.close()));
});
afterAll(async () => {
  await app.stop();
  await target.close();
});

const page = async () => (await app.send(getOptions)).body;
const add = async (proxies: string) => (await app.send(contract.addProxies, { body: { proxies } })).body;
const statesOf = async () =>
  Object.fromEntries(
    (await page()).proxies.map((one: contract.ListedProxy) => [one.port, [one.proxyStatus, one.said]]),
  );
async function opened<T extends RehearsalProxy>(proxy: Promise<T>): Promise<T> {
  open.push(await proxy);
  return proxy;
}

describe('proxies', () => {
  test('are added by lines; bad ones come back, and a known one gets the new login', async () => {
    const log = await app.listen(topics.proxies);
    const { proxies, errorList } = await add('10.0.0.1:3128\n\nnonsense\n10.0.0.2:1080:ann:pw\n10.0.0.3:99999\n');
    expect(proxies).toMatchObject([
      { address: '10.0.0.1', port: 3128, kind: 'HTTP', username: null, password: null, proxyStatus: 'NEW' },
      { address: '10.0.0.2', port: 1080, username: 'ann', password: 'pw' },
    ]);
    expect(errorList).toEqual([
      `nonsense: ${contract.proxyTexts.notALine}`,
      `10.0.0.3:99999: ${contract.proxyTexts.noPort}`,
    ]);
    await log.until((body) => body.action === 'addNew' && 'proxies' in body && body.proxies?.length === 2, 'both');
    await add('10.0.0.2:1080:ann:other');
    const [, second] = (await page()).proxies;
    expect(second).toMatchObject({ address: '10.0.0.2', password: 'other' });
    const { rows } = await app.app.store.pool.query('select * from proxies');
    expect(JSON.stringify(rows)).not.toContain('other');
    expect((await add('   ')).error.message).toBe(contract.proxyTexts.enter);
  });

  test('are pasted in any order at once', async () => {
    const lines = Array.from({ length: 600 }, (_, at) => `10.9.9.9:${at + 1}`);
    const pasted = await Promise.all(
      [lines, lines.toReversed(), lines, lines.toReversed()].map((all) => add(all.join('\n'))),
    );
    expect(pasted.map(({ proxies }) => proxies?.length)).toEqual([600, 600, 600, 600]);
  });

  test('are deleted by address and port, in both spellings of the body', async () => {
    await add('10.0.0.1:1\n10.0.0.1:2\n10.0.0.1:3');
    const log = await app.listen(topics.proxies);
    const first = { address: '10.0.0.1', port: 1 };
    expect((await app.send(contract.deleteProxies, { body: [first] })).body).toEqual({ proxies: [first] });
    await log.until((body) => body.action === 'proxiesDeleted', 'told');
    const both = [
      { address: '10.0.0.1', port: 2 },
      { address: '10.0.0.1', port: 77 },
    ];
    expect((await app.send(contract.deleteProxies, { body: { ids: both } })).body.proxies).toHaveLength(1);
    expect(Object.keys(await statesOf())).toEqual(['3']);
  });
});

describe('the check of proxies', () => {
  test('finds those that work, by CONNECT and by SOCKS, and says why others do not', async () => {
    const [plain, locked, socks] = await Promise.all([
      opened(startHttpProxy()),
      opened(startHttpProxy({ login: 'ann:pw' })),
      opened(startSocksProxy({ login: 'bob:pw' })),
    ]);
    const wrong = await opened(startSocksProxy({ login: 'bob:pw' }));
    await add(
      [
        `127.0.0.1:${plain.port}`,
        `127.0.0.1:${locked.port}:ann:wrong`,
        `socks5://127.0.0.1:${socks.port}:bob:pw`,
        `socks5://127.0.0.1:${wrong.port}:bob:no`,
        '127.0.0.1:9',
      ].join('\n'),
    );
    const log = await app.listen(topics.proxies);
    expect((await app.send(contract.checkProxies)).body).toEqual({ proxyMonitorState: 'CHECKING' });
    await log.until(
      (body) => body.action === 'proxyMonitorStateChanged' && body.proxyMonitorState === 'NEW',
      'the end',
    );
    const states = await statesOf();
    expect(states[plain.port]).toEqual(['WORKING', expect.stringMatching(/^Answered in \d+ ms$/)]);
    expect(states[socks.port]).toEqual(['WORKING', expect.stringMatching(/^Answered in \d+ ms$/)]);
    expect(states[locked.port]).toEqual(['FAILED', 'The proxy failed: it does not take the login']);
    expect(states[wrong.port]).toEqual(['FAILED', 'The proxy failed: it does not take the login']);
    expect(states[9]).toEqual(['FAILED', 'The proxy failed: refused']);
    expect([plain.tunnels, socks.tunnels]).toEqual([[target.host], [target.host]]);
    expect([locked.refused, wrong.refused]).toEqual([1, 1]);
  });

  test('is stopped in the middle: who was not asked to the end is as before', async () => {
    const proxy = await opened(startHttpProxy());
    await add(`127.0.0.1:${proxy.port}`);
    target.hold();
    await app.send(contract.checkProxies);
    await until('on its way', async () => (await statesOf())[proxy.port]?.[0] === 'CHECKING');
    expect((await app.send(contract.checkProxies)).body).toEqual({ proxyMonitorState: 'CHECKING' });
    const { body } = await app.send(contract.stopCheckingProxies);
    expect(['STOPPING', 'NEW']).toContain(body.proxyMonitorState);
    await until('rest', async () => (await page()).proxyMonitorState === 'NEW');
    expect((await statesOf())[proxy.port]).toEqual(['NEW', null]);
  });

  test('says nothing of a proxy that got another login meanwhile', async () => {
    const proxy = await opened(startHttpProxy({ login: 'ann:pw' }));
    await add(`127.0.0.1:${proxy.port}:ann:pw`);
    target.hold();
    await app.send(contract.checkProxies);
    await until('on its way', () => proxy.tunnels.length === 1);
    await add(`127.0.0.1:${proxy.port}:ann:other`);
    target.release();
    await until('rest', async () => (await page()).proxyMonitorState === 'NEW');
    expect((await statesOf())[proxy.port]).toEqual(['NEW', null]);
  });

  test('has nothing to do without proxies', async () => {
    expect((await app.send(contract.checkProxies)).body.error.message).toBe(contract.proxyTexts.enter);
  });
});

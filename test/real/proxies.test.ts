import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getOptions, saveOptions } from '#domain/contract/options/options.ts';
import { addProxies, checkProxies, type ListedProxy } from '#domain/contract/options/proxies.ts';
import type { SeenRequest } from '#rehearsal/ledger.ts';
import { startWorld, type World } from '#rehearsal/world.ts';
import { readyCampaign } from '#test/support/builders.ts';
import { whyNotReal } from '#test/support/real/install.ts';
import { proxyPackages, type RealProxies, startProxies } from '#test/support/real/proxies/start-proxies.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';
import { until } from '#test/support/until.ts';

const reason = whyNotReal(proxyPackages);

describe.skipIf(reason)(`real Squid and Dante${reason ? ` (skipped: ${reason})` : ''}`, () => {
  let proxies: RealProxies;
  let world: World;
  let app: TestApp;
  const ledger: SeenRequest[] = [];
  beforeAll(async () => {
    proxies = await startProxies();
    world = await startWorld({ wordpress: 4, ledger });
    app = await startTestApp({ proxyCheckUrl: world.wordpress[0]?.url ?? '' });
  });
  afterAll(async () => {
    await app?.stop();
    await world?.close();
    await proxies?.stop();
  });

  const kept = async (): Promise<ListedProxy[]> => (await app.send(getOptions)).body.proxies;
  const add = (lines: string[]) => app.send(addProxies, { body: { proxies: lines.join('\n') } });

  test('are told apart from those that do not take the login', async () => {
    const { squid, dante } = proxies;
    await add([
      `127.0.0.1:${squid.port}:${squid.username}:wrong`,
      `socks5://127.0.0.1:${dante.port}:${dante.username}:no`,
    ]);
    await app.send(checkProxies);
    await until('checked', async () => (await kept()).every(({ proxyStatus }) => proxyStatus === 'FAILED'));
    expect((await kept()).map(({ said }) => said)).toEqual(
      Array.from({ length: 2 }, () => 'The proxy failed: it does not take the login'),
    );
    const right = [
      `127.0.0.1:${squid.port}:${squid.username}:${squid.password}`,
      `socks5://127.0.0.1:${dante.port}:${dante.username}:${dante.password}`,
    ];
    await add(right);
    await app.send(checkProxies);
    await until('checked again', async () => (await kept()).every(({ proxyStatus }) => proxyStatus === 'WORKING'));
  });

  test('carry all traffic of a project to its sites, as their logs say', async () => {
    await app.send(saveOptions, { body: { useProxyForPosting: true } });
    await until('in force', () => app.app.options.latest.useProxyForPosting);
    ledger.length = 0;
    const ready = await readyCampaign(app.app, world.wordpress);
    await app.fetch(`/action/start/project/${ready.projectId}`, { headers: { 'sec-fetch-site': 'same-origin' } });
    const links = () => app.app.store.db.selectFrom('url_items').where('url_list_id', '=', ready.outputId).selectAll();
    await until('proved', async () => {
      const rows = await links().execute();
      return rows.length === 4 && rows.every((row) => row.proof_state === 'LIVE');
    });
    const { squid, dante } = proxies;
    expect(new Set(ledger.map(({ from }) => from))).toEqual(new Set([squid.from, dante.from]));
    const ports = world.wordpress.map(({ url }) => new URL(url).port);
    // Squid writes a tunnel down when it is closed, some seconds after its last request.
    await until('logged', () => ports.every((port) => (squid.log() + dante.log()).includes(port)));
    await until('a tunnel of Squid', () => /CONNECT 127\.0\.0\.1:\d+ puser HIER_DIRECT/.test(squid.log()));
    expect(squid.log()).toMatch(/CONNECT 127\.0\.0\.1:\d+ puser/);
    expect(dante.log()).toContain('username%lwsocks@');
  });
});

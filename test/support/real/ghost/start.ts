import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, freshFolder, startServer, stopAll, waitUntil } from '../processes.ts';
import type { RealServer } from '../start.ts';
import { ghostPackage } from './install.ts';

/** A running Ghost. */
export interface RealGhost extends RealServer {
  /** Switches outbound link tagging, as its owner does. */
  tagLinks(isOn: boolean): Promise<void>;
}

/**
 * Starts Ghost on a store of its own (SQLite), with its owner and a custom integration, whose Admin API key is the
 * password (reference/real-servers.md, section 6). It asks nobody outside, as far as it can be told.
 */
export async function startGhost(): Promise<RealGhost> {
  const folder = freshFolder('ghost');
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  cpSync(join(ghostPackage, 'content'), join(folder, 'content'), { recursive: true });
  const settings = {
    ...{ NODE_ENV: 'production', url, server__host: '127.0.0.1', server__port: port },
    ...{ paths__contentPath: join(folder, 'content'), logging__transports: '["stdout"]', logging__level: 'warn' },
    ...{ database__client: 'better-sqlite3', database__connection__filename: join(folder, 'ghost.db') },
    ...{ database__useNullAsDefault: true, mail__transport: 'Direct', security__staffDeviceVerification: false },
    ...{ privacy__useUpdateCheck: false, privacy__useGravatar: false, privacy__useRpcPing: false },
  };
  const env = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  // Its root is where it is started.
  const args = ['-C', ghostPackage, ...env, process.execPath, 'index.js'];
  const server = startServer({ command: 'env', args, log: join(folder, 'server.log') });
  const api = `${url}/ghost/api/admin`;
  const answers = async () => (await fetch(`${api}/site/`)).ok;
  await waitUntil('Ghost', () => answers().catch(() => false), 240_000);
  const owner = await setUp(api, url);
  return {
    ...{ url, username: 'owner', password: owner.key, stop: () => stopAll([server], folder) },
    async tagLinks(isOn) {
      await owner.send('PUT', 'settings/', { settings: [{ key: 'outbound_link_tagging', value: isOn }] });
    },
  };
}

type Send = (method: string, route: string, body: object) => Promise<Response>;

async function setUp(api: string, origin: string): Promise<{ key: string; send: Send }> {
  let cookie = '';
  const send: Send = async (method, route, body) => {
    const headers = { origin, cookie, 'content-type': 'application/json' };
    const answer = await fetch(`${api}/${route}`, { method, headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`Ghost answered ${answer.status} to ${route}: ${await answer.text()}`);
    cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? cookie;
    return answer;
  };
  const [email, password] = ['owner@example.com', 'own-pw-775533'];
  await send('POST', 'authentication/setup/', { setup: [{ name: 'Ann', email, password, blogTitle: 'Slow Letters' }] });
  await send('POST', 'session/', { username: email, password });
  const made = await send('POST', 'integrations/?include=api_keys', { integrations: [{ name: 'Posts' }] });
  const { integrations } = (await made.json()) as {
    integrations: [{ api_keys: { type: string; secret: string }[] }];
  };
  return { key: integrations[0].api_keys.find(({ type }) => type === 'admin')?.secret ?? '', send };
}

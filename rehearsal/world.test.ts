import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { ListedPost } from './site-server.ts';
import { startWorld } from './world.ts';

const folder = mkdtempSync(join(tmpdir(), 'rehearsal-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function postTo(url: string, login: { username: string; password: string }, title: string): Promise<Response> {
  const authorization = `Basic ${Buffer.from(`${login.username}:${login.password}`).toString('base64')}`;
  const headers = { authorization, 'content-type': 'application/json' };
  return fetch(`${url}/wp-json/wp/v2/posts`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ title, content: 'x<!--lw:abc-->' }),
  });
}

describe('rehearsal world', () => {
  it('starts one of each by default, with credentials of their own', async () => {
    const world = await startWorld();
    expect(world.sites.map((site) => site.platform)).toEqual(['wordpress', 'mediawiki', 'shaarli']);
    expect(new Set(world.sites.map((site) => site.password)).size).toBe(3);
    await world.close();
  });

  it('keeps posts and credentials over a restart', async () => {
    const options = { wordpress: 1, dataFolder: folder };
    const first = await startWorld(options);
    const [site] = first.wordpress;
    await postTo(site!.url, site!, 'One');
    await postTo(site!.url, site!, 'Two');
    await first.close();
    const second = await startWorld(options);
    expect(second.wordpress[0]).toMatchObject({ username: site?.username, password: site?.password });
    expect(second.wordpress[0]?.posts().map((post) => [post.id, post.title, post.marker])).toEqual([
      [1, 'One', 'abc'],
      [2, 'Two', 'abc'],
    ]);
    await second.close();
  });

  it('runs as a process, with dials and lists by HTTP', async () => {
    const child = spawn(process.execPath, ['rehearsal/cli.ts', '--wordpress=1'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const line = await new Promise<string>((resolve) =>
      child.stdout.once('data', (data: Buffer) => resolve(data.toString())),
    );
    const { sites } = JSON.parse(line) as { sites: { url: string; username: string; password: string }[] };
    const site = sites[0]!;
    const dial = (body: object) => fetch(`${site.url}/__dial`, { method: 'POST', body: JSON.stringify(body) });
    expect((await postTo(site.url, site, 'One')).status).toBe(201);
    await dial({ tooMany: { retryAfter: 4 } });
    const refused = await postTo(site.url, site, 'Two');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '4']);
    await dial({ reset: true, dropAfterCommit: true, times: 1 });
    await expect(postTo(site.url, site, 'Three')).rejects.toThrow();
    expect((await postTo(site.url, site, 'Four')).status).toBe(201);
    const list = async () => (await (await fetch(`${site.url}/__posts`)).json()) as ListedPost[];
    expect((await list()).map((post) => post.title)).toEqual(['One', 'Three', 'Four']);
    await dial({ deletePosts: true });
    expect(await list()).toEqual([]);
    child.kill();
    await new Promise((resolve) => child.once('exit', resolve));
  });
});

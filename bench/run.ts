import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Agent, request } from 'undici';
import { readConfig } from '#server/config.ts';
import { startProject } from '#server/features/projects/run-project.ts';
import { commitAndWake } from '#server/live/commit.ts';
import { startApp } from '#server/main.ts';
import { readyCampaign } from '#test/support/builders.ts';
import { endWithUs } from '#test/support/end-with-us.ts';
import { startWordPress } from '#test/support/real/start.ts';
import { cpuMsOf, startProduct, storePids } from './product.ts';

/**
 * Posts per second of a whole run (claim, compose, post, backlink, proof), beside a bare HTTP load of the same requests in
 * the same run, and what the engine costs in CPU per post. node bench/run.ts --against=real|rehearsal --posts=300
 */
const { values } = parseArgs({
  options: {
    against: { type: 'string', default: 'real' },
    posts: { type: 'string', default: '300' },
    at: { type: 'string', default: '8' },
  },
});
const nPosts = Number(values.posts);
const atOnce = Number(values.at);

async function startTarget() {
  if (values.against === 'real') return startWordPress();
  const child = endWithUs(
    spawn(process.execPath, ['rehearsal/cli.ts', '--wordpress=1'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  );
  const line = await new Promise<string>((resolve) =>
    child.stdout.once('data', (data: Buffer) => resolve(data.toString())),
  );
  const { sites } = JSON.parse(line) as { sites: { url: string; username: string; password: string }[] };
  const site = sites[0];
  if (!site) throw new Error('no site');
  return { ...site, stop: () => void child.kill() };
}

const target = await startTarget();
const authorization = `Basic ${Buffer.from(`${target.username}:${target.password}`).toString('base64')}`;
const agent = new Agent({ connections: 32 });

/** The two requests of a post, and nothing else: the same text length, the same tags, then the public page. */
async function bareLoad(n: number, name: string, tags: number[]): Promise<number> {
  let next = 0;
  const worker = async () => {
    while (next < n) {
      const number = next++;
      const slug = `${name}-title-${number}-${Math.random().toString(36).slice(2, 12)}`;
      const body = JSON.stringify({
        title: `Good title ${number}`,
        content: `<p>First paragraph ${number} about <a href="http://money.example/">garden tools</a>. It has two sentences.</p>\n<p>Second paragraph, also short. The end.<!-- lwabcdefghijklmn --></p>`,
        status: 'publish',
        slug,
        tags,
      });
      const answer = await request(`${target.url}/wp-json/wp/v2/posts?_fields=id%2Clink%2Cstatus`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body,
        dispatcher: agent,
      });
      const { link } = (await answer.body.json()) as { link: string };
      const page = await request(link, { dispatcher: agent });
      await page.body.dump({ limit: 10_000_000 });
    }
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: atOnce }, worker));
  return n / ((performance.now() - began) / 1_000);
}

async function tagIds(): Promise<number[]> {
  const ids: number[] = [];
  for (const name of ['one', 'two']) {
    const answer = await request(`${target.url}/wp-json/wp/v2/tags`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ name }),
      dispatcher: agent,
    });
    const tag = (await answer.body.json()) as { id?: number; data?: { term_id: number } };
    ids.push(tag.id ?? tag.data?.term_id ?? 0);
  }
  return ids;
}

async function engineRun(): Promise<{ rate: number; ownMs: number; storeMs: number; live: number }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lw-run-'));
  chmodSync(dataDir, 0o755);
  const env = { LINKWRIGHT_DATA: dataDir, LINKWRIGHT_PASSWORD: 'bench-password', LINKWRIGHT_LOG: 'error' };
  const seeder = await startApp({ ...readConfig({ ...process.env, ...env }, []), roles: [] }, () => {});
  const site = { platform: 'wordpress', url: target.url, username: target.username, password: target.password };
  const ready = await readyCampaign(seeder.app, [site], { rowsPerSite: nPosts, atOnce });
  await seeder.app.store.db
    .insertInto('settings')
    .values({ key: 'options', value: JSON.stringify({ maxPostingThreads: atOnce }) })
    .execute();
  await commitAndWake(seeder.app, (tx, note) => startProject(tx, note, { id: ready.projectId }, seeder.app.secrets));
  await seeder.stop();
  const product = await startProduct(env);
  const postmaster = Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
  const storeMs = () => storePids(postmaster).reduce((sum, pid) => sum + safeCpu(pid), 0);
  const before = { own: product.cpuMs(), store: storeMs() };
  const began = Date.now();
  let live = 0;
  let seconds = 0;
  while (seconds === 0) {
    await pause(1_000);
    const page = (await product.call('GET', `/rest/url_items/${ready.outputId}?limit=100&order=desc`)) as {
      proofCounts: Record<string, number>;
      urlItems: { proof: { checkedAt: string | null } }[];
    };
    live = page.proofCounts.LIVE ?? 0;
    const checked = live + (page.proofCounts.CHANGED ?? 0) + (page.proofCounts.MISSING ?? 0);
    // The end is the moment of the last proof, not of this look.
    const lastAt = Math.max(...page.urlItems.map((item) => Date.parse(item.proof.checkedAt ?? '') || 0));
    if (checked >= nPosts) seconds = (lastAt - began) / 1_000;
    else if (Date.now() - began > 300_000) seconds = 300;
  }
  const result = {
    rate: nPosts / seconds,
    ownMs: (product.cpuMs() - before.own) / nPosts,
    storeMs: (storeMs() - before.store) / nPosts,
    live,
  };
  await product.stop();
  rmSync(dataDir, { recursive: true, force: true });
  return result;
}

function safeCpu(pid: number): number {
  try {
    return cpuMsOf(pid);
  } catch {
    return 0;
  }
}

const tags = await tagIds();
// A blog's first hundreds of posts are quicker than the next thousands: both loads meet a blog that is past them.
await bareLoad(nPosts, 'warm', tags);
const bareBefore = await bareLoad(nPosts, 'before', tags);
const run = await engineRun();
const bareAfter = await bareLoad(nPosts, 'after', tags);
const bare = (bareBefore + bareAfter) / 2;
console.log(
  `target: ${values.against} WordPress, ${nPosts} posts, ${atOnce} at once; each post: 1 act and 1 read as a stranger`,
);
console.log(`bare HTTP load  ${bareBefore.toFixed(1)} and ${bareAfter.toFixed(1)} posts/s`);
console.log(
  `whole run       ${run.rate.toFixed(1)} posts/s, ${run.live} proved live; ratio ${(run.rate / bare).toFixed(2)}`,
);
console.log(`CPU per post    ${run.ownMs.toFixed(2)} ms product, ${run.storeMs.toFixed(2)} ms store`);
await agent.close();
await target.stop();

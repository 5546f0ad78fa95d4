import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';
import type { PostContent } from '#connectors/kit/contract/platforms.ts';
import { findPlatform } from '#connectors/registry.ts';
import { createOutside } from '#server/outside/outside.ts';
import { endWithUs } from '#test/support/end-with-us.ts';
import { startMediaWiki, startShaarli, startWordPress } from '#test/support/real/start.ts';

/**
 * Posts a second through a connector, at some numbers of connections, with the CPU time of our own process a post.
 * `node bench/posting.ts --platform=wordpress --against=rehearsal|real --connections=1,8 --seconds=8`
 */
const { values } = parseArgs({
  options: {
    platform: { type: 'string', default: 'wordpress' },
    against: { type: 'string', default: 'rehearsal' },
    connections: { type: 'string', default: '1,8' },
    seconds: { type: 'string', default: '8' },
  },
});

interface Target {
  url: string;
  username: string;
  password: string;
  stop(): Promise<void> | void;
}

async function startTarget(): Promise<Target> {
  if (values.against === 'real') {
    if (values.platform === 'mediawiki') return startMediaWiki();
    return values.platform === 'shaarli' ? startShaarli() : startWordPress();
  }
  const child = endWithUs(
    spawn(process.execPath, ['rehearsal/cli.ts', `--${values.platform}=1`], {
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  );
  const line = await new Promise<string>((resolve) =>
    child.stdout.once('data', (data: Buffer) => resolve(data.toString())),
  );
  const { sites } = JSON.parse(line) as { sites: Omit<Target, 'stop'>[] };
  return { ...sites[0]!, stop: () => void child.kill() };
}

function contentOf(marker: string): PostContent {
  const link = { url: `https://example.com/${marker}`, anchor: 'a good anchor', rel: '' };
  const paragraph = `<p>${'Some words of an article that is as long as most. '.repeat(12)}</p>`;
  const html = `${paragraph.repeat(5)}<p>See <a href="${link.url}">${link.anchor}</a>.</p>`;
  return {
    marker,
    title: `Bench article ${marker}`,
    html,
    tags: ['bench', 'load'],
    links: [link],
    author: { name: '', bio: '' },
  };
}

const target = await startTarget();
const platform = findPlatform(values.platform)!;
const outside = createOutside({ timeoutMs: () => 60_000, log: console.error });
const { username, password } = target;
const signal = new AbortController().signal;
const tools = outside.toolsFor({
  connectorId: platform.id,
  siteUrl: target.url,
  accountKey: 'bench',
  secrets: [password],
  signal,
  seed: 'bench',
});
const job = {
  site: { siteId: 'bench', url: target.url, platform: platform.id },
  account: { username, password, email: '' },
  tools,
};
let sequence = 0;
for (const nConnections of values.connections.split(',').map(Number)) {
  const nWorkers = Math.min(nConnections, platform.maxAtOnce ?? nConnections);
  await platform.publish(job, contentOf(`warm${nConnections}x${sequence++}`));
  const end = Date.now() + Number(values.seconds) * 1000;
  const startedAt = performance.now();
  const cpu = process.cpuUsage();
  let done = 0;
  const work = async () => {
    while (Date.now() < end) {
      await platform.publish(job, contentOf(`b${nConnections}x${(sequence++).toString(36).padStart(8, '0')}`));
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: nWorkers }, work));
  const used = process.cpuUsage(cpu);
  const rate = done / ((performance.now() - startedAt) / 1000);
  const cpuMs = (used.user + used.system) / 1000 / done;
  console.log(
    `${values.platform} ${values.against}, ${nWorkers} at once: ${rate.toFixed(1)} posts/s, ${cpuMs.toFixed(3)} ms CPU of ours a post`,
  );
}
await outside.close();
await target.stop();

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { randomInt, seededRandom } from '#domain/rules/random.ts';
import type { RehearsalSite } from '#rehearsal/site-server.ts';
import { readConfig } from '#server/config.ts';
import { startProject } from '#server/features/projects/run-project.ts';
import { commitAndWake } from '#server/live/commit.ts';
import { startApp } from '#server/main.ts';
import { readyCampaign } from '#test/support/builders.ts';
import { endWithUs } from '#test/support/end-with-us.ts';

/**
 * Kills the product (SIGKILL) at random moments while runs of 50 posts go to a rehearsal WordPress that drops a fifth
 * of its answers after commit. Afterwards every post must stand exactly once on the target.
 * node bench/kill.ts --kills=100 --seed=1            embedded store
 * DATABASE_URL=... node bench/kill.ts --kills=100    a PostgreSQL server
 */
const { values } = parseArgs({
  options: { kills: { type: 'string' }, seed: { type: 'string' }, posts: { type: 'string' } },
});
const nKills = Number(values.kills ?? 100);
const nPosts = Number(values.posts ?? 50);
const seed = values.seed ?? '1';
const random = seededRandom(seed);
const root = new URL('..', import.meta.url).pathname;
const dataDir = mkdtempSync(join(tmpdir(), 'lw-kill-'));
// The store's own user must be able to enter.
chmodSync(dataDir, 0o755);
const databaseUrl = process.env.DATABASE_URL;
const env = {
  ...process.env,
  LINKWRIGHT_DATA: dataDir,
  LINKWRIGHT_SETTLE_MS: '900',
  LINKWRIGHT_LOG: 'error',
  PORT: '0',
};

type Target = Pick<RehearsalSite, 'platform' | 'url' | 'username' | 'password'>;

async function startTarget(): Promise<{ site: Target; process: ChildProcess }> {
  const child = endWithUs(
    spawn(process.execPath, [`${root}rehearsal/cli.ts`, '--wordpress=1', `--seed=${seed}`], {
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  );
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const site = (JSON.parse(line) as { sites: Target[] }).sites[0];
  if (!site) throw new Error('no rehearsal site');
  // Slow enough that kills fall into every step; the settling time stays well above it.
  const dials = { dropAfterCommit: true, rate: 0.2, slowMs: 60 };
  await fetch(`${site.url}/__dial`, {
    method: 'POST',
    body: JSON.stringify(dials),
    headers: { 'content-type': 'application/json' },
  });
  return { site, process: child };
}

/** Seeds a run in a short process of its own and asks for its start. */
async function seedRun(site: Target): Promise<number> {
  const config = readConfig(env, []);
  const running = await startApp(
    { ...config, roles: [], firstUser: { name: 'admin', password: 'not-used-here' } },
    () => {},
  );
  const ready = await readyCampaign(running.app, [site], { rowsPerSite: nPosts, atOnce: 4 });
  await commitAndWake(running.app, (tx, note) => startProject(tx, note, { id: ready.projectId }, running.app.secrets));
  await running.stop();
  return ready.projectId;
}

/** Starts the product; answers it and how long it took until it said that it runs, in ms. */
async function startProduct(): Promise<{ child: ChildProcess; ms: number }> {
  const began = Date.now();
  const child = endWithUs(
    spawn(process.execPath, [`${root}server/cli/start.ts`], { env, stdio: ['ignore', 'pipe', 'inherit'] }),
  );
  for await (const line of createInterface({ input: child.stdout }))
    if (line.startsWith('Linkwright is running')) break;
  if (child.exitCode !== null) throw new Error('the product did not start');
  return { child, ms: Date.now() - began };
}

async function query<T extends pg.QueryResultRow>(text: string, params: unknown[]): Promise<T[]> {
  // A killed process leaves the embedded server running: that is where we look.
  const client = new pg.Client(
    databaseUrl
      ? { connectionString: databaseUrl }
      : {
          host: join(dataDir, 'run'),
          user: 'linkwright',
          database: 'postgres',
          password: readFileSync(join(dataDir, 'postgres.password'), 'utf8'),
        },
  );
  await client.connect();
  const { rows } = await client.query<T>(text, params);
  await client.end();
  return rows;
}

const isDone = async (projectId: number) =>
  (await query<{ status: string }>('select status from projects where id = $1', [projectId]))[0]?.status ===
  'COMPLETED';

const target = await startTarget();
const startTimes: number[] = [];
let kills = 0;
let runs = 0;
const faults: string[] = [];
while (kills < nKills) {
  const projectId = await seedRun(target.site);
  runs += 1;
  for (let done = false; !done; ) {
    const { child, ms } = await startProduct();
    startTimes.push(ms);
    const lifeMs = randomInt(random, 0, 900);
    if (kills < nKills) {
      await pause(lifeMs);
      child.kill('SIGKILL');
      kills += 1;
      await once(child, 'exit');
    } else {
      const end = Date.now() + 60_000;
      while (!(await isDone(projectId)) && Date.now() < end) await pause(200);
      child.kill('SIGTERM');
      await once(child, 'exit');
      if (databaseUrl === undefined) {
        const { child: again } = await startProduct();
        again.kill('SIGKILL');
        await once(again, 'exit');
      }
    }
    done = await isDone(projectId);
    if (!done && kills >= nKills && child.exitCode === 0) {
      faults.push(`run ${runs} did not end`);
      break;
    }
  }
  await verify(projectId);
  process.stdout.write(`run ${runs}: ${kills} kills so far, ${faults.length} faults\n`);
}

async function verify(projectId: number): Promise<void> {
  const posts = await query<{ marker: string; state: string; url: string; links: number }>(
    `select p.marker, p.state, p.url, (select count(*)::int from url_items i where i.post_id = p.id) as links from posts p where project_id = $1`,
    [projectId],
  );
  const [run] = await query<Record<'planned' | 'succeeded' | 'failed' | 'skipped' | 'unknown', number>>(
    'select planned::int, succeeded::int, failed::int, skipped::int, unknown::int from runs where project_id = $1',
    [projectId],
  );
  const listed = (await (await fetch(`${target.site.url}/__posts`)).json()) as
    | { marker: string }[]
    | { posts: { marker: string }[] };
  const there = Map.groupBy(Array.isArray(listed) ? listed : listed.posts, (post) => post.marker);
  for (const post of posts) {
    const count = there.get(post.marker)?.length ?? 0;
    if (count !== 1) faults.push(`post ${post.marker} (${post.state}) stands ${count} times`);
    if (post.state !== 'SUCCEEDED' || post.links !== 1)
      faults.push(`post ${post.marker}: ${post.state}, ${post.links} links`);
  }
  if (posts.length !== nPosts) faults.push(`${posts.length} posts planned, not ${nPosts}`);
  if (!run || run.planned !== run.succeeded + run.failed + run.skipped + run.unknown)
    faults.push(`counters do not add up: ${JSON.stringify(run)}`);
}

target.process.kill();
const sorted = startTimes.toSorted((a, b) => a - b);
console.log(`store: ${databaseUrl ? 'PostgreSQL server' : 'embedded'}, seed ${seed}`);
console.log(
  `${kills} kills over ${runs} runs of ${nPosts} posts; starts: median ${sorted[sorted.length >> 1]} ms, slowest ${sorted.at(-1)} ms`,
);
console.log(faults.length === 0 ? 'every post stands exactly once' : faults.slice(0, 20).join('\n'));
if (databaseUrl === undefined) await stopEmbedded();
rmSync(dataDir, { recursive: true, force: true });
process.exit(faults.length === 0 && (sorted.at(-1) ?? 0) < 5_000 ? 0 : 1);

async function stopEmbedded(): Promise<void> {
  const pid = Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
  process.kill(pid, 'SIGINT');
}

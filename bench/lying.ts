import { fork } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { lies } from '#rehearsal/lies.ts';
import { readConfig } from '#server/config.ts';
import { startApp } from '#server/main.ts';
import { endWithUs } from '#test/support/end-with-us.ts';
import type { BeatOrder, BeatReport } from './lying-beats.ts';
import { judgeEnds } from './lying-verdict.ts';
import { liarOf, seedHonest, seedLiars, startHonest, startLiars } from './lying-world.ts';
import { startProduct } from './product.ts';

/**
 * The product between sites that lie in every way and honest ones: every post must end with a readable reason, the memory
 * stay flat, and the honest sites not wait. A beat starts a small honest project; its time to the last post is measured
 * with the liars silent, lying, and silent again. The lying answers are counted at the liars.
 * node bench/lying.ts --answers=10000 --seed=1 [--timeout=30] [--quiet=45]
 */
const { values } = parseArgs({
  options: {
    answers: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
    timeout: { type: 'string', default: '30' },
    quiet: { type: 'string', default: '45' },
  },
});
const nAnswers = Number(values.answers);
const isShort = nAnswers < 1_000;
const beatMs = 800;
/** A project of the liars starts at most so often: the machine is to be shared, not used up. */
const roundMs = 20_000;
const nHonest = 12;
const databaseUrl = process.env.DATABASE_URL;
const dataDir = mkdtempSync(join(tmpdir(), 'lw-lying-'));
// The store's own user must be able to enter.
chmodSync(dataDir, 0o755);
const env = { LINKWRIGHT_DATA: dataDir, LINKWRIGHT_PASSWORD: 'bench-password', LINKWRIGHT_SETTLE_MS: '500' };

const liars = await startLiars({ seed: values.seed, isShort });
const honest = await startHonest(4);
const { rounds, honestIds } = await seed();
const product = await startProduct({ ...env, LINKWRIGHT_LOG: 'error' });
let died = false;
product.child.once('exit', () => {
  died = true;
});
const connection = databaseUrl
  ? { connectionString: databaseUrl }
  : {
      host: join(dataDir, 'run'),
      user: 'linkwright',
      database: 'postgres',
      password: readFileSync(join(dataDir, 'postgres.password'), 'utf8'),
    };
const store = new pg.Client(connection);
await store.connect();

async function seed() {
  const config = readConfig({ ...process.env, ...env }, []);
  const seeder = await startApp({ ...config, roles: [], logLevel: 'error' }, () => {});
  const options = {
    waitTimeOut: Number(values.timeout),
    maxNumberOfRetries: 1,
    timeToWaitBeforeRetry: 1,
    maxPostingThreads: 100,
    maxConcurrentProjects: 100,
  };
  await seeder.app.store.db
    .insertInto('settings')
    .values({ key: 'options', value: JSON.stringify(options) })
    .execute();
  const rounds = await seedLiars(seeder.app, liars);
  const honestIds = await seedHonest(seeder.app, honest.sites, nHonest);
  await seeder.stop();
  return { rounds, honestIds };
}

type Phase = 'before' | 'lying' | 'ending' | 'after';
let phase: Phase = 'before';
/** When each phase began. */
const phases: { phase: Phase; from: number }[] = [{ phase, from: 0 }];
const enter = (next: Phase) => {
  phase = next;
  phases.push({ phase, from: Date.now() });
};
const phaseAt = (at: number) => phases.findLast(({ from }) => from <= at)?.phase ?? 'before';
const rss: { told: number; mb: number }[] = [];
const loops: number[] = [];
const memory = () =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${product.pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024;
const start = (id: number) => product.call('GET', `/action/start/project/${id}?again=true`);
const restingOf = async (ids: number[]) => {
  const { rows } = await store.query<{ id: number }>(
    `select id::int from projects where id = any($1) and status in ('NEW', 'COMPLETED', 'FAILED', 'STOPPED')`,
    [ids],
  );
  return rows.map((row) => row.id);
};

/** Takes the memory and the loop delay of the product at every beat. */
async function watch(signal: AbortSignal): Promise<void> {
  for (let number = 0; !signal.aborted && !died; number += 1) {
    if (phase === 'lying' || phase === 'ending') rss.push({ told: liars.told(), mb: memory() });
    if (number % 18 === 0) loops.push(await product.loopMaxMs());
    await pause(beatMs);
  }
}

/** Starts the honest projects, from a process of its own; the answer ends it. */
function beat(): () => Promise<BeatReport> {
  const order: BeatOrder = { url: product.url, cookie: product.cookie, store: connection, honestIds };
  const child = endWithUs(fork(new URL('./lying-beats.ts', import.meta.url), [JSON.stringify(order)]));
  return async () => {
    const report = once(child, 'message');
    child.send('stop');
    return (await report)[0] as BeatReport;
  };
}

/** Starts the liars' projects again and again until enough was lied; then waits until all have ended. */
async function lie(): Promise<void> {
  enter('lying');
  const ids = rounds.map((round) => round.projectId);
  await product.call('POST', '/action/verify/custom_sites', {});
  // One after the other, so that they do not all come at once for ever.
  const nextAt = new Map(ids.map((id, at) => [id, isShort ? 0 : Date.now() + (at * roundMs) / ids.length]));
  let shownAt = Date.now();
  do {
    await pause(250);
    for (const id of await restingOf(ids)) {
      if ((nextAt.get(id) ?? 0) > Date.now()) continue;
      nextAt.set(id, Date.now() + roundMs);
      await start(id);
    }
    if (Date.now() - shownAt < 20_000) continue;
    shownAt = Date.now();
    const { rows } = await store.query<{ n: number }>(
      `select count(*)::int as n from posts where state in ('CLAIMED', 'SENDING', 'LOOKING')`,
    );
    console.log(`${liars.told()} lies told, ${memory().toFixed(0)} MB, ${rows[0]?.n} posts in work`);
  } while (!died && !isShort && liars.told() < nAnswers);
  if (!isShort) enter('ending');
  lyingTo = Date.now();
  const end = Date.now() + 600_000;
  while (!died && Date.now() < end) {
    const { rows } = await store.query('select 1 from sites where verify_requested limit 1');
    if ((await restingOf(ids)).length === ids.length && rows.length === 0) break;
    await pause(250);
    if (Date.now() - shownAt < 15_000) continue;
    shownAt = Date.now();
    await tellOpen(ids);
  }
}

/** What is not over yet. */
async function tellOpen(ids: number[]): Promise<void> {
  const { rows } = await store.query<{ id: string; state: string; reason: string; n: number }>(
    `select site_id as id, state, reason, count(*)::int as n from posts where project_id = any($1)
      and state not in ('SUCCEEDED', 'FAILED', 'UNKNOWN', 'SKIPPED') group by 1, 2, 3`,
    [ids],
  );
  const probes = await store.query<{ n: number }>('select count(*)::int as n from sites where verify_requested');
  console.log(`${liars.told()} lies told; ${rows.length} posts open, ${probes.rows[0]?.n} probes`);
  for (const { id, state, reason } of rows.slice(0, 5)) console.log(`  ${liarOf(id, rounds)}: ${state}, ${reason}`);
}

const median = (list: number[]) => list.toSorted((a, b) => a - b)[list.length >> 1] ?? Number.NaN;
const stop = new AbortController();
const watching = watch(stop.signal);
const endBeats = beat();
// The liars, in this process, stand for other machines: they must not take the processors of this one.
setPriority(19);
await pause(Number(values.quiet) * 1_000);
const lyingFrom = Date.now();
let lyingTo = 0;
await lie();
const lyingS = ((isShort ? Date.now() : lyingTo) - lyingFrom) / 1_000;
enter('after');
await pause(Number(values.quiet) * 1_000);
stop.abort();
await watching;
const { beats, skipped } = await endBeats();
await pause(2_000);

/** Time from a beat to its last post, and posts of each phase. */
async function honestTimes(of: Phase[]): Promise<{ ms: number; planMs: number; posts: number }> {
  const { rows } = await store.query<{ projectId: number; planned: Date; at: Date; n: number }>(
    `select r.project_id::int as "projectId", r.started_at as planned, max(p.finished_at) as at, count(*) filter (where p.state = 'SUCCEEDED')::int as n
      from runs r join posts p on p.run_id = r.id where r.project_id = any($1) group by r.id order by r.id`,
    [honestIds],
  );
  const runs = Map.groupBy(rows, (row) => row.projectId);
  const seen = new Map<number, number>();
  const found: { ms: number; planMs: number; posts: number; phase: Phase }[] = [];
  for (const { projectId, at } of beats) {
    const nth = seen.get(projectId) ?? 0;
    seen.set(projectId, nth + 1);
    const run = runs.get(projectId)?.[nth];
    if (run?.at)
      found.push({ ms: run.at.getTime() - at, planMs: run.planned.getTime() - at, posts: run.n, phase: phaseAt(at) });
  }
  const ours = found.filter((one) => of.includes(one.phase));
  const planMs = median(ours.map((one) => one.planMs));
  return { ms: median(ours.map((one) => one.ms)), planMs, posts: ours.reduce((sum, one) => sum + one.posts, 0) };
}

const faults = died ? ['the product died'] : await judgeEnds(store, liars);
const quiet = await honestTimes(['before', 'after']);
const lying = await honestTimes(['lying']);
const total = liars.told();
const at = (from: number, to: number) =>
  median(rss.filter(({ told }) => told >= total * from && told <= total * to).map(({ mb }) => mb));
const [early, late] = [at(0.15, 0.25), at(0.9, 1)];
const ratio = lying.ms / quiet.ms;
const rate = { quiet: quiet.posts / (Number(values.quiet) * 2), lying: lying.posts / lyingS };
console.log(
  `${total} lying answers of ${lies.length} kinds at ${liars.sites.length} hosts in ${lyingS.toFixed(0)} s, seed ${values.seed}`,
);
console.log(
  `memory of the product: ${early.toFixed(0)} MB at 20 %, ${late.toFixed(0)} MB at the end, most ${Math.max(...rss.map(({ mb }) => mb)).toFixed(0)} MB`,
);
console.log(
  `honest posts: ${quiet.ms} ms to the last of a beat without lies, ${lying.ms} ms with them: ratio ${ratio.toFixed(2)}; planned after ${quiet.planMs} and ${lying.planMs} ms`,
);
console.log(
  `honest posts a second: ${rate.quiet.toFixed(2)} without, ${rate.lying.toFixed(2)} with; ${skipped} beats found their project at work`,
);
console.log(
  `longest event-loop delay: ${Math.max(...loops).toFixed(0)} ms, median of the half minutes ${median(loops).toFixed(0)} ms`,
);
console.log(
  `load of the machine ${loadavg().map((load) => load.toFixed(1))}, CPU of the product ${(died ? 0 : product.cpuMs() / 1_000).toFixed(0)} s`,
);
console.log(`strangers' visits ${liars.trap.visits()}, with a login ${liars.trap.stolen.length}`);
if (total < nAnswers) faults.push(`only ${total} lying answers`);
if (!isShort && late > early * 1.3) faults.push('the memory grew');
if (!isShort && !(ratio <= 1.2)) faults.push('the honest sites waited');
if (!isShort && rate.lying * 1.2 < rate.quiet) faults.push('the honest sites got fewer posts');
console.log(faults.length === 0 ? 'no fault' : faults.slice(0, 40).join('\n'));
await store.end();
if (!died) await product.stop();
honest.child.kill();
await liars.close();
rmSync(dataDir, { recursive: true, force: true });
process.exit(faults.length === 0 ? 0 : 1);

import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { endWithUs } from '#test/support/end-with-us.ts';
import { cpuMsOf } from './product.ts';

/**
 * Tasks over three engine processes on one PostgreSQL, one of them killed in the middle: none lost; beside bare pg-boss on
 * the same server in the same run, and what an idle engine costs.
 * node bench/with-postgres.ts bench/tasks.ts --tasks=100000
 */
const { values } = parseArgs({ options: { tasks: { type: 'string', default: '100000' } } });
const nTasks = Number(values.tasks);
const databaseUrl = process.env.DATABASE_URL;
if (!databaseUrl) throw new Error('set DATABASE_URL, or run it by bench/with-postgres.ts');
const folder = mkdtempSync(join(tmpdir(), 'lw-tasks-'));
const key = randomUUID().replaceAll('-', '').repeat(2);
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });

async function startWorker(mode: 'room' | 'bare', number: number): Promise<ChildProcess> {
  const file = join(folder, `${mode}-${number}`);
  const child = endWithUs(
    spawn(process.execPath, ['bench/tasks-worker.ts', mode, file], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, LINKWRIGHT_SECRET_KEY: key },
    }),
  );
  await new Promise((resolve, reject) => {
    child.stdout?.once('data', resolve);
    child.once('exit', () => reject(new Error('a worker ended before it was ready')));
  });
  return child;
}

/** How often each task was run, by mode. */
function countRuns(mode: string): Map<number, number> {
  const runs = new Map<number, number>();
  for (let number = 0; existsSync(join(folder, `${mode}-${number}`)); number += 1)
    for (const line of readFileSync(join(folder, `${mode}-${number}`), 'utf8').split('\n'))
      if (line) runs.set(Number(line), (runs.get(Number(line)) ?? 0) + 1);
  return runs;
}

/** Adds all tasks with one statement, as jobs of the queue's own settings. */
async function addTasks(schema: string): Promise<void> {
  await pool.query(
    `insert into ${schema}.job (name, data, retry_limit, retry_delay, retry_backoff, expire_seconds, heartbeat_seconds, policy, deletion_seconds)
     select q.name, jsonb_build_object('title', '', 'payload', jsonb_build_object('n', n)), q.retry_limit, q.retry_delay,
       q.retry_backoff, q.expire_seconds, q.heartbeat_seconds, q.policy, q.deletion_seconds
     from ${schema}.queue q, generate_series(1, $1) n where q.name = 'bench'`,
    [nTasks],
  );
}

async function countDone(schema: string): Promise<number> {
  const { rows } = await pool.query(
    `select count(*)::int as n from ${schema}.job where name = 'bench' and state = 'completed'`,
  );
  return rows[0].n;
}

/** Seconds in which `share` of the tasks were done. */
async function runThrough(mode: 'room' | 'bare', schema: string, kill: boolean) {
  const workers = [];
  for (let number = 0; number < 3; number += 1) workers.push(await startWorker(mode, number));
  await pause(3_000);
  const idleBefore = workers.map((worker) => cpuMsOf(worker.pid ?? 0));
  await pause(10_000);
  const idle = workers.map((worker, at) => (cpuMsOf(worker.pid ?? 0) - (idleBefore[at] ?? 0)) / 10);
  await addTasks(schema);
  const began = Date.now();
  let killedAt = 0;
  let seconds = 0;
  for (;;) {
    await pause(200);
    const done = await countDone(schema);
    if (kill && killedAt === 0 && done > nTasks / 2) {
      workers[0]?.kill('SIGKILL');
      killedAt = done;
    }
    if (seconds === 0 && done >= nTasks * 0.98) seconds = (Date.now() - began) / 1_000;
    if (done >= nTasks || Date.now() - began > 400_000) break;
  }
  const all = (Date.now() - began) / 1_000;
  for (const worker of workers) worker.kill('SIGKILL');
  const runs = countRuns(mode);
  const twice = [...runs.values()].filter((count) => count > 1).length;
  console.log(
    `${mode.padEnd(5)} ${((nTasks * 0.98) / seconds).toFixed(0)} tasks/s to 98 %, all after ${all.toFixed(0)} s; ran ${runs.size} of ${nTasks}, ${twice} twice` +
      `${killedAt > 0 ? ` (a process killed at ${killedAt})` : ''}; idle ${idle.map((ms) => ms.toFixed(1)).join(', ')} ms CPU/s a process`,
  );
  return { rate: (nTasks * 0.98) / seconds, lost: nTasks - runs.size };
}

const bareFirst = await runThrough('bare', 'bare', false);
const room = await runThrough('room', 'pgboss', true);
console.log(`ratio to bare pg-boss ${(room.rate / bareFirst.rate).toFixed(2)}; lost ${room.lost}`);
await pool.end();
process.exit(room.lost === 0 ? 0 : 1);

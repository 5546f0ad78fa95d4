import { randomUUID } from 'node:crypto';
import { openSync, writeSync } from 'node:fs';
import { PgBoss } from 'pg-boss';
import { pino } from 'pino';
import { z } from 'zod';
import type { TaskKind } from '#domain/contract/tasks.ts';
import { createSecrets } from '#server/db/secrets.ts';
import { openStore } from '#server/db/store.ts';
import { Engine, type Jobs } from '#server/engine/engine.ts';
import { CurrentOptions } from '#server/engine/options.ts';
import { TaskRoom } from '#server/engine/tasks/task-room.ts';
import { createFanOut } from '#server/live/fan-out.ts';
import { createLive } from '#server/live/live.ts';

/** One process of bench/tasks.ts: works on tasks `n` by our room or by bare pg-boss, and writes each n into a file. */
const [mode = 'room', file = '', atOnce = '200'] = process.argv.slice(2);
const databaseUrl = process.env.DATABASE_URL ?? '';
const ran = openSync(file, 'a');
const run = (n: number) => void writeSync(ran, `${n}\n`);

export const benchKind: TaskKind = {
  payload: z.object({ n: z.number() }),
  tries: 10,
  firstWaitSeconds: 1,
  maxSeconds: 600,
  atOnce: Number(atOnce),
  isShown: false,
};

async function startRoom(): Promise<void> {
  const log = pino({ level: 'error' });
  const store = await openStore({ databaseUrl, dataDir: '', say: () => {} });
  const secrets = createSecrets(process.env.LINKWRIGHT_SECRET_KEY, '');
  const bootId = randomUUID();
  let engine: Engine | undefined;
  const fanOut = await createFanOut({
    store,
    secrets,
    bootId,
    log,
    onEvents: (events) => live.deliver(events),
    onWake: () => engine?.wake(),
    onGap: () => {},
    onSessionEnd: () => {},
  });
  const live = createLive(fanOut);
  const tasks = await TaskRoom.open({ store, live, log, isWorking: true, kinds: { bench: benchKind } });
  const none = async () => {};
  const runs = { bench: async ({ payload }: { payload: { n: number } }) => run(payload.n) };
  const jobs: Jobs = {
    workOnPost: none,
    checkLink: none,
    settleHeldChecks: async () => 0,
    startDueChecks: none,
    endAbandoned: none,
    verifySite: async () => false,
    tellCounts: none,
    readPlan: async () => {
      throw new Error('no project is run here');
    },
    tasks: runs as never,
  };
  const options = await CurrentOptions.open(store.db);
  engine = new Engine({ store, live, log, bootId, roles: 'engine', tasks, options, jobs });
  await engine.start();
}

async function startBare(): Promise<void> {
  const boss = new PgBoss({ connectionString: databaseUrl, schema: 'bare' });
  boss.on('error', () => {});
  await boss.start();
  await boss.createQueue('bench', { retryLimit: 9, heartbeatSeconds: 60 });
  const options = { batchSize: 200, pollingIntervalSeconds: 0.5, burstWhenBatchFull: true };
  await boss.work<{ n: number }>('bench', options, async (list) => {
    for (const { data } of list) run('payload' in data ? (data.payload as { n: number }).n : data.n);
  });
}

await (mode === 'room' ? startRoom() : startBare());
console.log('ready');

import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { postStateGroups } from '#domain/states/post.ts';
import type { App } from '../app.ts';
import { isDiskFull } from '../db/store-away.ts';
import { LoopWatch } from './loop-watch.ts';

/** What the engine says of itself; undefined role: this process runs none. */
export interface EngineHealth {
  running: boolean;
  /** Time since the last finished round, in ms. */
  sinceRoundMs: number;
  inWork: number;
}

/** An engine that finished no round for this long counts as stuck. */
const stuckAfterMs = 30_000;
const freshMs = 1_000;
/** A process that answered nobody for this long was stuck. */
const heldAfterMs = 10_000;

/** `/health` (200 or 503 with the reasons) and `/metrics` (Prometheus text). */
export function addHealth(server: FastifyInstance, app: App, engine: () => EngineHealth): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const loop = new LoopWatch();
  server.addHook('onClose', async () => loop.stop());
  const gauge = (name: string, help: string, collect: () => number | Promise<number>) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set(await collect());
      },
    });
  gauge('linkwright_engine_posts_in_work', 'Posts this process works on now', () => engine().inWork);
  gauge(
    'linkwright_engine_since_round_seconds',
    'Seconds since the last engine round',
    () => engine().sinceRoundMs / 1_000,
  );
  gauge(
    'linkwright_event_loop_max_seconds',
    'Longest event-loop delay of the last half minute',
    () => loop.delay.maxMs / 1_000,
  );
  gauge(
    'linkwright_event_loop_p99_seconds',
    'Event-loop delay of the last half minute that one in a hundred exceeds',
    () => loop.delay.p99Ms / 1_000,
  );
  addStoreGauges(registry, app);

  // Anybody may ask: however often, the store is asked once a second.
  const problemsOf = onceIn(freshMs, () => findProblems(app, engine()));
  const metricsOf = onceIn(freshMs, () => registry.metrics());
  server.get('/health', { config: { open: true } }, async (_request, reply) => {
    const problems = [...(await problemsOf())];
    const eventLoop = loop.delay;
    if (eventLoop.maxMs > heldAfterMs)
      problems.push(`Something held this process for ${Math.round(eventLoop.maxMs / 1_000)} s`);
    return reply.code(problems.length === 0 ? 200 : 503).send({ ok: problems.length === 0, problems, eventLoop });
  });
  server.get('/metrics', { config: { open: true } }, async (_request, reply) =>
    reply.type(registry.contentType).send(await metricsOf()),
  );
}

/** What the store counts: posts in the queues, links by proof. */
function addStoreGauges(registry: Registry, app: App): void {
  new Gauge({
    name: 'linkwright_posts_waiting',
    help: 'Posts in the queues of all sites',
    registers: [registry],
    async collect() {
      const row = await app.store.db
        .selectFrom('posts')
        .where('state', 'in', [...postStateGroups.queued])
        .select((build) => build.fn.countAll<number>().as('count'))
        .executeTakeFirst();
      this.set(row?.count ?? 0);
    },
  });
  new Gauge({
    name: 'linkwright_links',
    help: 'Links by what their public pages said; troubled: the last reading failed, whatever the word before it',
    labelNames: ['proof'],
    registers: [registry],
    async collect() {
      const { rows } = await app.store.pool.query<Record<string, number>>(
        `select coalesce(sum(live), 0)::bigint as live, coalesce(sum(changed), 0)::bigint as changed,
          coalesce(sum(missing), 0)::bigint as missing, coalesce(sum(unreadable), 0)::bigint as unreadable,
          coalesce(sum(troubled), 0)::bigint as troubled,
          coalesce(sum(count - live - changed - missing - unreadable), 0)::bigint as none from url_lists`,
      );
      for (const [proof, count] of Object.entries(rows[0] ?? {})) this.set({ proof }, count);
    },
  });
}

async function findProblems(app: App, engine: EngineHealth): Promise<string[]> {
  const problems: string[] = [];
  if (app.config.roles.includes('engine')) {
    if (!engine.running) problems.push('The engine of this process is dead');
    else if (engine.sinceRoundMs > stuckAfterMs)
      problems.push(`The engine of this process finished no round for ${Math.round(engine.sinceRoundMs / 1_000)} s`);
  }
  try {
    await app.store.pool.query('select 1');
  } catch {
    problems.push(isDiskFull(app.store.folder) ? 'The disk of the store is full' : 'The store does not answer');
  }
  return problems;
}

/** Reads at most once in a time, in ms; whoever asks in between is given the same. */
function onceIn<T>(ms: number, read: () => Promise<T>): () => Promise<T> {
  let at = Number.NEGATIVE_INFINITY;
  let last: Promise<T> | undefined;
  return () => {
    if (last && performance.now() - at < ms) return last;
    at = performance.now();
    last = read();
    return last;
  };
}

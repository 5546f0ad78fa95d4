import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { startWorld } from '#rehearsal/world.ts';
import { readConfig } from '#server/config.ts';
import { startProject } from '#server/features/projects/run-project.ts';
import { commitAndWake } from '#server/live/commit.ts';
import { startApp } from '#server/main.ts';
import { readyCampaign } from '#test/support/builders.ts';
import { startProduct } from './product.ts';

/**
 * Two engine processes on one PostgreSQL share a run of 500 posts; one is killed in the middle.
 * node bench/with-postgres.ts bench/two-engines.ts
 */
const databaseUrl = process.env.DATABASE_URL;
if (!databaseUrl) throw new Error('set DATABASE_URL, or run it by bench/with-postgres.ts');
const nPosts = 500;
const key = randomUUID().replaceAll('-', '').repeat(2);
const env = { DATABASE_URL: databaseUrl, LINKWRIGHT_SECRET_KEY: key, LINKWRIGHT_SETTLE_MS: '900' };
const world = await startWorld({ wordpress: 2 });
for (const site of world.sites) site.dial({ slowMs: 30 });
const config = readConfig({ ...process.env, ...env }, []);
const seeder = await startApp(
  { ...config, roles: [], firstUser: { name: 'admin', password: 'bench-password' } },
  () => {},
);
const { db } = seeder.app.store;
const ready = await readyCampaign(seeder.app, world.sites, { rowsPerSite: nPosts / 2, atOnce: 8 });

const engines = await Promise.all([startProduct(env, ['--roles=engine']), startProduct(env, ['--roles=engine'])]);
await commitAndWake(seeder.app, (tx, note) => startProject(tx, note, { id: ready.projectId }, seeder.app.secrets));

const succeeded = async () =>
  (
    await db
      .selectFrom('posts')
      .where('project_id', '=', ready.projectId)
      .where('state', '=', 'SUCCEEDED')
      .select(sql<number>`count(*)`.as('n'))
      .executeTakeFirstOrThrow()
  ).n;
/** Posts in hand per process, seen over the run. */
const seen = new Map<string, number>();
const began = Date.now();
let killedAt: number | undefined;
for (;;) {
  const holders = await db
    .selectFrom('posts')
    .where('claimed_by', 'is not', null)
    .select(['id', 'claimed_by'])
    .execute();
  for (const { claimed_by } of holders) seen.set(claimed_by ?? '', (seen.get(claimed_by ?? '') ?? 0) + 1);
  const done = await succeeded();
  if (killedAt === undefined && done >= nPosts / 2) {
    engines[0].child.kill('SIGKILL');
    killedAt = done;
  }
  const project = await db
    .selectFrom('projects')
    .where('id', '=', ready.projectId)
    .select('status')
    .executeTakeFirstOrThrow();
  if (project.status === 'COMPLETED' || project.status === 'FAILED' || Date.now() - began > 120_000) break;
  await pause(50);
}
const ms = Date.now() - began;
const markers = (await db.selectFrom('posts').where('project_id', '=', ready.projectId).select('marker').execute()).map(
  (row) => row.marker,
);
const there = Map.groupBy(
  world.sites.flatMap((site) => site.posts()),
  (post) => post.marker,
);
const wrong = markers.filter((marker) => (there.get(marker)?.length ?? 0) !== 1);
console.log(
  `${await succeeded()} of ${nPosts} posts in ${(ms / 1_000).toFixed(1)} s, one engine killed after ${killedAt}`,
);
console.log(`work seen at: ${[...seen.values()].map((n, at) => `engine ${at + 1}: ${n} looks`).join(', ')}`);
console.log(wrong.length === 0 ? 'every post stands exactly once' : `${wrong.length} posts stand not once`);
await engines[1].stop();
await seeder.stop();
await world.close();
process.exit(wrong.length === 0 && seen.size >= 2 ? 0 : 1);

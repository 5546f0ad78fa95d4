import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { isRunning } from '#server/db/processes.ts';
import { letGo } from '#server/engine/acts/post-outcome.ts';
import { succeedPost } from '#server/engine/acts/succeed-post.ts';
import { commitOne } from '#server/live/commit.ts';
import { readyCampaign } from '#test/support/builders.ts';
import { EngineWorld } from '#test/support/engine-world.ts';
import { startEngine } from '#test/support/engines.ts';
import { until } from '#test/support/until.ts';

/** Pace on the wire, answers that were lost, and what belongs to whom when several engines work. */
const at = new EngineWorld({
  wordpress: 2,
  mediawiki: 1,
  options: { timeToWaitBeforeRetry: 1, maxNumberOfRetries: 3, maxPostingThreads: 8 },
  config: { roles: ['http'], settleMs: 800 },
});

/** Most requests that one site had open at one moment. */
function mostAtOnce(): number {
  const moments = at.ledger.flatMap(({ arrivedAt, endedAt }) => [
    [arrivedAt, 1] as const,
    [endedAt ?? Number.POSITIVE_INFINITY, -1] as const,
  ]);
  let open = 0;
  return Math.max(...moments.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]).map(([, step]) => (open += step)));
}

test('at once 1: never two requests in flight, the read of the proof included', async () => {
  at.world.wordpress[0]?.dial({ slowMs: 40 });
  const ready = await readyCampaign(at.app.app, at.world.wordpress.slice(0, 1), { atOnce: 1 });
  // All rows are one site with one place.
  const { db } = at.app.app.store;
  const engines = [await startEngine(at.app), await startEngine(at.app)];
  await at.start(ready.projectId);
  for (const engine of engines) engine.wake();
  for (let run = 0; run < 6; run += 1) {
    await at.comesToRest(ready.projectId);
    await db.updateTable('projects').set({ status: 'COMPLETED' }).where('id', '=', ready.projectId).execute();
    if (run < 5) await at.start(ready.projectId);
  }
  await until('proofs', async () => (await db.selectFrom('link_checks').select('link_id').execute()).length === 0);
  expect(at.world.wordpress[0]?.posts()).toHaveLength(6);
  expect(mostAtOnce()).toBe(1);
  for (const engine of engines) await engine.stop();
});

test('the gap of a site stands on the wire between two acts, however long a post is prepared, also over a restart', async () => {
  const gapMs = 400;
  const ready = await readyCampaign(at.app.app, at.world.wordpress.slice(0, 1), {
    atOnce: 3,
    gapSeconds: gapMs / 1_000,
  });
  let engine = await startEngine(at.app);
  for (let run = 0; run < 6; run += 1) {
    // What comes before the act takes now long, now nothing.
    at.world.wordpress[0]?.dial({ slowMs: run % 2 === 0 ? 150 : 0 });
    await at.start(ready.projectId);
    engine.wake();
    await at.comesToRest(ready.projectId);
    if (run === 2) {
      await engine.stop();
      engine = await startEngine(at.app);
    }
  }
  const acts = at.ledger.filter((seen) => seen.act).map((seen) => seen.arrivedAt);
  expect(acts).toHaveLength(6);
  // Clock ticks of two processes and the way over the loopback.
  const slackMs = 30;
  for (const [at, moment] of acts.slice(1).entries()) expect(moment - (acts[at] ?? 0)).toBeGreaterThan(gapMs - slackMs);
  await engine.stop();
});

test('an act that is repeated since the session was over keeps the gap too', async () => {
  const gapMs = 400;
  at.world.mediawiki[0]?.dial({ endSessions: true, times: 1 });
  const ready = await readyCampaign(at.app.app, at.world.mediawiki, { module: 'Wiki', gapSeconds: gapMs / 1_000 });
  const engine = await startEngine(at.app);
  await at.start(ready.projectId);
  engine.wake();
  await at.comesToRest(ready.projectId);
  expect(at.world.mediawiki[0]?.posts()).toHaveLength(1);
  const [first, again] = at.ledger.filter((seen) => seen.act).map((seen) => seen.arrivedAt);
  expect((again ?? 0) - (first ?? 0)).toBeGreaterThan(gapMs - 30);
  await engine.stop();
});

test('a site that writes after its gateway gave up is looked at again right before the post would be sent again', async () => {
  // Settling is over at the second look; what is written before the third moment, the resend, is found.
  at.world.wordpress[0]?.dial({ takeLater: { afterMs: 2_100 }, times: 1 });
  const ready = await readyCampaign(at.app.app, at.world.wordpress.slice(0, 1));
  const engine = await startEngine(at.app);
  await at.start(ready.projectId);
  engine.wake();
  await at.comesToRest(ready.projectId);
  expect(await at.statusOf(ready.projectId)).toBe('COMPLETED');
  expect(at.world.wordpress[0]?.posts()).toHaveLength(1);
  expect(at.ledger.filter((seen) => seen.act)).toHaveLength(1);
  await engine.stop();
});

test('a process of another user of this machine is alive, one that waits to be reaped is not', async () => {
  const asNobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const child = spawn('sleep', ['30'], { ...asNobody, stdio: 'ignore' });
  await once(child, 'spawn');
  expect(isRunning(child.pid ?? 0)).toBe(true);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(isRunning(child.pid ?? 0)).toBe(false);
  expect(isRunning(1)).toBe(true);
});

test('a process lets go only of what is its own', async () => {
  const ready = await readyCampaign(at.app.app, at.world.wordpress.slice(0, 1));
  const held = Promise.withResolvers<void>();
  const claimed = Promise.withResolvers<number>();
  const engine = await startEngine(at.app, {
    workOnPost: async (post) => {
      claimed.resolve(post.id);
      await held.promise;
    },
  });
  await at.start(ready.projectId);
  engine.wake();
  const id = await claimed.promise;
  const { db } = at.app.app.store;
  await letGo(db, id, at.app.app.bootId);
  const row = await db.selectFrom('posts').where('id', '=', id).select(['state', 'claimed_by']).executeTakeFirst();
  expect(row).toMatchObject({ state: 'CLAIMED' });
  expect(row?.claimed_by).not.toBeNull();
  held.resolve();
  await engine.stop();
});

test('of two posts that end at one moment the later sees the earlier: the site is ready again', async () => {
  const ready = await readyCampaign(at.app.app, at.world.wordpress.slice(0, 1), { atOnce: 1, siteName: 'ends' });
  const { pool } = at.app.app.store;
  const run = await pool.query(`insert into runs (project_id, seed) values ($1, 's') returning id`, [ready.projectId]);
  const add = async (state: string) =>
    (
      await pool.query(
        `insert into posts (project_id, run_id, module, site_id, state, due_at, seed, marker)
         values ($1, $2, 'SocialNetwork', 'ends-0-0', $3, now(), 's', gen_random_uuid()::text) returning id`,
        [ready.projectId, run.rows[0].id, state],
      )
    ).rows[0].id as number;
  const working = [await add('SENDING'), await add('SENDING')];
  await add('PLANNED');
  const clients = [await pool.connect(), await pool.connect()];
  for (const [at, client] of clients.entries()) {
    await client.query('begin');
    await client.query(`update posts set state = 'SUCCEEDED' where id = $1`, [working[at]]);
  }
  // The first holds the row of the queue; the second must count after it was let go, not with what it saw before.
  const refresh = `select refresh_site_queue('SocialNetwork', 'ends-0-0', false)`;
  await clients[0]?.query(refresh);
  const second = clients[1]?.query(refresh);
  await clients[0]?.query('commit');
  await second;
  await clients[1]?.query('commit');
  for (const client of clients) client.release();
  const queue = await pool.query(`select ready_at from site_queue where site_id = 'ends-0-0'`);
  expect(queue.rows[0].ready_at).not.toBeNull();
  await pool.query('delete from projects where id = $1', [ready.projectId]);
});

test('a success whose store answer was lost is written again, and its proof is still in hand', async () => {
  const ready = await readyCampaign(at.app.app, at.world.wordpress.slice(0, 1), { siteName: 'twice' });
  const links = Promise.withResolvers<(number | null)[]>();
  const engine = await startEngine(at.app, {
    workOnPost: async (post) => {
      const { claimed_by: bootId } = await at.db
        .selectFrom('posts')
        .where('id', '=', post.id)
        .select('claimed_by')
        .executeTakeFirstOrThrow();
      const work = {
        post,
        outcome: { kind: 'succeeded' as const, url: 'http://127.0.0.1:9/page', remoteId: '1', note: null },
        output: { linkSetId: ready.outputId, anchor: '', account: null },
      };
      const by = { bootId: bootId ?? '' };
      const once = async () => (await commitOne(at.app.app, (db, note) => succeedPost(db, note, work, by))).linkId;
      links.resolve([await once(), await once()]);
    },
  });
  await at.start(ready.projectId);
  engine.wake();
  const [first, second] = await links.promise;
  expect(first).not.toBeNull();
  expect(second).toBe(first);
  await engine.stop();
});

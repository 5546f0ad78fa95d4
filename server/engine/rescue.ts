import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { sql } from 'kysely';
import { topics } from '#domain/contract/live.ts';
import type { Module } from '#domain/contract/modules.ts';
import type { Store, Tx } from '../db/store.ts';
import { commit } from '../live/commit.ts';
import type { Live } from '../live/live.ts';
import { freeChecks } from './link-checks.ts';

/** A process of another machine without a sign of life for this long counts as dead, in ms. */
const silentAfterMs = 15_000;
export const heartbeatEveryMs = 4_000;
/** Reason of a post whose answer was lost by our own end, not by the site. */
export const lostAtRestart = 'The answer was lost at a restart';

/** Writes down that this process lives. */
export async function beat(store: Store, bootId: string, roles: string): Promise<void> {
  await store.db
    .insertInto('processes')
    .values({ boot_id: bootId, host: hostname(), pid: process.pid, roles })
    .onConflict((conflict) => conflict.column('boot_id').doUpdateSet({ heartbeat_at: sql`now()` }))
    .execute();
}

/** Signs this process off. */
export async function signOffProcess(store: Store, bootId: string): Promise<void> {
  await store.db.deleteFrom('processes').where('boot_id', '=', bootId).execute();
}

/** Removes processes that are gone: of this machine by their process number, of others by silence. */
async function buryDead(store: Store, bootId: string): Promise<void> {
  const rows = await store.db
    .selectFrom('processes')
    .select(['boot_id', 'host', 'pid', sql<number>`extract(epoch from now() - heartbeat_at) * 1000`.as('silentMs')])
    .where('boot_id', '!=', bootId)
    .execute();
  const dead = rows.filter(
    (row) =>
      store.exclusive ||
      row.silentMs > silentAfterMs ||
      (row.host === hostname() &&
        (row.pid === process.pid || (existsSync('/proc/self') && !existsSync(`/proc/${row.pid}/exe`)))),
  );
  if (dead.length > 0)
    await store.db
      .deleteFrom('processes')
      .where(
        'boot_id',
        'in',
        dead.map((row) => row.boot_id),
      )
      .execute();
}

/**
 * Takes up what dead processes left (D-ENG-06, D-ENG-20): what was only claimed goes back to its queue,
 * what may have been sent is looked up first and never simply sent again. Answers how many posts it freed.
 */
export async function rescue(app: { store: Store; live: Live }, bootId: string, settleMs: number): Promise<number> {
  await buryDead(app.store, bootId);
  await freeChecks(app.store, bootId);
  return commit(app, async (tx, note) => {
    const freed = await freePosts(tx, settleMs);
    for (const post of freed)
      note(topics.project(post.project_id), {
        action: 'siteStatusChanged',
        projectId: post.project_id,
        id: { module: post.module, siteId: post.site_id },
        email: post.email === '' ? null : post.email,
        status: 'RUNNING',
        waitInfo: post.wait,
        postUrl: null,
        proof: null,
      });
    return freed.length;
  });
}

interface FreedPost {
  project_id: number;
  module: Module;
  site_id: string;
  email: string;
  wait: string;
}

async function freePosts(tx: Tx, settleMs: number): Promise<FreedPost[]> {
  const { rows } = await sql<FreedPost>`
    with freed as (
      update posts set claimed_by = null,
        state = case state when 'CLAIMED' then 'PLANNED' else 'LOOKUP' end,
        due_at = case state when 'SENDING' then greatest(now(), coalesce(sent_at, now()) + make_interval(secs => ${settleMs / 1_000}))
          else due_at end,
        reason = case state when 'SENDING' then ${lostAtRestart} else reason end
      where state in ('CLAIMED', 'LOOKING', 'SENDING')
        and (claimed_by is null or claimed_by not in (select boot_id from processes))
      returning id, project_id, module, site_id, email, state
    ), closed as (
      update attempts set state = 'UNCONFIRMED', reason = ${lostAtRestart}
      where state = 'SENDING' and post_id in (select id from freed where state = 'LOOKUP')
    ), shown as (
      update project_sites r set wait_info = case f.state when 'LOOKUP' then 'Looking whether the post is there' else 'Waiting for its turn' end
      from freed f where r.project_id = f.project_id and r.module = f.module and r.site_id = f.site_id and r.email = f.email
    )
    select project_id, module, site_id, email,
      case state when 'LOOKUP' then 'Looking whether the post is there' else 'Waiting for its turn' end as wait from freed`.execute(
    tx,
  );
  if (rows.length > 0)
    await sql`select refresh_site_queue(k.module, k.site_id, false) from (
      select distinct module, site_id from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as k(module text, site_id text)) k`.execute(
      tx,
    );
  return rows;
}

/** What a restart finds half-way and cannot go on (D-ENG-06, D-PROJ-04). Run once, before the engine begins. */
export async function settleStatuses(store: Store): Promise<void> {
  await sql`update projects set status = case when schedule->>'status' = 'SCHEDULED' then 'SCHEDULED'
      else coalesce(previous_status, 'STOPPED') end
    where status in ('STARTING_VERIFYING', 'VERIFYING', 'STOPPING_VERIFYING')`.execute(store.db);
  await sql`update projects set status = 'STOPPED'
    where status in ('STARTING_DOWNLOADING', 'DOWNLOADING', 'STOPPING_DOWNLOADING')`.execute(store.db);
}

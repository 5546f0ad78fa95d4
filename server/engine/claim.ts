import { sql } from 'kysely';
import type { PostContent } from '#connectors/kit/contract.ts';
import type { Module } from '#domain/contract/modules.ts';
import type { Store } from '../db/store.ts';
import type { LinkDraw } from '../db/tables.ts';
import { commit } from '../live/commit.ts';
import type { Live } from '../live/live.ts';
import { noteSiteStatus } from './site-status.ts';

/** A post in the hands of a worker: CLAIMED to be sent, LOOKING to be looked up. */
export interface ClaimedPost {
  id: number;
  projectId: number;
  runId: number;
  module: Module;
  siteId: string;
  email: string;
  state: 'CLAIMED' | 'LOOKING';
  seed: string;
  marker: string;
  draws: LinkDraw[];
  accountKey: string | null;
  accountsTried: string[];
  tries: number;
  articleId: number | null;
  content: PostContent | null;
  token: string | null;
  lookUps: number;
  sentAt: Date | null;
}

/** Only one process claims at a time: a claim is short, and limits hold across processes. */
const claimLock = 728_346_102;

export interface ClaimOptions {
  bootId: string;
  /** At most this many. */
  limit: number;
  /** maxPostingThreads, over all processes. */
  maxThreads: number;
}

/**
 * Claims posts that are due and whose site is ready, in the order in which the sites became
 * ready. A guarded update: what another process claimed is not seen again.
 */
export async function claimPosts(app: { store: Store; live: Live }, options: ClaimOptions): Promise<ClaimedPost[]> {
  return commit(app, async (tx, note) => {
    await sql`select pg_advisory_xact_lock(${claimLock})`.execute(tx);
    const { rows } = await sql<ClaimedPost>`
      with free as (
        select least(${options.limit}, ${options.maxThreads} - (
          select count(*) from posts where state in ('CLAIMED', 'LOOKING', 'SENDING'))) as n
      ), ready as (
        select q.module, q.site_id, coalesce(s.at_once, 1) as at_once, coalesce(s.gap_ms, 0) as gap_ms
        from site_queue q
        left join sites s on s.module = q.module and s.site_id = q.site_id
        left join hosts h on h.host = s.host
        where q.ready_at <= now() and not coalesce(h.stopped, false)
        order by q.ready_at limit greatest(0, (select n from free))
      ), picked as (
        select p.id from ready r cross join lateral (
          select id from posts
          where module = r.module and site_id = r.site_id and state in ('PLANNED', 'LOOKUP') and due_at <= now()
          order by due_at, id
          limit case when r.gap_ms > 0 then 1 else greatest(0, r.at_once - (
            select count(*) from posts b where b.module = r.module and b.site_id = r.site_id
              and b.state in ('CLAIMED', 'LOOKING', 'SENDING'))) end
        ) p limit greatest(0, (select n from free))
      )
      update posts set claimed_by = ${options.bootId},
        state = case posts.state when 'PLANNED' then 'CLAIMED' else 'LOOKING' end
      from picked where posts.id = picked.id
      returning posts.id, project_id as "projectId", run_id as "runId", module, site_id as "siteId", email, state, seed,
        marker, draws, account_key as "accountKey", accounts_tried as "accountsTried", tries, article_id as "articleId",
        content, token, look_ups as "lookUps", sent_at as "sentAt"`.execute(tx);
    if (rows.length === 0) return [];
    const keys = JSON.stringify(
      rows.map((post) => ({ p: post.projectId, m: post.module, s: post.siteId, e: post.email })),
    );
    await sql`update project_sites r set status = 'RUNNING', wait_info = null
      from jsonb_to_recordset(${keys}::jsonb) as k(p bigint, m text, s text, e text)
      where r.project_id = k.p and r.module = k.m and r.site_id = k.s and r.email = k.e`.execute(tx);
    await sql`select refresh_site_queue(k.m, k.s, true)
      from (select distinct m, s from jsonb_to_recordset(${keys}::jsonb) as k(m text, s text)) k`.execute(tx);
    for (const post of rows) noteSiteStatus(note, post, { status: 'RUNNING', waitInfo: null });
    return rows;
  });
}

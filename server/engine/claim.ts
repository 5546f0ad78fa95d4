import type { PostContent } from '#connectors/kit/contract.ts';
import type { LiveEvent } from '#domain/contract/live.ts';
import type { Module } from '#domain/contract/modules.ts';
import type { Store } from '../db/store.ts';
import type { LinkDraw } from '../db/tables.ts';
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
  reason: string | null;
}

export interface ClaimOptions {
  bootId: string;
  /** At most this many. */
  limit: number;
  /** maxPostingThreads, over all processes. */
  maxThreads: number;
}

/**
 * Claims posts that are due and whose site is ready (claim_posts in the store): a guarded update, so
 * what another process claimed is not seen again. It reaches the disk with the next commit: what follows a claim
 * (marking as being sent) is written after it.
 */
export async function claimPosts(app: { store: Store; live: Live }, options: ClaimOptions): Promise<ClaimedPost[]> {
  const { rows } = await app.store.pool.query<ClaimedPost>({
    name: 'claim-posts',
    text: `select id, project_id as "projectId", run_id as "runId", module, site_id as "siteId", email, state, seed,
        marker, draws, account_key as "accountKey", accounts_tried as "accountsTried", tries, article_id as "articleId",
        content, token, look_ups as "lookUps", sent_at as "sentAt", reason
      from (select set_config('synchronous_commit', 'off', true)) not_yet_on_disk, claim_posts($1, $2, $3)`,
    values: [options.bootId, options.limit, options.maxThreads],
  });
  const events: LiveEvent[] = [];
  for (const post of rows)
    noteSiteStatus((address, body) => events.push({ address, body }), post, { status: 'RUNNING', waitInfo: null });
  if (events.length > 0) app.live.publish(events);
  return rows;
}

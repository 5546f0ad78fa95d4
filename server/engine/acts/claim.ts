import type { PostContent } from '#connectors/kit/contract/platforms.ts';
import type { LiveEvent } from '#domain/contract/live.ts';
import type { Module } from '#domain/contract/modules.ts';
import type { LinkDraw } from '#domain/rules/planning/draw-links.ts';
import type { ActKind } from '#domain/states/post.ts';
import type { Store } from '../../db/store.ts';
import type { SignUpContent } from '../../db/tables.ts';
import type { Live } from '../../live/live.ts';
import { noteSiteStatus } from '../site-status.ts';

/** An act in the hands of a worker: CLAIMED to be sent, LOOKING to be looked up. */
interface Claimed<Kind extends ActKind, Content> {
  kind: Kind;
  content: Content | null;
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
  token: string | null;
  lookUps: number;
  /** True when an act of it may have left before: it is looked for right before it is sent again. */
  wasSent: boolean;
  /** Since an act of it left last, in ms by the store's clock; null when none did. */
  sentForMs: number | null;
  /** Since its answer was lost, in ms by the store's clock; null when none was. */
  lostForMs: number | null;
  /** How long the site had let us wait when the answer was lost, in ms. */
  waitedMs: number | null;
  reason: string | null;
}

/** A page to be published. */
export type ClaimedPost = Claimed<'publish', PostContent>;
/** An account to be registered. */
export type ClaimedSignUp = Claimed<'register', SignUpContent>;
export type ClaimedAct = ClaimedPost | ClaimedSignUp;

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
export async function claimPosts(app: { store: Store; live: Live }, options: ClaimOptions): Promise<ClaimedAct[]> {
  const { rows } = await app.store.pool.query<ClaimedAct & { version: number }>({
    name: 'claim-posts',
    text: `select (post).id, (post).kind, (post).project_id as "projectId", (post).run_id as "runId", (post).module,
        (post).site_id as "siteId", (post).email, (post).state, (post).seed, (post).marker, (post).draws,
        (post).account_key as "accountKey", (post).accounts_tried as "accountsTried", (post).tries,
        (post).article_id as "articleId", (post).content, (post).token, (post).look_ups as "lookUps",
        (post).sent_at is not null as "wasSent",
        (extract(epoch from now() - (post).sent_at) * 1000)::float8 as "sentForMs",
        (extract(epoch from now() - (post).lost_at) * 1000)::float8 as "lostForMs",
        (extract(epoch from (post).lost_at - (post).sent_at) * 1000)::float8 as "waitedMs", (post).reason, row_version as version
      from (select set_config('synchronous_commit', 'off', true)) not_yet_on_disk, claim_posts($1, $2, $3)`,
    values: [options.bootId, options.limit, options.maxThreads],
  });
  const events: LiveEvent[] = [];
  for (const { version, ...post } of rows)
    noteSiteStatus((address, body) => events.push({ address, body }), post, {
      status: 'RUNNING',
      waitInfo: null,
      version,
    });
  if (events.length > 0) app.live.publish(events);
  return rows;
}

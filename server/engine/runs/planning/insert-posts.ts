import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { DrawnSet, LinkDraw } from '#domain/rules/planning/draw-links.ts';
import type { ActKind } from '#domain/states/post.ts';
import type { Queryable, Tx } from '../../../db/store.ts';
import type { Target, ToPlan } from './to-plan.ts';

const insertSize = 5_000;
const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** A post as it is planned. */
export interface PlannedPost extends Target {
  /** From now to its time, in ms. */
  afterMs: number;
  seed: string;
  draws: LinkDraw[];
}

interface Posts {
  projectId: number;
  runId: number;
  act: ActKind;
  /** True where the run holds no slot now: they wait for one. */
  wait: boolean;
}

/**
 * Writes planned posts, each with a sign of its own: those that may go now stand in the queues of their sites, others wait.
 * Answers their ids.
 */
export async function insertPosts(
  tx: Tx,
  { projectId, runId, act, wait }: Posts,
  planned: PlannedPost[],
): Promise<number[]> {
  const posts = planned.map((post) => ({ ...post, marker: newMarker() }));
  const ids: number[] = [];
  for (let at = 0; at < posts.length; at += insertSize) {
    const { rows } = await sql<{
      id: number;
    }>`insert into posts (project_id, run_id, kind, module, site_id, email, state, due_at, seed, marker, draws)
      select ${projectId}, ${runId}, ${act}, k.module, k.site_id, k.email,
        case when ${wait} or k."afterMs" > 0 or h.stopped or h.hold_until > now() then 'WAITING' else 'PLANNED' end,
        now() + make_interval(secs => k."afterMs" / 1000), k.seed, k.marker, k.draws
      from jsonb_to_recordset(${JSON.stringify(posts.slice(at, at + insertSize))}::jsonb)
      as k(module text, site_id text, email text, "afterMs" float8, seed text, marker text, draws jsonb)
      left join sites s on s.module = k.module and s.site_id = k.site_id left join hosts h on h.host = s.host
      returning id`.execute(tx);
    for (const { id } of rows) ids.push(id);
  }
  if (!wait)
    await sql`select refresh_site_queues(array_agg(module), array_agg(site_id), false)
      from posts where run_id = ${runId} and state = 'PLANNED'`.execute(tx);
  return ids;
}

/** The input link sets of a project that are left, with their keyword mix. */
export async function readSets(
  tx: Queryable,
  { linkSetProfiles }: Pick<ToPlan['links'], 'linkSetProfiles'>,
): Promise<DrawnSet[]> {
  const ids = linkSetProfiles.flatMap((row) => row.linkSetId ?? []);
  if (ids.length === 0) return [];
  const lists = await tx.selectFrom('url_lists').where('id', 'in', ids).select(['id', 'keywords']).execute();
  const keywords = new Map(lists.map((row) => [row.id, row.keywords]));
  return linkSetProfiles.flatMap((row) =>
    row.linkSetId !== null && keywords.has(row.linkSetId)
      ? [{ ...row, linkSetId: row.linkSetId, keywords: keywords.get(row.linkSetId) ?? null }]
      : [],
  );
}

function newMarker(): string {
  return `r${[...randomBytes(15)].map((byte) => alphabet[byte % alphabet.length]).join('')}`;
}

import { sql } from 'kysely';
import { linksPerBatch } from '#domain/contract/indexing.ts';
import { topics } from '#domain/contract/live.ts';
import { rowStatusOf, type Saying, submissionWords, withSaid } from '#domain/rules/submission-words.ts';
import type { Queryable, Tx } from '../../db/store.ts';
import type { Note } from '../../live/commit.ts';
import { setSiteStatus } from '../site-status.ts';
import { hostOf, type LinkToTell, type NextBatch, nextBatch } from './next-batch.ts';

/** Reason of links whose host the operator stopped (D-ENG-15, D-ENG-18). */
const hostStopped = 'Left out: traffic to the host is stopped';
const hostBlocked = 'Left out: the host is one of the blocked sites';

/** One submission, held until the commit; its project is held before it, so that a Stop comes before or after. */
export async function lockSubmission(tx: Tx, id: number) {
  const found = await tx.selectFrom('submissions').where('id', '=', id).select('project_id').executeTakeFirst();
  if (!found) return undefined;
  const project = await tx
    .selectFrom('projects')
    .where('id', '=', found.project_id)
    .select(['id', 'status', 'campaign_id', 'module'])
    .forUpdate()
    .executeTakeFirst();
  const row = await tx
    .selectFrom('submissions')
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .selectAll()
    .forUpdate()
    .executeTakeFirst();
  return project && row ? { project, row } : undefined;
}
export type HeldSubmission = NonNullable<Awaited<ReturnType<typeof lockSubmission>>>;
type Row = HeldSubmission['row'];

/**
 * True while the links of submission `s` of project `p` may be told: nobody stopped it. Pages of a posting run are told after it,
 * whatever its project does.
 */
export const goesOn = sql<boolean>`(p.campaign_id is not null and not s.stop_asked and (s.run_id is not null or p.status = 'RUNNING'))`;

/** The same of a submission that is held. */
export function mayGoOn({ project, row }: HeldSubmission): boolean {
  return project.campaign_id !== null && !row.stop_asked && (row.run_id !== null || project.status === 'RUNNING');
}

/** One try of the task that tells a submission. */
export interface Worker {
  submissionId: number;
  /** Its own name: a later try of the task, or a later task, has another one. */
  worker: string;
}

/**
 * Makes a try of a task the one that tells its submission; the one before, were it still at work, settles nothing more. False
 * when another task was given it, or it ended.
 */
export async function takeOver(tx: Tx, note: Note, { submissionId, worker }: Worker, taskId: string): Promise<boolean> {
  const held = await lockSubmission(tx, submissionId);
  if (held?.row.task_id !== taskId) return false;
  await tx.updateTable('submissions').set({ worker }).where('id', '=', submissionId).execute();
  await setWait(tx, note, held.row, null);
  return true;
}

/** The submission, held as by lockSubmission, while it is this worker's. */
export async function lockOwn(tx: Tx, { submissionId, worker }: Worker) {
  const held = await lockSubmission(tx, submissionId);
  return held?.row.worker === worker ? held : undefined;
}

/** The next links, in the order of their addresses. */
async function readLinks(db: Queryable, { run_id, url_list_id, ...row }: Row): Promise<LinkToTell[]> {
  const source = run_id === null ? linksOfSet(url_list_id) : pagesOfRun(run_id, row.since);
  const { rows } = await sql<LinkToTell>`select id, url, key from (${source}) links
    where id <= ${row.up_to} and (key, id) > (${row.at_key}, ${row.at_id}) order by key, id limit ${linksPerBatch}`.execute(
    db,
  );
  return rows;
}

const linksOfSet = (listId: number | null) =>
  sql`select id, url, url_key as key from url_items where url_list_id = ${listId ?? 0}`;
const pagesOfRun = (runId: number, since: Date | null) =>
  sql`select id, url, left(url, 300) collate natural_order as key from posts
    where run_id = ${runId} and state = 'SUCCEEDED' and kind = 'publish' and url is not null
      and (${since}::timestamptz is null or finished_at > ${since}::timestamptz)`;

/** How the service wants its batches. */
export interface Wanted {
  most: number;
  oneHost: boolean;
}

/**
 * The next batch of a submission that may go on; without links and without a last row there is none left. Told again after
 * its process died, it holds the same links.
 */
export async function readBatch(tx: Tx, { row }: HeldSubmission, wanted: Wanted): Promise<NextBatch> {
  const links = await readLinks(tx, row);
  const hosts = [...new Set(links.flatMap(({ url }) => hostOf(url) ?? []))];
  const { rows: kept } = await sql<{ host: string; blocked: boolean }>`
    select u.host, is_blocked(u.host) as blocked from unnest(${hosts}::text[]) u(host) left join hosts h on h.host = u.host
    where h.stopped or is_blocked(u.host)`.execute(tx);
  const leftOut = new Map(kept.map(({ host, blocked }) => [host, blocked ? hostBlocked : hostStopped]));
  if (row.skip_host !== null) leftOut.set(row.skip_host, row.skip_reason ?? '');
  return nextBatch(links, { ...wanted, most: Math.min(wanted.most, linksPerBatch), leftOut });
}

/** Marks the next batch as on its way, or as not. */
export async function markSending(db: Queryable, id: number, sending: boolean): Promise<void> {
  await db.updateTable('submissions').set({ sending }).where('id', '=', id).execute();
}

/** How a batch ended. */
export interface BatchEnd {
  /** Links that were not taken, by reason, beside those that were left out. */
  refused: Saying[];
  /** What the service says of those that it took. */
  note?: string | undefined;
  /** A host whose further links are left out, with the reason. */
  skip?: { host: string; reason: string };
  /** The service took none of it; undefined where it was not asked for any. */
  isRefusal?: boolean | undefined;
}

/** Counts a batch, and moves on behind it; answers how many batches in a row were refused. */
export async function settleBatch(tx: Tx, note: Note, { row }: HeldSubmission, batch: NextBatch, end: BatchEnd) {
  const { last } = batch;
  if (!last) return row.refused_in_row;
  const refused = end.refused.reduce((sum, { links }) => sum + links, 0);
  const nOut = batch.leftOut.reduce((sum, { links }) => sum + links, 0);
  const taken = Math.max(0, batch.nTold - refused);
  const noted = end.note !== undefined && taken > 0 ? [{ text: end.note, links: taken }] : [];
  const said = withSaid(row.said, [...batch.leftOut, ...end.refused, ...noted]);
  const counts = { taken: row.taken + taken, refused: row.refused + refused + nOut };
  const inRow = end.isRefusal === undefined ? row.refused_in_row : end.isRefusal ? row.refused_in_row + 1 : 0;
  await tx
    .updateTable('submissions')
    .set({
      ...{ at_key: last.key, at_id: last.id, sending: false, ...counts },
      ...{ tries: 0, named_waits: 0, refused_in_row: inRow },
      said: JSON.stringify(said) as never,
      ...(end.skip ? { skip_host: end.skip.host, skip_reason: end.skip.reason } : {}),
    })
    .where('id', '=', row.id)
    .execute();
  await showSubmission(tx, note, { ...row, ...counts, said });
  return inRow;
}

/** Why a submission stands still, and for how long, in ms; null where only others know. */
export interface Wait {
  reason: string;
  forMs: number | null;
  /** True when it gives its place up meanwhile: it is no more RUNNING. */
  leaves: boolean;
}

/** Writes down what a submission waits for, or that it goes on. */
export async function setWait(tx: Tx, note: Note, row: Row, wait: Wait | null): Promise<Date | null> {
  const forMs = wait?.forMs ?? null;
  const { due_at } = await tx
    .updateTable('submissions')
    .set({
      waits: wait?.reason ?? null,
      due_at: forMs === null ? null : sql<Date>`clock_timestamp() + make_interval(secs => ${forMs / 1_000})`,
      state: wait?.leaves ? 'WAITING' : 'RUNNING',
    })
    .where('id', '=', row.id)
    .returning('due_at')
    .executeTakeFirstOrThrow();
  await showSubmission(tx, note, {
    ...{ ...row, state: wait?.leaves ? 'WAITING' : 'RUNNING', waits: wait?.reason ?? null },
    due_at,
  });
  return due_at;
}

type Shown = Pick<
  Row,
  'project_id' | 'indexer' | 'run_id' | 'state' | 'total' | 'taken' | 'refused' | 'said' | 'waits' | 'due_at'
>;

/** Shows how far it is at its row, why it stands still and until when, and tells it. */
export async function showSubmission(tx: Tx, note: Note, row: Shown): Promise<void> {
  const { project_id: projectId, waits } = row;
  if (row.run_id === null) {
    const of = { projectId, module: 'Indexer' as const, siteId: row.indexer, email: '' };
    const words = submissionWords(row);
    const waitInfo = waits === null ? words : `${words}. ${waits}`;
    await setSiteStatus(tx, note, of, {
      status: rowStatusOf(row.state),
      waitInfo,
      dueAt: row.due_at?.toISOString() ?? null,
    });
  }
  note(topics.project(projectId), { action: 'linksSubmitted', projectId });
}

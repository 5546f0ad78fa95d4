import { sql } from 'kysely';
import { linksPerBatch } from '#domain/contract/indexing.ts';
import { topics } from '#domain/contract/live.ts';
import { rowStatusOf, submissionWords, withSaid } from '#domain/rules/submission-words.ts';
import type { Queryable, Tx } from '../../db/store.ts';
import type { Note } from '../../live/commit.ts';
import { setSiteStatus } from '../site-status.ts';
import { hostOf, type LinkToTell, type NextBatch, nextBatch } from './next-batch.ts';

/** Reason of links whose host the operator stopped (D-ENG-15, D-ENG-18). */
const hostStopped = (host: string) => `Left out: traffic to ${host} is stopped`;

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

/** True while its links may be told: nobody stopped its project. Pages of a posting run are told after it, whatever it does. */
export function mayGoOn({ project, row }: HeldSubmission): boolean {
  return project.campaign_id !== null && (row.run_id !== null || project.status === 'RUNNING');
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
  // It waits for no place any more.
  await showSubmission(tx, note, held.row);
  return true;
}

/** The submission, held as by lockSubmission, while it is this worker's. */
export async function lockOwn(tx: Tx, { submissionId, worker }: Worker) {
  const held = await lockSubmission(tx, submissionId);
  return held?.row.worker === worker ? held : undefined;
}

/** Whether it may go on, without a lock, for who waits. */
export async function isStillWanted(db: Queryable, { submissionId, worker }: Worker): Promise<boolean> {
  const { rows } = await sql`select 1 from submissions s join projects p on p.id = s.project_id
    where s.id = ${submissionId} and s.worker = ${worker} and s.ended_at is null and p.campaign_id is not null
      and (s.run_id is not null or p.status = 'RUNNING')`.execute(db);
  return rows.length > 0;
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
 * The next batch of a submission that may go on, marked as on its way before it is; without links and without a last row there
 * is none left. Told again after its process died, it holds the same links.
 */
export async function takeBatch(tx: Tx, { row }: HeldSubmission, wanted: Wanted): Promise<NextBatch> {
  const links = await readLinks(tx, row);
  const hosts = [...new Set(links.flatMap(({ url }) => hostOf(url) ?? []))];
  const stopped = await tx
    .selectFrom('hosts')
    .where('stopped', '=', true)
    .where('host', '=', sql<string>`any(${hosts}::text[])`)
    .select('host')
    .execute();
  const leftOut = new Map(stopped.map(({ host }) => [host, hostStopped(host)]));
  if (row.skip_host !== null) leftOut.set(row.skip_host, row.skip_reason ?? '');
  const batch = nextBatch(links, { ...wanted, most: Math.min(wanted.most, linksPerBatch), leftOut });
  const sending = batch.urls.length > 0;
  if (sending !== row.sending) await tx.updateTable('submissions').set({ sending }).where('id', '=', row.id).execute();
  return batch;
}

/** How a batch ended. */
export interface BatchEnd {
  /** Links that were not taken, by reason, beside those that were left out. */
  refused: { text: string; links: number }[];
  /** What the service says of those that it took. */
  note?: string | undefined;
  /** A host whose further links are left out, with the reason. */
  skip?: { host: string; reason: string };
}

/** Counts a batch, and moves on behind it. */
export async function settleBatch(tx: Tx, note: Note, { row }: HeldSubmission, batch: NextBatch, end: BatchEnd) {
  const { last } = batch;
  if (!last) return;
  const refused = end.refused.reduce((sum, { links }) => sum + links, 0);
  const nOut = batch.leftOut.reduce((sum, { links }) => sum + links, 0);
  const taken = Math.max(0, batch.nTold - refused);
  const noted = end.note !== undefined && taken > 0 ? [{ text: end.note, links: taken }] : [];
  const said = withSaid(row.said, [...batch.leftOut, ...end.refused, ...noted]);
  const counts = { taken: row.taken + taken, refused: row.refused + refused + nOut };
  await tx
    .updateTable('submissions')
    .set({
      ...{ at_key: last.key, at_id: last.id, sending: false, ...counts },
      said: JSON.stringify(said) as never,
      ...(end.skip ? { skip_host: end.skip.host, skip_reason: end.skip.reason } : {}),
    })
    .where('id', '=', row.id)
    .execute();
  await showSubmission(tx, note, { ...row, ...counts, said });
}

type Shown = Pick<Row, 'project_id' | 'indexer' | 'run_id' | 'state' | 'total' | 'taken' | 'refused' | 'said'>;

/** Shows how far it is at its row, and tells it; `waits` says why it stands still. */
export async function showSubmission(tx: Tx, note: Note, row: Shown, waits?: string): Promise<void> {
  const projectId = row.project_id;
  if (row.run_id === null) {
    const of = { projectId, module: 'Indexer' as const, siteId: row.indexer, email: '' };
    const words = submissionWords(row);
    const waitInfo = waits === undefined ? words : `${words}. ${waits}`;
    await setSiteStatus(tx, note, of, { status: rowStatusOf(row.state), waitInfo });
  }
  note(topics.project(projectId), { action: 'linksSubmitted', projectId });
}

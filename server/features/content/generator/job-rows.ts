import { sql } from 'kysely';
import type { GeneratorJob, GeneratorOrder } from '#domain/contract/generator.ts';
import { topics } from '#domain/contract/live.ts';
import type { App } from '../../../app.ts';
import type { Queryable, Tx } from '../../../db/store.ts';
import { jobStateOf, openJobStates } from '../../../engine/tasks/task-rows.ts';
import { commit, type Note } from '../../../live/commit.ts';

/** An order of articles as the store holds it. */
export interface JobRow {
  content_group_id: number;
  task_id: string;
  topic: string;
  keywords: string;
  n_sections: number;
  language: string;
  is_spun: boolean;
  number_of_articles: number;
  progress: number;
  state: 'RUNNING' | 'COMPLETED' | 'STOPPED' | 'FAILED';
  tries: number;
  named_waits: number;
  note: string | null;
  next_try_at: string | null;
  version: number;
}

const columns =
  sql.raw(`content_group_id, task_id, topic, keywords, n_sections, language, is_spun, number_of_articles, progress,
  state, tries, named_waits, note,
  to_char(next_try_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as next_try_at, version`);

const toJob = (row: JobRow): GeneratorJob => ({
  contentGroupId: row.content_group_id,
  progress: row.progress,
  numberOfArticles: row.number_of_articles,
  completed: row.state === 'COMPLETED',
  isStopped: row.state === 'STOPPED' || row.state === 'FAILED',
  isFailed: row.state === 'FAILED',
  note: row.note,
  nextTryAt: row.next_try_at,
  taskId: row.task_id,
  version: row.version,
});

/** The last order of a group; null where there was none. */
export async function readJob(db: Queryable, groupId: number): Promise<GeneratorJob | null> {
  const { rows } = await sql<JobRow>`select ${columns} from generator_jobs where content_group_id = ${groupId}`.execute(
    db,
  );
  return rows[0] ? toJob(rows[0]) : null;
}

/** The last order of a group, which nobody else changes until the end of the transaction; the group is held before it. */
export async function lockJob(tx: Tx, groupId: number): Promise<JobRow | undefined> {
  await sql`select from content_groups where id = ${groupId} for no key update`.execute(tx);
  const { rows } = await sql<JobRow>`
    select ${columns} from generator_jobs where content_group_id = ${groupId} for update`.execute(tx);
  return rows[0];
}

/** Writes an order in the place of the one before; null where that one is still worked on. */
export async function writeOrder(
  tx: Tx,
  note: Note,
  { contentGroupId, taskId, order }: { contentGroupId: number; taskId: string; order: GeneratorOrder },
): Promise<GeneratorJob | null> {
  const { topic, keywords, nArticles, nSections, language, spin } = order;
  const { rows } = await sql<JobRow>`
    insert into generator_jobs
      (content_group_id, task_id, topic, keywords, n_sections, language, is_spun, number_of_articles)
    values (${contentGroupId}, ${taskId}, ${topic}, ${keywords}, ${nSections}, ${language}, ${spin}, ${nArticles})
    on conflict (content_group_id) do update set task_id = excluded.task_id, topic = excluded.topic,
      keywords = excluded.keywords, n_sections = excluded.n_sections, language = excluded.language,
      is_spun = excluded.is_spun, number_of_articles = excluded.number_of_articles, progress = 0, state = 'RUNNING',
      tries = 0, named_waits = 0, note = null, next_try_at = null
      where generator_jobs.state <> 'RUNNING'
    returning ${columns}`.execute(tx);
  return rows[0] ? tell(note, rows[0]) : null;
}

/** What may change of an order once it is written; a wait is named by its length, in ms. */
interface JobChange extends Partial<Pick<JobRow, 'state' | 'progress' | 'tries' | 'named_waits' | 'note'>> {
  waitMs?: number;
}

/** Changes an order that is held, and tells every window; `note` and the wait are taken away unless they are named. */
export async function changeJob(tx: Tx, note: Note, row: JobRow, change: JobChange): Promise<JobRow> {
  const { waitMs, state, progress, tries, named_waits: named, note: word } = { ...row, note: null, ...change };
  const until = waitMs === undefined ? sql`null` : sql`now() + make_interval(secs => ${waitMs / 1_000})`;
  const { rows } = await sql<JobRow>`
    update generator_jobs set state = ${state}, progress = ${progress}, tries = ${tries}, named_waits = ${named},
      note = ${word}, next_try_at = ${until}
    where content_group_id = ${row.content_group_id} returning ${columns}`.execute(tx);
  const changed = rows[0] ?? row;
  tell(note, changed);
  return changed;
}

function tell(note: Note, row: JobRow): GeneratorJob {
  const generatorJob = toJob(row);
  note(topics.contentGroup(row.content_group_id), { action: 'generatorProgress', generatorJob });
  return generatorJob;
}

/** A change as its caller is answered. */
export const changedJob = async (...asked: Parameters<typeof changeJob>): Promise<GeneratorJob> =>
  toJob(await changeJob(...asked));

const lostTask = 'Its work in the background was tried too often: see Work in the background.';
const left = sql`(g.state = 'RUNNING' and coalesce(${jobStateOf('generateArticles', sql`g.task_id`)}, '') <> all(${openJobStates}))`;

/** Ends orders whose task was cancelled beside them, or is out of tries. */
export async function endAbandonedJobs(app: App): Promise<void> {
  const { rows } = await sql<{ id: number }>`/* hot: generators-left */
    select g.content_group_id as id from generator_jobs g where ${left}`.execute(app.store.db);
  for (const { id } of rows)
    await commit(app, async (tx, note) => {
      const row = await lockJob(tx, id);
      if (row?.state !== 'RUNNING') return;
      const task = await app.tasks.stateOf(tx, 'generateArticles', row.task_id);
      if (task !== undefined && openJobStates.includes(task)) return;
      await changeJob(tx, note, row, task === 'failed' ? { state: 'FAILED', note: lostTask } : { state: 'STOPPED' });
    });
}

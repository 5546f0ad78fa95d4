import { sql } from 'kysely';
import { type Task, type TaskState, taskKinds } from '#domain/contract/tasks.ts';
import type { Queryable } from '../../db/store.ts';

/** Schema in which pg-boss keeps its jobs. */
export const jobSchema = 'pgboss';
/** The list on screen, at most. */
const mostListed = 500;

/** What a job holds: how the operator is told of it, and what the kind was given. */
export interface JobData {
  title: string;
  payload: object;
}

interface JobRow {
  id: string;
  name: string;
  data: JobData;
  state: 'created' | 'retry' | 'active' | 'completed' | 'cancelled' | 'failed';
  tries: number;
  maxTries: number;
  note: string | null;
  done: number | null;
  total: number | null;
  addedAt: string;
  nextTryAt: string | null;
  endedAt: string | null;
  version: number;
}

const states: Record<JobRow['state'], TaskState> = {
  created: 'WAITING',
  retry: 'RETRYING',
  active: 'RUNNING',
  completed: 'DONE',
  cancelled: 'CANCELLED',
  failed: 'FAILED',
};

const shownKinds = Object.entries(taskKinds).flatMap(([name, kind]) => (kind.isShown ? name : []));

const iso = (column: string) => sql.raw(`to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);

/** A reason that pg-boss wrote itself, in the operator's words. */
const reason = sql`case j.output->'value'->>'message'
  when 'job timed out' then 'It took longer than its bound'
  when 'job heartbeat timeout' then 'The program that worked on it ended'
  else j.output->>'reason' end`;

const jobs = sql`
  select j.id, j.name, j.data, j.state::text as state,
    j.retry_count + case when j.started_on is null then 0 else 1 end as tries, j.retry_limit + 1 as "maxTries",
    case when j.state in ('retry', 'failed') then coalesce(${reason}, p.note) else p.note end as note, p.done, p.total,
    ${iso('j.created_on')} as "addedAt",
    case when j.state = 'retry' then ${iso('j.start_after')} end as "nextTryAt", ${iso('j.completed_on')} as "endedAt",
    (pg_current_wal_insert_lsn() - '0/0')::bigint as version
  from ${sql.raw(jobSchema)}.job j left join task_progress p on p.task_id = j.id`;

/** The shown tasks, the newest first. */
export async function readTasks(db: Queryable): Promise<Task[]> {
  const { rows } = await sql<JobRow>`${jobs} where j.name = any(${shownKinds})
    order by j.created_on desc limit ${mostListed}`.execute(db);
  return rows.map(toTask);
}

/** Tasks by id, of any kind. */
export async function readTasksById(db: Queryable, ids: readonly string[]): Promise<Task[]> {
  const { rows } = await sql<JobRow>`${jobs} where j.id = any(${ids}::uuid[])`.execute(db);
  return rows.map(toTask);
}

function toTask({ name, data, state, ...row }: JobRow): Task {
  return { ...row, kind: name, title: data.title, state: states[state] };
}

/** The kinds among these that have something to do now. */
export async function dueKinds(db: Queryable, names: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`/* hot: due-tasks */
    select k.name from unnest(${names}::text[]) k(name) where exists (
      select from ${sql.raw(jobSchema)}.job j where j.name = k.name and j.state < 'active' and j.start_after <= now())`.execute(
    db,
  );
  return new Set(rows.map((row) => row.name));
}

/** Of these tasks those that are in nobody's hands any more: they were cancelled, or their time was up. */
export async function noLongerActive(db: Queryable, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select t.id from unnest(${ids}::uuid[]) t(id) left join ${sql.raw(jobSchema)}.job j on j.id = t.id
    where j.state is distinct from 'active'`.execute(db);
  return rows.map((row) => row.id);
}

/** Writes down how far a task is. */
export async function writeProgress(
  db: Queryable,
  id: string,
  { done, total, note }: { done: number; total: number | null; note: string | null },
): Promise<void> {
  await sql`insert into task_progress (task_id, done, total, note) values (${id}, ${done}, ${total}, ${note})
    on conflict (task_id) do update set done = excluded.done, total = excluded.total, note = excluded.note,
      updated_at = now()`.execute(db);
}

/** Forgets the progress of tasks that are not kept any more. */
export async function forgetOldProgress(db: Queryable): Promise<void> {
  await sql`delete from task_progress p where p.updated_at < now() - interval '1 day'
    and not exists (select from ${sql.raw(jobSchema)}.job j where j.id = p.task_id)`.execute(db);
}

/** A try that must not be followed by another: this was the last one. */
export async function makeLastTry(db: Queryable, id: string): Promise<void> {
  await sql`update ${sql.raw(jobSchema)}.job set retry_limit = retry_count where id = ${id} and state = 'active'`.execute(
    db,
  );
}

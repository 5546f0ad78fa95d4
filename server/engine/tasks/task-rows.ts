import { type RawBuilder, sql } from 'kysely';
import { type Task, type TaskState, taskKinds } from '#domain/contract/tasks.ts';
import type { Queryable } from '../../db/store.ts';

/** Schema in which pg-boss keeps its jobs. */
export const jobSchema = 'pgboss';
export const job = sql.raw(`${jobSchema}.job`);
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
    case when j.state = 'retry' or j.state = 'created' and j.start_after > now() then ${iso('j.start_after')} end as "nextTryAt", ${iso('j.completed_on')} as "endedAt",
    (pg_current_wal_insert_lsn() - '0/0')::bigint as version
  from ${job} j left join task_progress p on p.task_id = j.id`;

/** The shown tasks, the newest first. */
export async function readTasks(db: Queryable): Promise<Task[]> {
  const { rows } = await sql<JobRow>`${jobs} where j.name = any(${shownKinds})
    order by j.created_on desc limit ${mostListed}`.execute(db);
  return rows.map(toTask);
}

/** Tasks by id, of these kinds: jobs are found by kind and id. */
export async function readTasksById(db: Queryable, kinds: readonly string[], ids: readonly string[]): Promise<Task[]> {
  const { rows } = await sql<JobRow>`${jobs} where j.name = any(${kinds}) and j.id = any(${ids}::uuid[])`.execute(db);
  return rows.map(toTask);
}

function toTask({ name, data, state, ...row }: JobRow): Task {
  return { ...row, kind: name, title: data.title, state: states[state] };
}

/** Payloads of the tasks of a kind that may still do something. */
export async function readOpenPayloads(db: Queryable, kind: string): Promise<object[]> {
  const { rows } = await sql<{ data: JobData }>`
    select data from ${job} where name = ${kind} and state <= 'active'`.execute(db);
  return rows.map((row) => row.data.payload);
}

/** States of a job that may still do something; `active`: somebody works on it. */
export const openJobStates: readonly string[] = ['created', 'retry', 'active'];

/** The state of the job of a kind whose id an expression names, as a text; null where it is not kept. */
export const jobStateOf = (kind: string, id: RawBuilder<unknown>) =>
  sql<string | null>`(select j.state::text from ${job} j where j.name = ${kind} and j.id = ${id})`;

/** Ends the wait of a job for its moment. */
export async function hurryJob(db: Queryable, kind: string, id: string): Promise<void> {
  await sql`update ${job} set start_after = now() where name = ${kind} and id = ${id} and state < 'active'`.execute(db);
}

/** The kinds among these that have something to do now. */
export async function dueKinds(db: Queryable, names: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`/* hot: due-tasks */
    select k.name from unnest(${names}::text[]) k(name) where exists (
      select from ${job} j where j.name = k.name and j.state < 'active' and j.start_after <= now())`.execute(db);
  return new Set(rows.map((row) => row.name));
}

/** One try of one task, as it was claimed: a later try is not the earlier one's to settle. */
export interface Attempt {
  id: string;
  retryCount: number;
}

/** Of these tries of a kind those that are not ours any more: cancelled, out of time, or begun again elsewhere. */
export async function noLongerOurs(db: Queryable, kind: string, tries: readonly Attempt[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select t.id from unnest(${tries.map((one) => one.id)}::uuid[], ${tries.map((one) => one.retryCount)}::int[]) t(id, tried)
    left join ${job} j on j.name = ${kind} and j.id = t.id
    where j.state is distinct from 'active' or j.retry_count <> t.tried`.execute(db);
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
    and not exists (select from ${job} j where j.id = p.task_id)`.execute(db);
}

/** A try that must not be followed by another: this was the last one. */
export async function makeLastTry(db: Queryable, kind: string, { id, retryCount }: Attempt): Promise<void> {
  await sql`update ${job} set retry_limit = retry_count
    where name = ${kind} and id = ${id} and state = 'active' and retry_count = ${retryCount}`.execute(db);
}

/** Columns of a job that waits again for its moment: what was begun of it was no try. */
export const asNotBegun = (startAfter: RawBuilder<unknown>) =>
  sql`state = 'created', started_on = null, heartbeat_on = null, start_after = ${startAfter}`;

/**
 * Gives a task back that was broken off since its process ends, or that waits for a moment, in ms from now: this was no try.
 * What is not claimed is removed by pg-boss some days after it was added: one that goes on is kept from here.
 */
export async function giveBack(db: Queryable, kind: string, { id, retryCount }: Attempt, forMs = 0): Promise<void> {
  const startAfter = sql`now() + make_interval(secs => ${forMs / 1_000})`;
  await sql`update ${job} set ${asNotBegun(startAfter)},
      keep_until = greatest(keep_until, ${startAfter} + interval '14 days')
    where name = ${kind} and id = ${id} and state = 'active' and retry_count = ${retryCount}`.execute(db);
}

import { sql } from 'kysely';
import { fromKysely, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import { topics } from '#domain/contract/live.ts';
import {
  openTaskStates,
  type PayloadOf,
  type Task,
  type TaskKind,
  type TaskKindName,
  taskKinds,
} from '#domain/contract/tasks.ts';
import type { Queryable, Store, Tx } from '../../db/store.ts';
import type { Note } from '../../live/commit.ts';
import type { Live } from '../../live/live.ts';
import {
  hurryJob,
  type JobData,
  jobSchema,
  jobStateOf,
  readOpenPayloads,
  readTasks,
  readTasksById,
} from './task-rows.ts';

interface RoomParts {
  store: Store;
  live: Live;
  log: Logger;
  /** True in a process that works: it also frees what dead processes held, and removes what is old. */
  isWorking: boolean;
  /** Kinds of the room; all declared ones unless told. */
  kinds?: Record<string, TaskKind>;
}

/** A worker says this often that it is alive, and is given up after twice that silence, in seconds. */
export const heartbeatSeconds = 30;
const longestWaitSeconds = 3_600;
const keptSeconds = 3 * 24 * 3_600;

/**
 * Where work that takes time waits: tasks of declared kinds (domain/contract/tasks.ts), kept by pg-boss in the same store.
 * A task is added in the transaction that makes it necessary; every engine process works on them.
 */
export class TaskRoom {
  readonly boss: PgBoss;
  readonly kinds: Record<string, TaskKind>;
  private readonly parts: RoomParts;

  private constructor(parts: RoomParts) {
    this.parts = parts;
    this.kinds = parts.kinds ?? taskKinds;
    const { pool } = parts.store;
    this.boss = new PgBoss({
      db: { executeSql: (text, values) => pool.query(text, values) },
      schema: jobSchema,
      schedule: false,
      supervise: parts.isWorking,
      superviseIntervalSeconds: heartbeatSeconds,
      monitorIntervalSeconds: heartbeatSeconds,
    });
    this.boss.on('error', (error) => parts.log.warn({ err: error }, 'the task store failed'));
  }

  /** Opens the room: brings its tables up to date and makes known each kind. */
  static async open(parts: RoomParts): Promise<TaskRoom> {
    const room = new TaskRoom(parts);
    await room.boss.start();
    const known = new Set((await room.boss.getQueues(Object.keys(room.kinds))).map((queue) => queue.name));
    for (const [name, { tries, firstWaitSeconds, maxSeconds }] of Object.entries(room.kinds)) {
      const options = {
        retryLimit: tries - 1,
        retryDelay: firstWaitSeconds,
        retryBackoff: true,
        retryDelayMax: longestWaitSeconds,
        expireInSeconds: maxSeconds,
        heartbeatSeconds: heartbeatSeconds * 2,
        deleteAfterSeconds: keptSeconds,
      };
      await (known.has(name) ? room.boss.updateQueue(name, options) : room.boss.createQueue(name, options));
    }
    return room;
  }

  /** Adds a task; it is there when the transaction is committed. `title` tells the operator what it does. */
  async add<K extends TaskKindName>(
    tx: Tx,
    note: Note,
    name: K,
    title: string,
    payload: PayloadOf<K>,
  ): Promise<string> {
    const [id = ''] = await this.addMany(tx, note, name, [{ title, payload }]);
    return id;
  }

  /** Adds many of one kind with one statement. */
  async addMany<K extends TaskKindName>(
    tx: Tx,
    note: Note,
    name: K,
    tasks: { title: string; payload: PayloadOf<K> }[],
  ): Promise<string[]> {
    const jobs = tasks.map((data: JobData) => ({ data }));
    const ids = await this.boss.insert(name, jobs, { db: fromKysely(tx), returnId: true });
    note(topics.tasks, { action: 'tasksAdded', kind: name });
    if (this.kinds[name]?.isShown)
      note.later(`task ${ids?.[0]}`, async (db) =>
        (await readTasksById(db, [name], ids ?? [])).map((task) => ({
          address: topics.tasks,
          body: { action: 'taskChanged', task },
        })),
      );
    return ids ?? [];
  }

  /** The shown tasks. */
  list(): Promise<Task[]> {
    return readTasks(this.parts.store.db);
  }

  /** Payloads of the tasks of a kind that are open. */
  openPayloads<K extends TaskKindName>(db: Queryable, name: K): Promise<PayloadOf<K>[]> {
    return readOpenPayloads(db, name) as Promise<PayloadOf<K>[]>;
  }

  /** The state of the job of a task (openJobStates); undefined when it is not kept any more. */
  async stateOf(db: Queryable, name: TaskKindName, id: string): Promise<string | undefined> {
    const { rows } = await sql<{ state: string | null }>`select ${jobStateOf(name, sql`${id}::uuid`)} as state`.execute(
      db,
    );
    return rows[0]?.state ?? undefined;
  }

  /** Ends the wait of a task for its moment. */
  async hurry(tx: Tx, note: Note, name: TaskKindName, id: string): Promise<void> {
    await hurryJob(tx, name, id);
    note(topics.tasks, { action: 'tasksAdded', kind: name });
  }

  /** Ends an open task; who works on it stops within seconds. False when it was at its end already. */
  async cancel(task: Task): Promise<boolean> {
    if (openTaskStates.includes(task.state)) await this.boss.cancel(task.kind, task.id);
    const after = await this.tell(task.id);
    return after?.state === 'CANCELLED' && task.state !== 'CANCELLED';
  }

  /** The same with a change that makes it needless. */
  async cancelWith(tx: Tx, note: Note, name: TaskKindName, id: string): Promise<void> {
    await this.boss.cancel(name, id, { db: fromKysely(tx) });
    note.later(`task ${id}`, async (db) =>
      (await readTasksById(db, [name], [id])).map((task) => ({
        address: topics.tasks,
        body: { action: 'taskChanged', task },
      })),
    );
  }

  /** Begins a failed or cancelled task again, with one more try; false when it is neither. */
  async retry(task: Task): Promise<boolean> {
    if (task.state === 'FAILED') await this.boss.retry(task.kind, task.id);
    else if (task.state === 'CANCELLED') await this.boss.resume(task.kind, task.id);
    else return false;
    this.parts.live.publish([{ address: topics.tasks, body: { action: 'tasksAdded', kind: task.kind } }]);
    await this.tell(task.id);
    return true;
  }

  /** One task of any kind; undefined when it is not kept any more. */
  async find(id: string): Promise<Task | undefined> {
    const [task] = await readTasksById(this.parts.store.db, Object.keys(this.kinds), [id]);
    return task;
  }

  /** Tells every window how a task is now. */
  async tell(id: string): Promise<Task | undefined> {
    const task = await this.find(id);
    if (task) this.parts.live.publish([{ address: topics.tasks, body: { action: 'taskChanged', task } }]);
    return task;
  }

  async close(): Promise<void> {
    await this.boss.stop({ graceful: false, close: false });
  }
}

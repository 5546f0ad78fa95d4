import { z } from 'zod';
import { defineCall, id, success } from './call.ts';
import { topic } from './topic.ts';

/** Waiting for its turn or its next try, in work, or at its end. */
export const taskState = z.enum(['WAITING', 'RUNNING', 'RETRYING', 'DONE', 'FAILED', 'CANCELLED']);
export type TaskState = z.infer<typeof taskState>;
/** States in which a task may still do something. */
export const openTaskStates: readonly TaskState[] = ['WAITING', 'RUNNING', 'RETRYING'];

/** Work that takes time, as every screen shows it. */
export const task = z.object({
  id: z.uuid(),
  kind: z.string(),
  /** What it does, for the operator: `Deleting the link set "Tier 1"`. */
  title: z.string(),
  state: taskState,
  /** How far it is, in the unit of its kind; null while nothing is known. */
  done: z.number().int().min(0).nullable(),
  total: z.number().int().min(0).nullable(),
  /** What it is at, or why it waits or failed. */
  note: z.string().nullable(),
  /** Tries begun, and how many there are. */
  tries: z.number().int().min(0),
  maxTries: z.number().int().min(1),
  addedAt: z.iso.datetime(),
  /** When the next try begins, or what waits for a moment goes on; null when neither is waited for. */
  nextTryAt: z.iso.datetime().nullable(),
  endedAt: z.iso.datetime().nullable(),
  /** Place of the reading in the store's history; a reader keeps the highest. */
  version: z.number(),
});
export type Task = z.infer<typeof task>;

/** Events of topic tasks: what changed is read again by whoever shows it. */
export type TasksEventBody =
  /** Tasks of a kind were added: the engines look for them. */
  { action: 'tasksAdded'; kind: string } | { action: 'taskChanged'; task: Task };
/** What happens to tasks. */
export const tasksTopic = topic<TasksEventBody>('tasks');

const taskParams = z.object({ id: z.uuid() });

/** The shown tasks, the newest first: all that are open, and what ended within the last days. */
export const listTasks = defineCall({
  id: 'listTasks',
  method: 'GET',
  path: '/rest/tasks',
  summary: 'Work in the background: what runs, waits or ended lately',
  reply: z.object({ tasks: z.array(task) }),
});

/** Ends a task that is not at its end; what it did so far stays. */
export const cancelTask = defineCall({
  id: 'cancelTask',
  method: 'POST',
  path: '/rest/tasks/:id/cancel',
  summary: 'Cancel a task; what it did so far stays',
  params: taskParams,
  reply: success,
});

/** Begins a failed or cancelled task again. */
export const retryTask = defineCall({
  id: 'retryTask',
  method: 'POST',
  path: '/rest/tasks/:id/retry',
  summary: 'Begin a failed or cancelled task again',
  params: taskParams,
  reply: success,
});

/** Words of refusals. */
export const taskTexts = {
  atItsEnd: 'This task is at its end already',
  notFailed: 'Only a failed or cancelled task can begin again',
} as const;

/** How a kind of task is run; declared once, for the room, the screens and the tests. */
export interface TaskKind<Payload extends object = object> {
  /** What a task of the kind is given. */
  payload: z.ZodType<Payload>;
  /** How often it is tried in all. */
  tries: number;
  /** Wait before the second try, in seconds; doubled with each further one, up to an hour. */
  firstWaitSeconds: number;
  /** Bound of one try, in seconds; after it the try counts as failed. */
  maxSeconds: number;
  /** At most this many at once in one process. */
  atOnce: number;
  /** True: listed on screen, one by one. Kinds with thousands of tasks are shown by their noun. */
  isShown: boolean;
}

const kind = <Payload extends object>(declared: TaskKind<Payload>) => declared;

/** Every kind of task. A name is written into the store: it is never changed. */
export const taskKinds = {
  /** The links of sets that were deleted: too many for one statement. */
  removeLinks: kind({
    payload: z.object({ urlListId: id }),
    tries: 10,
    firstWaitSeconds: 2,
    maxSeconds: 3_600,
    atOnce: 1,
    isShown: true,
  }),
  /** The mailbox of an account creation project is read, and what sites ask for there is done. */
  confirmAccounts: kind({
    payload: z.object({ projectId: id }),
    tries: 5,
    firstWaitSeconds: 5,
    maxSeconds: 6 * 3_600,
    atOnce: 4,
    isShown: true,
  }),
  /** Links of an indexer project, or of a posting run, are told to one indexing service. */
  submitLinks: kind({
    payload: z.object({ submissionId: id }),
    tries: 10,
    firstWaitSeconds: 5,
    maxSeconds: 12 * 3_600,
    atOnce: 6,
    isShown: true,
  }),
  /** Every service that is set up is asked for its balance. */
  checkBalances: kind({
    payload: z.object({}),
    tries: 1,
    firstWaitSeconds: 2,
    maxSeconds: 1_800,
    atOnce: 1,
    isShown: true,
  }),
  /** Mailboxes of the operator's list are logged in to. */
  checkMailboxes: kind({
    payload: z.object({}),
    tries: 3,
    firstWaitSeconds: 2,
    maxSeconds: 6 * 3_600,
    atOnce: 1,
    isShown: true,
  }),
  /** Every proxy of the options is asked for a page. */
  checkProxies: kind({
    payload: z.object({}),
    tries: 2,
    firstWaitSeconds: 2,
    maxSeconds: 2 * 3_600,
    atOnce: 1,
    isShown: true,
  }),
  /** The store is copied into a file. */
  backUp: kind({
    payload: z.object({}),
    tries: 3,
    firstWaitSeconds: 60,
    maxSeconds: 6 * 3_600,
    atOnce: 1,
    isShown: true,
  }),
  /** A service writes articles into a content group. */
  generateArticles: kind({
    payload: z.object({ contentGroupId: id }),
    tries: 10,
    firstWaitSeconds: 5,
    maxSeconds: 12 * 3_600,
    atOnce: 4,
    isShown: true,
  }),
  /** The files of a cloud blog are uploaded, or taken away. */
  cloudBlog: kind({
    payload: z.object({ blogId: id }),
    tries: 8,
    firstWaitSeconds: 3,
    maxSeconds: 6 * 3_600,
    atOnce: 4,
    isShown: true,
  }),
};
export type TaskKindName = keyof typeof taskKinds;
export type PayloadOf<K extends TaskKindName> = z.infer<(typeof taskKinds)[K]['payload']>;

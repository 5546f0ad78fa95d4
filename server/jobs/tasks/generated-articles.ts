import { sql } from 'kysely';
import type { App } from '../../app.ts';
import type { Tx } from '../../db/store.ts';
import { untilStored } from '../../db/store-away.ts';
import { TaskRefused } from '../../engine/tasks/task-work.ts';
import { saveArticle } from '../../features/content/articles.ts';
import { changeJob, type JobRow, lockJob } from '../../features/content/generator/job-rows.ts';
import { getGroup } from '../../features/content/groups.ts';
import { commit, type Note } from '../../live/commit.ts';

/** What came back is written down whatever happens to the store meanwhile, for so long, in ms. */
const storeMs = 60_000;

/**
 * The order of a group for the task that works on it; undefined where there is nothing to do. A task that somebody began again
 * takes up an order that was stopped or failed.
 */
export function takeUp(app: App, groupId: number, taskId: string): Promise<JobRow | undefined> {
  return commit(app, async (tx, note) => {
    const row = await lockJob(tx, groupId);
    if (!row) return undefined;
    if (row.task_id !== taskId) throw new TaskRefused('Other articles were ordered for the group since');
    if (row.state === 'COMPLETED') return undefined;
    // Asked once the order is held: a Stop has ended both.
    if ((await app.tasks.stateOf(tx, 'generateArticles', taskId)) !== 'active') return undefined;
    if (row.progress === row.number_of_articles) return changeJob(tx, note, row, { state: 'COMPLETED' });
    if (row.state === 'RUNNING') return row.note === null ? row : changeJob(tx, note, row, {});
    return changeJob(tx, note, row, { state: 'RUNNING', tries: 0, named_waits: 0 });
  });
}

/** Changes an order that is as it was read; as it is then. */
function changeOwn(
  app: App,
  before: JobRow,
  work: (tx: Tx, note: Note, row: JobRow) => Promise<JobRow>,
): Promise<JobRow | undefined> {
  return untilStored(AbortSignal.timeout(storeMs), () =>
    commit(app, async (tx, note) => {
      const row = await lockJob(tx, before.content_group_id);
      if (row?.task_id !== before.task_id) return undefined;
      // Stopped meanwhile, or stored already by a commit whose answer was lost.
      if (row.state !== 'RUNNING' || row.progress !== before.progress) return row;
      return work(tx, note, row);
    }),
  );
}

/** Stores the next article of an order with its count; `reason` ends the order with it. */
export function storeArticle(
  app: App,
  before: JobRow,
  article: { title: string; body: string },
  reason: string | null = null,
): Promise<JobRow | undefined> {
  return changeOwn(app, before, async (tx, note, row) => {
    const contentGroupId = row.content_group_id;
    await saveArticle(tx, note, { id: null, contentGroupId, ...article, authorName: '', authorBio: '' });
    const progress = row.progress + 1;
    const written = progress === row.number_of_articles ? 'COMPLETED' : 'RUNNING';
    const state = reason === null ? written : 'FAILED';
    return changeJob(tx, note, row, { progress, state, note: reason, tries: 0, named_waits: 0 });
  });
}

/** Writes down that the next article is tried again, when, and why. */
export function putOff(
  app: App,
  before: JobRow,
  { reason, waitMs, isNamed }: { reason: string; waitMs: number; isNamed: boolean },
): Promise<JobRow | undefined> {
  return changeOwn(app, before, (tx, note, row) => {
    const counts = isNamed ? { named_waits: row.named_waits + 1 } : { tries: row.tries + 1 };
    return changeJob(tx, note, row, { ...counts, note: reason, waitMs });
  });
}

/** Ends an order with the reason that the operator is shown. */
export function failJob(app: App, before: JobRow, reason: string): Promise<JobRow | undefined> {
  return changeOwn(app, before, (tx, note, row) => changeJob(tx, note, row, { state: 'FAILED', note: reason }));
}

/** Letters of a title that are read: more than a title without syntax has. */
const readLetters = 2_000;

/** The titles that were stored last in a group. */
export async function latestTitles(app: App, groupId: number, most: number): Promise<string[]> {
  const rows = await app.store.db
    .selectFrom('articles')
    .where('content_group_id', '=', groupId)
    .orderBy('id', 'desc')
    .limit(most)
    .select(sql<string>`left(title, ${readLetters})`.as('title'))
    .execute();
  return rows.map(({ title }) => title);
}

/** The words of a group that are not to be changed. */
export const wordsOfGroup = async (app: App, groupId: number): Promise<string> =>
  (await getGroup(app.store.db, groupId)).wordsNottobeChanged;

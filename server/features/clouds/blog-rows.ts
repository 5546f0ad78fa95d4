import { sql } from 'kysely';
import type { BlogArticle } from '#connectors/kit/blog/blog.ts';
import type { CloudBlog, CloudBlogForm, CloudBlogState } from '#domain/contract/cloud-blogs.ts';
import type { CloudService } from '#domain/contract/clouds.ts';
import { topics } from '#domain/contract/live.ts';
import type { Module } from '#domain/contract/modules.ts';
import type { App } from '../../app.ts';
import type { Queryable, Tx } from '../../db/store.ts';
import { jobStateOf, openJobStates } from '../../engine/tasks/task-rows.ts';
import { NotFound } from '../../errors/refusal.ts';
import { commit, type Note } from '../../live/commit.ts';

/** A blog as it is worked on. */
export interface BlogRow {
  id: number;
  cloud_account_id: number;
  account: string;
  service: CloudService;
  settings: CloudBlogForm;
  posts: BlogArticle[];
  title: string;
  bucket: string;
  directory: string;
  name_tries: number;
  made_bucket: boolean;
  has_begun: boolean;
  is_removal: boolean;
  state: CloudBlogState;
  url: string;
  done: number;
  total: number;
  note: string | null;
  task_id: string | null;
  site_module: Module | null;
  site_id: string | null;
  made_at: Date;
  version: number;
}

/** Seed of all that is drawn for a blog. */
export const seedOf = ({ id, made_at }: Pick<BlogRow, 'id' | 'made_at'>) => `blog ${id} ${made_at.toISOString()}`;

/** A blog as the screens see it. */
export function toBlog(row: Omit<BlogRow, 'settings' | 'posts'>): CloudBlog {
  const { id, title, account, service, bucket, directory, state, url, done, total, note, version } = row;
  const site = row.site_module && row.site_id ? { module: row.site_module, siteId: row.site_id } : null;
  const of = { id, title, cloudAccountId: row.cloud_account_id, account, service, bucket, directory };
  return { ...of, state, url, done, total, note, site, madeAt: row.made_at.toISOString(), version };
}

function blogs(db: Queryable) {
  return db
    .selectFrom('cloud_blogs')
    .innerJoin('cloud_accounts', 'cloud_accounts.id', 'cloud_blogs.cloud_account_id')
    .select(['cloud_accounts.friendly_name as account', 'cloud_accounts.service']);
}

/** What lists show: neither the form nor the posts. */
const shown = [
  ...['id', 'cloud_account_id', 'title', 'bucket', 'directory', 'name_tries', 'made_bucket', 'has_begun'],
  ...['is_removal', 'state', 'url', 'done', 'total', 'note', 'task_id', 'site_module', 'site_id', 'made_at', 'version'],
].map((name) => `cloud_blogs.${name}`) as `cloud_blogs.${'id'}`[];

/** All blogs, newest first. */
export async function listBlogs(db: Queryable): Promise<CloudBlog[]> {
  const rows = await blogs(db).select(shown).orderBy('cloud_blogs.id', 'desc').execute();
  return rows.map((row) => toBlog(row as unknown as BlogRow));
}

/** One blog, locked on request; 404 when it does not exist. */
export async function blogOf(db: Queryable, id: number, isLocked = false): Promise<BlogRow> {
  const row = await blogs(db)
    .selectAll('cloud_blogs')
    .where('cloud_blogs.id', '=', id)
    .$if(isLocked, (query) => query.forUpdate('cloud_blogs'))
    .executeTakeFirst();
  if (!row) throw new NotFound('cloud blog');
  return row as BlogRow;
}

/** The blog that is a site, while it stands; undefined for other sites. */
export async function blogOfSite(db: Queryable, module: Module, siteId: string): Promise<BlogRow | undefined> {
  const row = await blogs(db)
    .selectAll('cloud_blogs')
    .where('site_module', '=', module)
    .where('site_id', '=', siteId)
    .where('state', '=', 'LIVE')
    .executeTakeFirst();
  return row as BlogRow | undefined;
}

/** What may change of a blog once it is there. */
export type BlogChange = Partial<
  Omit<BlogRow, 'id' | 'cloud_account_id' | 'account' | 'service' | 'settings' | 'posts' | 'version' | 'made_at'>
>;

/** Changes a blog and tells every window. */
export async function changeBlog(tx: Tx, note: Note, id: number, change: BlogChange): Promise<BlogRow> {
  await tx.updateTable('cloud_blogs').set(change).where('id', '=', id).execute();
  const row = await blogOf(tx, id);
  note(topics.cloudBlogs, { action: 'blogChanged', blog: toBlog(row) });
  return row;
}

/** The same by the task that works on it; undefined where it is no longer its task: it was stopped, or is gone. */
export function changeByTask(app: App, row: BlogRow, change: BlogChange): Promise<BlogRow | undefined> {
  return commit(app, async (tx, note) => {
    const { rows } = await sql<{
      id: number;
    }>`select id from cloud_blogs where id = ${row.id} and task_id = ${row.task_id}
      and state in ('UPLOADING', 'REMOVING') for update`.execute(tx);
    return rows.length === 0 ? undefined : changeBlog(tx, note, row.id, change);
  });
}

const left = sql`(b.state in ('UPLOADING', 'REMOVING')
  and coalesce(${jobStateOf('cloudBlog', sql`b.task_id`)}, '') <> all(${openJobStates}))`;
const lostTask = 'Its work in the background was tried too often';

/** Ends the work on blogs whose task was cancelled beside them, or is out of tries. */
export async function endAbandonedBlogs(app: App): Promise<void> {
  const { rows } = await sql<{ id: number }>`/* hot: blogs-left */
    select b.id from cloud_blogs b where ${left}`.execute(app.store.db);
  for (const { id } of rows)
    await commit(app, async (tx, note) => {
      const { rows: still } = await sql<{ id: number; task_id: string; note: string | null }>`
        select b.id, b.task_id, b.note from cloud_blogs b where b.id = ${id} and ${left} for update of b`.execute(tx);
      const [row] = still;
      if (!row) return;
      const task = await app.tasks.stateOf(tx, 'cloudBlog', row.task_id);
      if (task === 'failed') await changeBlog(tx, note, id, { state: 'FAILED', note: row.note ?? lostTask });
      else await changeBlog(tx, note, id, { state: 'STOPPED', note: null });
    });
}

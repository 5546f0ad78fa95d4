import type { z } from 'zod';
import { blogTexts, type CloudBlog, type uploadCloudBlog } from '#domain/contract/cloud-blogs.ts';
import { topics } from '#domain/contract/live.ts';
import { drawBucketName } from '#domain/rules/bucket-names.ts';
import { seededRandom } from '#domain/rules/random.ts';
import type { App } from '../../app.ts';
import type { Tx } from '../../db/store.ts';
import { Refusal } from '../../errors/refusal.ts';
import { commit, type Note } from '../../live/commit.ts';
import { deleteSites } from '../sites/sites.ts';
import { type BlogRow, blogOf, changeBlog, seedOf, toBlog } from './blog-rows.ts';
import { accountOf, cloudOf } from './cloud-accounts.ts';
import { readArticles, titleOf } from './make-blog.ts';

const uniqueViolation = '23505';

/** Puts a blog on its way up; the address is where it will stand, unless the name turns out to be taken. */
export async function startUpload(
  app: App,
  { cloudAccountId, ...settings }: z.output<(typeof uploadCloudBlog)['body']>,
): Promise<{ url: string; blog: CloudBlog }> {
  const { db } = app.store;
  const account = await accountOf(db, app.secrets, cloudAccountId);
  const madeAt = new Date();
  const seed = `blog of ${madeAt.toISOString()} ${app.bootId}`;
  const drawn = drawBucketName(account.service, settings.bucketName, seededRandom(`${seed} name 1`));
  if ('problem' in drawn) throw new Refusal('INVALID', drawn.problem, { field: 'bucketName' });
  const articles = await readArticles(db, settings.articleIds, seed);
  const url = addressOf(account, drawn.name, settings.directory);
  try {
    const blog = await commit(app, async (tx, note) => {
      const { id } = await tx
        .insertInto('cloud_blogs')
        .values({
          cloud_account_id: cloudAccountId,
          settings: JSON.stringify(settings),
          posts: JSON.stringify(articles),
          title: settings.title,
          bucket: drawn.name,
          directory: settings.directory,
          url,
          made_at: madeAt,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const title = titleOf(seedOf({ id, made_at: madeAt }), settings);
      return begin(app, { tx, note }, await changeBlog(tx, note, id, { title }));
    });
    return { url, blog };
  } catch (error) {
    if ((error as { code?: unknown }).code !== uniqueViolation) throw error;
    throw new Refusal('EXISTS', blogTexts.stands, { field: 'bucketName' });
  }
}

type Account = Awaited<ReturnType<typeof accountOf>>;

/** Public address of the front page of a blog. */
export function addressOf({ service, fields }: Pick<Account, 'service' | 'fields'>, bucket: string, directory: string) {
  const { base, home } = placeOf({ service, fields }, bucket, directory);
  return base + home;
}

/** Public address of a blog's folder, "/" at its end, and what follows it for the front page. */
export function placeOf({ service, fields }: Pick<Account, 'service' | 'fields'>, bucket: string, directory: string) {
  const cloud = cloudOf(service);
  const job = { address: cloud.addressOf(fields), key: fields, bucket };
  const base = cloud.publicUrl(job, `${folderOf({ directory })}index.html`).replace(/index\.html$/, '');
  return { base, home: cloud.servesIndex(fields) ? ('' as const) : ('index.html' as const) };
}

/** Folder of a blog below its bucket, "/" at its end. */
export const folderOf = ({ directory }: Pick<BlogRow, 'directory'>) => (directory === '' ? '' : `${directory}/`);

interface Writing {
  tx: Tx;
  note: Note;
}

/** Has the work on a blog done, by a task of its own. */
async function begin(app: App, { tx, note }: Writing, row: BlogRow): Promise<CloudBlog> {
  const title = `${row.is_removal ? 'Removing' : 'Uploading'} the blog "${row.title}"`;
  const taskId = await app.tasks.add(tx, note, 'cloudBlog', title, { blogId: row.id });
  const state = row.is_removal ? 'REMOVING' : 'UPLOADING';
  return toBlog(await changeBlog(tx, note, row.id, { state, task_id: taskId, note: null }));
}

const isWorking = ({ state }: BlogRow) => state === 'UPLOADING' || state === 'REMOVING';

/** Goes on with what failed or was stopped. */
export async function resumeBlog(app: App, writing: Writing, id: number): Promise<CloudBlog> {
  const row = await blogOf(writing.tx, id, true);
  if (isWorking(row)) throw new Refusal('BUSY', blogTexts.isWorking);
  if (row.state === 'LIVE') throw new Refusal('AT_ITS_END', blogTexts.isLive);
  return begin(app, writing, row);
}

/** Stops the work on a blog; what was done stays. */
export async function stopBlog(app: App, { tx, note }: Writing, id: number): Promise<CloudBlog> {
  const row = await blogOf(tx, id, true);
  if (!isWorking(row)) throw new Refusal('AT_ITS_END', blogTexts.notWorking);
  if (row.task_id) await app.tasks.cancelWith(tx, note, 'cloudBlog', row.task_id);
  return toBlog(await changeBlog(tx, note, id, { state: 'STOPPED', note: null }));
}

/** Begins to take a blog away; its site goes first, so that nothing is posted to it any more. */
export async function undoBlog(app: App, { tx, note }: Writing, id: number): Promise<CloudBlog> {
  const row = await blogOf(tx, id, true);
  if (isWorking(row)) throw new Refusal('BUSY', blogTexts.isWorking);
  await forgetSite(tx, note, row);
  const change = { is_removal: true, site_module: null, site_id: null };
  return begin(app, { tx, note }, await changeBlog(tx, note, id, change));
}

async function forgetSite(tx: Tx, note: Note, { site_module: module, site_id: siteId }: BlogRow): Promise<void> {
  if (module !== null && siteId !== null) await deleteSites(tx, note, [{ module, siteId }]);
}

/** Forgets a blog here, with its site; what stands at the service stays there. */
export async function forgetBlog(app: App, { tx, note }: Writing, id: number): Promise<number[]> {
  const row = await blogOf(tx, id, true);
  if (isWorking(row) && row.task_id) await app.tasks.cancelWith(tx, note, 'cloudBlog', row.task_id);
  await forgetSite(tx, note, row);
  await removeRow(tx, note, id);
  return [id];
}

/** Takes the row of a blog away. */
export async function removeRow(tx: Tx, note: Note, id: number): Promise<void> {
  await tx.deleteFrom('cloud_blogs').where('id', '=', id).execute();
  note(topics.cloudBlogs, { action: 'blogsDeleted', ids: [id] });
}

import type { BlogFile } from '#connectors/kit/blog/blog.ts';
import { asConnectorError, Fatal, Retryable } from '#connectors/kit/errors.ts';
import { blogPlatform, blogTexts } from '#domain/contract/cloud-blogs.ts';
import type { PayloadOf } from '#domain/contract/tasks.ts';
import { drawBucketName } from '#domain/rules/bucket-names.ts';
import { seededRandom } from '#domain/rules/random.ts';
import { storableText } from '#domain/rules/storable-text.ts';
import type { App } from '../../app.ts';
import { TaskPostponed, TaskRefused, type TaskWork } from '../../engine/tasks/task-work.ts';
import { NotFound } from '../../errors/refusal.ts';
import { aloneWithBlog, hashOf, noteFile } from '../../features/clouds/blog-files.ts';
import {
  type BlogChange,
  type BlogRow,
  blogOf,
  changeBlog,
  changeByTask,
  seedOf,
} from '../../features/clouds/blog-rows.ts';
import { accountOf } from '../../features/clouds/cloud-accounts.ts';
import { addressOf, folderOf, placeOf, removeRow } from '../../features/clouds/cloud-blogs.ts';
import { filesOfBlog } from '../../features/clouds/make-blog.ts';
import { type ReadyCloud, readyCloud, strangersTools } from '../../features/clouds/ready-cloud.ts';
import { saveSite } from '../../features/sites/sites.ts';
import { commit } from '../../live/commit.ts';
import { maskSecrets } from '../../outside/mask-secrets.ts';

type Task = TaskWork<PayloadOf<'cloudBlog'>>;
interface Work extends ReadyCloud {
  app: App;
  task: Task;
  account: Awaited<ReturnType<typeof accountOf>>;
}

/** SQLSTATE of a row that points at one that is gone (PostgreSQL, appendix A). */
const foreignKeyViolation = '23503';

/** The blog was stopped or forgotten, or another task works on it. */
class NotOurs extends Error {
  override name = 'NotOurs';
}

/** Uploads a blog or takes it away; begun again it goes on where it was. What another try cannot help ends with its reason. */
export async function workOnBlog(app: App, task: Task): Promise<void> {
  const row = await takeUp(app, task);
  if (!row) return;
  const { db } = app.store;
  const account = await accountOf(db, app.secrets, row.cloud_account_id);
  const { service, fields } = account;
  const ready = readyCloud(app, { service, fields, bucket: row.bucket, signal: task.signal });
  const work = { app, task, account, ...ready };
  try {
    await aloneWithBlog(app, row.id, () => (row.is_removal ? remove(work, row) : upload(work, row)));
  } catch (error) {
    // Its row is gone, and what was to be noted of its files with it.
    if (error instanceof NotOurs || (error as { code?: unknown }).code === foreignKeyViolation) return;
    task.signal.throwIfAborted();
    await failed(work, row, error);
  }
}

/** The blog of a task, where it is still this task's; one that was begun again in Work in the background goes on. */
async function takeUp(app: App, { id, payload }: Task): Promise<BlogRow | undefined> {
  return commit(app, async (tx, note) => {
    const row = await blogOf(tx, payload.blogId, true).catch((error: unknown) => {
      if (error instanceof NotFound) return undefined;
      throw error;
    });
    if (row?.task_id !== id || row.state === 'LIVE') return undefined;
    return changeBlog(tx, note, row.id, { state: row.is_removal ? 'REMOVING' : 'UPLOADING' });
  });
}

/** A reason for the operator: told and kept; tried again only where that may help. */
async function failed({ app, secrets }: Work, row: BlogRow, error: unknown): Promise<never> {
  const known = asConnectorError(error);
  if (!known) throw error;
  const reason = storableText(maskSecrets(known.message, secrets).slice(0, 500));
  if (!(known instanceof Retryable)) {
    await changeByTask(app, row, { state: 'FAILED', note: reason });
    throw new TaskRefused(reason);
  }
  await changeByTask(app, row, { note: `Tried again: ${reason}` });
  if (known.afterMs !== undefined) throw new TaskPostponed(known.afterMs);
  throw new Error(reason);
}

async function change(work: Work, row: BlogRow, what: BlogChange): Promise<BlogRow> {
  const changed = await changeByTask(work.app, row, what);
  if (!changed) throw new NotOurs();
  return changed;
}

async function upload(work: Work, begun: BlogRow): Promise<void> {
  const row = await standingBucket(work, begun);
  work.job.bucket = row.bucket;
  const { base, home } = placeOf(work.account, row.bucket, row.directory);
  const { settings, posts: articles } = row;
  const at = row.made_at.toISOString();
  const files = filesOfBlog({ seed: seedOf(row), settings, articles, base, home, at });
  await putFiles(work, await emptyFolder(work, row), files);
  await readAsStranger(work, row.url);
  await stand(work, row);
}

const mostNames = 10;

/** A bucket of ours with a name that nobody else has: made and opened, or one that was there before, left as it is. */
async function standingBucket(work: Work, begun: BlogRow): Promise<BlogRow> {
  const { cloud, job, account } = work;
  const missing = `${folderOf(begun)}404.html`;
  let row = begun;
  for (;;) {
    const inBucket = { ...job, bucket: row.bucket };
    const found = row.made_bucket ? 'absent' : await cloud.look(inBucket);
    if (found === 'own') return row;
    if (found === 'absent') {
      // Written down first: a bucket that is made is known to be ours, whatever happens next.
      row = await change(work, row, { made_bucket: true });
      if ((await cloud.make(inBucket)) === 'made') {
        await cloud.open(inBucket, missing);
        return row;
      }
    }
    const tries = row.name_tries + 1;
    const drawn = drawBucketName(
      account.service,
      row.settings.bucketName,
      seededRandom(`${seedOf(row)} name ${tries}`),
    );
    if ('problem' in drawn || tries > mostNames) throw new Fatal(blogTexts.taken(row.bucket));
    const url = addressOf(account, drawn.name, row.directory);
    row = await change(work, row, { bucket: drawn.name, url, name_tries: tries, made_bucket: false });
  }
}

/** Nobody's files are written over: a folder that holds some before the first of ours is refused. */
async function emptyFolder(work: Work, row: BlogRow): Promise<BlogRow> {
  if (row.has_begun) return row;
  const { files } = await work.cloud.list(work.job, folderOf(row), null);
  if (files.length > 0) throw new Fatal(blogTexts.notEmpty);
  return change(work, row, { has_begun: true });
}

/** Windows hear of each so many files, and of the last. */
const toldEach = 10;

async function putFiles(work: Work, row: BlogRow, files: readonly BlogFile[]): Promise<void> {
  const { app, task, cloud, job } = work;
  const sent = await app.store.db.selectFrom('cloud_blog_files').where('blog_id', '=', row.id).selectAll().execute();
  const hashes = new Map(sent.map(({ path, hash }) => [path, hash]));
  for (const [nth, { path, type, cache, text }] of files.entries()) {
    task.signal.throwIfAborted();
    if (nth % toldEach === 0) await change(work, row, { done: nth, total: files.length });
    task.progress(nth, files.length, path);
    if (hashes.get(path) === hashOf(text)) continue;
    // Noted before and after: what may stand there is taken away by an undo, what surely does is not sent again.
    await noteFile(app, row.id, path, '');
    try {
      await cloud.put(job, { path: folderOf(row) + path, type, cache, bytes: Buffer.from(text) });
    } catch (error) {
      const known = asConnectorError(error);
      // The file is named in whatever comes of it.
      if (known) known.message = `${path}: ${known.message}`;
      throw error;
    }
    await noteFile(app, row.id, path, hashOf(text));
  }
  await change(work, row, { done: files.length, total: files.length });
}

/** What was just opened may take its time to be readable. */
const looks = 8;
const lookPauseMs = 1_500;

async function readAsStranger({ app, task }: Work, url: string): Promise<void> {
  const tools = strangersTools(app, url, task.signal);
  for (let look = 1; ; look += 1) {
    const { status, headers } = await tools.http({ method: 'GET', url, raw: true });
    const type = headers['content-type'] ?? 'no type';
    if (status === 200 && type.startsWith('text/html')) return;
    if (look >= looks)
      throw new Fatal(blogTexts.notPublic(status === 200 ? `it comes as ${type}` : `status ${status}`));
    await task.rest(lookPauseMs);
  }
}

const siteModule = 'SocialNetwork';

/** The blog stands: it enters Custom Sites as the operator's own, for projects to post to. */
async function stand({ app }: Work, row: BlogRow): Promise<void> {
  await commit(app, async (tx, note) => {
    const now = await blogOf(tx, row.id, true);
    if (now.task_id !== row.task_id || now.state !== 'UPLOADING') throw new NotOurs();
    const siteId = [row.bucket, row.directory, String(row.id)].filter(Boolean).join('-').replaceAll('/', '-');
    const site = {
      module: siteModule,
      siteId,
      platform: blogPlatform,
      url: row.url,
      connector: 'static-blog',
    } as const;
    const more = {
      pr: 0,
      dofollow: true,
      permission: 'owned',
      permissionNote: 'Made under Cloud Blog Generator',
    } as const;
    await saveSite(tx, note, { ...site, ...more });
    await changeBlog(tx, note, row.id, { state: 'LIVE', note: null, site_module: siteModule, site_id: siteId });
  });
}

/** Takes away what was sent, file by file, and the bucket where it was made for the blog and holds nothing else. */
async function remove(work: Work, begun: BlogRow): Promise<void> {
  const { app, task, cloud, job } = work;
  const { db } = app.store;
  const files = await db.selectFrom('cloud_blog_files').where('blog_id', '=', begun.id).select('path').execute();
  // The pages that lead to others go first.
  const paths = files.map(({ path }) => path).sort((one, other) => rank(one) - rank(other) || (one < other ? -1 : 1));
  for (const [nth, path] of paths.entries()) {
    task.signal.throwIfAborted();
    if (nth % toldEach === 0) await change(work, begun, { done: nth, total: paths.length });
    task.progress(nth, paths.length, path);
    await cloud.remove(job, folderOf(begun) + path);
    await db.deleteFrom('cloud_blog_files').where('blog_id', '=', begun.id).where('path', '=', path).execute();
  }
  if (begun.made_bucket) await cloud.discard(job);
  await commit(app, async (tx, note) => {
    const now = await blogOf(tx, begun.id, true);
    if (now.task_id !== begun.task_id || now.state !== 'REMOVING') throw new NotOurs();
    await removeRow(tx, note, begun.id);
  });
}

const rank = (path: string) => (/^(index|archive)\.html$|\.xml$|\.json$/.test(path) ? 0 : 1);

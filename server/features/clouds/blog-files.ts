import { createHash } from 'node:crypto';
import { siteFiles } from '#connectors/kit/clouds/site-files.ts';
import type { SiteFiles } from '#connectors/kit/contract/tools.ts';
import { Fatal } from '#connectors/kit/errors.ts';
import type { Module } from '#domain/contract/modules.ts';
import type { App } from '../../app.ts';
import { type BlogRow, blogOfSite } from './blog-rows.ts';
import { accountOf } from './cloud-accounts.ts';
import { folderOf } from './cloud-blogs.ts';
import { readyCloud } from './ready-cloud.ts';

/** First half of the key of our advisory locks; the second is the blog. */
const blogLock = 728_347;

const turns = new Map<number, Promise<unknown>>();

/** Runs work while nobody else changes the files of a blog: one after the other here, and by a lock of the store everywhere. */
export async function aloneWithBlog<T>(app: Pick<App, 'store'>, id: number, work: () => Promise<T>): Promise<T> {
  const before = turns.get(id) ?? Promise.resolve();
  const own = before.then(() => underLock(app, id, work));
  const settled = own.catch(() => {});
  turns.set(id, settled);
  try {
    return await own;
  } finally {
    if (turns.get(id) === settled) turns.delete(id);
  }
}

/** A connection of its own holds the lock: it goes with the connection when the process dies. */
async function underLock<T>({ store }: Pick<App, 'store'>, id: number, work: () => Promise<T>): Promise<T> {
  const client = await store.pool.connect();
  let broken: Error | undefined;
  const onError = (error: Error) => {
    broken = error;
  };
  client.on('error', onError);
  try {
    await client.query('select pg_advisory_lock($1, $2::int)', [blogLock, id]);
    return await work();
  } finally {
    await client.query('select pg_advisory_unlock($1, $2::int)', [blogLock, id]).catch((error: Error) => {
      broken = error;
    });
    client.off('error', onError);
    client.release(broken);
  }
}

/** Tells bytes apart that were sent. */
export const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32);

/** Writes down what was sent, so that it is not sent again and can be taken away. */
export async function noteFile({ store }: Pick<App, 'store'>, id: number, path: string, hash: string): Promise<void> {
  await store.db
    .insertInto('cloud_blog_files')
    .values({ blog_id: id, path, hash })
    .onConflict((conflict) => conflict.columns(['blog_id', 'path']).doUpdateSet({ hash }))
    .execute();
}

interface Asking {
  module: Module;
  siteId: string;
  signal: AbortSignal;
  beforeAct: (() => Promise<void>) | undefined;
}

/** The files of a site that is a blog of ours, as its connector changes them; found when they are first asked for. */
export function filesOfSite(app: App, asking: Asking): SiteFiles {
  let found: Promise<{ blog: BlogRow; files: SiteFiles }> | undefined;
  const get = () => {
    found ??= find(app, asking);
    return found;
  };
  return {
    read: async (path) => (await get()).files.read(path),
    put: async (file) => {
      const { blog, files } = await get();
      // Noted first: what may stand there is taken away with the blog.
      await noteFile(app, blog.id, file.path, '');
      await files.put(file);
    },
    remove: async (path) => {
      const { blog, files } = await get();
      await files.remove(path);
      await app.store.db
        .deleteFrom('cloud_blog_files')
        .where('blog_id', '=', blog.id)
        .where('path', '=', path)
        .execute();
    },
    alone: async (work) => (await get()).files.alone(work),
  };
}

const gone = 'The blog is not kept under Cloud Blog Generator any more';

async function find(app: App, { module, siteId, signal, beforeAct }: Asking) {
  const { db } = app.store;
  const blog = await blogOfSite(db, module, siteId);
  if (!blog) throw new Fatal(gone);
  const { service, fields } = await accountOf(db, app.secrets, blog.cloud_account_id);
  const { cloud, job } = readyCloud(app, { service, fields, bucket: blog.bucket, signal, beforeAct });
  const alone: SiteFiles['alone'] = (work) =>
    aloneWithBlog(app, blog.id, async () => {
      // It may have been taken away while others had it.
      if ((await blogOfSite(db, module, siteId))?.id !== blog.id) throw new Fatal(gone);
      return work();
    });
  return { blog, files: siteFiles({ cloud, job, folder: folderOf(blog), alone }) };
}

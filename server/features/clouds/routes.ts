import * as blogs from '#domain/contract/cloud-blogs.ts';
import * as contract from '#domain/contract/clouds.ts';
import type { App } from '../../app.ts';
import { type Route, route } from '../../calls/route.ts';
import { commit, commitAndWake } from '../../live/commit.ts';
import { noteSecrets } from '../session/note-secrets.ts';
import { listBlogs } from './blog-rows.ts';
import { addAccount, deleteAccount, listAccounts, saveAccount } from './cloud-accounts.ts';
import { forgetBlog, resumeBlog, startUpload, stopBlog, undoBlog } from './cloud-blogs.ts';
import { previewBlog } from './make-blog.ts';
import { testAccount } from './ready-cloud.ts';

/** Calls on cloud accounts and on the blogs that stand there. */
export function cloudRoutes(app: App): Route[] {
  const { db } = app.store;
  return [
    route(contract.listCloudAccounts, async ({ user }) => {
      const accounts = await listAccounts(db, app.secrets);
      noteSecrets(app, user, 'cloud accounts, shown', accounts.length);
      return { accounts };
    }),
    route(contract.addCloudAccount, async ({ body }) => ({
      account: await commit(app, (tx, note) => addAccount(tx, note, app.secrets, body)),
    })),
    route(contract.saveCloudAccount, async ({ body }) => ({
      account: await commit(app, (tx, note) => saveAccount(tx, note, app.secrets, body)),
    })),
    route(contract.deleteCloudAccount, async ({ params }) => ({
      ids: await commit(app, (tx, note) => deleteAccount(app, tx, note, params.id)),
    })),
    route(contract.testCloudAccount, ({ body }) => testAccount(app, body)),
    route(blogs.listCloudBlogs, async () => ({ blogs: await listBlogs(db) })),
    route(blogs.previewCloudBlog, ({ body }) => previewBlog(db, body)),
    route(blogs.uploadCloudBlog, ({ body }) => startUpload(app, body)),
    route(blogs.resumeCloudBlog, async ({ params }) => ({
      blog: await commitAndWake(app, (tx, note) => resumeBlog(app, { tx, note }, params.id)),
    })),
    route(blogs.stopCloudBlog, async ({ params }) => ({
      blog: await commit(app, (tx, note) => stopBlog(app, { tx, note }, params.id)),
    })),
    route(blogs.undoCloudBlog, async ({ params }) => ({
      blog: await commitAndWake(app, (tx, note) => undoBlog(app, { tx, note }, params.id)),
    })),
    route(blogs.forgetCloudBlog, async ({ params }) => ({
      ids: await commit(app, (tx, note) => forgetBlog(app, { tx, note }, params.id)),
    })),
  ];
}

import type { ColumnType, Generated } from 'kysely';
import type { BlogArticle } from '#connectors/kit/blog/blog.ts';
import type { CloudBlogForm, CloudBlogState } from '#domain/contract/cloud-blogs.ts';
import type { CloudService } from '#domain/contract/clouds.ts';
import type { Module } from '#domain/contract/modules.ts';

type WithDefault<T> = ColumnType<T, T | undefined, T>;

interface CloudAccounts {
  id: Generated<number>;
  friendly_name: string;
  service: CloudService;
  /** JSON text of its fields, sealed (server/db/secrets.ts). */
  info: string;
  edition: Generated<number>;
  version: Generated<number>;
}
interface CloudBlogs {
  id: Generated<number>;
  cloud_account_id: number;
  settings: ColumnType<CloudBlogForm, string, string>;
  posts: ColumnType<BlogArticle[], string, string>;
  title: string;
  bucket: string;
  directory: string;
  name_tries: WithDefault<number>;
  made_bucket: WithDefault<boolean>;
  has_begun: WithDefault<boolean>;
  is_removal: WithDefault<boolean>;
  state: WithDefault<CloudBlogState>;
  url: WithDefault<string>;
  done: WithDefault<number>;
  total: WithDefault<number>;
  note: string | null;
  task_id: string | null;
  site_module: Module | null;
  site_id: string | null;
  made_at: Generated<Date>;
  version: Generated<number>;
}
interface CloudBlogFiles {
  blog_id: number;
  path: string;
  hash: string;
}

/** Tables of cloud accounts and their blogs (migration 0035). */
export interface CloudTables {
  cloud_accounts: CloudAccounts;
  cloud_blogs: CloudBlogs;
  cloud_blog_files: CloudBlogFiles;
}

import type { Job, Platform } from '#connectors/kit/contract.ts';
import { findPlatform } from '#connectors/registry.ts';
import type { EngineOptions } from '#domain/contract/options.ts';
import type { PostingProject } from '#domain/contract/projects.ts';
import { noPermission } from '#domain/contract/sites.ts';
import type { App } from '../app.ts';
import type { ClaimedPost } from '../engine/claim.ts';
import { readOptions } from '../engine/options.ts';
import type { OutputTo } from '../engine/post-outcome.ts';
import { readProject } from '../features/projects/project-rows.ts';

/** Everything known about a claimed post before the work begins. */
export interface PostContext {
  project: PostingProject;
  options: EngineOptions;
  platform: Platform;
  site: { url: string; platform: string; host: string };
  account: StoredAccount | undefined;
}
interface StoredAccount {
  key: string;
  email: string;
  username: string;
  password: string;
  sealedPassword: string;
}

/** A post that cannot be worked on, for a reason the operator can mend. */
export class CannotWork extends Error {
  override name = 'CannotWork';
}

const cacheMs = 2_000;
const caches = new WeakMap<App, Map<string, { at: number; value: Promise<unknown> }>>();

/** Settings of a running project do not change: they are read once for many posts. */
function cached<T>(app: App, key: string, read: () => Promise<T>): Promise<T> {
  const entries = caches.get(app) ?? new Map<string, { at: number; value: Promise<unknown> }>();
  caches.set(app, entries);
  const entry = entries.get(key);
  if (entry && Date.now() - entry.at < cacheMs) return entry.value as Promise<T>;
  if (entries.size > 500) entries.clear();
  const value = read();
  entries.set(key, { at: Date.now(), value });
  value.catch(() => entries.delete(key));
  return value;
}

/** Reads what a post needs; throws CannotWork when its site or connector is missing or not permitted. */
export async function readContext(app: App, post: ClaimedPost): Promise<PostContext> {
  const [project, options, site] = await Promise.all([
    cached(app, `project ${post.runId}`, () => readProject(app.store.db, post.projectId)),
    cached(app, 'options', () => readOptions(app.store.db)),
    app.store.db
      .selectFrom('sites')
      .where('module', '=', post.module)
      .where('site_id', '=', post.siteId)
      .select(['url', 'platform', 'host', 'connector', 'permission'])
      .executeTakeFirst(),
  ]);
  if (!site) throw new CannotWork('The site was deleted');
  if (site.permission === 'none') throw new CannotWork(noPermission);
  const platform = findPlatform(site.connector);
  if (!platform) throw new CannotWork(`There is no connector "${site.connector}"`);
  const account = await findAccount(app, post, project.profileId, site.host);
  return { project, options, platform, site, account };
}

/** Names under which an account may be filed for a site: its id, or its host in the usual spellings. */
export function siteNames(siteId: string, host: string): string[] {
  return [...new Set([siteId.toLowerCase(), host, host.replace(/:\d+$/, ''), host.replace(/^www\./, '')])];
}

/** The account in use, else one of the profile for this site that was not tried and not stopped. */
async function findAccount(
  app: App,
  post: ClaimedPost,
  profileId: number | null,
  host: string,
): Promise<StoredAccount | undefined> {
  const rows = await app.store.db
    .selectFrom('accounts')
    .where('profile_id', '=', profileId ?? 0)
    .where('site_key', 'in', siteNames(post.siteId, host))
    .where((build) => build.or([build('stopped_reason', 'is', null), build.lit(post.state === 'LOOKING')]))
    .select(['site_key', 'email_key', 'email', 'username', 'password'])
    .orderBy('email_key')
    .limit(200)
    .execute();
  const open = rows
    .map((row) => ({ ...row, key: `${row.site_key}\t${row.email_key}` }))
    .filter((row) => !post.accountsTried.includes(row.key));
  const inUse = open.find((candidate) => candidate.key === post.accountKey);
  const row = inUse ?? (post.state === 'LOOKING' ? undefined : open[post.id % Math.max(1, open.length)]);
  if (!row) return undefined;
  const { key, email, username, password } = row;
  return { key, email, username, password: app.secrets.open(password), sealedPassword: password };
}

/** What a connector is handed. */
export function jobFor(app: App, post: ClaimedPost, context: PostContext, signal: AbortSignal): Job {
  const { platform, site, account, project } = context;
  return {
    site: { siteId: post.siteId, url: site.url, platform: site.platform },
    account: { username: account?.username ?? '', password: account?.password ?? '', email: account?.email ?? '' },
    tools: app.outside.toolsFor({
      connectorId: platform.id,
      accountKey: `${project.profileId}\t${account?.key ?? ''}\t${site.url}`,
      secrets: account ? [account.password] : [],
      signal,
      seed: post.seed,
    }),
  };
}

/** Where a success of this post is written down. */
export function outputOf(context: PostContext | undefined, anchor: string): OutputTo {
  return { linkSetId: context?.project.urlListId ?? null, anchor, account: context?.account ?? null };
}

import { createHash } from 'node:crypto';
import type { Job, Platform, Publishing } from '#connectors/kit/contract/platforms.ts';
import { findPlatform, publishingOf } from '#connectors/registry.ts';
import type { Module } from '#domain/contract/modules.ts';
import { blockedTexts } from '#domain/contract/options/blocked-sites.ts';
import type { EngineOptions } from '#domain/contract/options/engine-options.ts';
import type { PostingProject } from '#domain/contract/projects/posting.ts';
import type { SiteSettings } from '#domain/contract/site-settings.ts';
import { noPermission, type Permission } from '#domain/contract/sites.ts';
import type { App } from '../app.ts';
import { together } from '../db/together.ts';
import type { ClaimedAct, ClaimedPost } from '../engine/acts/claim.ts';
import type { OutputTo } from '../engine/acts/outcome.ts';
import { readProject } from '../features/projects/project-forms.ts';
import { fileOf } from './content-file.ts';

/** Everything known about a claimed act's site before the work begins. */
export interface SiteContext {
  options: EngineOptions;
  platform: Platform;
  site: Pick<SiteRow, 'url' | 'platform' | 'host' | 'permission' | 'settings'>;
  /** The login it is done with; undefined when none is left. */
  account: StoredAccount | undefined;
}
/** The same of a page to be published. */
export interface PostContext extends SiteContext {
  project: PostingProject;
  /** How the platform makes posts of its module. */
  publishing: Publishing;
}
/** An account with its password opened. */
export interface StoredAccount {
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

/** Settings of a running project and its sites hardly change: they are read once for the posts of a moment. */
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

function siteKey(post: ClaimedAct): string {
  return `site ${post.runId} ${post.module} ${post.siteId} ${post.state === 'LOOKING'}`;
}

/** The site of a post is read anew for the next one: one of its accounts was stopped. */
export function forgetSite(app: App, post: ClaimedAct): void {
  caches.get(app)?.delete(siteKey(post));
}

interface SiteRow {
  url: string;
  platform: string;
  host: string;
  connector: string;
  permission: Permission;
  blocked: boolean;
  settings: SiteSettings | null;
  accounts: { key: string; email: string; username: string; password: string }[];
}

/** Reads what a post needs; throws CannotWork when its site or connector is missing or not permitted. */
export async function readContext(app: App, post: ClaimedPost): Promise<PostContext> {
  const project = await ofProject(app, post, () => readProject(app.store.db, post.projectId));
  const { accounts, ...context } = await readSiteContext(app, post, project.profileId);
  const publishing = publishingOf(context.platform, post.module, context.site.settings);
  return { project, ...context, publishing, account: chooseAccount(app, post, accounts) };
}

/** The project of an act, read once for the acts of a moment. */
export function ofProject<P>(app: App, act: ClaimedAct, read: () => Promise<P>): Promise<P> {
  return cached(app, `project ${act.runId}`, read);
}

/** What an act needs to know of its site, with the accounts of a profile there; throws CannotWork as readContext does. */
export async function readSiteContext(app: App, post: ClaimedAct, profileId: number | null) {
  const options = await app.options.read();
  const asked = {
    module: post.module,
    siteId: post.siteId,
    profileId: profileId ?? 0,
    looking: post.state === 'LOOKING',
  };
  const { site } = await cached(app, siteKey(post), () => readSite(app, asked));
  if (!site) throw new CannotWork('The site was deleted');
  // What may stand there already is still looked for: the permission is one to post, and a stopped host is not contacted.
  if (site.permission === 'none' && post.state !== 'LOOKING') throw new CannotWork(noPermission);
  if (site.blocked && post.state !== 'LOOKING') throw new CannotWork(blockedTexts.isBlocked);
  const platform = findPlatform(site.connector);
  if (!platform) throw new CannotWork(`There is no connector "${site.connector}"`);
  return { options, platform, site, accounts: site.accounts };
}

interface Asked {
  module: Module;
  siteId: string;
  profileId: number;
  looking: boolean;
}

/**
 * Sites with the profile's accounts for them: filed under the site's id, or its host in the usual spellings. A stopped
 * account may still look up what it sent. Each spelling is looked for by itself: for a list of them a store without
 * statistics, right after an import, would rather read the whole profile.
 */
async function readSites(app: App, asked: Asked[]): Promise<{ site: SiteRow | undefined }[]> {
  const { rows } = await app.store.pool.query<SiteRow & { n: number }>({
    name: 'sites-of-posts',
    text: `select k.n, s.url, s.platform, s.host, s.connector, s.permission, s.blocked, s.settings, coalesce(a.list, '[]') as accounts
      from unnest($1::text[], $2::text[], $3::bigint[], $4::boolean[]) with ordinality k(module, site_id, profile_id, looking, n)
      join sites s on s.module = k.module and s.site_id = k.site_id
      left join lateral (
        select json_agg(json_build_object('key', site_key || E'\t' || email_key, 'email', email, 'username', username,
          'password', password) order by email_key) as list
        from (select own.* from (select distinct unnest(array[lower(s.site_id), s.host, regexp_replace(s.host, ':[0-9]+$', ''),
            regexp_replace(s.host, '^www.', '')]) as key) spelled
          cross join lateral (select * from accounts where profile_id = k.profile_id and site_key = spelled.key
            and (stopped_reason is null and confirmation in ('NONE', 'CONFIRMED') or k.looking) order by email_key limit 200) own
          order by email_key limit 200) found
      ) a on true`,
    values: [
      asked.map((one) => one.module),
      asked.map((one) => one.siteId),
      asked.map((one) => one.profileId),
      asked.map((one) => one.looking),
    ],
  });
  const byNumber = new Map(rows.map((row) => [row.n, row]));
  return asked.map((_, index) => ({ site: byNumber.get(index + 1) }));
}

const readSite = together<App, Asked, { site: SiteRow | undefined }>({
  many: readSites,
  one: async (app, asked) => (await readSites(app, [asked]))[0] ?? { site: undefined },
});

/** The account in use, else one that was not tried. */
function chooseAccount(app: App, post: ClaimedPost, accounts: SiteRow['accounts']): StoredAccount | undefined {
  const open = accounts.filter((account) => !post.accountsTried.includes(account.key));
  const inUse = open.find((account) => account.key === post.accountKey);
  const account = inUse ?? (post.state === 'LOOKING' ? undefined : open[post.id % Math.max(1, open.length)]);
  return account && openAccount(app, account);
}

const opened = new WeakMap<SiteRow['accounts'][number], StoredAccount>();

/** Opened once for the posts of a moment: a key's cipher costs more than the rest of a look at a site. */
function openAccount(app: App, account: SiteRow['accounts'][number]): StoredAccount {
  const known = opened.get(account);
  if (known) return known;
  const open = { ...account, sealedPassword: account.password, password: openPassword(app, account.password) };
  opened.set(account, open);
  return open;
}

/** Throws CannotWork where the key of this installation does not fit. */
export function openPassword(app: App, sealed: string): string {
  try {
    return app.secrets.open(sealed);
  } catch {
    throw new CannotWork('The password of this account cannot be read with the key of this installation');
  }
}

const loginKeys = new WeakMap<StoredAccount, string>();

/** Cookies and tokens belong to a login at an address, however many rows name it; another password is another login. */
function loginKey(url: string, account: StoredAccount | undefined): string {
  if (!account) return url;
  const hash = () => createHash('sha256').update(account.password).digest('base64').slice(0, 12);
  const secret = loginKeys.get(account) ?? hash();
  loginKeys.set(account, secret);
  return `${url}\t${account.username}\t${secret}`;
}

/** Where the content is a file, its bytes. */
function openerOf({ content }: ClaimedAct): Pick<Job, 'openFile'> {
  return content && 'file' in content && content.file ? { openFile: () => fileOf(content) } : {};
}

/** What a connector is handed; `beforeAct` is asked right before an act leaves. */
export function jobFor(
  app: App,
  post: ClaimedAct,
  context: SiteContext,
  signal: AbortSignal,
  beforeAct?: () => Promise<void>,
): Job {
  const { platform, site, account } = context;
  return {
    site: { siteId: post.siteId, url: site.url, platform: site.platform, settings: site.settings ?? undefined },
    account: { username: account?.username ?? '', password: account?.password ?? '', email: account?.email ?? '' },
    ...openerOf(post),
    tools: app.outside.toolsFor({
      connectorId: platform.id,
      siteUrl: site.url,
      accountKey: loginKey(site.url, account),
      secrets: account ? [account.password] : [],
      signal,
      seed: post.seed,
      beforeAct,
    }),
  };
}

/** Where a success of this post is written down; a draft is no backlink. */
export function outputOf(context: PostContext | undefined, anchor: string, isDraft: boolean): OutputTo {
  return {
    linkSetId: isDraft ? null : (context?.project.urlListId ?? null),
    anchor,
    account: context?.account ?? null,
  };
}

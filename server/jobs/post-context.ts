import { createHash } from 'node:crypto';
import type { Job, Platform, Publishing } from '#connectors/kit/contract/platforms.ts';
import { findPlatform, publishingOf } from '#connectors/registry.ts';
import { blockedTexts } from '#domain/contract/options/blocked-sites.ts';
import type { EngineOptions } from '#domain/contract/options/engine-options.ts';
import type { PostingProject } from '#domain/contract/projects/posting.ts';
import { noPermission } from '#domain/contract/sites.ts';
import { siteAddressOf } from '#domain/rules/site-address.ts';
import type { App } from '../app.ts';
import type { ClaimedAct, ClaimedPost } from '../engine/acts/claim.ts';
import type { OutputTo } from '../engine/acts/outcome.ts';
import { filesOfSite } from '../features/clouds/blog-files.ts';
import { readProject } from '../features/projects/project-forms.ts';
import { fileOf } from './content-file.ts';
import { type Logins, loginsOf, readSite, type SiteRow } from './read-sites.ts';

/** Everything known about a claimed act's site before the work begins. */
export interface SiteContext {
  options: EngineOptions;
  platform: Platform;
  site: Pick<SiteRow, 'url' | 'platform' | 'host' | 'permission' | 'blocked' | 'settings'>;
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
  return `site ${post.runId} ${post.module} ${post.siteId} ${post.email} ${post.state === 'LOOKING'}`;
}

/** The site of a post is read anew for the next one: one of its accounts was stopped. */
export function forgetSite(app: App, post: ClaimedAct): void {
  caches.get(app)?.delete(siteKey(post));
}

/** Reads what a post needs; throws CannotWork when its site or connector is missing or not permitted. */
export async function readContext(app: App, post: ClaimedPost): Promise<PostContext> {
  const project = await ofProject(app, post, () => readProject(app.store.db, post.projectId));
  const { accounts, ...context } = await readSiteContext(app, post, loginsOf(project));
  const publishing = publishingOf(context.platform, project.module, context.site.settings);
  const account = chooseAccount(app, post, accounts);
  // A site that gives each user an address of their own is posted to at the one of this login.
  const site = { ...context.site, url: siteAddressOf(context.site.url, account?.username ?? '') };
  return { project, ...context, site, publishing, account };
}

/** The project of an act, read once for the acts of a moment. */
export function ofProject<P>(app: App, act: ClaimedAct, read: () => Promise<P>): Promise<P> {
  return cached(app, `project ${act.runId}`, read);
}

/** What an act needs to know of its site, with the logins there; throws CannotWork as readContext does. */
export async function readSiteContext(app: App, post: ClaimedAct, logins: Logins) {
  const options = await app.options.read();
  const asked = {
    module: post.module,
    siteId: post.siteId,
    email: post.email,
    profileId: logins.profileId ?? 0,
    networkId: logins.networkId ?? 0,
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
    ...(platform.ownLogin ? { files: filesOfSite(app, { ...post, signal, beforeAct }) } : {}),
    tools: app.outside.toolsFor({
      connectorId: platform.id,
      siteUrl: site.url,
      accountKey: loginKey(site.url, account),
      goesAs: account && `${site.url}\t${account.username}`,
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

import type { PostContent } from '#connectors/kit/contract/platforms.ts';
import { storableText } from '#domain/rules/storable-text.ts';
import type { App } from '../app.ts';
import type { ClaimedPost } from '../engine/acts/claim.ts';
import { succeedTogether } from '../engine/acts/succeed-post.ts';
import { stopNetworkLogin } from '../features/private-networks/network-sites.ts';
import { commit } from '../live/commit.ts';
import type { ActWay, Done } from './act-way.ts';
import { checkLink } from './check-link.ts';
import { notSeenYet, plannedTime } from './not-seen-yet.ts';
import { forgetSite, outputOf, type PostContext, readContext } from './post-context.ts';
import { outputAnchor, prepareContent } from './prepare-content.ts';
import { loginsOf } from './read-sites.ts';

/** Publishing: an article with its links becomes a page, and a backlink that is proved. */
export const publishWay: ActWay<ClaimedPost, PostContext> = {
  noun: 'post',
  readContext,
  prepare: prepareContent,
  send: ({ publishing }, job, content) => publishing.publish(job, content as PostContent),
  lookUp: ({ publishing }, job, content, sending) => publishing.lookUp(job, content as PostContent, sending),
  refused: stopLogin,
  toldOf: notSeenYet,
  succeed,
  prove,
  counted: (counts, { project }, post) => counts.changed(project, post),
};

async function succeed(app: App, { act, outcome, context }: Done<ClaimedPost, PostContext>): Promise<number | null> {
  const isDraft = act.content?.status === 'draft';
  const output = outputOf(context, outputAnchor(act, context?.project.outputAnchor ?? ''), isDraft);
  return (await succeedTogether(app, { post: act, output, outcome })).linkId;
}

/** The proof that follows a post; its check was queued, claimed by us, with the success. */
function prove(
  app: App,
  { linkId, act, outcome, context }: Done<ClaimedPost, PostContext> & { linkId: number },
  signal: AbortSignal,
): Promise<void> {
  const placed = outcome.links ?? act.content?.links ?? [];
  const urlListId = context?.project.urlListId ?? 0;
  const cleans = context?.project.cleanAfterProof ?? false;
  const check = { linkId, urlListId, url: outcome.url, linksOnPage: '', counted: false, tries: 0, placed };
  const plannedFor = plannedTime(act);
  const of = { cleans, site: { module: act.module, siteId: act.siteId }, ...(plannedFor ? { plannedFor } : {}) };
  return checkLink(app, { ...check, ...of }, signal);
}

/** A refused login is stopped until the operator starts a project with it again; the others go on. */
async function stopLogin(
  app: App,
  post: ClaimedPost,
  { account, project }: PostContext,
  reason: string,
): Promise<void> {
  const [siteKey = '', emailKey = ''] = account?.key.split('\t') ?? [];
  const stopped = { stopped_reason: storableText(reason) };
  const { profileId, networkId } = loginsOf(project);
  const login = { siteId: post.siteId, email: post.email, reason: stopped.stopped_reason };
  if (networkId !== null)
    await commit(app, (tx, note) => stopNetworkLogin(tx, note, { id: networkId, ...login }, app.secrets));
  else
    await app.store.db
      .updateTable('accounts')
      .set(stopped)
      .where('profile_id', '=', profileId ?? 0)
      .where('site_key', '=', siteKey)
      .where('email_key', '=', emailKey)
      .execute();
  forgetSite(app, post);
}

import { sql } from 'kysely';
import type { z } from 'zod';
import { topics } from '#domain/contract/live.ts';
import { problemsOf, projectKind } from '#domain/contract/projects/kinds.ts';
import type { privateSiteStatus, resolvePost } from '#domain/contract/projects/projects.ts';
import { canStop, nextStatus, type ProjectStatus, stateTexts } from '#domain/states/project.ts';
import type { Secrets } from '../../db/secrets.ts';
import type { Queryable, Tx } from '../../db/store.ts';
import { resendPost, settleUnknown } from '../../engine/acts/resolve-post.ts';
import { applyProjectEvent } from '../../engine/runs/project-status.ts';
import { stopProjects } from '../../engine/runs/stop-projects.ts';
import { NotFound, Refusal } from '../../errors/refusal.ts';
import type { Note } from '../../live/commit.ts';
import { keepMadeAccount } from '../accounts/made-accounts.ts';
import { noteLinkSet } from '../links/links.ts';
import { kindOf } from './kinds/kinds.ts';
import { readForm } from './project-forms.ts';
import { lockProject } from './project-rows.ts';
import { refuseProblems, refuseUnready } from './save-project.ts';
import { countChecked, findSiteRow, rowsOf } from './site-rows.ts';

/** Why a project in this status cannot start (D-PROJ-06). */
const refusedStart = (status: ProjectStatus) =>
  status === 'SCHEDULED' ? new Refusal('SCHEDULED', stateTexts.scheduled) : new Refusal('BUSY', stateTexts.running);

interface Start {
  id: number;
  again?: boolean;
}

/**
 * Queues a project, a complete one; it begins when a slot is free (D-ENG-05). The engines are woken after the commit. What is COMPLETED
 * posts everything a second time, which must be said on purpose (D-ENG-27).
 */
export async function startProject(tx: Tx, note: Note, { id, again = false }: Start, secrets: Secrets) {
  const { status, module } = await lockProject(tx, id);
  if (nextStatus(status, 'start') === null) throw refusedStart(status);
  await refuseUnready(tx, id, secrets);
  if (status === 'COMPLETED' && !again)
    throw new Refusal('ALREADY_DONE', module === 'Indexer' ? stateTexts.tellAgain : stateTexts.again);
  const changed = await applyProjectEvent(tx, note, id, 'start', { lastError: null });
  if (!changed) throw refusedStart(status);
  return statusOf(changed);
}

const statusOf = ({ status, version }: { status: ProjectStatus; version: number }, changed = true) => ({
  status,
  version,
  changed,
});

/** Stops a project; with nothing running it answers the present status (D-PROJ-06). */
export async function stopProject(tx: Tx, note: Note, id: number) {
  const { status } = await lockProject(tx, id);
  const changed = canStop(status);
  if (changed) await stopProjects(tx, note, [id]);
  return statusOf(await lockProject(tx, id), changed);
}

/** Asks for the mail confirmation of an account creation project. */
export async function startVerifying(tx: Tx, note: Note, id: number) {
  const row = await lockProject(tx, id);
  if (!kindOf(row.module).canVerify)
    throw new Refusal('WRONG_KIND', 'Only account creation projects confirm accounts by mail');
  const started = await applyProjectEvent(tx, note, id, 'verify');
  if (!started) throw new Refusal('BUSY', stateTexts.running);
  return statusOf(started);
}

/** Stops a mail confirmation; with none on it answers the present status. */
export async function stopVerifying(tx: Tx, note: Note, id: number) {
  const before = await lockProject(tx, id);
  const stopped = await applyProjectEvent(tx, note, id, 'verifyStop');
  return statusOf(stopped ?? before, stopped !== undefined);
}

/** One site of a project with the posts made there, newest first (D-PROJ-12). */
export async function siteStatusOf(db: Queryable, of: z.output<(typeof privateSiteStatus)['body']>, secrets: Secrets) {
  const project = await readForm(db, of.projectId, secrets);
  const row = await findSiteRow(db, rowsOf(project), of);
  if (!row) throw new NotFound('site');
  const posts = await db
    .selectFrom('posts')
    .where('project_id', '=', of.projectId)
    .where('module', '=', row.id.module)
    .where('site_id', '=', of.siteId)
    .where('email', '=', of.email)
    .where('state', '=', 'SUCCEEDED')
    .orderBy('id', 'desc')
    .limit(200)
    .select(['url', 'finished_at', sql<string | null>`content->>'title'`.as('title')])
    .execute();
  const { id, email, platform, status, waitInfo } = row;
  return {
    site: { id, email, platform, status, waitInfo },
    posts: posts.map((post) => ({
      url: post.url ?? '',
      title: post.title ?? '',
      date: post.finished_at?.toISOString() ?? '',
    })),
  };
}

/** A project that lost what a post needs (its output link set, say) must get it first. */
async function refuseIncomplete(tx: Tx, id: number, secrets: Secrets): Promise<void> {
  const project = await readForm(tx, id, secrets);
  refuseProblems(problemsOf(projectKind(project.module), project, await countChecked(tx, rowsOf(project))));
}

type Decision = z.output<(typeof resolvePost)['body']> & { projectId: number };

/** The operator's word on a post whose answer was lost (D-ENG-19). */
export async function decideUnknown(tx: Tx, note: Note, decision: Decision, secrets: Secrets): Promise<void> {
  const { projectId } = decision;
  const { status } = await lockProject(tx, projectId);
  const row = await tx
    .selectFrom('posts')
    .where('project_id', '=', projectId)
    .where('module', '=', decision.id.module)
    .where('site_id', '=', decision.id.siteId)
    .where('email', '=', decision.email ?? '')
    .orderBy('id', 'desc')
    .select(['id'])
    .executeTakeFirst();
  const which = { projectId, postId: row?.id ?? 0 };
  await refuseIncomplete(tx, projectId, secrets);
  if (decision.decision === 'resend' && status !== 'RUNNING' && nextStatus(status, 'start') === null)
    throw refusedStart(status);
  const isDone =
    decision.decision === 'there'
      ? await settleUnknown(tx, note, { ...which, url: decision.url })
      : await resendPost(tx, note, which);
  if (!isDone) throw new Refusal('NOT_WAITING', 'This post does not wait for a decision');
  if (decision.decision !== 'there') return;
  await keepAccountOf(tx, note, secrets, which.postId);
  await noteOutput(tx, note, projectId);
}

/** The page that the operator saw is counted in the project's link set, its article as used. */
async function noteOutput(tx: Tx, note: Note, projectId: number): Promise<void> {
  const { url_list_id: linkSetId, content_group_id: groupId } = await tx
    .selectFrom('projects')
    .where('id', '=', projectId)
    .select(['url_list_id', 'content_group_id'])
    .executeTakeFirstOrThrow();
  if (linkSetId !== null) noteLinkSet(note, linkSetId);
  if (groupId !== null) note(topics.contentGroup(groupId), { action: 'articlesChanged', contentGroupId: groupId });
}

/** An account that the operator saw at its site goes into the profile; whether it waits for a mail is looked up there. */
async function keepAccountOf(tx: Tx, note: Note, secrets: Secrets, postId: number): Promise<void> {
  const post = await tx
    .selectFrom('posts')
    .innerJoin('projects', 'projects.id', 'posts.project_id')
    .where('posts.id', '=', postId)
    .where('kind', '=', 'register')
    .select(['posts.site_id', 'posts.content', 'posts.project_id', 'projects.profile_id'])
    .executeTakeFirst();
  if (!post?.content || !('person' in post.content)) return;
  const { username, email, password } = post.content.person;
  await keepMadeAccount(tx, note, secrets, {
    profileId: post.profile_id ?? 0,
    projectId: post.project_id,
    siteName: post.site_id,
    ...{ username, email, sealedPassword: password, confirmation: 'WAITING' },
  });
}

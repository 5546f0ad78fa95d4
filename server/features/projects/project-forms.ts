import { accountFields } from '#domain/contract/projects/account.ts';
import {
  type FieldsOf,
  type ProjectKind,
  type ProjectOf,
  problemsOf,
  projectKind,
  projectKinds,
} from '#domain/contract/projects/kinds.ts';
import type { PostingProject } from '#domain/contract/projects/posting.ts';
import type { App } from '../../app.ts';
import type { Secrets } from '../../db/secrets.ts';
import type { Queryable, Tx } from '../../db/store.ts';
import { failProject } from '../../engine/runs/planning/plan-project.ts';
import type { ToPlan } from '../../engine/runs/planning/to-plan.ts';
import { beginSubmissions } from '../../engine/submissions/begin-submissions.ts';
import { NotFound, Refusal } from '../../errors/refusal.ts';
import type { Note } from '../../live/commit.ts';
import { freshEmail, takeListEmail } from '../emails/emails.ts';
import { whyNoWay } from '../options/site-proxies.ts';
import type { StoredForm } from './kinds/kind.ts';
import { kindOf, serverKinds } from './kinds/kinds.ts';
import { toPostingForm } from './kinds/posting.ts';
import { rowColumns, type StoredRow, toProjectRow } from './project-rows.ts';
import { checkedRows, rowsOf } from './site-rows.ts';

const formColumns = [
  'selected_campaign_id',
  'profile_id',
  'private_network_id',
  'url_list_id',
  'content_group_id',
  'settings',
] as const satisfies (keyof StoredForm)[];

async function readStored(db: Queryable, id: number): Promise<StoredRow & StoredForm> {
  const row = await db
    .selectFrom('projects')
    .where('id', '=', id)
    .select([...rowColumns, ...formColumns])
    .executeTakeFirst();
  if (!row) throw new NotFound('project');
  return row;
}

/** A posting or private project as the engine reads it, also one that was deleted while sends are out. */
export async function readProject(db: Queryable, id: number): Promise<PostingProject> {
  const row = await readStored(db, id);
  return { ...toPostingForm(row), ...toProjectRow(row) };
}

/** The same of a project of any kind. */
export async function readWorkedOn(db: Queryable, id: number, secrets: Secrets): Promise<ProjectOf<ProjectKind>> {
  return withForm(await readStored(db, id), secrets);
}

const withForm = (row: StoredRow & StoredForm, secrets: Secrets): ProjectOf<ProjectKind> => ({
  ...kindOf(row.module).toForm(row, secrets),
  ...toProjectRow(row),
});

/** One project with the form of its kind; 404 when it does not exist. */
export async function readForm(db: Queryable, id: number, secrets: Secrets): Promise<ProjectOf<ProjectKind>> {
  const row = await readStored(db, id);
  if (row.campaign_id === null) throw new NotFound('project');
  return withForm(row, secrets);
}

/** What the engine plans a run of a project from. */
export async function readPlan(
  db: Queryable,
  id: number,
  app: Pick<App, 'config' | 'secrets' | 'options'>,
): Promise<ToPlan> {
  const project = await readForm(db, id, app.secrets);
  const kind = projectKind(project.module);
  const { module, schedule } = project;
  return {
    ...{ id, module, schedule, act: projectKinds[kind].act, candidates: kindOf(module).candidates(rowsOf(project)) },
    numberOfPosts: projectKinds[kind].asksNumberOfPosts ? (schedule?.numberOfPosts ?? null) : null,
    contentGroupId: 'contentGroupId' in project ? project.contentGroupId : null,
    profileId: 'profileId' in project ? project.profileId : null,
    freeLogins: (tx) => freeLogins(tx, project),
    problems: (nChecked) => problemsOf(kind, project, nChecked),
    begin: async (tx: Tx, note: Note) =>
      (await whyNoWay(tx, app.options)) ??
      ('verificationInfo' in project ? drawMailbox(tx, note, project, app) : undefined),
    ...('linkSetId' in project
      ? { handOver: (tx: Tx, note: Note, again: boolean) => submitLinks(tx, note, project, again) }
      : {}),
    links: linksOf(project),
    plan: await shownPlan(db, id),
  };
}

/** What a wizard showed of the project before it was made. */
async function shownPlan(db: Queryable, id: number): Promise<ToPlan['plan']> {
  const row = await db.selectFrom('projects').where('id', '=', id).select('plan').executeTakeFirst();
  return row?.plan ?? null;
}

/** An operator's new start is also a new chance for logins that were stopped. */
async function freeLogins(tx: Tx, project: ProjectOf<ProjectKind>): Promise<void> {
  const of = 'profileId' in project ? (project.profileId ?? 0) : 0;
  const freed = { stopped_reason: null };
  if (projectKind(project.module) === 'private')
    await tx
      .updateTable('private_sites')
      .set(freed)
      .where('network_id', '=', of)
      .where('stopped_reason', 'is not', null)
      .execute();
  else
    await tx
      .updateTable('accounts')
      .set(freed)
      .where('profile_id', '=', of)
      .where('stopped_reason', 'is not', null)
      .execute();
}

/** An indexer project hands the links of its set to the services that are checked; what it lacks meanwhile fails it. */
async function submitLinks(tx: Tx, note: Note, project: ProjectOf<'indexer'>, again: boolean): Promise<void> {
  const services = await checkedRows(tx, rowsOf(project));
  const problems = problemsOf('indexer', project, services.length);
  const { id, schedule, linkSetId } = project;
  if (problems.length > 0 || linkSetId === null)
    return failProject(tx, note, project, [...new Set(problems.map(({ message }) => message))]);
  await beginSubmissions(tx, note, { id, schedule, linkSetId, services, again });
}

/** A project whose mail comes from the list or the product gets its address at its first start (D-ACC-08). */
async function drawMailbox(tx: Tx, note: Note, project: ProjectOf<'account'>, app: Pick<App, 'config' | 'secrets'>) {
  const { verificationInfo: mail } = project;
  if (mail.emailSource === 'MANUAL' || mail.emailAddress !== '') return undefined;
  try {
    const drawn = mail.emailSource === 'LIST' ? await takeListEmail(tx, note, app.secrets) : freshEmail(app);
    const form = accountFields.parse({ ...project, verificationInfo: { ...mail, ...drawn } });
    const { settings } = columnsOf('account', form, app.secrets);
    await tx.updateTable('projects').set({ settings }).where('id', '=', project.id).execute();
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}

/** The link sets that acts draw from; a profile that is registered has one web address (D-PROJ-14). */
function linksOf(project: ProjectOf<ProjectKind>): ToPlan['links'] {
  if ('verificationInfo' in project) return { linkSetProfiles: project.linkSetProfiles, min: 0, max: 1 };
  if (!('useLinkSet' in project) || !project.useLinkSet) return { linkSetProfiles: [], min: 0, max: 0 };
  return { linkSetProfiles: project.linkSetProfiles, min: project.minLinks ?? 0, max: project.maxLinks ?? 0 };
}

/** What a form of some kind writes. */
export function columnsOf<K extends ProjectKind>(kind: K, form: FieldsOf<K>, secrets: Secrets) {
  return serverKinds[kind].toColumns(form, secrets);
}

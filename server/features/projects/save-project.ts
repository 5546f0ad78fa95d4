import type { z } from 'zod';
import { topics } from '#domain/contract/live.ts';
import { type ProjectKind, projectKind } from '#domain/contract/modules.ts';
import { type FieldsOf, type ProjectOf, problemsOf, type siteMark } from '#domain/contract/projects/projects.ts';
import type { Problem } from '#domain/contract/projects/rules.ts';
import { isBusy, stateTexts } from '#domain/states/project.ts';
import type { Secrets } from '../../db/secrets.ts';
import type { Tx } from '../../db/store.ts';
import { Refusal } from '../../errors/refusal.ts';
import type { Note } from '../../live/commit.ts';
import { withKnownReferences } from './known-references.ts';
import { columnsOf, readForm } from './project-forms.ts';
import { lockProject } from './project-rows.ts';
import { countChecked, saveMarks } from './site-rows.ts';

/** A save: the kind, its fields, the marks, the editing session. */
interface Save<K extends ProjectKind> {
  kind: K;
  project: FieldsOf<K> & { id: number; name?: string | undefined };
  sites: z.output<typeof siteMark>[];
  uuid: string;
}

/** Saves form and site marks of a project of some kind; refuses with the first broken rule and its tab. */
export async function saveProject<K extends ProjectKind>(
  tx: Tx,
  note: Note,
  { kind, ...save }: Save<K>,
  secrets: Secrets,
): Promise<ProjectOf<K>> {
  const { id, name, ...rest } = save.project;
  await lockProject(tx, id);
  const stored = await readForm(tx, id, secrets);
  if (projectKind(stored.module) !== kind) throw new Refusal('WRONG_KIND', 'This project is of another kind');
  if (isBusy(stored.status)) throw new Refusal('BUSY', stateTexts.running);
  const form = keepStatus(stored, await withKnownReferences(kind, tx, stored.campaignId, rest as FieldsOf<K>));
  const of = { id, module: stored.module, networkId: 'profileId' in form ? form.profileId : null };
  await saveMarks(tx, of, save.sites);
  refuseProblems(problemsOf(kind, form, await countChecked(tx, of)));
  await tx
    .updateTable('projects')
    .set({ ...columnsOf(kind, form, secrets), ...(name === undefined ? {} : { name }) })
    .where('id', '=', id)
    .execute();
  note(topics.project(id), { action: 'projectSaved', projectId: id, uuid: save.uuid });
  const project = (await readForm(tx, id, secrets)) as unknown as ProjectOf<K>;
  if (name !== undefined && name !== stored.name)
    note(topics.campaign(stored.campaignId), { action: 'projectEdited', project: rowOf(project) });
  return project;
}

/** The progress text of the verification is the engine's, not the form's. */
function keepStatus<F>(stored: object, form: F): F {
  if (!('verificationInfo' in stored)) return form;
  const status = (stored as FieldsOf<'account'>).verificationInfo.status;
  const own = (form as FieldsOf<'account'>).verificationInfo;
  return { ...form, verificationInfo: { ...own, status } };
}

/** Only what lists show: forms hold secrets. */
function rowOf({ id, campaignId, name, module, status, lastError, schedule, version }: ProjectOf<ProjectKind>) {
  return { id, campaignId, name, module, status, lastError, schedule, version };
}

/** Throws the first broken rule, with the tab and field where it stands. */
export function refuseProblems(problems: Problem[]): void {
  const first = problems[0];
  if (!first) return;
  throw new Refusal('INVALID', first.message, {
    field: first.field,
    tab: first.tab,
    messages: [...new Set(problems.map((problem) => problem.message))],
  });
}

import { registry } from '#connectors/registry.ts';
import { topics } from '#domain/contract/live.ts';
import type { SiteMark } from '#domain/contract/projects/kind.ts';
import {
  type FieldsOf,
  type ProjectKind,
  type ProjectOf,
  problemsOf,
  projectKind,
} from '#domain/contract/projects/kinds.ts';
import { brokenRules, type Problem } from '#domain/contract/projects/rules.ts';
import { isBusy, stateTexts } from '#domain/states/project.ts';
import type { Secrets } from '../../db/secrets.ts';
import type { Tx } from '../../db/store.ts';
import { Refusal, refuseStale } from '../../errors/refusal.ts';
import type { Note } from '../../live/commit.ts';
import { serverKinds } from './kinds/kinds.ts';
import { columnsOf, readForm } from './project-forms.ts';
import { keepLinkSets, lockProject } from './project-rows.ts';
import { countChecked, dropForeignRows, rowsOf, saveMarks } from './site-rows.ts';

/** A save: the kind, its fields, the marks, the editing session. */
export interface Save<K extends ProjectKind> {
  kind: K;
  project: FieldsOf<K> & { id: number; name?: string | undefined };
  sites: SiteMark[];
  uuid: string;
  /** The edition that was edited; without it the save goes over any. */
  edition?: number | undefined;
}

/** Saves form and site marks of a project of some kind, complete or not; refuses with the first broken rule and its tab. */
export async function saveProject<K extends ProjectKind>(
  tx: Tx,
  note: Note,
  { kind, ...save }: Save<K>,
  secrets: Secrets,
): Promise<ProjectOf<K>> {
  const { id, name, ...rest } = save.project;
  await keepLinkSets(tx, id);
  await lockProject(tx, id);
  const stored = await readForm(tx, id, secrets);
  if (projectKind(stored.module) !== kind) throw new Refusal('WRONG_KIND', 'This project is of another kind');
  if (isBusy(stored.status)) throw new Refusal('BUSY', stateTexts.running);
  refuseStale(save.edition, stored);
  const of = serverKinds[kind];
  const known = await of.withKnownReferences(tx, stored.campaignId, rest as FieldsOf<K>);
  const form = of.keepProgress?.(stored as unknown as FieldsOf<K>, known) ?? known;
  const rows = rowsOf({ ...form, id, module: stored.module });
  await saveMarks(tx, rows, save.sites);
  // What is only missing is said on the page and at the start; what is wrong is not stored.
  refuseProblems(brokenRules(problemsOf(kind, form, await countChecked(tx, rows))));
  await tx
    .updateTable('projects')
    .set({ ...columnsOf(kind, form, secrets), ...(name === undefined ? {} : { name }) })
    .where('id', '=', id)
    .execute();
  if (isOtherNetwork(stored, form)) await dropForeignRows(tx, rows);
  note(topics.project(id), { action: 'projectSaved', projectId: id, uuid: save.uuid });
  const project = (await readForm(tx, id, secrets)) as unknown as ProjectOf<K>;
  if (name !== undefined && name !== stored.name)
    note(topics.campaign(stored.campaignId), { action: 'projectEdited', project: rowOf(project) });
  return project;
}

/** True for a private project whose network was changed: the rows of the one before are nobody's. */
function isOtherNetwork(stored: ProjectOf<ProjectKind>, form: object): boolean {
  if (projectKind(stored.module) !== 'private' || !('profileId' in stored) || !('profileId' in form)) return false;
  return stored.profileId !== form.profileId;
}

/** Only what lists show: forms hold secrets. */
function rowOf({ id, campaignId, name, module, status, lastError, schedule, ...row }: ProjectOf<ProjectKind>) {
  return { id, campaignId, name, module, status, lastError, schedule, version: row.version, edition: row.edition };
}

/** A project that lacks what a start needs is refused with all that it lacks; what was deleted since its save is lacking. */
export async function refuseUnready<K extends ProjectKind>(tx: Tx, id: number, secrets: Secrets): Promise<void> {
  const project = await readForm(tx, id, secrets);
  const kind = projectKind(project.module) as K;
  const form = project as unknown as FieldsOf<K>;
  const known = await serverKinds[kind].withKnownReferences(tx, project.campaignId, form);
  const nChecked = await countChecked(tx, rowsOf({ ...known, id, module: project.module }));
  const needsNone = await hasOwnLogins(tx, id);
  const nAccounts = needsNone ? undefined : await serverKinds[kind].countAccounts?.(tx, known);
  refuseProblems(problemsOf(kind, known, { nChecked, nAccounts }));
}

const ownLogins = registry.platforms.filter(({ ownLogin }) => ownLogin).map(({ id }) => id);

/** True where a chosen site is one whose key the product has: a profile without accounts posts to it. */
async function hasOwnLogins(tx: Tx, projectId: number): Promise<boolean> {
  const found = await tx
    .selectFrom('project_sites')
    .innerJoin('sites', (join) =>
      join.onRef('sites.module', '=', 'project_sites.module').onRef('sites.site_id', '=', 'project_sites.site_id'),
    )
    .where('project_sites.project_id', '=', projectId)
    .where('project_sites.checked', '=', true)
    .where('sites.connector', 'in', ownLogins)
    .select('sites.site_id')
    .limit(1)
    .execute();
  return found.length > 0;
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

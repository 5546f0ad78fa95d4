import { useEffect, useMemo, useState } from 'react';
import { type FieldsOf, type ProjectKind, problemsOf, projectKinds } from '#domain/contract/projects/kinds.ts';
import type { savePostingProject } from '#domain/contract/projects/posting.ts';
import type { ProjectPage, SiteRow } from '#domain/contract/projects/projects.ts';
import { type Problem, type ProjectTab, projectTexts } from '#domain/contract/projects/rules.ts';
import { send } from '#web/lib/call.ts';
import { Refusal } from '#web/lib/failure.ts';
import { attempt, toast } from '#web/lib/notices.ts';
import { patchProject, rowKey } from './queries.ts';
import { texts } from './texts.ts';

// Messages follow the typing after this pause (1-core section 9).
const checkAfterMs = 200;

interface Draft<K extends ProjectKind> {
  fields: FieldsOf<K>;
  /** Rows to choose from: those of another private network, once one is chosen. */
  rows: SiteRow[];
  selected: ReadonlySet<string>;
}

/** State of a project's form: what is shown, whether it may be changed, and what is wrong with it. */
export interface ProjectForm<K extends ProjectKind = ProjectKind> {
  kind: K;
  value: FieldsOf<K>;
  rows: SiteRow[];
  selected: ReadonlySet<string>;
  isEditing: boolean;
  isSaving: boolean;
  tab: ProjectTab;
  problems: Problem[];
  openTab: (tab: ProjectTab) => void;
  problemAt: (field: string) => string | undefined;
  change: (part: Partial<FieldsOf<K>>) => void;
  select: (selected: ReadonlySet<string>) => void;
  /** Offers other rows, none of them marked. */
  offer: (rows: SiteRow[]) => void;
  edit: () => void;
  cancel: () => void;
  save: () => Promise<boolean>;
  /** Shows what is wrong, if anything; true when the form is good. */
  check: () => boolean;
}
/** What every page does with a form, whatever its fields. */
export type AnyForm = Pick<
  ProjectForm,
  | 'kind'
  | 'rows'
  | 'selected'
  | 'isEditing'
  | 'isSaving'
  | 'tab'
  | 'problems'
  | 'openTab'
  | 'problemAt'
  | 'select'
  | 'edit'
  | 'cancel'
  | 'save'
  | 'check'
>;
/** The form of a posting or private project: the same fields. */
export type PostingForm = ProjectForm<'posting'> | ProjectForm<'private'>;

/** The form's own fields of a project, without its state. */
function fieldsOf<K extends ProjectKind>(kind: K, project: ProjectPage<K>['project']): FieldsOf<K> {
  const names = Object.keys(projectKinds[kind].fields.shape) as (keyof FieldsOf<K>)[];
  return Object.fromEntries(names.map((name) => [name, project[name as keyof typeof project]])) as FieldsOf<K>;
}

/** Sends the save of a kind; the call and the fields belong together by construction. */
async function sendSaveOf<K extends ProjectKind>(kind: K, body: object): Promise<ProjectPage<K>['project']> {
  const { project } = await send(projectKinds[kind].save as typeof savePostingProject, { body: body as never });
  return project as unknown as ProjectPage<K>['project'];
}

/** The draft that says what is stored. */
function draftOf<K extends ProjectKind>(
  kind: K,
  { project, sites }: Pick<ProjectPage<K>, 'project' | 'sites'>,
): Draft<K> {
  const selected = new Set(sites.filter((row) => row.checked).map(rowKey));
  return { fields: fieldsOf(kind, project), rows: sites, selected };
}

/** Sends a draft, and shows it as the loaded project. Throws a Refusal for what the server finds wrong. */
async function saveDraft<K extends ProjectKind>(
  { kind, id, uuid }: { kind: K; id: number; uuid: string },
  { fields, rows, selected }: Draft<K>,
): Promise<true> {
  const sites = rows.map((row) => ({ id: row.id, email: row.email, checked: selected.has(rowKey(row)) }));
  const project = await sendSaveOf(kind, { project: { ...fields, id }, sites, uuid });
  patchProject(id, (page) => ({
    ...page,
    project,
    ...('selectedCampaignId' in project ? { selectedCampaignId: project.selectedCampaignId } : {}),
    sites: rows.map((row) => {
      const checked = selected.has(rowKey(row));
      return row.checked === checked ? row : { ...row, checked };
    }),
  }));
  return true;
}

/** What is wrong with a draft: told by `check`, from then on it follows the typing. */
function useProblems<K extends ProjectKind>(
  kind: K,
  { fields, selected }: Draft<K>,
  openTab: (tab: ProjectTab) => void,
) {
  const [problems, setProblems] = useState<Problem[]>([]);
  const hasProblems = problems.length > 0;
  useEffect(() => {
    if (!hasProblems) return;
    const timer = setTimeout(() => setProblems(problemsOf(kind, fields, selected.size)), checkAfterMs);
    return () => clearTimeout(timer);
  }, [kind, fields, selected, hasProblems]);
  const show = (found: Problem[]) => {
    setProblems(found);
    const first = found[0];
    if (!first) return true;
    openTab(first.tab);
    if (first.tab === 'sites') toast.error(projectTexts.fixSites, 5);
    else toast.error(projectTexts.fix);
    return false;
  };
  const showRefused = (error: unknown) => {
    if (error instanceof Refusal && error.tab && error.field)
      show([{ tab: error.tab as ProjectTab, field: error.field, message: error.message }]);
  };
  return {
    problems,
    showRefused,
    forget: () => setProblems([]),
    check: () => show(problemsOf(kind, fields, selected.size)),
  };
}

/**
 * Editing works on a draft beside the loaded project: while there is none, the page shows the
 * project as it is; Cancel drops the draft, which is the whole of "restore".
 */
export function useProjectForm<K extends ProjectKind>(
  kind: K,
  data: ProjectPage<K>,
  { uuid, firstTab }: { uuid: string; firstTab: ProjectTab },
): ProjectForm<K> {
  const [draft, setDraft] = useState<Draft<K> | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  const [tab, openTab] = useState<ProjectTab>(firstTab);
  const { project, sites } = data;
  const stored = useMemo(() => draftOf(kind, { project, sites }), [kind, project, sites]);
  const shown = draft ?? stored;
  const { problems, showRefused, forget, check } = useProblems(kind, shown, openTab);
  const leave = () => {
    setDraft(null);
    forget();
  };
  const sendSave = () =>
    saveDraft({ kind, id: project.id, uuid }, shown).catch((error: unknown) => {
      showRefused(error);
      throw error;
    });
  const save = async () => {
    if (!check()) return false;
    setIsSaving(true);
    const done = await attempt(sendSave, { done: texts.saved, failed: texts.saveFailed });
    setIsSaving(false);
    if (done) leave();
    return done === true;
  };
  const change = (part: (now: Draft<K>) => Partial<Draft<K>>) => setDraft((now) => now && { ...now, ...part(now) });
  return {
    kind,
    value: shown.fields,
    rows: shown.rows,
    selected: shown.selected,
    isEditing: draft !== null,
    isSaving,
    tab,
    problems,
    openTab,
    problemAt: (field) => problems.find((problem) => problem.field === field)?.message,
    change: (part) => change((now) => ({ fields: { ...now.fields, ...part } })),
    select: (selected) => change(() => ({ selected })),
    offer: (rows) => change(() => ({ rows, selected: new Set() })),
    edit: () => setDraft(stored),
    cancel: leave,
    save,
    check,
  };
}

import { useEffect, useMemo, useState } from 'react';
import { type FieldsOf, type ProjectKind, problemsOf, projectKinds } from '#domain/contract/projects/kinds.ts';
import type { savePostingProject } from '#domain/contract/projects/posting.ts';
import type { ProjectPage, SiteRow } from '#domain/contract/projects/projects.ts';
import { type Problem, type ProjectTab, projectTexts } from '#domain/contract/projects/rules.ts';
import { useAddress } from '#web/lib/address.ts';
import { send } from '#web/lib/call.ts';
import { Refusal } from '#web/lib/failure.ts';
import { askFirst, attempt, toast } from '#web/lib/notices.ts';
import { focusField, focusFirstField } from '#web/ui/focus.ts';
import { patchProject, rowKey } from './queries.ts';
import { texts } from './texts.ts';

// Messages follow the typing after this pause (1-core section 9).
const checkAfterMs = 200;

interface Draft<K extends ProjectKind> {
  fields: FieldsOf<K>;
  /** Rows to choose from: those of another private network, once one is chosen. */
  rows: SiteRow[];
  selected: ReadonlySet<string>;
  /** False until something is changed. */
  isDirty: boolean;
}

/** State of a project's form: what is shown, whether it may be changed, and what is wrong with it. */
export interface ProjectForm<K extends ProjectKind = ProjectKind> {
  kind: K;
  value: FieldsOf<K>;
  rows: SiteRow[];
  selected: ReadonlySet<string>;
  isEditing: boolean;
  /** Something was changed since Edit. */
  isDirty: boolean;
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
  /** Ends editing; asks first when something was changed. */
  cancel: () => void;
  /** Ends editing without a question. */
  drop: () => void;
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
  | 'isDirty'
  | 'isSaving'
  | 'tab'
  | 'problems'
  | 'openTab'
  | 'problemAt'
  | 'select'
  | 'edit'
  | 'cancel'
  | 'drop'
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
  return { fields: fieldsOf(kind, project), rows: sites, selected, isDirty: false };
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

/** Typed text is not dropped by a slip of the hand. */
function askToDrop(drop: () => void): void {
  const [okText, cancelText] = ['Drop', 'Keep editing'];
  askFirst({ title: texts.dropAsk, content: texts.dropHint, okText, cancelText, danger: true, onOk: drop });
}

/** What is wrong with a draft: told by `check`, from then on it follows the typing. */
function useProblems<K extends ProjectKind>(
  kind: K,
  { fields, selected }: Draft<K>,
  openTab: (tab: ProjectTab) => void,
) {
  const [problems, setProblems] = useState<Problem[]>([]);
  // The server's word on a field, which stays until that field holds something else.
  const [refused, setRefused] = useState<{ problem: Problem; value: unknown } | null>(null);
  const hasProblems = problems.length > 0;
  const valueAt = (field: string) => (field === 'sites' ? selected : fields[field as keyof typeof fields]);
  const isRefused = refused !== null && valueAt(refused.problem.field) === refused.value;
  useEffect(() => {
    if (!hasProblems) return;
    const timer = setTimeout(() => setProblems(problemsOf(kind, fields, selected.size)), checkAfterMs);
    return () => clearTimeout(timer);
  }, [kind, fields, selected, hasProblems]);
  const show = (found: Problem[]) => {
    const first = found[0];
    if (!first) return true;
    openTab(first.tab);
    focusField(first.field);
    if (first.tab === 'sites') toast.error(projectTexts.fixSites, 5);
    else toast.error(projectTexts.fix);
    return false;
  };
  const showRefused = (error: unknown): never => {
    if (!(error instanceof Refusal && error.tab && error.field)) throw error;
    const problem = { tab: error.tab as ProjectTab, field: error.field, message: error.message };
    setRefused({ problem, value: valueAt(problem.field) });
    show([problem]);
    throw error;
  };
  return {
    problems: isRefused ? [refused.problem, ...problems] : problems,
    showRefused,
    forget: () => {
      setProblems([]);
      setRefused(null);
    },
    check: () => {
      const found = problemsOf(kind, fields, selected.size);
      setProblems(found);
      return show(found);
    },
  };
}

/** A save, and whether it is on its way. */
function useSaving(work: () => Promise<boolean>) {
  const [isSaving, setIsSaving] = useState(false);
  const save = async () => {
    setIsSaving(true);
    const done = await work();
    setIsSaving(false);
    return done;
  };
  return { isSaving, save };
}

/** Which tab is open; kept in the address. */
function useTab(first: ProjectTab): [ProjectTab, (tab: ProjectTab) => void] {
  const [{ tab }, setAddress] = useAddress<{ tab: ProjectTab }>({ tab: first });
  return [tab, (next) => setAddress({ tab: next })];
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
  const [tab, openTab] = useTab(firstTab);
  const { project, sites } = data;
  const stored = useMemo(() => draftOf(kind, { project, sites }), [kind, project, sites]);
  const shown = draft ?? stored;
  const { problems, showRefused, forget, check } = useProblems(kind, shown, openTab);
  const leave = () => {
    setDraft(null);
    forget();
  };
  const { isSaving, save } = useSaving(async () => {
    if (!check()) return false;
    const work = () => saveDraft({ kind, id: project.id, uuid }, shown).catch(showRefused);
    const done = await attempt(work, { done: texts.saved, failed: texts.saveFailed });
    if (done) leave();
    return done === true;
  });
  const change = (part: (now: Draft<K>) => Partial<Draft<K>>) =>
    setDraft((now) => now && { ...now, ...part(now), isDirty: true });
  const edit = () => {
    setDraft(stored);
    focusFirstField();
  };
  return {
    kind,
    value: shown.fields,
    rows: shown.rows,
    selected: shown.selected,
    isEditing: draft !== null,
    isDirty: draft?.isDirty ?? false,
    isSaving,
    tab,
    problems,
    openTab,
    problemAt: (field) => problems.find((problem) => problem.field === field)?.message,
    change: (part) => change((now) => ({ fields: { ...now.fields, ...part } })),
    select: (selected) => change(() => ({ selected })),
    offer: (rows) => change(() => ({ rows, selected: new Set() })),
    edit,
    cancel: () => (draft?.isDirty ? askToDrop(leave) : leave()),
    drop: leave,
    save,
    check,
  };
}

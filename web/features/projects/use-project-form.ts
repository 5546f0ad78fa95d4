import { useMemo, useState } from 'react';
import { blogPlatform } from '#domain/contract/cloud-blogs.ts';
import { type FieldsOf, type ProjectKind, problemsOf, projectKinds } from '#domain/contract/projects/kinds.ts';
import type { savePostingProject } from '#domain/contract/projects/posting.ts';
import type { ProjectPage, SiteRow } from '#domain/contract/projects/projects.ts';
import type { Problem, ProjectTab } from '#domain/contract/projects/rules.ts';
import { useAddress } from '#web/lib/address.ts';
import { send } from '#web/lib/call.ts';
import { Stale } from '#web/lib/failure.ts';
import { askFirst, askStale, attempt, toast } from '#web/lib/notices.ts';
import { focusFirstField } from '#web/ui/focus.ts';
import { useProblems } from './frame/use-problems.ts';
import { patchSaved, reloadProject, rowKey } from './queries.ts';
import { texts } from './texts.ts';

interface Draft<K extends ProjectKind> {
  fields: FieldsOf<K>;
  /** Rows to choose from: those of another private network, once one is chosen. */
  rows: SiteRow[];
  selected: ReadonlySet<string>;
  /** False until something is changed. */
  isDirty: boolean;
  /** Of the project that is edited; a later one means that another window saved it meanwhile. */
  edition: number;
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
  /** Shows all that keeps the project from starting, if anything; true when there is nothing. */
  check: () => boolean;
  /** What the project as it is stored still needs before it can start. */
  needs: Problem[];
  /** Opens the form at what is missing. */
  goTo: (need: Problem) => void;
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
  | 'needs'
  | 'goTo'
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
  return { fields: fieldsOf(kind, project), rows: sites, selected, isDirty: false, edition: project.edition };
}

/** Sends a draft, shows it as the loaded project and answers what is stored. Throws a Refusal for what the server finds wrong. */
async function saveDraft<K extends ProjectKind>(
  { kind, id, uuid, isOver }: { kind: K; id: number; uuid: string; isOver: boolean },
  { fields, rows, selected, edition }: Draft<K>,
): Promise<Draft<K>> {
  const sites = rows.map((row) => ({ id: row.id, email: row.email, checked: selected.has(rowKey(row)) }));
  const project = await sendSaveOf(kind, { project: { ...fields, id }, sites, uuid, ...(isOver ? {} : { edition }) });
  const marked = rows.map((row) => {
    const checked = selected.has(rowKey(row));
    return row.checked === checked ? row : { ...row, checked };
  });
  patchSaved(id, project, marked);
  return { fields: fieldsOf(kind, project), rows, selected, isDirty: false, edition: project.edition };
}

const counted = <K extends ProjectKind>(draft: Draft<K>, profiles: ProjectPage['profiles']) => ({
  ...draft,
  nAccounts: accountsOf(draft, profiles),
});

/** Typed text is not dropped by a slip of the hand. */
const askToDrop = (onOk: () => void): void =>
  askFirst({ ...{ title: texts.dropAsk, content: texts.dropHint }, ...asDrop, onOk });
const asDrop = { okText: 'Drop', cancelText: 'Keep editing', danger: true, dropsTyped: true } as const;

/** A save, and whether it is on its way. */
function useSaving(work: (isOver: boolean) => Promise<boolean>) {
  const [isSaving, setIsSaving] = useState(false);
  const save = async (isOver = false) => {
    setIsSaving(true);
    const done = await work(isOver);
    setIsSaving(false);
    return done;
  };
  return { isSaving, save };
}

/** What another window saved meanwhile is asked about: the draft goes over it, or away, or stays. All else is shown. */
function refusalOf(show: (error: unknown) => never, id: number, on: { over: () => unknown; leave: () => void }) {
  const onReload = () => {
    on.leave();
    void reloadProject(id);
  };
  return (error: unknown): undefined => {
    if (!(error instanceof Stale)) return show(error);
    askStale(error.message, { onOver: on.over, onReload });
  };
}

/** Which tab is open; kept in the address. */
function useTab(first: ProjectTab): [ProjectTab, (tab: ProjectTab) => void] {
  const [{ tab }, setAddress] = useAddress<{ tab: ProjectTab }>({ tab: first });
  return [tab, (next) => setAddress({ tab: next })];
}

/** The draft of a form, and what can be changed of it. */
function useDraft<K extends ProjectKind>() {
  const [draft, setDraft] = useState<Draft<K> | null>(null);
  const change = (part: (now: Draft<K>) => Partial<Draft<K>>) =>
    setDraft((now) => now && { ...now, ...part(now), isDirty: true });
  const changes: Pick<ProjectForm<K>, 'change' | 'select' | 'offer'> = {
    change: (part) => change((now) => ({ fields: { ...now.fields, ...part } })),
    select: (selected) => change(() => ({ selected })),
    offer: (rows) => change(() => ({ rows, selected: new Set() })),
  };
  return { draft, setDraft, changes };
}

/** What the page shows: the draft, or the project as it is stored. */
function faceOf<K extends ProjectKind>(draft: Draft<K> | null, stored: Draft<K>) {
  const { fields, rows, selected, isDirty } = draft ?? stored;
  return { value: fields, rows, selected, isEditing: draft !== null, isDirty };
}

const needsOf = <K extends ProjectKind>(kind: K, draft: Draft<K>, profiles: ProjectPage['profiles']) =>
  problemsOf(kind, draft.fields, { nChecked: draft.selected.size, nAccounts: accountsOf(draft, profiles) });

/** How many accounts the chosen profile has; of a profile that the page does not hold nobody says. */
function accountsOf<K extends ProjectKind>({ fields, rows, selected }: Draft<K>, profiles: ProjectPage['profiles']) {
  // Posts to own blogs go without: what the profile holds does not matter then.
  if (rows.some((row) => row.platform === blogPlatform && selected.has(rowKey(row)))) return undefined;
  const chosen = 'profileId' in fields ? fields.profileId : null;
  return profiles.find(({ id }) => id === chosen)?.count;
}

/** What was chosen may be gone meanwhile: what is stored says what is lacking, not the form. */
const savedText = (needs: Problem[]) => (needs.length === 0 ? texts.saved : texts.savedIncomplete);

/**
 * Editing works on a draft beside the loaded project: while there is none, the page shows the
 * project as it is; Cancel drops the draft, which is the whole of "restore".
 */
export function useProjectForm<K extends ProjectKind>(
  kind: K,
  data: ProjectPage<K>,
  { uuid, firstTab }: { uuid: string; firstTab: ProjectTab },
): ProjectForm<K> {
  const { draft, setDraft, changes } = useDraft<K>();
  const [tab, openTab] = useTab(firstTab);
  const { project, sites, profiles } = data;
  const stored = useMemo(() => draftOf(kind, { project, sites }), [kind, project, sites]);
  const shown = draft ?? stored;
  const { problems, showRefused, forget, check, goTo } = useProblems(kind, counted(shown, profiles), openTab);
  const needs = useMemo(() => needsOf(kind, stored, profiles), [kind, stored, profiles]);
  /** What is typed while a save is on its way stays to be saved. */
  const leave = (saved?: Draft<K>) => {
    setDraft((now) => (saved && now && now !== draft ? { ...now, edition: saved.edition } : null));
    forget();
    return true;
  };
  const { isSaving, save } = useSaving(async (isOver) => {
    if (!check('save')) return false;
    const refused = refusalOf(showRefused, project.id, { over: () => save(true), leave });
    const work = () => saveDraft({ kind, id: project.id, uuid, isOver }, shown).catch(refused);
    const saved = await attempt(work, { failed: texts.saveFailed });
    if (saved) toast.success(savedText(needsOf(kind, saved, profiles)));
    return saved !== undefined && leave(saved);
  });
  return {
    kind,
    ...faceOf(draft, stored),
    isSaving,
    tab,
    problems,
    openTab,
    problemAt: (field) => problems.find((problem) => problem.field === field)?.message,
    ...changes,
    edit: () => {
      setDraft(stored);
      focusFirstField();
    },
    cancel: () => (draft?.isDirty ? askToDrop(() => leave()) : leave()),
    drop: () => leave(),
    save: () => save(),
    check: () => check('start'),
    needs,
    goTo: (need) => {
      setDraft((now) => now ?? stored);
      goTo(need);
    },
  };
}

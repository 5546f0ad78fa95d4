import { useEffect, useMemo, useState } from 'react';
import {
  type PostingFields,
  type Problem,
  type ProjectPage,
  type ProjectTab,
  postingFields,
  postingProblems,
  projectTexts,
  savePostingProject,
} from '#domain/contract/projects.ts';
import { send } from '#web/lib/call.ts';
import { Refusal } from '#web/lib/failure.ts';
import { attempt, toast } from '#web/lib/notices.ts';
import { patchProject, rowKey } from './queries.ts';
import { texts } from './texts.ts';

// Messages follow the typing after this pause (1-core section 9).
const checkAfterMs = 200;

interface Draft {
  fields: PostingFields;
  selected: ReadonlySet<string>;
}

/** State of the posting form: what is shown, whether it may be changed, and what is wrong with it. */
export interface PostingForm {
  value: PostingFields;
  selected: ReadonlySet<string>;
  isEditing: boolean;
  isSaving: boolean;
  tab: ProjectTab;
  problems: Problem[];
  openTab: (tab: ProjectTab) => void;
  problemAt: (field: string) => string | undefined;
  change: (part: Partial<PostingFields>) => void;
  select: (selected: ReadonlySet<string>) => void;
  edit: () => void;
  cancel: () => void;
  save: () => Promise<boolean>;
  /** Shows what is wrong, if anything; true when the form is good. */
  check: () => boolean;
}

const fieldNames = Object.keys(postingFields.shape) as (keyof PostingFields)[];

/** The form's own fields of a project, without its state. */
function fieldsOf(project: ProjectPage['project']): PostingFields {
  return Object.fromEntries(fieldNames.map((name) => [name, project[name]])) as PostingFields;
}

/**
 * Editing works on a draft beside the loaded project: while there is none, the page shows the
 * project as it is; Cancel drops the draft, which is the whole of "restore".
 */
export function usePostingForm(data: ProjectPage, uuid: string): PostingForm {
  const [draft, setDraft] = useState<Draft | null>(null);
  const [problems, setProblems] = useState<Problem[]>([]);
  const [isSaving, setIsSaving] = useState(false);
  const [tab, openTab] = useState<ProjectTab>('general');
  const stored = useMemo<Draft>(
    () => ({
      fields: fieldsOf(data.project),
      selected: new Set(data.sites.filter((row) => row.checked).map(rowKey)),
    }),
    [data.project, data.sites],
  );
  const { fields, selected } = draft ?? stored;

  const hasProblems = problems.length > 0;
  useEffect(() => {
    if (!hasProblems) return;
    const timer = setTimeout(() => setProblems(postingProblems(fields, selected.size)), checkAfterMs);
    return () => clearTimeout(timer);
  }, [fields, selected, hasProblems]);

  const show = (found: Problem[]) => {
    setProblems(found);
    const first = found[0];
    if (!first) return true;
    openTab(first.tab);
    if (first.tab === 'sites') toast.error(projectTexts.fixSites, 5);
    else toast.error(projectTexts.fix);
    return false;
  };
  const leave = () => {
    setDraft(null);
    setProblems([]);
  };
  const check = () => show(postingProblems(fields, selected.size));
  const sendSave = async () => {
    const sites = data.sites.map((row) => ({ id: row.id, email: row.email, checked: selected.has(rowKey(row)) }));
    const body = { project: { ...fields, id: data.project.id }, sites, uuid };
    try {
      const { project } = await send(savePostingProject, { body });
      patchProject(data.project.id, (page) => ({
        ...page,
        project,
        selectedCampaignId: project.selectedCampaignId,
        sites: page.sites.map((row) => {
          const checked = selected.has(rowKey(row));
          return row.checked === checked ? row : { ...row, checked };
        }),
      }));
    } catch (error) {
      if (error instanceof Refusal && error.tab && error.field)
        show([{ tab: error.tab as ProjectTab, field: error.field, message: error.message }]);
      throw error;
    }
    return true;
  };
  const save = async () => {
    if (!check()) return false;
    setIsSaving(true);
    const done = await attempt(sendSave, { done: texts.saved, failed: texts.saveFailed });
    setIsSaving(false);
    if (done) leave();
    return done === true;
  };
  return {
    value: fields,
    selected,
    isEditing: draft !== null,
    isSaving,
    tab,
    problems,
    openTab,
    problemAt: (field) => problems.find((problem) => problem.field === field)?.message,
    change: (part) => setDraft((now) => now && { ...now, fields: { ...now.fields, ...part } }),
    select: (next) => setDraft((now) => now && { ...now, selected: next }),
    edit: () => setDraft(stored),
    cancel: leave,
    save,
    check,
  };
}

import { useEffect, useState } from 'react';
import { type FieldsOf, type ProjectKind, problemsOf } from '#domain/contract/projects/kinds.ts';
import { brokenRules, type Problem, type ProjectTab, projectTexts } from '#domain/contract/projects/rules.ts';
import { Refusal } from '#web/lib/failure.ts';
import { toast } from '#web/lib/notices.ts';
import { focusField } from '#web/ui/focus.ts';

// Messages follow the typing after this pause (1-core section 9).
const checkAfterMs = 200;

/** What a form is checked for: a save takes what is incomplete, a start or a schedule does not. */
type Purpose = 'save' | 'start';

interface Form<K extends ProjectKind> {
  fields: FieldsOf<K>;
  selected: ReadonlySet<string>;
  /** Of the chosen profile; undefined where that is not known. */
  nAccounts: number | undefined;
}

function look<K extends ProjectKind>(kind: K, { fields, selected, nAccounts }: Form<K>, purpose: Purpose): Problem[] {
  const all = problemsOf(kind, fields, { nChecked: selected.size, nAccounts });
  return purpose === 'save' ? brokenRules(all) : all;
}

/** The server's word on a field, which stays until that field holds something else. */
function useRefused<K extends ProjectKind>({ fields, selected }: Form<K>) {
  const [refused, setRefused] = useState<{ problem: Problem; value: unknown } | null>(null);
  const valueAt = (field: string) => (field === 'sites' ? selected : fields[field as keyof typeof fields]);
  return {
    refused: refused !== null && valueAt(refused.problem.field) === refused.value ? [refused.problem] : [],
    refuse: (problem: Problem) => setRefused({ problem, value: valueAt(problem.field) }),
    forgive: () => setRefused(null),
  };
}

/** What is wrong with a draft: told by `check`, from then on it follows the typing. */
export function useProblems<K extends ProjectKind>(kind: K, form: Form<K>, openTab: (tab: ProjectTab) => void) {
  const { fields, selected, nAccounts } = form;
  const [told, setTold] = useState<{ problems: Problem[]; purpose: Purpose }>({ problems: [], purpose: 'save' });
  const { refused, refuse, forgive } = useRefused(form);
  const { purpose } = told;
  const hasProblems = told.problems.length > 0;
  useEffect(() => {
    if (!hasProblems) return;
    const again = () => setTold({ problems: look(kind, { fields, selected, nAccounts }, purpose), purpose });
    const timer = setTimeout(again, checkAfterMs);
    return () => clearTimeout(timer);
  }, [kind, fields, selected, nAccounts, hasProblems, purpose]);
  const leadTo = ({ tab, field }: Problem) => {
    openTab(tab);
    focusField(field);
  };
  const show = ([first]: Problem[]) => {
    if (!first) return true;
    leadTo(first);
    if (first.tab === 'sites') toast.error(projectTexts.fixSites, 5);
    else toast.error(projectTexts.fix);
    return false;
  };
  return {
    problems: [...refused, ...told.problems],
    showRefused: (error: unknown): never => {
      if (!(error instanceof Refusal && error.tab && error.field)) throw error;
      const problem = { tab: error.tab as ProjectTab, field: error.field, message: error.message };
      refuse(problem);
      show([problem]);
      throw error;
    },
    forget: () => {
      setTold({ problems: [], purpose: 'save' });
      forgive();
    },
    check: (of: Purpose) => {
      const problems = look(kind, form, of);
      setTold({ problems, purpose: of });
      return show(problems);
    },
    goTo: (need: Problem) => {
      setTold({ problems: look(kind, form, 'start'), purpose: 'start' });
      leadTo(need);
    },
  };
}

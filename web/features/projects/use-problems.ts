import { useEffect, useState } from 'react';
import { type ProjectKind, problemsOf } from '#domain/contract/projects/kinds.ts';
import { brokenRules, type Problem, type ProjectTab, projectTexts } from '#domain/contract/projects/rules.ts';
import { Refusal } from '#web/lib/failure.ts';
import { toast } from '#web/lib/notices.ts';
import { focusField } from '#web/ui/focus.ts';
import type { Draft } from './use-project-form.ts';

// Messages follow the typing after this pause (1-core section 9).
const checkAfterMs = 200;

/** What a form is checked for: a save takes what is incomplete, a start or a schedule does not. */
type Purpose = 'save' | 'start';

/** What is wrong with a draft: told by `check`, from then on it follows the typing. */
export function useProblems<K extends ProjectKind>(
  kind: K,
  { fields, selected }: Pick<Draft<K>, 'fields' | 'selected'>,
  openTab: (tab: ProjectTab) => void,
) {
  const [problems, setProblems] = useState<Problem[]>([]);
  const [purpose, setPurpose] = useState<Purpose>('save');
  // The server's word on a field, which stays until that field holds something else.
  const [refused, setRefused] = useState<{ problem: Problem; value: unknown } | null>(null);
  const hasProblems = problems.length > 0;
  const valueAt = (field: string) => (field === 'sites' ? selected : fields[field as keyof typeof fields]);
  const isRefused = refused !== null && valueAt(refused.problem.field) === refused.value;
  useEffect(() => {
    if (!hasProblems) return;
    const again = () => {
      const all = problemsOf(kind, fields, selected.size);
      setProblems(purpose === 'save' ? brokenRules(all) : all);
    };
    const timer = setTimeout(again, checkAfterMs);
    return () => clearTimeout(timer);
  }, [kind, fields, selected, hasProblems, purpose]);
  const tell = (found: Problem[], of: Purpose) => {
    setProblems(found);
    setPurpose(of);
  };
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
      tell([], 'save');
      setRefused(null);
    },
    check: (of: Purpose) => {
      const all = problemsOf(kind, fields, selected.size);
      const found = of === 'save' ? brokenRules(all) : all;
      tell(found, of);
      return show(found);
    },
    goTo: (need: Problem) => {
      tell(problemsOf(kind, fields, selected.size), 'start');
      openTab(need.tab);
      focusField(need.field);
    },
  };
}

import { EditorView } from '@codemirror/view';
import { Button } from 'antd';
import type { SpinProblem } from '#domain/rules/spin-braces.ts';
import { countOf } from '#web/lib/plural.ts';
import { wordsOf } from './marks-field.ts';

/** So many are listed; whoever has more mends these first. */
const mostListed = 5;

interface ProblemListProps {
  id: string;
  problems: SpinProblem[];
  view: EditorView | null;
}

/** What is wrong with the spin syntax, in words; each leads to its place. */
export function ProblemList({ id, problems, view }: ProblemListProps) {
  const goTo = (at: number) => {
    view?.dispatch({
      selection: { anchor: at, head: at + 1 },
      effects: EditorView.scrollIntoView(at, { y: 'center' }),
    });
    view?.focus();
  };
  // A place of before the last keys may lie behind the end by now.
  const listed = view ? problems.filter(({ at }) => at < view.state.doc.length).slice(0, mostListed) : [];
  return (
    <div id={id} role="status" className="spin-problems">
      {listed.length > 0 && view && (
        <>
          <div>No post can be made of it as it is: {countOf(problems.length, 'brace')} to mend</div>
          <ul>
            {listed.map((problem) => (
              <li key={problem.at}>
                <Button type="link" danger size="small" onClick={() => goTo(problem.at)}>
                  {wordsOf(problem, view.state.doc)}
                </Button>
              </li>
            ))}
          </ul>
          {problems.length > listed.length && <div>and {(problems.length - listed.length).toLocaleString()} more</div>}
        </>
      )}
    </div>
  );
}

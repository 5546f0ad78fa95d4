import { noPartner, readMarks, type SpinMarks, signs } from './spin-marks.ts';

/** Opening brace position to closing position, for balanced pairs up to 200 deep. */
export function matchBraces(text: string): Map<number, number> {
  const { at, sign, partner } = readMarks(text);
  const pairs = new Map<number, number>();
  for (let mark = 0; mark < at.length; mark += 1) {
    const other = partner[mark] ?? noPartner.none;
    if (sign[mark] === signs.open && other >= 0) pairs.set(at[mark] ?? 0, at[other] ?? 0);
  }
  return pairs;
}

/** What is wrong with a brace: without its partner, or nested too deep to be one. */
export interface SpinProblem {
  kind: 'unclosed' | 'unopened' | 'tooDeep';
  /** Its place in the text, in UTF-16 units. */
  at: number;
}

/** The braces that are no spin syntax, in their order, so many of them at most. */
export function spinProblems({ at, sign, partner }: SpinMarks, most = Number.POSITIVE_INFINITY): SpinProblem[] {
  const problems: SpinProblem[] = [];
  for (let mark = 0; mark < at.length && problems.length < most; mark += 1) {
    const other = partner[mark] ?? 0;
    if (other >= 0 || sign[mark] === signs.bar) continue;
    const lone = sign[mark] === signs.open ? ('unclosed' as const) : ('unopened' as const);
    problems.push({ kind: other === noPartner.tooDeep ? 'tooDeep' : lone, at: at[mark] ?? 0 });
  }
  return problems;
}

/** Whether no post can be made of texts like these: what is no brace may be left out. */
export const isSpinBroken = (...texts: string[]): boolean =>
  texts.some((text) => spinProblems(readMarks(text), 1).length > 0);

/** A place as people count: characters, not the halves that some are stored in; all from 1. */
export interface Place {
  character: number;
  line: number;
  column: number;
}

/** Where in its line a place of a text is. Lines end as the editor ends them: by LF, CRLF or CR. */
function placeOf(text: string, at: number): Place {
  const lines = text.slice(0, at).split(/\r\n?|\n/);
  const count = (part: string) => [...part].length + 1;
  return { character: count(text.slice(0, at)), line: lines.length, column: count(lines.at(-1) ?? '') };
}

/** Where spin syntax is broken first: a brace without its partner, or nested too deep; else null. */
export function findBrokenSpin(text: string): Place | null {
  const [first] = spinProblems(readMarks(text), 1);
  return first ? placeOf(text, first.at) : null;
}

/** What a field of one line is told whose spin syntax is broken; undefined where it is not. */
export function spinProblem(text: string): string | undefined {
  const broken = findBrokenSpin(text);
  return broken ? `Spin syntax is broken at character ${broken.character}` : undefined;
}

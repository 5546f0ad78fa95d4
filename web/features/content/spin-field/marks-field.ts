import { type ChangeSet, type EditorState, StateField, type Text } from '@codemirror/state';
import { type Place, type SpinProblem, spinProblems } from '#domain/rules/spin-braces.ts';
import { findMarks, pairMarks, readMarks, type SpinMarks } from '#domain/rules/spin-marks.ts';

/** The braces and bars of what is written. A key reads what it typed: the signs of the rest are only moved and paired anew. */
export const marksField = StateField.define<SpinMarks>({
  create: (state) => readMarks(state.doc.toString()),
  update: (marks, { docChanged, changes }) => (docChanged ? pairMarks(movedBy(marks, changes)) : marks),
});

type Found = Pick<SpinMarks, 'at' | 'sign'>;

function movedBy({ at, sign }: SpinMarks, changes: ChangeSet): Found {
  const parts: Found[] = [];
  let next = 0;
  let shift = 0;
  const keepUpTo = (end: number) => {
    parts.push({ at: at.subarray(next, end).map((place) => place + shift), sign: sign.subarray(next, end) });
  };
  changes.iterChanges((fromBefore, toBefore, from, to, inserted) => {
    keepUpTo(firstMarkFrom(at, fromBefore));
    parts.push(findMarks(inserted.toString(), from));
    next = firstMarkFrom(at, toBefore);
    shift = to - toBefore;
  });
  keepUpTo(at.length);
  const size = parts.reduce((sum, part) => sum + part.at.length, 0);
  const all = { at: new Int32Array(size), sign: new Uint8Array(size) };
  let filled = 0;
  for (const part of parts) {
    all.at.set(part.at, filled);
    all.sign.set(part.sign, filled);
    filled += part.at.length;
  }
  return all;
}

/** The number of the first sign that stands at a place or behind it. */
export function firstMarkFrom(at: Int32Array, place: number): number {
  let [low, high] = [0, at.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((at[middle] ?? 0) < place) low = middle + 1;
    else high = middle;
  }
  return low;
}

const said = {
  unclosed: 'this { is never closed',
  unopened: 'this } closes nothing',
  tooDeep: 'choices stand in each other more than 200 deep here',
} as const;

/** A problem of the spin syntax in words, with the place as people count it. */
export function wordsOf({ kind, at }: SpinProblem, doc: Text): string {
  const { line, column } = placeIn(doc, at);
  return `Line ${line}, column ${column}: ${said[kind]}`;
}

function placeIn(doc: Text, at: number): Pick<Place, 'line' | 'column'> {
  const { number, from } = doc.lineAt(at);
  return { line: number, column: [...doc.sliceString(from, at)].length + 1 };
}

/** All that is wrong with the spin syntax of what is written, in its order. */
export const problemsIn = (state: EditorState): SpinProblem[] => spinProblems(state.field(marksField));

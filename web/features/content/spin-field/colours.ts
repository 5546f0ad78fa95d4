import type { Range } from '@codemirror/state';
import { Decoration, type DecorationSet, type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { spinProblems } from '#domain/rules/spin-braces.ts';
import { type SpinMarks, signs } from '#domain/rules/spin-marks.ts';
import { firstMarkFrom, marksField, wordsOf } from './marks-field.ts';

/** Levels that have a colour of their own; deeper ones begin again. */
const nColours = 4;
const levels = Array.from({ length: nColours }, (_, at) =>
  Decoration.mark({ class: `spin-sign spin-level-${at + 1}` }),
);
const match = Decoration.mark({ class: 'spin-match' });
const tags = {
  link: Decoration.mark({ class: 'spin-tag spin-tag-link' }),
  media: Decoration.mark({ class: 'spin-tag spin-tag-media' }),
  other: Decoration.mark({ class: 'spin-tag' }),
};
const tag = /<\/?([a-z][a-z\d]*)(?:\s[^<>]*)?>/gi;
const media = /^(?:img|picture|figure|video|audio|source|iframe|embed|object)$/i;

/** A tag may begin so far before what is shown. */
const longestTag = 1_000;

/** Colours what is shown, and nothing else: a text of 1 MB costs a key no more than a short one. */
export const colours = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;

    constructor(view: EditorView) {
      this.decorations = decorate(view);
    }

    update({ docChanged, viewportChanged, selectionSet, focusChanged, view }: ViewUpdate): void {
      if (docChanged || viewportChanged || selectionSet || focusChanged) this.decorations = decorate(view);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

function decorate(view: EditorView): DecorationSet {
  const marks = view.state.field(marksField);
  const shown = view.visibleRanges.flatMap(({ from, to }) => [
    ...tagsBetween(view, from, to),
    ...signsBetween(view, marks, from, to),
  ]);
  return Decoration.set([...shown, ...matched(view, marks)], true);
}

function tagsBetween({ state }: EditorView, from: number, to: number): Range<Decoration>[] {
  const begin = Math.max(0, from - longestTag);
  const text = state.doc.sliceString(begin, Math.min(state.doc.length, to + longestTag));
  return [...text.matchAll(tag)].flatMap(({ 0: { length }, 1: name = '', index }) => {
    const at = begin + index;
    if (at + length <= from || at >= to) return [];
    const kind = /^a$/i.test(name) ? tags.link : media.test(name) ? tags.media : tags.other;
    return [kind.range(at, at + length)];
  });
}

function signsBetween({ state }: EditorView, marks: SpinMarks, from: number, to: number): Range<Decoration>[] {
  const [first, end] = [firstMarkFrom(marks.at, from), firstMarkFrom(marks.at, to)];
  const ranges: Range<Decoration>[] = [];
  for (let mark = first; mark < end; mark += 1) {
    const level = marks.level[mark] ?? 0;
    const at = marks.at[mark] ?? 0;
    const isShuffled = marks.sign[mark] === signs.open && state.doc.sliceString(at + 1, at + 2) === '~';
    if (level > 0) ranges.push((levels[(level - 1) % nColours] ?? match).range(at, at + (isShuffled ? 2 : 1)));
  }
  const part = Object.fromEntries(
    Object.entries(marks).map(([name, all]) => [name, (all as Int32Array).subarray(first, end)]),
  ) as unknown as SpinMarks;
  for (const problem of spinProblems(part)) {
    const attributes = { title: wordsOf(problem, state.doc) };
    ranges.push(Decoration.mark({ class: 'spin-broken', attributes }).range(problem.at, problem.at + 1));
  }
  return ranges;
}

/** The brace beside the cursor, the one before it first, and its partner. */
function matched({ state, hasFocus }: EditorView, { at, sign, partner }: SpinMarks): Range<Decoration>[] {
  const { head, empty } = state.selection.main;
  if (!empty || !hasFocus) return [];
  for (const place of [head - 1, head]) {
    const mark = firstMarkFrom(at, place);
    const other = partner[mark] ?? -1;
    if (at[mark] !== place || sign[mark] === signs.bar || other < 0) continue;
    return [place, at[other] ?? 0].map((one) => match.range(one, one + 1));
  }
  return [];
}

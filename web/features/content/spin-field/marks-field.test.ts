import { EditorState } from '@codemirror/state';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readMarks } from '#domain/rules/spin-marks.ts';
import { marksField, problemsIn, wordsOf } from './marks-field.ts';

const piece = fc
  .array(fc.constantFrom('{', '}', '|', '~', 'a', '\n', '😀', 'word '), { maxLength: 12 })
  .map((all) => all.join(''));
const edit = fc.record({ from: fc.nat(), length: fc.nat({ max: 8 }), insert: piece });

const fieldWith = (doc: string) => EditorState.create({ doc, extensions: marksField });

describe('the signs of what is written', () => {
  it('are those of the whole text after every change, and after many at once', () => {
    fc.assert(
      fc.property(piece, fc.array(fc.array(edit, { minLength: 1, maxLength: 3 }), { maxLength: 8 }), (start, steps) => {
        let state = fieldWith(start);
        for (const edits of steps) {
          // Places of one transaction do not overlap and are given in their order.
          let least = 0;
          const changes = edits.flatMap(({ from, length, insert }) => {
            const begin = least + (from % (state.doc.length - least + 1));
            const to = Math.min(state.doc.length, begin + length);
            least = to;
            return [{ from: begin, to, insert }];
          });
          state = state.update({ changes }).state;
          expect(state.field(marksField)).toEqual(readMarks(state.doc.toString()));
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it('tell what is wrong by line and column, in characters', () => {
    const state = fieldWith('a {b|c}\n😀 } {');
    expect(problemsIn(state).map((problem) => wordsOf(problem, state.doc))).toEqual([
      'Line 2, column 3: this } closes nothing',
      'Line 2, column 5: this { is never closed',
    ]);
  });
});

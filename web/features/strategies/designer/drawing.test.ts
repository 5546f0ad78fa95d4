import { expect, test } from 'vitest';
import { nameBox } from '#domain/rules/diagrams/drawing/changes.ts';
import { newDiagram } from '#domain/rules/diagrams/edits.ts';
import { Drawing } from './drawing.ts';

const wikis = (...ids: string[]) => ids.map((id) => ({ id, type: 'Wiki', position: { x: 0, y: 0 } }));
const paste = (drawing: Drawing, cells: readonly object[]) => {
  drawing.paste(JSON.stringify({ cells }));
  return drawing.get().said;
};

test.each<[string, object[]]>([
  ['Cell 1 uses the name "__proto__", which no cell may have', wikis('__proto__')],
  ['Cell 1 uses the name "constructor", which no cell may have', wikis('constructor')],
  [
    'Wiki hangs on itself over other boxes',
    [
      ...wikis('a', 'b'),
      { id: '1', type: 'Link', source: { id: 'a' }, target: { id: 'b' } },
      { id: '2', type: 'Link', source: { id: 'b' }, target: { id: 'a' } },
    ],
  ],
  [
    'Cell 1 gives Wiki the x 1e+300: from -1,000,000 to 1,000,000 is possible',
    [{ ...wikis('a')[0], position: { x: 1e300, y: 0 } }],
  ],
])('what is pasted is refused with a word, and nothing is done: %s', (said, cells) => {
  const drawing = new Drawing(newDiagram(), false);
  const before = drawing.get().cells;
  expect(paste(drawing, cells)).toBe(said);
  expect(drawing.get().cells).toBe(before);
  expect(drawing.get().canUndo).toBe(false);
});

test('nothing that is pasted is said, and not what was wrong before', () => {
  const drawing = new Drawing(newDiagram(), false);
  drawing.paste('no JSON');
  expect(drawing.get().said).toBe('The diagram is no valid JSON');
  expect(paste(drawing, [])).toBe('There is nothing to paste');
  expect(paste(drawing, newDiagram())).toBe('There is nothing to paste');
});

test('a save ends the step of the letters before it', () => {
  const drawing = new Drawing([...newDiagram(), ...wikis('a')], false);
  const type = (projectName: string) =>
    drawing.change(nameBox(drawing.get().cells, 'a', { projectName }), '', 'name a projectName');
  type('a');
  type('ab');
  drawing.endStep();
  const saved = drawing.get().cells;
  type('abc');
  drawing.undo();
  expect(drawing.get().cells).toBe(saved);
  drawing.undo();
  expect(drawing.get().canUndo).toBe(false);
});

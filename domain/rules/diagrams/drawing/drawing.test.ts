import { expect, test } from 'vitest';
import { type AnyCell, readDiagram } from '../cells.ts';
import { addBox, addLink, newDiagram } from '../edits.ts';
import { treeOf, whyNoTree } from '../tree.ts';
import { hangBox, nameBox, styleShape, toggleModule, whyOutOfBounds, withinBounds } from './changes.ts';
import { palette, zoomStep } from './constants.ts';
import { endStep, redo, startHistory, step, undo } from './history.ts';
import { moveCells, placeCells } from './moves.ts';
import { insertSample, sampleCells } from './sample.ts';
import { linkOf, shapeOf, standing } from './shown.ts';
import { walk } from './walk.ts';

const cellsOf = (edited: { cells: AnyCell[] } | { reason: string }) => ('cells' in edited ? edited.cells : []);
const put = (cells: AnyCell[], id: string, x: number) =>
  cellsOf(addBox(cells, { id, type: id === 'many' ? 'Project' : 'Wiki', position: { x, y: 200 } }));
const three = put(put(put(newDiagram(), 'a', 0), 'b', 200), 'many', 400);
const hung = cellsOf(
  addLink(cellsOf(addLink(three, { id: 'l1', parent: 'money-site', child: 'a' })), {
    id: 'l2',
    parent: 'a',
    child: 'b',
  }),
);

test('a box is hung elsewhere with its link, and never on what hangs on it', () => {
  const moved = cellsOf(hangBox(hung, 'b', 'money-site', () => 'new'));
  expect(treeOf(moved).parentOf.get('b')).toBe('money-site');
  expect(moved.map(({ id }) => id)).toEqual(hung.map(({ id }) => id));
  expect(hangBox(hung, 'a', 'b', () => 'new')).toMatchObject({ reason: expect.stringContaining('loop') });
  expect(treeOf(cellsOf(hangBox(hung, 'b', null, () => 'new'))).parentOf.has('b')).toBe(false);
});

test('corners and embedded parts go with what is moved, though parents run in circles', () => {
  const bent = hung.map((cell) => (cell.id === 'l2' ? { ...cell, vertices: [{ x: 1, y: 2, own: true }] } : cell));
  const parts: AnyCell[] = [
    { id: 'p', type: 'x', position: { x: 0, y: 0 }, parent: 'q' },
    { id: 'q', type: 'x', position: { x: 5, y: 5 }, parent: 'p' },
  ];
  const moved = moveCells([...bent, ...parts], ['a', 'b', 'p'], { x: 10, y: 20 });
  const at = (id: string) => moved.find((cell) => cell.id === id);
  expect(at('l2')?.vertices).toEqual([{ x: 11, y: 22, own: true }]);
  expect([at('p')?.position, at('q')?.position]).toEqual([
    { x: 10, y: 20 },
    { x: 15, y: 25 },
  ]);
  expect(at('l1')).toBe(bent.find(({ id }) => id === 'l1'));
  const placed = placeCells(
    bent,
    new Map([
      ['a', { x: 1, y: 1 }],
      ['b', { x: 2, y: 2 }],
    ]),
  );
  expect(placed.find(({ id }) => id === 'l2')?.vertices).toEqual([]);
});

test('letters of a name are one step; a change of nothing is none', () => {
  let history = startHistory(hung);
  for (const name of ['E', 'En', 'Enc'])
    history = step(history, nameBox(history.cells, 'a', { projectName: name }), 'name a');
  history = step(history, history.cells);
  expect(history.past).toHaveLength(1);
  const before = undo(history);
  expect(before?.cells).toBe(hung);
  expect(redo(before ?? history)?.cells).toBe(history.cells);
  expect(undo(startHistory(hung))).toBeNull();
});

test('letters after a save, after a pause and of another field are a step of their own', () => {
  const type = (history: ReturnType<typeof startHistory>, name: string, at: number, key = 'name a') =>
    step(history, nameBox(history.cells, 'a', { projectName: name }), key, at);
  const ab = type(type(startHistory(hung), 'a', 0), 'ab', 2_000);
  expect(ab.past).toHaveLength(1);
  expect(undo(type(endStep(ab), 'abc', 2_100))?.cells).toBe(ab.cells);
  expect(undo(type(ab, 'abc', 5_000))?.cells).toBe(ab.cells);
  expect(undo(type(ab, 'abc', 2_100, 'store a'))?.cells).toBe(ab.cells);
  expect(undo(type(ab, 'abc', 2_100))?.cells).toBe(hung);
});

test('a generic project grows to its eight rows', () => {
  const low = three.map((cell) =>
    cell.id === 'many' ? { ...cell, size: { width: 80, height: 100 }, modules: 'none' } : cell,
  );
  const many = toggleModule(low, 'many', 'Wiki').find(({ id }) => id === 'many');
  expect(many?.size).toEqual({ width: 150, height: 197 });
  expect(((many?.modules ?? []) as { checked: boolean }[]).filter(({ checked }) => checked)).toEqual([
    { id: 'Wiki', checked: true },
  ]);
});

test('of foreign cells only numbers, plain colours and texts are drawn, each within its bounds', () => {
  const evil: AnyCell = {
    id: 's',
    type: 'standard.Ellipse',
    position: { x: 1e300, y: 'javascript:1' },
    size: { width: -5, height: Number.NaN },
    markup: '<script/>',
    tokens: 9_000,
    attrs: {
      body: { fill: 'url(http://x)', stroke: 'red', strokeWidth: 99, onclick: 'x' },
      label: { text: ['no'], fontSize: 1, fontFamily: '"></style>' },
    },
    ports: {
      groups: { g: { position: { name: 'ellipse', args: { startAngle: 999 } } }, constructor: {} },
      items: [
        { id: 'p', group: 'g' },
        { id: 'q', group: 'toString' },
      ],
    },
  };
  expect(shapeOf(evil)).toEqual({
    ...{
      x: 1_000_000,
      y: 0,
      width: 1,
      height: 100,
      angle: 0,
      z: 0,
      form: 'ellipse',
      text: '',
      fill: undefined,
      stroke: 'red',
    },
    ...{ strokeWidth: 30, textColour: undefined, fontFamily: undefined, fontSize: 5, fontWeight: 400, tokens: 500 },
    ports: {
      groups: { g: { name: 'ellipse', startAngle: 360 }, constructor: { name: 'left', startAngle: 0 } },
      items: [{ id: 'p', group: 'g' }],
    },
  });
  const stands = standing([evil]);
  const link = { id: 'l', type: 'standard.Link', source: { id: 's', port: 'p' }, target: { id: 'l' } };
  expect(linkOf(link, stands)).toBeNull();
  expect(linkOf({ ...link, target: { x: 1, y: 2 } }, stands)).toMatchObject({
    source: { id: 's', port: 'p' },
    target: { x: 1, y: 2 },
  });
  const styled = styleShape([evil], 's', {
    label: { fontSize: 500 },
    body: { strokeWidth: -4 },
    portAngle: 720,
    tokens: 0,
  });
  expect(shapeOf(styled[0] as AnyCell)).toMatchObject({ fontSize: 80, strokeWidth: 0, tokens: 1 });
});

test('keys go up to the parent, down to the child, aside in reading order', () => {
  expect(walk(hung, 'b', 'ArrowUp')).toBe('a');
  expect(walk(hung, 'a', 'ArrowDown')).toBe('b');
  expect(walk(hung, 'b', 'ArrowRight')).toBe('many');
  expect(walk(hung, 'many', 'ArrowRight')).toBe('many');
  expect(walk(hung, null, 'End')).toBe('money-site');
});

test('the sample is a diagram of ours, and goes into an empty one alone', () => {
  expect(whyNoTree(sampleCells)).toBeNull();
  expect(readDiagram(JSON.stringify({ cells: sampleCells }))).toMatchObject({ cells: sampleCells });
  const mine = newDiagram().map((cell) => ({ ...cell, id: 'root' }));
  expect(treeOf(insertSample(mine)).tierOf.get('sample-wiki')).toBe(2);
  expect(insertSample(hung)).toEqual(hung);
});

test('zoom keeps to its steps and bounds; there are 18 colours', () => {
  expect([zoomStep(1, 1), zoomStep(0.93, 1), zoomStep(0.93, -1), zoomStep(5, 1), zoomStep(0.2, -1)]).toEqual([
    1.2, 1, 0.8, 5, 0.2,
  ]);
  expect(new Set(palette).size).toBe(18);
});

test('numbers of shapes are held within their bounds, and nothing else of them changes', () => {
  const shape = (fontSize: number, strokeWidth: number, tokens: number, startAngle: number): AnyCell => ({
    id: 's',
    type: 'pn.Place',
    position: { x: 0, y: 0 },
    tokens,
    attrs: { body: { strokeWidth, own: 1e9 }, label: { fontSize, text: 'a' } },
    ports: { groups: { in: { position: { name: 'ellipse', args: { startAngle, dx: 7_000 } } }, bare: {} }, items: [] },
  });
  expect(withinBounds([shape(500, 31, 0, 361)])).toEqual([shape(80, 30, 1, 360)]);
  expect(withinBounds([shape(1, -1, 501, -1)])).toEqual([shape(5, 0, 500, 0)]);
  for (const cell of [shape(5, 0, 1, 0), shape(80, 30, 500, 360), { ...shape(500, 99, 900, 999), type: 'Wiki' }]) {
    expect(withinBounds([cell])[0]).toBe(cell);
    expect(whyOutOfBounds([cell])).toBeNull();
  }
  expect(whyOutOfBounds([shape(81, 0, 1, 0)])).toBe('Shape "s" has the font size 81: from 5 to 80 is possible');
  expect(whyOutOfBounds([shape(5, 31, 1, 0)])).toContain('outline thickness 31: from 0 to 30');
  expect(whyOutOfBounds([shape(5, 0, 501, 0)])).toContain('number of place tokens 501: from 1 to 500');
  expect(whyOutOfBounds([shape(5, 0, 1, 361)])).toContain('port start angle 361: from 0 to 360');
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { boxKinds } from './catalogue.ts';
import { type AnyCell, boxesOf, diagramBounds, nameOfBox, readDiagram, withoutLooseLinks } from './cells.ts';
import { drawDiagram } from './draw.ts';
import { hangBox } from './drawing/changes.ts';
import { moveCells, placeCells } from './drawing/moves.ts';
import { linkOf, rectOf, standing } from './drawing/shown.ts';
import { addBox, addLink, newDiagram, pasteCells } from './edits.ts';
import { nodesOf } from './nodes.ts';
import { outlineOf } from './outline.ts';
import { whyNoLink, whyNoTree } from './tree.ts';

const reasonOf = (cells: readonly object[]) => {
  const read = readDiagram(JSON.stringify({ cells }));
  return 'reason' in read ? read.reason : null;
};
const box = (id: string, more: object = {}): AnyCell => ({ id, type: 'Wiki', position: { x: 0, y: 0 }, ...more });
const link = (id: string, parent: string, child: string): AnyCell => ({
  id,
  type: 'Link',
  source: { id: parent },
  target: { id: child },
});

describe('a name that every object has by birth', () => {
  const inherited = fc.constantFrom(...Object.getOwnPropertyNames(Object.prototype));
  /** Wherever a cell is named, or names another one. */
  const places: ((name: string) => AnyCell)[] = [
    (name) => box(name),
    (name) => link(name, 'a', 'b'),
    (name) => link('l', name, 'b'),
    (name) => link('l', 'a', name),
    (name) => ({ ...link('l', 'a', 'b'), source: { id: 'a', port: name } }),
    (name) => box('c', { parent: name }),
    (name) => box('c', { embeds: ['a', name] }),
    (name) => box('c', { ports: { items: [{ id: name, group: 'in' }] } }),
    (name) => box('c', { ports: { items: [{ id: 'p', group: name }] } }),
    (name) => box('c', { ports: { groups: Object.fromEntries([[name, {}]]) } }),
  ];

  test('is refused for a cell, and for whatever names one', () => {
    fc.assert(
      fc.property(inherited, fc.constantFrom(...places), (name, place) => {
        expect(reasonOf([...newDiagram(), box('a'), box('b'), place(name)])).toBe(
          `Cell 4 uses the name "${name}", which no cell may have`,
        );
      }),
      { numRuns: 400 },
    );
  });

  test('is a name like others everywhere else', () => {
    const cells = [{ ...box('a'), constructor: { prototype: 1 }, custom: { projectName: 'toString' } }];
    expect(reasonOf(cells)).toBeNull();
  });

  test('is no router and no connector', () => {
    const wire = { ...link('l', 'a', 'b'), router: { name: 'constructor' }, connector: 'toString' };
    const drawn = linkOf(wire, standing([box('a'), box('b')]));
    expect([drawn?.router, drawn?.connector]).toEqual(['normal', 'normal']);
  });
});

describe('a place or a size', () => {
  const { place, size } = diagramBounds;
  test.each<[string, object]>([
    ['the x 1e+300: from -1,000,000 to 1,000,000 is possible', { position: { x: 1e300, y: 0 } }],
    ['the y -1000001: from -1,000,000 to 1,000,000 is possible', { position: { x: 0, y: -place - 1 } }],
    ['a x that is no number: from -1,000,000 to 1,000,000 is possible', { position: { x: Number.NaN, y: 0 } }],
    ['a y that is no number: from -1,000,000 to 1,000,000 is possible', { position: { x: 0, y: '5' } }],
    ['the width -5: from 0 to 10,000 is possible', { size: { width: -5, height: 10 } }],
    ['the height 10001: from 0 to 10,000 is possible', { size: { width: 5, height: size + 1 } }],
  ])('is refused: %s', (reason, more) => {
    const custom = { nameId: 3, projectName: '', profileName: '' };
    expect(reasonOf([...newDiagram(), box('a', { custom, ...more })])).toBe(`Cell 2 gives Wiki (3) ${reason}`);
    expect(reasonOf([...newDiagram(), { id: 's', type: 'x', ...more }])).toBe(`Cell 2 gives "s" ${reason}`);
  });

  test('of the bounds themselves is taken, and nothing moves beyond them', () => {
    const far = box('a', { position: { x: place, y: -place }, size: { width: 0, height: size } });
    const cells = [...newDiagram(), far];
    expect(reasonOf(cells)).toBeNull();
    const pasted = pasteCells(cells, [far], () => 'b');
    const added = addBox(cells, { id: 'c', type: 'PDF', position: { x: 1e9, y: Number.NaN } });
    for (const edited of [
      moveCells(cells, ['a'], { x: 500, y: -500 }),
      placeCells(cells, new Map([['a', { x: 1e9, y: -1e9 }]])),
      'cells' in pasted ? pasted.cells : [],
      'cells' in added ? added.cells : [],
    ])
      expect([edited.length > 1, reasonOf(edited)]).toEqual([true, null]);
  });
});

/** Cells as nobody draws them, but all may be on a clipboard. */
const ids = fc.constantFrom('a', 'b', 'c', 'd', 'money-site', '');
const anyCell = fc.record(
  {
    id: ids,
    type: fc.constantFrom(...boxKinds.map(({ type }) => type as string), 'Link', 'Link', 'standard.Link', 'x'),
    source: fc.option(fc.record({ id: ids })),
    target: fc.record({ id: ids }),
    position: fc.option(
      fc.record({ x: fc.oneof(fc.double(), fc.integer()), y: fc.oneof(fc.jsonValue(), fc.integer()) }),
    ),
    custom: fc.jsonValue(),
    modules: fc.jsonValue(),
    parent: ids,
    embeds: fc.array(ids),
    z: fc.oneof(fc.double(), fc.string()),
  },
  { requiredKeys: ['id', 'type'] },
);
const links = fc.record({ parent: ids, child: ids });

describe('what is pasted', () => {
  const start = [...newDiagram(), box('a', { custom: { nameId: 1 } }), link('l', 'money-site', 'a')];
  const named = () => {
    let nth = 0;
    return () => {
      nth += 1;
      return `new${nth}`;
    };
  };

  test('keeps the rules or is refused, whatever it is, and can be drawn and saved', () => {
    let nPasted = 0;
    fc.assert(
      fc.property(fc.array(anyCell, { maxLength: 8 }), fc.array(links, { maxLength: 8 }), (some, hung) => {
        const copied = [...some, ...hung.map(({ parent, child }, at) => link(`l${at}`, parent, child))];
        const unique = [...new Map(copied.map((cell) => [cell.id, cell])).values()] as AnyCell[];
        const read = readDiagram(JSON.stringify({ cells: unique }));
        // The rules keep without the reader, too.
        for (const cells of [unique, 'cells' in read ? read.cells : []]) {
          const edited = pasteCells(start, cells, named());
          if ('reason' in edited) continue;
          nPasted += 1;
          expect(whyNoTree(edited.cells)).toBeNull();
          expect(edited.cells.slice(0, start.length)).toEqual(start);
          expect(new Set(edited.cells.map(({ id }) => id)).size).toBe(edited.cells.length);
          if (cells !== unique) expect(reasonOf(edited.cells)).toBeNull();
          expect(drawDiagram(edited.cells)).not.toContain('NaN');
          expect(nodesOf(edited.cells).nodes.every(({ boxId }) => boxId === 'a')).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
    expect(nPasted).toBeGreaterThan(100);
  });

  test.each<[string, AnyCell[]]>([
    ['Wiki (2) hangs on itself over other boxes', [link('1', 'a', 'b'), link('2', 'b', 'a')]],
    ['Wiki (2) hangs on two boxes', [link('1', 'a', 'b'), link('2', 'c', 'b')]],
    ['Wiki (1) is linked to itself', [link('1', 'a', 'a')]],
  ])('is refused as a whole: %s', (reason, wires) => {
    const boxes = ['a', 'b', 'c'].map((id, at) => box(id, { custom: { nameId: at + 1 } }));
    expect(pasteCells(start, [...boxes, ...wires], named())).toEqual({ reason });
  });

  test('has the parts that were copied with it, and none of the originals', () => {
    const shape = { ...box('s', { embeds: ['p', 'gone'] }), type: 'x' };
    const parts = [box('p', { type: 'x', parent: 's' }), box('q', { type: 'x', parent: 'gone' })];
    const edited = pasteCells(start, [shape, ...parts], named());
    const [s, p, q] = 'cells' in edited ? edited.cells.slice(3) : [];
    expect([s?.embeds, p?.parent, q?.parent]).toEqual([['new2'], 'new1', undefined]);
  });
});

test('our links that miss an end or lead back are left out, those of others stay', () => {
  const ours = (id: string, more: object) => ({ id, type: 'Link', ...more });
  const [a, b] = [box('a'), box('b')];
  const good = link('good', 'a', 'b');
  const foreign = { ...ours('foreign', { source: { id: 'gone' }, target: { x: 1, y: 1 } }), type: 'standard.Link' };
  const loose = [
    ours('self', { source: { id: 'a' }, target: { id: 'a' } }),
    ours('gone', { source: { id: 'a' }, target: { id: 'gone' } }),
    ours('point', { source: { id: 'a' }, target: { x: 1, y: 1 } }),
    ours('bare', {}),
  ];
  expect(withoutLooseLinks([a, b, ...loose, good, foreign])).toEqual([a, b, good, foreign]);
});

test('a walk up a circle that is there comes to an end', () => {
  const circle = [...newDiagram(), ...['a', 'b', 'c'].map((id) => box(id)), link('1', 'a', 'b'), link('2', 'b', 'a')];
  expect(whyNoLink(circle, 'b', 'c')).toBeNull();
  expect(addLink(circle, { id: '3', parent: 'a', child: 'c' })).toHaveProperty('cells');
  expect(hangBox(circle, 'c', 'a', () => 'n')).toHaveProperty('cells');
  expect(outlineOf(circle).tiers).toEqual([]);
});

test('a name of any length is kept, and cut where it is read', () => {
  const long = 'n'.repeat(90_000);
  const cells = [...newDiagram(), box('a', { custom: { projectName: long } })];
  const read = readDiagram(JSON.stringify({ cells }));
  expect(boxesOf('cells' in read ? read.cells : [])[1]?.projectName).toBe(long);
  const [about] = outlineOf(cells).warnings;
  expect(about?.text).toBe(`${'n'.repeat(80)}… does not hang on the Money Site: it is left out`);
  expect(boxesOf(cells).map(nameOfBox)[1]).toHaveLength(81);
  expect(whyNoTree([...cells, link('l', 'a', 'a')])?.length).toBeLessThan(200);
  const hung = [...cells, link('l', 'money-site', 'a')];
  expect(nodesOf(hung).nodes[0]?.name).toBe(long);
  expect(outlineOf(hung, new Set()).warnings).toEqual([]);
});

test('a generic project stored too small is drawn with room for its rows, and stays as it is stored', () => {
  const small = box('a', { type: 'Project', size: { width: 100, height: 100 } });
  expect(rectOf(small)).toMatchObject({ width: 150, height: 197 });
  expect(rectOf({ ...small, size: {} })).toMatchObject({ width: 150, height: 197 });
  expect(rectOf({ ...small, size: { width: 300, height: 400 } })).toMatchObject({ width: 300, height: 400 });
  expect(drawDiagram([small])).toContain('width="150" height="197"');
  const moved = moveCells([small], ['a'], { x: 10, y: 0 });
  expect(moved[0]?.size).toEqual({ width: 100, height: 100 });
  expect(readDiagram(JSON.stringify({ cells: [small] }))).toMatchObject({ cells: [small] });
});

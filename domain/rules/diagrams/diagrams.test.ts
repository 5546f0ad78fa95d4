import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ElementType } from '../../contract/strategies.ts';
import { boxKinds, genericModules } from './catalogue.ts';
import { type AnyCell, boxesOf, diagramBounds, diagramText, edgesOf, readDiagram } from './cells.ts';
import { addBox, addLink, newDiagram, pasteCells, removeCells } from './edits.ts';
import { nodesOf } from './nodes.ts';
import { renumbered } from './numbering.ts';
import { outlineOf } from './outline.ts';
import { treeOf, whyNoLink, whyNoTree } from './tree.ts';

const types = boxKinds.map(({ type }) => type);
const placeable = types.filter((type) => type !== 'MoneySite');

/** A random edit: numbers choose what it is done to. */
const edit = fc.record({
  kind: fc.constantFrom('add', 'add', 'link', 'link', 'delete', 'paste', 'import', 'check', 'name', 'undo', 'redo'),
  type: fc.constantFrom(...placeable),
  one: fc.nat(1_000),
  two: fc.nat(1_000),
  name: fc.constantFrom('', 'Store', 'store ', 'Other'),
});
type Edit = typeof edit extends fc.Arbitrary<infer T> ? T : never;

const pick = (cells: readonly AnyCell[], at: number) => cells[at % cells.length]?.id ?? '';

/** A diagram after random edits, as a designer would make them, with what undo and redo hold. */
class Drawing {
  cells = newDiagram();
  readonly past: AnyCell[][] = [];
  readonly future: AnyCell[][] = [];
  #nth = 0;

  do({ kind, type, one, two, name }: Edit): void {
    if (kind === 'undo') this.#step(this.past, this.future);
    else if (kind === 'redo') this.#step(this.future, this.past);
    else {
      this.past.push(this.cells);
      this.future.length = 0;
      this.cells = this.#changed({ kind, type, one, two, name });
    }
  }

  #step(from: AnyCell[][], to: AnyCell[][]): void {
    const cells = from.pop();
    if (!cells) return;
    to.push(this.cells);
    this.cells = cells;
  }

  #changed({ kind, type, one, two, name }: Edit): AnyCell[] {
    const { cells } = this;
    const newId = () => {
      this.#nth += 1;
      return `c${this.#nth}`;
    };
    const [first, second] = [pick(cells, one), pick(cells, two)];
    if (kind === 'add') return cellsOf(addBox(cells, { id: newId(), type, position: { x: one, y: two } }), cells);
    if (kind === 'link') return cellsOf(addLink(cells, { id: newId(), parent: first, child: second }), cells);
    if (kind === 'delete') return removeCells(cells, [first, second]);
    if (kind === 'import') {
      // A file as it may come: numbers are missing, or given twice.
      const odd = cells.map((cell, at) => (at % 3 === one % 3 ? { ...cell, custom: { nameId: two % 2 } } : cell));
      const read = readDiagram(diagramText({ cells: odd }));
      return 'cells' in read && whyNoTree(read.cells) === null ? renumbered(read.cells) : cells;
    }
    if (kind === 'paste') {
      const chosen = cells.filter((_, at) => (at + one) % 3 === 0);
      return cellsOf(pasteCells(cells, [...chosen, ...cells.filter(({ source }) => source)], newId), cells);
    }
    return cells.map((cell) => {
      if (cell.id !== first || cell.custom === undefined) return cell;
      if (kind === 'name') return { ...cell, custom: { ...(cell.custom as object), profileName: name } };
      const modules = (cell.modules as { id: string; checked: boolean }[] | undefined) ?? [];
      const at = two % Math.max(1, modules.length);
      return { ...cell, modules: modules.map((row, n) => (n === at ? { ...row, checked: !row.checked } : row)) };
    });
  }
}
const cellsOf = (edited: { cells: AnyCell[] } | { reason: string }, before: AnyCell[]) =>
  'cells' in edited ? edited.cells : before;

const drawing = fc.array(edit, { maxLength: 60 }).map((edits) => {
  const made = new Drawing();
  for (const one of edits) made.do(one);
  return made;
});

describe('any sequence of edits', () => {
  test('keeps one root, one parent, no loop, and a number of its own for each box of a type', () => {
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 60 }), (edits) => {
        const made = new Drawing();
        for (const one of edits) {
          made.do(one);
          expect(whyNoTree(made.cells)).toBeNull();
          const numbers = boxesOf(made.cells).flatMap(({ type, nameId }) =>
            type === 'MoneySite' ? [] : `${type} ${nameId}`,
          );
          expect(new Set(numbers).size).toBe(numbers.length);
          expect(numbers.some((number) => number.endsWith(' 0'))).toBe(false);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('is undone to the very text, and done again', () => {
    fc.assert(
      fc.property(drawing, (made) => {
        const end = JSON.stringify(made.cells);
        let nDone = 0;
        while (made.past.length > 0) {
          made.do({ kind: 'undo', type: 'Wiki', one: 0, two: 0, name: '' });
          nDone += 1;
        }
        expect(made.cells).toEqual(newDiagram());
        while (nDone > 0) {
          made.do({ kind: 'redo', type: 'Wiki', one: 0, two: 0, name: '' });
          nDone -= 1;
        }
        expect(JSON.stringify(made.cells)).toBe(end);
      }),
      { numRuns: 100 },
    );
  });

  test('is read back as it was written', () => {
    fc.assert(
      fc.property(drawing, ({ cells }) => {
        expect(readDiagram(diagramText({ cells }))).toEqual({ cells, beside: {} });
      }),
      { numRuns: 100 },
    );
  });

  test('gives a new box the lowest free number of its type', () => {
    fc.assert(
      fc.property(drawing, fc.constantFrom(...placeable), ({ cells }, type) => {
        const edited = addBox(cells, { id: 'new', type, position: { x: 0, y: 0 } });
        const used = new Set(boxesOf(cells).flatMap((box) => (box.type === type ? box.nameId : [])));
        let lowest = 1;
        while (used.has(lowest)) lowest += 1;
        expect(boxesOf('cells' in edited ? edited.cells : []).at(-1)?.nameId).toBe(lowest);
      }),
      { numRuns: 100 },
    );
  });
});

/** The same by another way: every box walks up to the root, and every pair of nodes is compared. */
function slowNodes(cells: readonly AnyCell[]) {
  const boxes = boxesOf(cells);
  const root = boxes.find(({ type }) => type === 'MoneySite')?.id;
  const parent = (id: string) => edgesOf(cells).find(({ child }) => child === id)?.parent;
  const tier = (id: string): number | null => {
    if (id === root) return 0;
    const above = parent(id);
    const of = above === undefined ? null : tier(above);
    return of === null ? null : of + 1;
  };
  const nodes = boxes.flatMap((box) => {
    const at = tier(box.id);
    if (at === null || at === 0) return [];
    const of = { boxId: box.id, tier: at, store: box.profileName, isPrivate: box.type.startsWith('Private') };
    if (box.type === 'Project') return box.modules.map((module) => ({ ...of, id: `${box.id}:${module}`, module }));
    return [{ ...of, id: box.id, module: box.type.replace('Premium', '') }];
  });
  const together = (a: (typeof nodes)[number], b: (typeof nodes)[number]) =>
    a.boxId === b.boxId || (a.store !== '' && a.store === b.store && a.isPrivate === b.isPrivate);
  return { nodes, together, loose: boxes.filter(({ id }) => tier(id) === null).map(({ id }) => id) };
}

test('nodes, tiers and groups agree with a second, slow reading', () => {
  fc.assert(
    fc.property(drawing, ({ cells }) => {
      const slow = slowNodes(cells);
      const { nodes, depth, loose } = nodesOf(cells);
      const brief = (list: { id: string; tier: number; module: string }[]) =>
        list.map(({ id, tier, module }) => `${id} ${tier} ${module}`).toSorted();
      expect(brief(nodes)).toEqual(brief(slow.nodes));
      expect(depth).toBe(Math.max(0, ...slow.nodes.map(({ tier }) => tier)));
      expect(loose.map(({ id }) => id)).toEqual(slow.loose);
      const group = new Map(nodes.map((node) => [node.id, node.group]));
      for (const a of slow.nodes)
        for (const b of slow.nodes) expect(group.get(a.id) === group.get(b.id)).toBe(slow.together(a, b));
    }),
    { numRuns: 300 },
  );
});

const box = (id: string, type: ElementType, more: object = {}): AnyCell => ({
  id,
  type,
  custom: { nameId: 1, projectName: '', profileName: '' },
  ...more,
});
const link = (parent: string, child: string): AnyCell => ({
  id: `${parent}>${child}`,
  type: 'Link',
  source: { id: parent },
  target: { id: child },
});
const root = newDiagram()[0] as AnyCell;

describe('a diagram of somebody else', () => {
  const refusal = (value: unknown) => {
    const read = readDiagram(typeof value === 'string' ? value : JSON.stringify(value));
    return 'reason' in read ? read.reason : null;
  };

  test.each<[string, unknown]>([
    ['The diagram is no valid JSON', '{'],
    ['The diagram has no list of cells', '[]'],
    ['The diagram has no list of cells', { cells: {} }],
    ['Cell 1 is no object', { cells: [null] }],
    ['Cell 1 has no id of 1 to 200 characters', { cells: [{ type: 'Wiki' }] }],
    ['Cell 1 has no type', { cells: [{ id: 'a' }] }],
    ['Cell 2 has the id of another cell', { cells: [box('a', 'Wiki'), box('a', 'PDF')] }],
    ['Cell 1 holds the name "__proto__"', '{"cells":[{"id":"a","type":"x","attrs":{"__proto__":{"polluted":1}}}]}'],
    ['Cell 1 holds a text of over 100000 characters', { cells: [{ id: 'a', type: 'x', label: 'x'.repeat(100_001) }] }],
    [
      `The diagram has ${diagramBounds.cells + 1} cells, at most ${diagramBounds.cells} are taken`,
      { cells: Array.from({ length: diagramBounds.cells + 1 }, () => 0) },
    ],
    ['The diagram is larger than 5 million characters', 'x'.repeat(5_000_001)],
  ])('is refused: %s', (reason, value) => {
    expect(refusal(value)).toBe(reason);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  test('is refused where it is nested without end', () => {
    expect(refusal(`{"cells":${'['.repeat(100_000)}`)).toContain('nested deeper');
  });

  test('keeps what is not known of it', () => {
    const foreign = {
      cells: [
        root,
        { id: 's', type: 'standard.Rectangle', ports: { items: [{ id: 'p', group: 'in' }] }, embeds: ['a'], angle: 30 },
        {
          id: 'l',
          type: 'standard.Link',
          source: { id: 's', port: 'p' },
          target: { x: 1, y: 2 },
          router: { name: 'manhattan' },
        },
      ],
    };
    expect(readDiagram(JSON.stringify(foreign))).toEqual({ ...foreign, beside: {} });
    const beside = { version: 3, background: { color: 'red' }, layers: [{ id: 'top' }] };
    const whole = JSON.stringify({ ...beside, ...foreign });
    const read = readDiagram(whole);
    if ('reason' in read) throw new Error(read.reason);
    expect(JSON.parse(diagramText(read))).toEqual(JSON.parse(whole));
    expect(refusal(`{"cells":[],"theme":{"__proto__":{}}}`)).toContain('__proto__');
    expect(whyNoTree(foreign.cells as AnyCell[])).toBeNull();
    expect(nodesOf(foreign.cells as AnyCell[]).nodes).toEqual([]);
  });

  test.each<[string, AnyCell[]]>([
    ['The diagram has no Money Site', [box('a', 'Wiki')]],
    ['The diagram has 2 Money Sites, and may have one', [root, { ...root, id: 'b' }]],
    ['Wiki (1) is linked to itself', [root, box('a', 'Wiki'), link('a', 'a')]],
    ['The Money Site hangs on another box', [root, box('a', 'Wiki'), link('a', 'money-site')]],
    ['PDF (1) hangs on two boxes', [root, box('a', 'Wiki'), box('b', 'PDF'), link('a', 'b'), link('money-site', 'b')]],
    [
      'PDF (1) hangs on itself over other boxes',
      [root, box('a', 'Wiki'), box('b', 'PDF'), link('a', 'b'), link('b', 'a')],
    ],
  ])('is no tree of ours: %s', (reason, cells) => {
    expect(whyNoTree(cells)).toBe(reason);
    // Reading it comes to an end all the same.
    expect(nodesOf(cells).nodes.length).toBeLessThan(3);
  });

  test('of the most cells is read at once: a chain, a star and a circle', () => {
    const ids = Array.from({ length: 2_400 }, (_, at) => `b${at}`);
    const boxes = ids.map((id) => box(id, 'Wiki'));
    const chain = ids.map((id, at) => link(at === 0 ? 'money-site' : (ids[at - 1] ?? ''), id));
    const star = ids.map((id) => link('money-site', id));
    const circle = ids.map((id, at) => link(ids.at(at - 1) ?? '', id));
    expect(whyNoTree([root, ...boxes, ...chain])).toBeNull();
    expect(nodesOf([root, ...boxes, ...chain]).depth).toBe(2_400);
    expect(nodesOf([root, ...boxes, ...star]).nodes).toHaveLength(2_400);
    expect(whyNoTree([root, ...boxes, ...circle])).toContain('hangs on itself');
    expect(boxesOf(renumbered([root, ...boxes])).at(-1)?.nameId).toBe(2_400);
  });
});

describe('a link', () => {
  const cells = [root, box('a', 'Wiki'), box('b', 'PDF'), link('money-site', 'a'), link('a', 'b')];
  test.each([
    ['a', 'a', 'A box cannot link to itself'],
    ['a', 'money-site', 'The Money Site hangs on nothing'],
    ['money-site', 'b', 'PDF (1) hangs on a box already'],
    ['a', 'nothing', 'Only boxes are linked'],
  ])('from %s to %s is refused', (parent, child, reason) => {
    expect(whyNoLink(cells, parent, child)).toBe(reason);
  });

  test('that would close a loop is refused', () => {
    const free = removeCells(cells, ['money-site>a']);
    expect(whyNoLink(free, 'b', 'a')).toBe('PDF (1) hangs on Wiki (1): a loop is not possible');
  });
});

describe('what a diagram would make', () => {
  test('is counted by tier, and what is hardly meant so is said', () => {
    const custom = { nameId: 1, projectName: '', profileName: 'Mine' };
    const cells = [
      root,
      box('blog', 'SocialNetwork', { custom }),
      box('wiki', 'Wiki', { custom }),
      box('many', 'Project', {
        modules: genericModules.map((id) => ({ id, checked: id === 'PDF' || id === 'Wiki' })),
      }),
      box('none', 'Project', { custom: { nameId: 2, projectName: 'Unset' }, modules: [] }),
      box('far', 'Bookmarking'),
      box('gold', 'PDFPremium'),
      link('money-site', 'blog'),
      link('money-site', 'wiki'),
      link('blog', 'many'),
      link('blog', 'none'),
      link('wiki', 'gold'),
    ];
    const { tiers, warnings } = outlineOf(cells, new Set(['Wiki']));
    expect(tiers).toEqual([
      {
        tier: 1,
        projects: [
          { module: 'SocialNetwork', label: 'Web 2.0 Blogs', count: 1 },
          { module: 'Wiki', label: 'Wiki', count: 1 },
        ],
        accountStores: 1,
      },
      {
        tier: 2,
        projects: [
          { module: 'PDF', label: 'PDF', count: 2 },
          { module: 'Wiki', label: 'Wiki', count: 1 },
        ],
        accountStores: 2,
      },
    ]);
    expect(warnings).toEqual([
      { boxId: 'far', text: 'Bookmarking (1) does not hang on the Money Site: it is left out' },
      { boxId: 'none', text: 'Unset: no kind of site is checked' },
      { boxId: 'gold', text: 'PDF (Premium) (1): there is no premium site for it' },
    ]);
    expect(treeOf(cells).tierOf.get('gold')).toBe(2);
  });

  test('says which box of a tier carries none where the next tier has some', () => {
    const cells = [root, box('a', 'Wiki'), box('b', 'PDF'), box('c', 'Wiki', { custom: { nameId: 2 } })];
    const linked = [...cells, link('money-site', 'a'), link('money-site', 'b'), link('a', 'c')];
    expect(outlineOf(linked).warnings).toEqual([
      { boxId: 'b', text: 'PDF (1): nothing links to it, tier 2 has no box for it' },
    ]);
  });
});

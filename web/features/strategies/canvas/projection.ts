import type { dia } from '@joint/core';
import { type AnyCell, boxesOf, nameOfBox } from '#domain/rules/diagrams/cells.ts';
import { linkOf, shapeOf, standing } from '#domain/rules/diagrams/drawing/shown.ts';
import type { DiagramTheme } from '#domain/rules/diagrams/drawing/themes.ts';
import { type Tree, treeOf } from '#domain/rules/diagrams/tree.ts';
import type { DrawingState } from '../designer/drawing.ts';
import { boxJson, linkJson, shapeJson } from './joint-shapes.ts';

/** Brings what is drawn to what the diagram is: only cells that changed are drawn anew. */
export class Projection {
  readonly #graph: dia.Graph;
  readonly #paper: dia.Paper;
  #theme: DiagramTheme;
  #cells: readonly AnyCell[] = [];
  #shown = new Map<string, AnyCell>();
  #selected: ReadonlySet<string> = new Set();
  #labels = new Map<string, string>();
  #stop: string | null = null;

  constructor(graph: dia.Graph, paper: dia.Paper, theme: DiagramTheme) {
    this.#graph = graph;
    this.#paper = paper;
    this.#theme = theme;
  }

  show({ cells, selected, active }: DrawingState, isReadOnly: boolean): void {
    if (cells !== this.#cells) {
      this.#draw(cells);
      this.#name(cells, isReadOnly);
    }
    this.#mark(selected);
    this.#lead(active ?? cells.find(({ type }) => type === 'MoneySite')?.id ?? null);
  }

  redraw({ cells }: DrawingState, theme = this.#theme): void {
    this.#theme = theme;
    this.#shown.clear();
    this.#cells = [];
    this.#draw(cells);
  }

  #draw(cells: readonly AnyCell[]): void {
    const isFirst = this.#graph.getCells().length === 0;
    const stands = standing(cells);
    const here = new Set(cells.map(({ id }) => id));
    const boxes = new Map(boxesOf(cells).map((box) => [box.id, box]));
    const jsonOf = (cell: AnyCell): dia.Cell.JSON | null => {
      const box = boxes.get(cell.id);
      if (box) return boxJson(cell, box, this.#theme);
      if (stands.has(cell.id)) return shapeJson(cell.id, stands.get(cell.id) ?? shapeOf(cell), this.#theme);
      const link = linkOf(cell, stands);
      return link && linkJson(cell.id, link, this.#theme);
    };
    this.#paper.freeze();
    // Links after what they hang on.
    const changed = cells.filter((cell) => this.#shown.get(cell.id) !== cell);
    const ordered = changed.toSorted((one, two) => Number(stands.has(two.id)) - Number(stands.has(one.id)));
    const all = ordered.flatMap((cell) => jsonOf(cell) ?? []);
    if (isFirst) this.#graph.resetCells(all);
    else {
      const gone = [...this.#shown.keys()].filter((id) => !here.has(id));
      this.#graph.removeCells(gone.flatMap((id) => this.#graph.getCell(id) ?? []));
      for (const json of all) this.#put(json);
    }
    this.#paper.unfreeze();
    this.#cells = cells;
    this.#shown = new Map(cells.map((cell) => [cell.id, cell]));
  }

  #put({ id, type, ...json }: dia.Cell.JSON): void {
    const cell = this.#graph.getCell(id);
    if (cell && cell.get('type') === type) cell.set(json);
    else this.#graph.addCell({ id, type, ...json });
  }

  /** What a screen reader says of each box: what it is and what it hangs on. */
  #name(cells: readonly AnyCell[], isReadOnly: boolean): void {
    const tree = treeOf(cells);
    const names = new Map(tree.boxes.map((box) => [box.id, nameOfBox(box)]));
    for (const element of this.#graph.getElements()) {
      const id = `${element.id}`;
      const view = element.findView(this.#paper);
      const label = names.has(id)
        ? describe(id, names, tree)
        : `Shape ${element.attr('label/text')}, of another program`;
      this.#labels.set(id, label);
      setAttributes(view?.el, {
        'aria-label': this.#selected.has(id) ? `${label}, selected` : label,
        // Not a button: what a box shows is less than what it is called.
        role: 'group',
        'aria-roledescription': isReadOnly ? 'box' : 'box that can be moved',
      });
      if (!view?.el.hasAttribute('tabindex')) setAttributes(view?.el, { tabindex: '-1' });
    }
  }

  #mark(selected: ReadonlySet<string>): void {
    // A cell that is drawn anew keeps its mark: the element of a view stays.
    if (selected === this.#selected) return;
    const set = (id: string, isOn: boolean) => {
      const el = this.#paper.findViewByModel(id)?.el;
      el?.classList.toggle('is-selected', isOn);
      const label = this.#labels.get(id);
      if (label !== undefined) setAttributes(el, { 'aria-label': isOn ? `${label}, selected` : label });
    };
    for (const id of this.#selected) if (!selected.has(id)) set(id, false);
    for (const id of selected) set(id, true);
    this.#selected = selected;
  }

  /** One box is a stop of the Tab key, the others are reached from it by arrows. */
  #lead(id: string | null): void {
    const el = id === null ? undefined : this.#paper.findViewByModel(id)?.el;
    if (this.#stop !== id && this.#stop !== null)
      setAttributes(this.#paper.findViewByModel(this.#stop)?.el, { tabindex: '-1' });
    setAttributes(el, { tabindex: '0' });
    this.#stop = id;
  }
}

function describe(
  id: string,
  names: ReadonlyMap<string, string>,
  { root, parentOf, childrenOf, tierOf }: Tree,
): string {
  const nOnIt = childrenOf.get(id)?.length ?? 0;
  const carries = nOnIt === 0 ? 'nothing hangs on it' : `${nOnIt} ${nOnIt === 1 ? 'box hangs' : 'boxes hang'} on it`;
  if (id === root?.id) return `Money Site, ${carries}`;
  const parent = parentOf.get(id);
  const tier = tierOf.get(id);
  const hangs = parent === undefined ? 'hangs on nothing' : `hangs on ${names.get(parent)}`;
  return `${names.get(id)}, ${tier === undefined ? 'no tier' : `tier ${tier}`}, ${hangs}, ${carries}`;
}

function setAttributes(el: Element | undefined, attributes: Record<string, string>): void {
  for (const [name, value] of Object.entries(attributes))
    if (el && el.getAttribute(name) !== value) el.setAttribute(name, value);
}

import type { ElementType } from '#domain/contract/strategies.ts';
import { boxKind } from '#domain/rules/diagrams/catalogue.ts';
import { type AnyCell, boxesOf, nameOfBox, readDiagram } from '#domain/rules/diagrams/cells.ts';
import { hangBox, withinBounds } from '#domain/rules/diagrams/drawing/changes.ts';
import { endStep, type History, redo, startHistory, step, undo } from '#domain/rules/diagrams/drawing/history.ts';
import { isPlaced, moveCells, onGrid } from '#domain/rules/diagrams/drawing/moves.ts';
import { rectOf } from '#domain/rules/diagrams/drawing/shown.ts';
import { addBox, addLink, type Edited, pasteCells, removeCells } from '#domain/rules/diagrams/edits.ts';

/** What the parts of the designer show. */
export interface DrawingState {
  cells: readonly AnyCell[];
  /** Ids of boxes, shapes and links; never of the Money Site (3-wizards section 4). */
  selected: ReadonlySet<string>;
  /** What the keys are about: a box, which may be the Money Site. */
  active: string | null;
  canUndo: boolean;
  canRedo: boolean;
  /** What was done last, or why it was not, for those who hear the screen. */
  said: string;
}

const newId = () => crypto.randomUUID();
const nothing: ReadonlySet<string> = new Set();

/** A diagram that is being drawn. The rules decide on each change; what they refuse leaves all as it is. */
export class Drawing {
  #history: History;
  #state: DrawingState;
  #listeners = new Set<() => void>();
  #pasted: { text: string; cells: readonly AnyCell[] } | null = null;
  readonly isReadOnly: boolean;

  constructor(cells: readonly AnyCell[], isReadOnly: boolean) {
    this.isReadOnly = isReadOnly;
    this.#history = startHistory(cells);
    this.#state = { cells, selected: nothing, active: null, canUndo: false, canRedo: false, said: '' };
  }

  get = (): DrawingState => this.#state;
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #tell(part: Partial<DrawingState>): void {
    const { past, future, cells } = this.#history;
    const here = new Set(cells.map(({ id }) => id));
    const { selected = this.#state.selected, active = this.#state.active } = part;
    this.#state = {
      ...this.#state,
      ...part,
      cells,
      selected: [...selected].every((id) => here.has(id))
        ? selected
        : new Set([...selected].filter((id) => here.has(id))),
      active: active !== null && here.has(active) ? active : null,
      canUndo: past.length > 0,
      canRedo: future.length > 0,
    };
    for (const listener of this.#listeners) listener();
  }

  /** One step. Changes of one key in a row, as letters of a name, are one. */
  change(cells: readonly AnyCell[], said = '', key?: string, part: Partial<DrawingState> = {}): void {
    if (this.isReadOnly) return;
    this.#history = step(this.#history, cells, key, performance.now());
    this.#tell({ ...part, said });
  }

  /** The next letter of a name is a step of its own: what is here was saved, or its field was left. */
  endStep = (): void => {
    this.#history = endStep(this.#history);
  };

  #apply(edited: Edited, said: string, part?: Partial<DrawingState>): boolean {
    if ('reason' in edited) this.#tell({ said: edited.reason });
    else this.change(edited.cells, said, undefined, part);
    return !('reason' in edited);
  }

  nameOf(id: string): string {
    const box = boxesOf(this.#state.cells.filter((cell) => cell.id === id))[0];
    return box ? nameOfBox(box) : 'Shape';
  }
  cell(id: string): AnyCell | undefined {
    return this.#state.cells.find((cell) => cell.id === id);
  }

  select(ids: Iterable<string>, active?: string | null): void {
    const { cells } = this.#state;
    const roots = new Set(cells.filter(({ type }) => type === 'MoneySite').map(({ id }) => id));
    const selected = new Set([...ids].filter((id) => !roots.has(id)));
    const said = selected.size > 1 ? `${selected.size} selected` : '';
    this.#tell({ selected, said, ...(active === undefined ? {} : { active }) });
  }
  toggle(id: string): void {
    const { selected } = this.#state;
    this.select(selected.has(id) ? [...selected].filter((one) => one !== id) : [...selected, id], id);
  }
  /** Selects several: what can be done with them is offered at the first. */
  selectMany(ids: readonly string[]): void {
    const first = ids.find((id) => this.cell(id)?.type !== 'MoneySite');
    this.select(ids, first ?? null);
  }
  selectAll(): void {
    this.selectMany(this.#state.cells.filter(isPlaced).map(({ id }) => id));
  }

  add(type: ElementType, position: { x: number; y: number }): void {
    const id = newId();
    this.#apply(addBox(this.#state.cells, { id, type, position }), `${boxKind(type)?.label} added`, {
      selected: new Set([id]),
      active: id,
    });
  }
  link(parent: string, child: string): boolean {
    const said = `${this.nameOf(child)} hangs on ${this.nameOf(parent)}`;
    return this.#apply(addLink(this.#state.cells, { id: newId(), parent, child }), said);
  }
  hang(child: string, parent: string | null): boolean {
    const said =
      parent === null
        ? `${this.nameOf(child)} hangs on nothing`
        : `${this.nameOf(child)} hangs on ${this.nameOf(parent)}`;
    return this.#apply(hangBox(this.#state.cells, child, parent, newId), said);
  }
  move(ids: Iterable<string>, by: { x: number; y: number }, key?: string): void {
    if (by.x !== 0 || by.y !== 0) this.change(moveCells(this.#state.cells, ids, by), 'Moved', key);
  }
  remove(ids: Iterable<string> = this.#state.selected): void {
    const { cells } = this.#state;
    const left = removeCells(cells, [...ids]);
    if (left.length === cells.length) return;
    this.change(left, `${cells.length - left.length} removed`, undefined, { selected: nothing, active: null });
  }

  undo(): void {
    this.#go(undo(this.#history), 'Undone');
  }
  redo(): void {
    this.#go(redo(this.#history), 'Done again');
  }
  #go(history: History | null, said: string): void {
    if (!history || this.isReadOnly) return;
    this.#history = history;
    this.#tell({ said });
  }

  /** What is selected and the links among it, as a text for the clipboard; empty where nothing is. */
  copied(ids: ReadonlySet<string> = this.#state.selected): string {
    const cells = this.#state.cells.filter((cell) => ids.has(cell.id) || ends(cell).every((end) => ids.has(`${end}`)));
    return cells.some(isPlaced) ? JSON.stringify({ cells }) : '';
  }
  /** Adds what was copied, here or in another window, 20 px beside it; again beside the last copy. */
  paste(text: string): void {
    const before = this.#pasted?.text === text ? this.#pasted.cells : undefined;
    const read = before ? { cells: before } : readDiagram(text);
    if ('reason' in read) {
      this.#tell({ said: read.reason });
      return;
    }
    const pasted = this.#copy(read.cells);
    if (pasted) this.#pasted = { text, cells: pasted };
  }
  /** Copies what is selected with the links among it. */
  clone(): void {
    const read = readDiagram(this.copied());
    if ('cells' in read) this.#copy(read.cells);
  }
  #copy(copied: readonly AnyCell[]): AnyCell[] | null {
    const edited = pasteCells(this.#state.cells, withinBounds(copied), newId);
    if ('reason' in edited) {
      this.#tell({ said: edited.reason });
      return null;
    }
    const added = edited.cells.filter(({ id }) => edited.added.includes(id));
    const ids = added.filter(isPlaced).map(({ id }) => id);
    if (ids.length === 0) {
      this.#tell({ said: 'There is nothing to paste' });
      return null;
    }
    this.change(edited.cells, `${ids.length} pasted`, undefined, { selected: new Set(ids), active: ids[0] ?? null });
    return added;
  }
  /** A box of the same kind below one, hung on it: one step. */
  fork(id: string): void {
    const cell = this.cell(id);
    if (!cell || cell.type === 'MoneySite' || !boxKind(cell.type)) return;
    const child = newId();
    const { x, y, height } = rectOf(cell);
    const added = addBox(this.#state.cells, {
      id: child,
      type: cell.type as ElementType,
      position: { x: onGrid(x + 20), y: onGrid(y + height + 80) },
    });
    const linked = 'reason' in added ? added : addLink(added.cells, { id: newId(), parent: id, child });
    this.#apply(linked, `${this.nameOf(id)} carries one more`, { selected: new Set([child]), active: child });
  }
}

const ends = ({ source, target }: AnyCell): unknown[] =>
  source === undefined ? [null] : [source, target].map((end) => (end as { id?: unknown } | undefined)?.id);

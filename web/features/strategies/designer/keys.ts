import { drawingBounds } from '#domain/rules/diagrams/drawing/constants.ts';
import { type Way, walk } from '#domain/rules/diagrams/drawing/walk.ts';
import type { DiagramCanvas } from '../canvas/diagram-canvas.ts';
import type { Drawing } from './drawing.ts';

/** What the keys work on. */
export interface KeyWorld {
  drawing: Drawing;
  canvas: DiagramCanvas;
  /** The box that another one is about to be hung on; null when none is. */
  linkFrom: string | null;
  setLinkFrom: (id: string | null) => void;
  onName: () => void;
}

const arrows: Record<string, [x: number, y: number]> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};
const isWriting = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.closest('input, textarea, [contenteditable], [role=combobox], [role=dialog]') !== null;

/** A key anywhere in the designer; those without Ctrl count on the canvas alone. */
export function onDesignerKey(event: KeyboardEvent, world: KeyWorld): void {
  if (isWriting(event.target)) return;
  const isDone = event.ctrlKey || event.metaKey ? withCtrl(event, world) : plain(event, world);
  if (!isDone) return;
  event.preventDefault();
}

function withCtrl({ key, shiftKey }: KeyboardEvent, { drawing, canvas }: KeyWorld): boolean {
  const arrow = arrows[key];
  if (arrow) {
    const { selected, active } = drawing.get();
    const length = drawingBounds.grid * (shiftKey ? 5 : 1);
    const ids = selected.size > 0 ? selected : active === null ? [] : [active];
    drawing.move(ids, { x: arrow[0] * length, y: arrow[1] * length }, `move ${[...ids].join()}`);
    if (active !== null) canvas.focus(active);
    return true;
  }
  const letter = key.toLowerCase();
  if (letter === 'z' && !shiftKey) drawing.undo();
  else if (letter === 'y' || letter === 'z') drawing.redo();
  else if (letter === 'a') drawing.selectAll();
  else return false;
  return true;
}

function plain({ key, target }: KeyboardEvent, world: KeyWorld): boolean {
  const { drawing, canvas, linkFrom, setLinkFrom, onName } = world;
  const { active, cells, selected } = drawing.get();
  if (!(target as Element).closest('.designer-canvas')) return false;
  const go = (way: Way) => {
    const next = walk(cells, active, way);
    if (next === null) return;
    // While a link is drawn the selection stays: it is what the eye comes back to.
    drawing.select(linkFrom === null ? [next] : selected, next);
    canvas.focus(next);
  };
  if (key in arrows || key === 'Home' || key === 'End') go(key as Way);
  else if (key === '+' || key === '=') canvas.zoom(1);
  else if (key === '-') canvas.zoom(-1);
  else if (key === '0') canvas.fit();
  else if (key === 'Escape') letGo(world);
  else if (drawing.isReadOnly) return false;
  else if (key === 'Delete' || key === 'Backspace') remove(world);
  else if (key === ' ' && active !== null) drawing.toggle(active);
  else if (key.toLowerCase() === 'l' && active !== null) setLinkFrom(active);
  else if (key === 'Enter' && active !== null) {
    if (linkFrom === null) onName();
    else if (drawing.link(linkFrom, active)) setLinkFrom(null);
  } else return false;
  return true;
}

function letGo({ drawing, linkFrom, setLinkFrom }: KeyWorld): void {
  if (linkFrom !== null) setLinkFrom(null);
  else drawing.select([]);
}

/** The keys go on from what the removed box hung on. */
function remove({ drawing, canvas }: KeyWorld): void {
  const { cells, active } = drawing.get();
  const above = active === null ? null : walk(cells, active, 'ArrowUp');
  drawing.remove();
  const next = above !== null && drawing.cell(above) ? above : walk(drawing.get().cells, null, 'Home');
  if (next !== null) {
    drawing.select([], next);
    canvas.focus(next);
  }
}

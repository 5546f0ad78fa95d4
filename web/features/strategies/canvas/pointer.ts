import type { dia } from '@joint/core';
import { genericModules } from '#domain/rules/diagrams/catalogue.ts';
import { toggleModule } from '#domain/rules/diagrams/drawing/changes.ts';
import { isPlaced, onGrid, withEmbedded } from '#domain/rules/diagrams/drawing/moves.ts';
import { rectOf } from '#domain/rules/diagrams/drawing/shown.ts';
import type { DiagramCanvas } from './diagram-canvas.ts';

interface Point {
  x: number;
  y: number;
}
/** Px of the screen before a press becomes a drag. */
const threshold = 4;

/** Mouse, pen and finger on the canvas: selecting, dragging, panning, areas, zoom. */
export function listenToPointer(canvas: DiagramCanvas): void {
  const { paper, drawing, host, signal } = canvas;
  paper.on('element:pointerdown', (view, event, x, y) => {
    const id = `${view.model.id}`;
    view.el.focus({ preventScroll: true });
    if (drawing.isReadOnly) return drawing.select([], id);
    if (event.ctrlKey || event.metaKey) return drawing.toggle(id);
    if (!drawing.get().selected.has(id)) drawing.select([id], id);
    dragBoxes(canvas, id, { x, y }, signal);
  });
  paper.on('element:pointerclick', (view, event) => {
    if (event.ctrlKey || event.metaKey || drawing.isReadOnly) return;
    // One of several: a drag would have moved them all, a click means it alone.
    if (drawing.get().selected.size > 1) drawing.select([`${view.model.id}`], `${view.model.id}`);
    const module = genericModules.find((one) => one === (event.target as Element).getAttribute('data-module'));
    if (module) drawing.change(toggleModule(drawing.get().cells, `${view.model.id}`, module), 'Changed');
  });
  paper.on('blank:pointerdown', (event, x, y) => {
    host.focus({ preventScroll: true });
    const at = { x: event.clientX ?? 0, y: event.clientY ?? 0 };
    if (event.shiftKey && !drawing.isReadOnly) dragArea(canvas, host, { x, y }, at, signal);
    else dragSheet(canvas, at, signal);
  });
  const onWheel = (event: WheelEvent) => {
    event.preventDefault();
    const { x, y } = canvas.view.get();
    const { left, top } = host.getBoundingClientRect();
    if (event.altKey || event.ctrlKey)
      canvas.zoom(event.deltaY < 0 ? 1 : -1, { x: event.clientX - left, y: event.clientY - top });
    else canvas.pan(x - event.deltaX, y - event.deltaY);
  };
  host.addEventListener('wheel', onWheel, { passive: false, signal });
}

/** Follows the pointer until it is lifted; `onMove` at most once a frame. */
export function follow(
  onMove: (event: PointerEvent) => void,
  onEnd: (event: PointerEvent | null) => void,
  signal: AbortSignal,
): void {
  const ended = new AbortController();
  const listening = { signal: AbortSignal.any([signal, ended.signal]) };
  let last: PointerEvent | null = null;
  let frame = 0;
  const flush = () => {
    frame = 0;
    if (last && !signal.aborted) onMove(last);
    last = null;
  };
  const end = (event: PointerEvent | null) => {
    cancelAnimationFrame(frame);
    flush();
    ended.abort();
    onEnd(event);
  };
  const move = (event: PointerEvent) => {
    last = event;
    if (frame === 0) frame = requestAnimationFrame(flush);
  };
  addEventListener('pointermove', move, listening);
  addEventListener('pointerup', end, listening);
  addEventListener('pointercancel', () => end(null), listening);
  addEventListener('keydown', (event) => event.key === 'Escape' && end(null), { ...listening, capture: true });
}

/** Drags what is selected, or a box that cannot be; the drawing hears of it once, at the end. */
function dragBoxes(canvas: DiagramCanvas, id: string, from: Point, signal: AbortSignal): void {
  const { drawing, graph, paper, view } = canvas;
  const { selected, cells } = drawing.get();
  const ids = withEmbedded(cells, selected.has(id) ? selected : [id]);
  const moved = graph.getElements().filter((element) => ids.has(`${element.id}`));
  const starts = new Map(moved.map((element) => [element, element.position()]));
  const anchor = starts.get(graph.getCell(id) as dia.Element) ?? { x: 0, y: 0 };
  let by: Point = { x: 0, y: 0 };
  let hasBegun = false;
  const place = () => {
    // Frozen, a link between two that move is drawn once, not with each of its ends.
    paper.freeze();
    for (const [element, start] of starts) element.set('position', { x: start.x + by.x, y: start.y + by.y });
    paper.unfreeze();
  };
  const onMove = (event: PointerEvent) => {
    const at = canvas.toSheet(event.clientX, event.clientY);
    const [dx, dy] = [at.x - from.x, at.y - from.y];
    if (!hasBegun && Math.hypot(dx, dy) * view.get().scale < threshold) return;
    if (!hasBegun) view.set({ ...view.get(), isDragging: true });
    hasBegun = true;
    const next = { x: onGrid(anchor.x + dx) - anchor.x, y: onGrid(anchor.y + dy) - anchor.y };
    if (next.x === by.x && next.y === by.y) return;
    by = next;
    place();
  };
  const onEnd = (event: PointerEvent | null) => {
    if (!hasBegun) return;
    if (event === null) by = { x: 0, y: 0 };
    place();
    drawing.move(ids, by);
    view.set({ ...view.get(), isDragging: false });
  };
  follow(onMove, onEnd, signal);
}

/** Shift and drag on the blank: what lies in the area is selected. */
function dragArea(canvas: DiagramCanvas, host: HTMLElement, from: Point, at: Point, signal: AbortSignal): void {
  const frame = host.appendChild(document.createElement('div'));
  frame.className = 'canvas-area';
  const { left, top } = host.getBoundingClientRect();
  const onMove = ({ clientX, clientY }: PointerEvent) => {
    Object.assign(frame.style, {
      left: `${Math.min(at.x, clientX) - left}px`,
      top: `${Math.min(at.y, clientY) - top}px`,
      width: `${Math.abs(clientX - at.x)}px`,
      height: `${Math.abs(clientY - at.y)}px`,
    });
  };
  const onEnd = (event: PointerEvent | null) => {
    frame.remove();
    if (!event) return;
    const to = canvas.toSheet(event.clientX, event.clientY);
    const inside = canvas.drawing.get().cells.filter((cell) => {
      const { x, y, width, height } = rectOf(cell);
      const isIn = (a: number, b: number, start: number, length: number) =>
        Math.min(a, b) < start + length && Math.max(a, b) > start;
      return isPlaced(cell) && isIn(from.x, to.x, x, width) && isIn(from.y, to.y, y, height);
    });
    canvas.drawing.selectMany(inside.map(({ id }) => id));
  };
  follow(onMove, onEnd, signal);
}

/** A drag on the blank moves the sheet, a click clears the selection. */
function dragSheet(canvas: DiagramCanvas, at: Point, signal: AbortSignal): void {
  const { x, y } = canvas.view.get();
  let hasMoved = false;
  const onMove = ({ clientX, clientY }: PointerEvent) => {
    hasMoved ||= Math.hypot(clientX - at.x, clientY - at.y) >= threshold;
    if (hasMoved) canvas.pan(x + clientX - at.x, y + clientY - at.y);
  };
  follow(onMove, () => hasMoved || canvas.drawing.select([], null), signal);
}

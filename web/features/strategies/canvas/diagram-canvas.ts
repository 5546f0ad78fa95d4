import { dia, mvc } from '@joint/core';
import type { AnyCell } from '#domain/rules/diagrams/cells.ts';
import { drawingBounds, zoomStep } from '#domain/rules/diagrams/drawing/constants.ts';
import { rectOf } from '#domain/rules/diagrams/drawing/shown.ts';
import { type DiagramThemeName, diagramThemes } from '#domain/rules/diagrams/drawing/themes.ts';
import { whyNoLink } from '#domain/rules/diagrams/tree.ts';
import { ValueStore } from '#web/lib/value-store.ts';
import type { Drawing } from '../designer/drawing.ts';
import { boundsOf, fitting, type Rect } from './fitting.ts';
import { drawnKinds } from './joint-shapes.ts';
import { Projection } from './projection.ts';

/** Which part of the sheet is seen: `x` and `y` of its origin, in px of the screen. */
export interface ViewOfSheet {
  scale: number;
  x: number;
  y: number;
  width: number;
  height: number;
  /** While boxes are dragged: what stands beside them is hidden. */
  isDragging: boolean;
}

/** Draws a diagram: what is drawn follows the drawing, and decides nothing. */
export class DiagramCanvas {
  readonly drawing: Drawing;
  readonly graph: dia.Graph;
  readonly paper: dia.Paper;
  readonly view = new ValueStore<ViewOfSheet>({ scale: 1, x: 0, y: 0, width: 0, height: 0, isDragging: false });
  readonly host: HTMLElement;
  /** What stands on the canvas, and is kept free when all of the diagram is shown. */
  navigator: Element | null = null;
  readonly #projection: Projection;
  readonly #ended = new AbortController();
  /** Ends with the canvas. */
  readonly signal = this.#ended.signal;
  readonly #stop: () => void;
  readonly #resized: ResizeObserver;
  /** Where the sheet was put last, in px: it stays there when what stands beside the canvas comes or goes. */
  #put = { x: 0, y: 0 };

  constructor(host: HTMLElement, drawing: Drawing, theme: DiagramThemeName) {
    this.drawing = drawing;
    this.host = host;
    // Of its own: a paper that is removed takes its element with it.
    const el = host.appendChild(document.createElement('div'));
    this.graph = new dia.Graph({}, { cellNamespace: drawnKinds });
    this.paper = new dia.Paper({
      el,
      model: this.graph,
      cellViewNamespace: drawnKinds,
      width: '100%',
      height: '100%',
      async: false,
      // Points of the pointer as they are: what is dragged is put on the grid by the rules.
      gridSize: 1,
      sorting: dia.Paper.sorting.APPROX,
      clickThreshold: 4,
      linkPinning: false,
      preventDefaultBlankAction: false,
      preventDefaultViewAction: false,
      interactive: (view) =>
        view.model.isLink() && !drawing.isReadOnly ? { linkMove: false, labelMove: false } : false,
      defaultConnectionPoint: { name: 'bbox' },
      validateConnection: (source, _one, target, _two, _end, view) => this.#mayHang(view.model.id, source, target),
    });
    this.#projection = new Projection(this.graph, this.paper, diagramThemes[theme]);
    this.#stop = drawing.subscribe(() => this.#projection.show(drawing.get(), drawing.isReadOnly));
    this.#projection.show(drawing.get(), drawing.isReadOnly);
    this.#resized = new ResizeObserver(() => this.#resize());
    this.#resized.observe(host);
    this.#resize();
  }

  dispose(): void {
    this.#ended.abort();
    this.#resized.disconnect();
    this.#stop();
    this.paper.remove();
    this.graph.clear();
    this.host.replaceChildren();
    // The library keeps a place for each view that ever was, by name; its types do not tell of it.
    const { views } = mvc as unknown as { views: Record<string, unknown> };
    for (const [name, view] of Object.entries(views)) if (view === null) delete views[name];
  }

  setTheme(name: DiagramThemeName): void {
    this.#projection.redraw(this.drawing.get(), diagramThemes[name]);
  }

  /** Draws all anew from the drawing: what the pointer had begun is given up. */
  redraw(): void {
    this.#projection.redraw(this.drawing.get());
  }

  #mayHang(linkId: dia.Cell.ID, source: dia.CellView, target: dia.CellView): boolean {
    const cells = this.drawing.get().cells.filter(({ id }) => id !== linkId);
    return whyNoLink(cells, `${source?.model.id}`, `${target?.model.id}`) === null;
  }

  #resize(): void {
    const { clientWidth: width, clientHeight: height } = this.host;
    const view = this.view.get();
    // A tab that is not in front has no size: it comes back as it was left.
    if (width === 0) return;
    this.view.set({ ...view, width, height });
    // Not from where it is now: a narrow canvas may have held it elsewhere, and a wide one has it back.
    if (view.width > 0) this.#place(this.#put.x, this.#put.y, view.scale);
  }

  /** Shows the sheet from another place; some of it always stays in sight. */
  pan(x: number, y: number, scale = this.view.get().scale): void {
    this.#place(x, y, scale);
    const view = this.view.get();
    this.#put = { x: view.x, y: view.y };
  }

  #place(x: number, y: number, scale: number): void {
    const view = this.view.get();
    const area = this.area();
    const held = (at: number, from: number, length: number, room: number) =>
      Math.round(Math.max(Math.min(at, room - 80 - from * scale), 80 - (from + length) * scale));
    const [left, top] = [held(x, area.x, area.width, view.width), held(y, area.y, area.height, view.height)];
    this.paper.matrix({ a: scale, b: 0, c: 0, d: scale, e: left, f: top } as SVGMatrix);
    this.view.set({ ...view, scale, x: left, y: top });
  }

  /** Zooms around a point of the host, its middle unless told. */
  zoomTo(scale: number, at?: { x: number; y: number }): void {
    const view = this.view.get();
    const { x, y } = at ?? { x: view.width / 2, y: view.height / 2 };
    const by = scale / view.scale;
    this.pan(x - (x - view.x) * by, y - (y - view.y) * by, scale);
  }
  zoom(direction: 1 | -1, at?: { x: number; y: number }): void {
    this.zoomTo(zoomStep(this.view.get().scale, direction), at);
  }

  /** All of the diagram, with room around it and beside the navigator; never larger than it is. */
  fit(padding = 50, largest = 1): void {
    // What came to stand beside it may have changed its size just now.
    this.#resize();
    const { width, height } = this.view.get();
    if (width === 0) return;
    const cells = this.drawing.get().cells.filter(isStanding);
    const root = cells.find(({ type }) => type === 'MoneySite');
    const cover = this.#navigatorRect();
    const frame = { width, height, cover, padding, largest };
    const at = fitting(cells.map(rectOf), root && rectOf(root), frame);
    if (at) this.pan(at.x, at.y, at.scale);
  }

  /** Null where no navigator is shown, as on narrow screens. */
  #navigatorRect(): Rect | null {
    const { x, y, width, height } = this.navigator?.getBoundingClientRect() ?? new DOMRect();
    const { left, top } = this.host.getBoundingClientRect();
    return width === 0 ? null : { x: x - left, y: y - top, width, height };
  }

  /** What stands on the sheet; null where nothing does. */
  content(): Rect | null {
    return boundsOf(this.drawing.get().cells.filter(isStanding).map(rectOf));
  }

  /** The sheet: 1,000 px in square at first, and all that stands on it. */
  area(): Rect {
    const { sheet } = drawingBounds;
    const box = this.content() ?? { x: 0, y: 0, width: 0, height: 0 };
    const [x, y] = [Math.min(0, box.x - 50), Math.min(0, box.y - 50)];
    const [right, bottom] = [Math.max(sheet, box.x + box.width + 50), Math.max(sheet, box.y + box.height + 50)];
    return { x, y, width: right - x, height: bottom - y };
  }

  /** A point of the screen on the sheet, and whether it is over the canvas. */
  toSheet(clientX: number, clientY: number): { x: number; y: number; isInside: boolean } {
    const { left, top, right, bottom } = this.host.getBoundingClientRect();
    const { x, y, scale } = this.view.get();
    const isInside = clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
    return { x: (clientX - left - x) / scale, y: (clientY - top - y) / scale, isInside };
  }

  /** The middle of what is seen, on the sheet. */
  middle(): { x: number; y: number } {
    const { x, y, width, height, scale } = this.view.get();
    return { x: (width / 2 - x) / scale, y: (height / 2 - y) / scale };
  }

  /** Brings a cell into sight where it is not, and the keys to it. */
  focus(id: string): void {
    const cell = this.drawing.cell(id);
    const element = this.paper.findViewByModel(id)?.el as SVGElement | undefined;
    if (!cell || !element) {
      this.host.focus({ preventScroll: true });
      return;
    }
    const { x, y, width, height } = rectOf(cell);
    const view = this.view.get();
    const [left, top] = [x * view.scale + view.x, y * view.scale + view.y];
    const isSeen =
      left >= 0 && top >= 0 && left + width * view.scale <= view.width && top + height * view.scale <= view.height;
    if (!isSeen)
      this.pan(view.width / 2 - (x + width / 2) * view.scale, view.height / 2 - (y + height / 2) * view.scale);
    element.focus({ preventScroll: true });
  }
}

const isStanding = ({ position, source }: AnyCell) => position !== undefined && source === undefined;

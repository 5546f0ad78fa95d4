import { dia, linkTools } from '@joint/core';
import { styleLink } from '#domain/rules/diagrams/drawing/changes.ts';
import type { DiagramCanvas } from './diagram-canvas.ts';

/** Tools of links: over one, its source can be moved; a click shows its bounds, its corners and a way to remove it. */
export function listenToLinks(canvas: DiagramCanvas): void {
  const { paper, drawing, signal } = canvas;
  let clicked: string | null = null;
  const showClicked = (id: string) => {
    const view = paper.findViewByModel(id);
    view?.addTools(
      new dia.ToolsView({
        tools: [
          new linkTools.Boundary({ padding: 8 }),
          new linkTools.Vertices({ stopPropagation: false }),
          new linkTools.SourceArrowhead(),
          new linkTools.Remove({ distance: '60%', action: () => drawing.remove([id]) }),
        ],
      }),
    );
  };
  const clear = () => {
    if (clicked !== null) paper.findViewByModel(clicked)?.removeTools();
    clicked = null;
  };
  paper.on('link:pointerclick', (view) => {
    clear();
    const id = `${view.model.id}`;
    drawing.select([id], null);
    clicked = id;
    showClicked(id);
  });
  paper.on('link:mouseenter', (view) => {
    if (`${view.model.id}` !== clicked) view.addTools(new dia.ToolsView({ tools: [new linkTools.SourceArrowhead()] }));
  });
  paper.on('link:mouseleave', (view) => {
    if (`${view.model.id}` !== clicked) view.removeTools();
  });
  paper.on('link:connect', (view) => {
    const { source, target } = view.model.attributes;
    // What is refused is drawn as it was.
    if (!drawing.hang(`${target?.id}`, `${source?.id}`)) canvas.redraw();
  });
  listenToCorners(canvas);
  const stop = drawing.subscribe(() => {
    if (clicked !== null && !drawing.get().selected.has(clicked)) clear();
  });
  signal.addEventListener('abort', stop);
}

/** Corners that are dragged, added or dropped are one step when the pointer is lifted. */
function listenToCorners({ graph, drawing, signal }: DiagramCanvas): void {
  let turned: dia.Link | null = null;
  graph.on('change:vertices', (link: dia.Link, _vertices: unknown, { ui }: { ui?: boolean }) => {
    if (ui) turned = link;
  });
  const keep = () => {
    const link = turned;
    turned = null;
    if (link) drawing.change(styleLink(drawing.get().cells, `${link.id}`, { vertices: link.vertices() }), 'Link bent');
  };
  // After the tool has let go, and dropped corners that lie on the line.
  addEventListener('pointerup', () => setTimeout(keep), { signal });
}

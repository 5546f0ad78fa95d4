import { Graph, layout as layOut } from '@dagrejs/dagre';
import type { AnyCell } from '#domain/rules/diagrams/cells.ts';
import { drawingBounds } from '#domain/rules/diagrams/drawing/constants.ts';
import { isPlaced, onGrid } from '#domain/rules/diagrams/drawing/moves.ts';
import { rectOf } from '#domain/rules/diagrams/drawing/shown.ts';

/** Places of all that stands in a diagram, tier below tier, on the grid; what is embedded goes with what it is in. */
export function layout(cells: readonly AnyCell[]): Map<string, { x: number; y: number }> {
  const margin = drawingBounds.layoutMargin;
  const graph = new Graph();
  graph.setGraph({ rankdir: 'TB', marginx: margin, marginy: margin, nodesep: 40, ranksep: 80 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const cell of cells) {
    if (!isPlaced(cell) || typeof cell.parent === 'string') continue;
    const { width, height } = rectOf(cell);
    graph.setNode(cell.id, { width, height });
  }
  for (const { source, target } of cells) {
    const [from, to] = [source, target].map((end) => (end as { id?: unknown } | undefined)?.id);
    if (typeof from === 'string' && typeof to === 'string' && graph.hasNode(from) && graph.hasNode(to))
      graph.setEdge(from, to);
  }
  layOut(graph);
  return new Map(
    graph.nodes().map((id: string) => {
      const { x, y, width, height } = graph.node(id) as { x: number; y: number; width: number; height: number };
      return [id, { x: onGrid(x - width / 2), y: onGrid(y - height / 2) }];
    }),
  );
}

import { type PointerEvent, useSyncExternalStore } from 'react';
import { boxKind } from '#domain/rules/diagrams/catalogue.ts';
import type { AnyCell } from '#domain/rules/diagrams/cells.ts';
import { isPlaced } from '#domain/rules/diagrams/drawing/moves.ts';
import { rectOf } from '#domain/rules/diagrams/drawing/shown.ts';
import type { DiagramCanvas } from '../canvas/diagram-canvas.ts';

/** In px; 5 of them are its frame. */
const size = { width: 240, height: 115 };

/** The whole sheet in small, one mark a box; a click or a drag shows that part of it. */
export function Navigator({ canvas, cells }: { canvas: DiagramCanvas; cells: readonly AnyCell[] }) {
  const view = useSyncExternalStore(canvas.view.subscribe, canvas.view.get);
  const area = canvas.area();
  const scale = Math.min(size.width / area.width, size.height / area.height);
  const [left, top] = [(size.width - area.width * scale) / 2, (size.height - area.height * scale) / 2];
  const show = ({ clientX, clientY, currentTarget, buttons }: PointerEvent<SVGSVGElement>) => {
    if (buttons === 0) return;
    const box = currentTarget.getBoundingClientRect();
    const x = (clientX - box.left - left) / scale + area.x;
    const y = (clientY - box.top - top) / scale + area.y;
    canvas.pan(view.width / 2 - x * view.scale, view.height / 2 - y * view.scale);
  };
  const stand = (element: SVGSVGElement | null) => {
    canvas.navigator = element;
  };
  return (
    <svg ref={stand} className="navigator" {...size} aria-hidden="true" onPointerDown={show} onPointerMove={show}>
      <g transform={`translate(${left} ${top}) scale(${scale}) translate(${-area.x} ${-area.y})`}>
        {cells.filter(isPlaced).map((cell) => {
          const { x, y, width, height } = rectOf(cell);
          return (
            <rect key={cell.id} {...{ x, y, width, height }} fill={boxKind(cell.type)?.colour ?? 'currentColor'} />
          );
        })}
        <rect
          className="navigator-view"
          x={-view.x / view.scale}
          y={-view.y / view.scale}
          width={view.width / view.scale}
          height={view.height / view.scale}
          strokeWidth={2 / scale}
        />
      </g>
    </svg>
  );
}

import { type PointerEvent, useState } from 'react';
import { moduleLabels } from '#domain/contract/modules.ts';
import { type BoxKind, boxKinds, type StencilGroup } from '#domain/rules/diagrams/catalogue.ts';
import { isPlaced, onGrid } from '#domain/rules/diagrams/drawing/moves.ts';
import { rectOf } from '#domain/rules/diagrams/drawing/shown.ts';
import type { DiagramCanvas } from '../canvas/diagram-canvas.ts';
import { follow } from '../canvas/pointer.ts';
import type { Drawing } from '../designer/drawing.ts';

const groups: StencilGroup[] = ['Premium', 'Standard', 'PBN'];
const half = { x: 75, y: 50 };

interface StencilProps {
  drawing: Drawing;
  canvas: DiagramCanvas | null;
}

/** Kinds of boxes: dragged onto the sheet, or put in the middle of what is seen by a click or the Enter key. */
export function Stencil({ drawing, canvas }: StencilProps) {
  const [ghost, setGhost] = useState<{ kind: BoxKind; x: number; y: number } | null>(null);
  const put = (kind: BoxKind, at: { x: number; y: number }) => {
    drawing.add(kind.type, { x: onGrid(at.x - half.x), y: onGrid(at.y - half.y) });
    const { active } = drawing.get();
    if (active !== null) canvas?.focus(active);
  };
  const drag = (kind: BoxKind, event: PointerEvent<HTMLElement>) => {
    if (!canvas || event.button !== 0) return;
    const from = { x: event.clientX, y: event.clientY };
    let isDrag = false;
    const onMove = ({ clientX: x, clientY: y }: { clientX: number; clientY: number }) => {
      isDrag ||= Math.hypot(x - from.x, y - from.y) > 4;
      if (isDrag) setGhost({ kind, x, y });
    };
    const onEnd = (end: { clientX: number; clientY: number } | null) => {
      setGhost(null);
      const at = end && canvas.toSheet(end.clientX, end.clientY);
      if (isDrag && at?.isInside) put(kind, at);
    };
    follow(onMove, onEnd, new AbortController().signal);
  };
  return (
    <nav className="stencil" aria-label="Boxes to add">
      {groups.map((group) => (
        <section key={group} aria-label={group}>
          <h2>{group}</h2>
          <div className="stencil-shapes">
            {boxKinds.map(
              (kind) =>
                kind.group === group && (
                  <button
                    key={kind.type}
                    type="button"
                    className={kind.isPremium ? 'stencil-shape is-premium' : 'stencil-shape'}
                    style={{ borderTopColor: kind.colour }}
                    aria-label={`Add ${kind.label}`}
                    onPointerDown={(event) => drag(kind, event)}
                    onClick={() => canvas && put(kind, freePlace(drawing, canvas.middle()))}
                  >
                    {kind.module ? moduleLabels[kind.module] : kind.label}
                  </button>
                ),
            )}
          </div>
        </section>
      ))}
      {ghost && (
        <div className="stencil-ghost" style={{ left: ghost.x, top: ghost.y, borderTopColor: ghost.kind.colour }}>
          {ghost.kind.label}
        </div>
      )}
    </nav>
  );
}

/** A place below one where no box stands: several clicks do not pile their boxes up. */
function freePlace(drawing: Drawing, { x, y }: { x: number; y: number }): { x: number; y: number } {
  const rects = drawing.get().cells.filter(isPlaced).map(rectOf);
  const isTaken = (down: number) =>
    rects.some(
      (rect) =>
        x + half.x > rect.x &&
        x - half.x < rect.x + rect.width &&
        y + down + half.y > rect.y &&
        y + down - half.y < rect.y + rect.height,
    );
  let down = 0;
  while (isTaken(down)) down += 20;
  return { x, y: y + down };
}

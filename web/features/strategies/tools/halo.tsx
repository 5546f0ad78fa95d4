import { CopyOutlined, DeleteOutlined, ForkOutlined, LinkOutlined, SettingOutlined } from '@ant-design/icons';
import { type PointerEvent, useState, useSyncExternalStore } from 'react';
import { boxKind } from '#domain/rules/diagrams/catalogue.ts';
import { rectOf } from '#domain/rules/diagrams/drawing/shown.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import type { DiagramCanvas } from '../canvas/diagram-canvas.ts';
import { follow } from '../canvas/pointer.ts';
import type { Drawing, DrawingState } from '../designer/drawing.ts';

interface HaloProps {
  drawing: Drawing;
  canvas: DiagramCanvas;
  state: DrawingState;
  onLink: (id: string) => void;
  onSettings: () => void;
}

/** Handles beside the box that is worked on: hang another one on it, copy, grow, settings, remove. */
export function Halo({ drawing, canvas, state, onLink, onSettings }: HaloProps) {
  const view = useSyncExternalStore(canvas.view.subscribe, canvas.view.get);
  const [line, setLine] = useState<{ x1: number; y1: number; x2: number; y2: number } | null>(null);
  const { active, selected, cells } = state;
  const cell = cells.find(({ id }) => id === active);
  if (!cell || active === null || !boxKind(cell.type) || view.isDragging) return null;
  const isRoot = cell.type === 'MoneySite';
  if (!isRoot && !selected.has(active)) return null;
  const rect = rectOf(cell);
  const [left, top] = [(rect.x + rect.width) * view.scale + view.x + 6, rect.y * view.scale + view.y];
  if (left < 0 || top < -20 || left > view.width - 30 || top > view.height - 30) return null;
  const startLink = (event: PointerEvent<HTMLElement>) => {
    const { x, y, scale } = canvas.view.get();
    const x1 = (rect.x + rect.width / 2) * scale + x;
    const y1 = (rect.y + rect.height) * scale + y;
    const from = { x: event.clientX, y: event.clientY };
    const onMove = ({ clientX, clientY }: { clientX: number; clientY: number }) => {
      const at = canvas.toSheet(clientX, clientY);
      setLine({ x1, y1, x2: at.x * scale + x, y2: at.y * scale + y });
    };
    const onEnd = (end: { clientX: number; clientY: number } | null) => {
      setLine(null);
      if (!end || Math.hypot(end.clientX - from.x, end.clientY - from.y) < 4) return;
      const hit = document
        .elementFromPoint(end.clientX, end.clientY)
        ?.closest('.joint-element')
        ?.getAttribute('model-id');
      if (hit) drawing.link(active, hit);
    };
    follow(onMove, onEnd, new AbortController().signal);
  };
  return (
    <>
      {line && (
        <svg className="halo-line" aria-hidden="true">
          <line {...line} />
        </svg>
      )}
      <div
        className="halo"
        role="toolbar"
        aria-label={`What to do with ${drawing.nameOf(active)}`}
        style={{ left, top }}
      >
        <IconButton
          label="Link: drag it to the box that hangs on this one"
          icon={<LinkOutlined aria-hidden />}
          onPointerDown={startLink}
          onClick={() => onLink(active)}
        />
        {!isRoot && (
          <>
            <IconButton label="Copy beside" icon={<CopyOutlined aria-hidden />} onClick={() => drawing.clone()} />
            <IconButton
              label="Grow: add one that hangs on this"
              icon={<ForkOutlined aria-hidden />}
              onClick={() => drawing.fork(active)}
            />
            <IconButton label="Settings" icon={<SettingOutlined aria-hidden />} onClick={onSettings} />
            <IconButton label="Remove" danger icon={<DeleteOutlined aria-hidden />} onClick={() => drawing.remove()} />
          </>
        )}
      </div>
    </>
  );
}

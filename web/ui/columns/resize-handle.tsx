import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import './columns.css';
import { type AnyColumn, type Columns, leastWidth } from './use-columns.ts';

interface ResizeHandleProps<C extends AnyColumn> {
  column: C;
  columns: Columns<C>;
}

const step = 16;

/** The edge of a head cell: drawn or moved by the arrow keys it changes the width of its column, a double click gives it back. */
export function ResizeHandle<C extends AnyColumn>({ column, columns }: ResizeHandleProps<C>) {
  const start = useRef<{ x: number; width: number } | null>(null);
  const widthNow = (handle: HTMLElement) => handle.parentElement?.getBoundingClientRect().width ?? leastWidth;
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    start.current = { x: event.clientX, width: widthNow(event.currentTarget) };
  };
  const onPointerMove = (event: PointerEvent) => {
    const from = start.current;
    if (from) columns.resize(column, from.width + event.clientX - from.x);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'ArrowLeft') columns.resize(column, widthNow(event.currentTarget) - step);
    else if (event.key === 'ArrowRight') columns.resize(column, widthNow(event.currentTarget) + step);
    else if (event.key === 'Enter') columns.resize(column, undefined);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that can be moved has no element of its own
    <span
      role="separator"
      aria-orientation="vertical"
      aria-label={`Width of ${column.title}`}
      aria-valuenow={columns.widthOf(column) ?? 0}
      aria-valuetext={columns.widthOf(column) ? `${columns.widthOf(column)} pixels` : 'as at first'}
      tabIndex={0}
      className="resize-handle"
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={() => {
        start.current = null;
      }}
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={() => columns.resize(column, undefined)}
      onKeyDown={onKeyDown}
    />
  );
}

import type { Virtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type MouseEvent, type RefObject, useState } from 'react';
import type { GridLine, GridRow } from './grid-tree.ts';

interface GridKeysInput<R extends GridRow> {
  lines: GridLine<R>[];
  rowHeight: number;
  virtual: Virtualizer<HTMLDivElement, Element>;
  scroller: RefObject<HTMLDivElement | null>;
  setOpen: (path: string, isOpen: boolean) => void;
  toggleLine: (index: number, isRange: boolean) => void;
}

/** Arrow keys, Home, End, PageUp, PageDown and Space in a grouped grid. */
export function useGridKeys<R extends GridRow>(input: GridKeysInput<R>) {
  const { lines, virtual } = input;
  const [wanted, setActive] = useState(0);
  const [isFocused, setIsFocused] = useState(false);
  // The list may have become shorter since.
  const active = Math.min(wanted, lines.length - 1);
  const move = (to: number) => {
    const index = Math.max(0, Math.min(lines.length - 1, to));
    setActive(index);
    virtual.scrollToIndex(index, { align: 'auto' });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const line = lines[active];
    if (!line || (event.target instanceof HTMLElement && event.target.closest('button,input') !== null)) return;
    const page = Math.max(1, Math.floor((input.scroller.current?.clientHeight ?? 0) / input.rowHeight) - 2);
    const to = targetOf(event.key, active, page, lines.length - 1);
    if (to !== null) {
      move(to);
      if (event.shiftKey) input.toggleLine(Math.max(0, Math.min(lines.length - 1, to)), true);
    } else if (event.key === ' ') input.toggleLine(active, event.shiftKey);
    else if (event.key === 'ArrowRight' && line.kind === 'group') input.setOpen(line.group.path, true);
    else if (event.key === 'ArrowLeft' && line.kind === 'group') input.setOpen(line.group.path, false);
    else if (event.key === 'ArrowLeft') move(groupAbove(lines, active));
    else return;
    event.preventDefault();
  };
  const onClick = (event: MouseEvent<HTMLElement>) => {
    const index =
      event.target instanceof HTMLElement && event.target.closest<HTMLElement>('[data-index]')?.dataset.index;
    if (index) setActive(Number(index));
  };
  const onFocus = () => setIsFocused(true);
  const onBlur = () => setIsFocused(false);
  return { active, isFocused, move, handlers: { onKeyDown, onClick, onFocus, onBlur } };
}

function groupAbove<R extends GridRow>(lines: GridLine<R>[], from: number): number {
  for (let at = from; at >= 0; at -= 1) if (lines[at]?.kind === 'group') return at;
  return 0;
}

function targetOf(key: string, from: number, page: number, last: number): number | null {
  if (key === 'ArrowDown') return from + 1;
  if (key === 'ArrowUp') return from - 1;
  if (key === 'PageDown') return from + page;
  if (key === 'PageUp') return from - page;
  if (key === 'Home') return 0;
  return key === 'End' ? last : null;
}

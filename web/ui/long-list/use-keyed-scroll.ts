import type { Virtualizer } from '@tanstack/react-virtual';
import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
} from 'react';
import type { useKeyedList } from '#web/lib/keyed-query.ts';

/** How the rest of a long list is loaded, and where it begins. */
export type More = ReturnType<typeof useKeyedList>['more'];

interface ScrollInput {
  scroller: RefObject<HTMLDivElement | null>;
  virtual: Virtualizer<HTMLDivElement, Element>;
  more: More;
  nRows: number;
  rowHeight: number;
  /** Takes the row at a place, with Shift all from the one that was taken last. */
  take: (at: number, isOn: boolean, isRange: boolean) => void;
}

/** Loading at both ends, jumps, and the keys of a long list. */
export function useKeyedScroll({ scroller, virtual, more, nRows, rowHeight, take }: ScrollInput) {
  const { offset, start } = more;
  const items = virtual.getVirtualItems();
  const [top, bottom] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0];
  useEnds({ scroller, virtual, more, nRows, rowHeight, top, bottom });

  const { reach, held, ...focusing } = useRowFocus(scroller);
  const nth = start?.nth ?? -1;
  const land = useEffectEvent(() => {
    if (!start || start.nth === 0) return;
    const at = Math.max(0, Math.min(nRows - 1, (start.at ?? offset) - offset));
    virtual.scrollToIndex(at, { align: 'start' });
    reach(offset + at);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per jump, when its rows are there
  useEffect(() => land(), [nth]);
  const goTo = (at: number) => {
    const index = Math.max(0, Math.min(nRows - 1, at - offset));
    virtual.scrollToIndex(index, { align: 'auto' });
    reach(offset + index);
    return offset + index;
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { target, key, shiftKey } = event;
    if (nRows === 0 || !(target instanceof HTMLElement)) return;
    const own = target.dataset.at;
    if (own === undefined && target !== event.currentTarget) return;
    const at = own === undefined ? (held.current ?? offset + top) : Number(own);
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2);
    if (key === 'Home' && more.hasBefore) more.jump({ at: 0 });
    else if (key === 'End' && more.hasMore) more.jump({ at: lastPlace });
    else {
      const to = placeOf(key, at, page, { first: offset, last: offset + nRows - 1 });
      if (to === null) return;
      const reached = goTo(to);
      if (shiftKey && own !== undefined) take(reached, true, true);
    }
    event.preventDefault();
  };
  return { onKeyDown, tabIndex: -1, ...focusing };
}

/**
 * The row that has the focus keeps it: one that was gone to is drawn a moment later, one that has it is drawn anew when
 * others come above it. Meanwhile the list has it, so that no key is lost.
 */
function useRowFocus(scroller: ScrollInput['scroller']) {
  const wanted = useRef<number | null>(null);
  const held = useRef<number | null>(null);
  const settle = () => {
    const list = scroller.current;
    const isLost = document.activeElement === document.body || document.activeElement === list;
    const at = wanted.current ?? (isLost ? held.current : null);
    if (at === null || !list) return;
    const box = list.querySelector<HTMLInputElement>(`[data-at="${at}"]`);
    if (box) wanted.current = null;
    if (box || isLost) (box ?? list).focus({ preventScroll: true });
  };
  useLayoutEffect(settle);
  /** Gives a row the focus: at once if it is drawn (a row in sight scrolls nothing, so nothing is drawn anew). */
  const reach = (at: number) => {
    wanted.current = at;
    settle();
  };
  const onFocus = ({ target, currentTarget }: FocusEvent<HTMLElement>) => {
    if (target !== currentTarget) held.current = target.dataset.at === undefined ? null : Number(target.dataset.at);
  };
  const onBlur = ({ target, currentTarget }: FocusEvent<HTMLElement>) => {
    // What is taken out of the page has not been left.
    if (target !== currentTarget && target.isConnected) held.current = null;
  };
  return { reach, held, onFocus, onBlur };
}

type EndsInput = Omit<ScrollInput, 'take'> & { top: number; bottom: number };

/** Loads on at both ends; what comes above moves nothing that is in sight. */
function useEnds({ scroller, virtual, more, nRows, rowHeight, top, bottom }: EndsInput): void {
  const { offset, start } = more;
  const { hasMore, isLoadingMore, hasFailed, onMore, hasBefore, isLoadingBefore, onBefore } = more;
  useEffect(() => {
    if (hasMore && !isLoadingMore && !hasFailed && bottom >= nRows - 40) onMore();
  }, [hasMore, isLoadingMore, hasFailed, bottom, nRows, onMore]);
  useEffect(() => {
    if (start && hasBefore && !isLoadingBefore && !hasFailed && nRows > 0 && top < 20) onBefore();
  }, [start, hasBefore, isLoadingBefore, hasFailed, top, nRows, onBefore]);

  // Rows that came above push those in sight down: they stay where they are. Through the virtualizer, since one that is
  // still on its way to a row would go on to the old number of it.
  const before = useRef({ nth: 0, offset: 0 });
  useLayoutEffect(() => {
    const box = scroller.current;
    const was = before.current;
    if (start === null) return;
    before.current = { nth: start.nth, offset };
    if (box && was.nth === start.nth && offset < was.offset)
      virtual.scrollToOffset(box.scrollTop + (was.offset - offset) * rowHeight);
  }, [scroller, virtual, start?.nth, start, offset, rowHeight]);
}

/** Behind the end of every list: the server answers with the last rows. */
const lastPlace = 1_000_000_000;

function placeOf(
  key: string,
  at: number,
  page: number,
  { first, last }: { first: number; last: number },
): number | null {
  if (key === 'ArrowDown') return at + 1;
  if (key === 'ArrowUp') return at - 1;
  if (key === 'PageDown') return at + page;
  if (key === 'PageUp') return at - page;
  if (key === 'Home') return first;
  return key === 'End' ? last : null;
}

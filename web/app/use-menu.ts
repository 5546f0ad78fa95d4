import { useEffect } from 'react';
import { menuState, phoneMenuState } from '#web/lib/local-memory.ts';
import { useIsNarrow } from '#web/lib/narrow.ts';
import { useValue } from '#web/lib/value-store.ts';

/** Whether the menu is open. On a phone it lies over the page: a choice, Escape or a touch of the page closes it. */
export function useMenu() {
  const isNarrow = useIsNarrow();
  const state = isNarrow ? phoneMenuState : menuState;
  const isCollapsed = useValue(state) === 'collapsed';
  return {
    isCollapsed,
    toggle: () => state.set(isCollapsed ? 'open' : 'collapsed'),
    /** An entry was chosen. */
    onChoice: () => phoneMenuState.set('collapsed'),
  };
}

/** Closes the menu of a phone when the page under it is what is wanted. */
export function useClosingMenu(): void {
  const isOpen = useValue(phoneMenuState) === 'open';
  useEffect(() => {
    if (!isOpen) return;
    const close = () => phoneMenuState.set('collapsed');
    const onDown = ({ target }: PointerEvent) => target instanceof Element && target.closest('main') && close();
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && close();
    document.addEventListener('pointerdown', onDown);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', onDown);
      document.removeEventListener('keydown', onKey);
    };
  }, [isOpen]);
}

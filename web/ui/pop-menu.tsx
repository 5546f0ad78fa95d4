import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';

interface PopMenuProps {
  className: string;
  /** What is clicked on, and its name where it is a picture only. */
  face: ReactNode;
  label?: string;
  title?: string;
  children: ReactNode;
  /** True for clicks inside after which the menu has done its work. */
  closesOn?: (target: HTMLElement) => boolean;
}

/** What somebody opened from within the menu stands elsewhere in the page, but belongs to it. */
const isOwn = (menu: HTMLElement | null, target: EventTarget | null) =>
  target instanceof Element && (menu?.contains(target) || target.closest('.ant-dropdown') !== null);

/** A small menu under a button: the browser's own part, since it is on every list. Closed by Escape and by leaving it. */
export function PopMenu({ className, face, label, title, children, closesOn }: PopMenuProps) {
  const menu = useRef<HTMLDetailsElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const close = () => menu.current?.removeAttribute('open');
  const leave = useEffectEvent((target: EventTarget | null) => {
    if (!isOwn(menu.current, target)) close();
  });
  useEffect(() => {
    if (!isOpen) return;
    const onDown = (event: PointerEvent) => leave(event.target);
    document.addEventListener('pointerdown', onDown);
    return () => document.removeEventListener('pointerdown', onDown);
  }, [isOpen]);
  const onKeyDown = (event: KeyboardEvent) => {
    // Asked of the page itself: it tells that it is open a moment later.
    if (event.key !== 'Escape' || !menu.current?.open) return;
    close();
    menu.current?.querySelector('summary')?.focus();
  };
  return (
    <details
      ref={menu}
      className={`pop-menu ${className}`}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
      onKeyDown={onKeyDown}
      onBlur={(event) => event.relatedTarget && !isOwn(event.currentTarget, event.relatedTarget) && close()}
      onClick={(event) => event.target instanceof HTMLElement && closesOn?.(event.target) && close()}
    >
      <summary aria-label={label} title={title}>
        {face}
      </summary>
      {children}
    </details>
  );
}

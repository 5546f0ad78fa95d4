import { MoreOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useIsNarrow } from '#web/lib/narrow.ts';
import { PopMenu } from './pop-menu.tsx';
import './action-bar.css';

interface ActionBarProps {
  /** What is done most, always in sight. */
  main: ReactNode;
  /** What else can be done: beside it, on phones in one menu. */
  children: ReactNode;
}

/** Buttons of a page or a list: all in a row, on phones the main one with a menu of the others. */
export function ActionBar({ main, children }: ActionBarProps) {
  const isNarrow = useIsNarrow();
  if (!isNarrow)
    return (
      <>
        {main}
        {children}
      </>
    );
  return (
    <>
      {main}
      <PopMenu className="more-actions" face={<More />} closesOn={isDone}>
        <div className="more-list">{children}</div>
      </PopMenu>
    </>
  );
}

/** A button that opens a menu of its own keeps this one; any other has done what it was there for. */
const isDone = (target: HTMLElement) =>
  target.closest('button, a') !== null && target.closest('.ant-dropdown-trigger, summary') === null;

function More() {
  return (
    <>
      <MoreOutlined aria-hidden /> More
    </>
  );
}

import { useEffect, useRef } from 'react';
import { useBlocker } from 'react-router';
import { useEditing } from '#web/lib/editing.ts';
import { askFirst } from '#web/lib/notices.ts';

/** While a form is open: warns before leaving, and keeps the page from loading again under the typing. `onLeave`: it was left. */
export function useLeaveGuard(isEditing: boolean, isDirty: boolean = isEditing, onLeave?: () => void): void {
  useEditing(isEditing);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isDirty && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!isDirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isDirty]);
  const isAsked = useRef(false);
  useEffect(() => {
    if (blocker.state !== 'blocked') {
      isAsked.current = false;
      return;
    }
    if (isAsked.current) return;
    isAsked.current = true;
    askFirst({
      title: 'Leave without saving?',
      content: 'What you changed on this page is not saved yet.',
      okText: 'Leave',
      danger: true,
      dropsTyped: true,
      onOk: () => {
        onLeave?.();
        blocker.proceed();
      },
      onCancel: () => blocker.reset(),
    });
  }, [blocker, onLeave]);
}

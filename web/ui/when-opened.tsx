import { type ReactNode, Suspense, useState } from 'react';

/** Draws a dialog from its first opening on, so that its code is not part of the screen's first load. */
export function WhenOpened({ open, children }: { open: boolean; children: ReactNode }) {
  const [wasOpen, setWasOpen] = useState(open);
  if (open && !wasOpen) setWasOpen(true);
  return wasOpen && <Suspense>{children}</Suspense>;
}

import { lazy, useEffect } from 'react';
import type { NameDialogProps } from './name-form-dialog.tsx';
import { WhenOpened } from './when-opened.tsx';

const load = () => import('./name-form-dialog.tsx');
const NameFormDialog = lazy(async () => ({ default: (await load()).NameFormDialog }));
// After the screen's own load, so that the first opening need not wait.
const fetchAheadMs = 400;

/** The dialog behind every create, rename and duplicate that asks for a name only. */
export function NameDialog(props: NameDialogProps) {
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => undefined), fetchAheadMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <WhenOpened open={props.open}>
      <NameFormDialog {...props} />
    </WhenOpened>
  );
}

import { lazy } from 'react';
import type { NameDialogProps } from './name-form-dialog.tsx';
import { WhenOpened } from './when-opened.tsx';

const NameFormDialog = lazy(async () => ({ default: (await import('./name-form-dialog.tsx')).NameFormDialog }));

/** The dialog behind every create, rename and duplicate that asks for a name only. */
export function NameDialog(props: NameDialogProps) {
  return (
    <WhenOpened open={props.open}>
      <NameFormDialog {...props} />
    </WhenOpened>
  );
}

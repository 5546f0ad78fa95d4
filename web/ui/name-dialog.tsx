import { useEffect } from 'react';
import { fetchedPart } from './fetched-part.tsx';
import type { NameDialogProps } from './name-form-dialog.tsx';

const load = () => import('./name-form-dialog.tsx');
const NameFormDialog = fetchedPart(async () => (await load()).NameFormDialog);
// A hand on mouse or keyboard comes before any opening: what it needs is fetched then, and no earlier.
const signs = ['pointermove', 'pointerdown', 'keydown'] as const;

/** The dialog behind every create, rename and duplicate that asks for a name only. */
export function NameDialog(props: NameDialogProps) {
  useEffect(() => {
    const leave = new AbortController();
    const fetchAhead = () => {
      leave.abort();
      void load().catch(() => undefined);
    };
    for (const sign of signs) addEventListener(sign, fetchAhead, { signal: leave.signal, passive: true });
    return () => leave.abort();
  }, []);
  return <NameFormDialog {...props} />;
}

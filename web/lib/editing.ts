import { useEffect } from 'react';

let open = 0;
const waiting = new Set<() => void>();

/** While true, nothing is loaded again behind the operator's typing (D-LIVE-03). */
export function useEditing(isEditing: boolean): void {
  useEffect(() => {
    if (!isEditing) return;
    open += 1;
    return () => {
      open -= 1;
      if (open > 0) return;
      for (const work of waiting) work();
      waiting.clear();
    };
  }, [isEditing]);
}

/** Runs now, or as soon as no form is being edited. */
export function whenNotEditing(work: () => void): void {
  if (open === 0) work();
  else waiting.add(work);
}

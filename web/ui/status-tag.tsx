import type { ReactNode } from 'react';
import './tags.css';

/** Colours of the small labels; each has its own shade in light and dark. */
export type TagTone = 'plain' | 'blue' | 'purple' | 'orange' | 'green' | 'red' | 'amber';

interface ToneTagProps {
  tone: TagTone;
  children: ReactNode;
  /** A dot that breathes: something is going on right now. */
  isBusy?: boolean;
}

/** A small label with a dot, readable in both themes. */
export function ToneTag({ tone, children, isBusy = false }: ToneTagProps) {
  return (
    <span className={`tone-tag tone-${tone}${isBusy ? ' is-busy' : ''}`}>
      <span className="tone-dot" aria-hidden="true" />
      {children}
    </span>
  );
}

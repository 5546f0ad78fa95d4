import type { ReactNode } from 'react';
import './clip.css';

/** Letters at the end that are never cut: what tells rows apart stands there as often as at the beginning. */
const endLength = 12;

interface ClipProps {
  text: string;
  /** Where a click leads to, in a window of its own. */
  href?: string;
  /** Stands behind the text, whatever is cut. */
  after?: ReactNode;
}

/** One line of text that is cut in the middle where the room ends; whole on hover. */
export function Clip({ text, href, after }: ClipProps) {
  const at = Math.max(0, text.length - endLength);
  const parts = (
    <>
      {at > endLength ? (
        <>
          <span>{text.slice(0, at)}</span>
          <span>{text.slice(at)}</span>
        </>
      ) : (
        <span>{text}</span>
      )}
      {after}
    </>
  );
  if (href === undefined)
    return (
      <span className="clip" title={text}>
        {parts}
      </span>
    );
  return (
    <a
      className="clip"
      title={text}
      // The parts would be read as words of their own.
      aria-label={`${text} (opens in a new tab)`}
      href={href}
      target="_blank"
      rel="noopener noreferrer"
    >
      {parts}
    </a>
  );
}

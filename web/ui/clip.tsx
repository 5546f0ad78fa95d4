import type { ReactNode } from 'react';
import './clip.css';

/** Letters at the end that stay in sight: what tells addresses and logins apart stands there as often as in front. */
const endLength = 12;

interface ClipProps {
  text: string;
  /** Words and sentences, which are cut at their end. */
  isProse?: boolean;
  /** Where a click leads to, in a window of its own. */
  href?: string;
  /** Stands behind the text, whatever is cut. */
  after?: ReactNode;
}

/** One line of text that is cut in the middle where the room ends; whole on hover. */
export function Clip({ text, isProse = false, href, after }: ClipProps) {
  const at = isProse ? 0 : Math.max(0, text.length - endLength);
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

import { VerticalAlignMiddleOutlined } from '@ant-design/icons';
import { useState } from 'react';
import type { Start } from '#web/lib/keyed-query.ts';
import '../search-box.css';

interface JumpFieldProps {
  /** True where the list is ordered by a text: letters lead somewhere then. */
  byText: boolean;
  total: number | null;
  /** Letters that no row begins with, since the last jump. */
  missed: string | null;
  onJump: (to: Start) => void;
}

/** Numbers are ordered by their size: behind site12 comes site13, and a site120 may well be there. */
const missedWords = (letters: string) =>
  /\d$/.test(letters) ? `No row is at “${letters}”: the next one is shown` : `No row begins with “${letters}”`;

/** Goes to any row of a long list, by its number or by the first letters of what the list is ordered by. */
export function JumpField({ byText, total, missed, onJump }: JumpFieldProps) {
  const [text, setText] = useState('');
  const label = byText ? 'Go to row or letters' : 'Go to row';
  const go = () => {
    const typed = text.trim();
    const row = Number(typed.replace(/[,. ]/g, ''));
    if (typed === '') return;
    if (/^[\d,. ]+$/.test(typed)) onJump({ at: Math.max(0, Math.min(row, 1_000_000_000) - 1) });
    else if (byText) onJump({ from: typed });
  };
  return (
    <form
      className="search-box jump-field"
      onSubmit={(event) => {
        event.preventDefault();
        go();
      }}
    >
      <VerticalAlignMiddleOutlined aria-hidden="true" />
      <input
        value={text}
        aria-label={label}
        placeholder={label}
        title={total === null ? label : `${label}, 1 to ${total.toLocaleString()}`}
        maxLength={200}
        onChange={(event) => setText(event.target.value)}
      />
      {/* Always there, so that a screen reader hears the word when it comes. */}
      <span role="status" className="jump-missed">
        {missed !== null && missedWords(missed)}
      </span>
    </form>
  );
}

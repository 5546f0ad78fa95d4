import { SearchOutlined } from '@ant-design/icons';
import { useEffect, useEffectEvent, useState } from 'react';
import './search-box.css';

interface SearchBoxProps {
  label: string;
  onSearch: (text: string) => void;
  /** What is searched for; left out where nothing but the box changes that. */
  initial?: string;
  width?: number;
}

/** Searches 250 ms after the last key, at once on Enter or when cleared. The browser's own field: it is on every list. */
export function SearchBox({ label, onSearch, initial, width = 260 }: SearchBoxProps) {
  const [text, setText] = useState(initial ?? '');
  const [told, setTold] = useState(initial ?? '');
  if (initial !== undefined && initial !== told) {
    // Changed elsewhere: it was cleared, or Back leads to another search.
    setTold(initial);
    if (initial !== text.trim()) setText(initial);
  }
  const tell = (value: string) => {
    setTold(value.trim());
    onSearch(value.trim());
  };
  const search = useEffectEvent(tell);
  useEffect(() => {
    const timer = setTimeout(() => search(text), text === '' ? 0 : 250);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <span className="search-box" style={{ width }}>
      <SearchOutlined aria-hidden="true" />
      <input
        type="search"
        value={text}
        placeholder={label}
        aria-label={label}
        maxLength={200}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // In a form it searches, and sends nothing.
          event.preventDefault();
          tell(text);
        }}
      />
    </span>
  );
}

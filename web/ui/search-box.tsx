import { SearchOutlined } from '@ant-design/icons';
import { Input } from 'antd';
import { useEffect, useEffectEvent, useState } from 'react';

interface SearchBoxProps {
  label: string;
  onSearch: (text: string) => void;
  /** What is searched for at first. */
  initial?: string;
  width?: number;
}

/** Searches 250 ms after the last key, at once on Enter or when cleared. */
export function SearchBox({ label, onSearch, initial = '', width = 260 }: SearchBoxProps) {
  const [text, setText] = useState(initial);
  const search = useEffectEvent((value: string) => onSearch(value.trim()));
  useEffect(() => {
    const timer = setTimeout(() => search(text), text === '' ? 0 : 250);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <Input
      allowClear
      value={text}
      style={{ width }}
      prefix={<SearchOutlined aria-hidden="true" />}
      placeholder={label}
      aria-label={label}
      maxLength={200}
      onChange={(event) => setText(event.target.value)}
      onPressEnter={() => onSearch(text.trim())}
    />
  );
}

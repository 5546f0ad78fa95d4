import { Button } from 'antd';
import { useState } from 'react';
import { attempt } from '#web/lib/notices.ts';
import type { Selection } from '#web/ui/long-list/use-selection.ts';
import '../page-frame.css';

interface SelectionBarProps {
  selection: Selection;
  /** 'accounts' */
  noun: string;
  /** Rows of the whole list; null while a search or filter is on: the server is asked then. */
  total: number | null;
}

/** How much is selected, and the way to all rows, also those that are not loaded. */
export function SelectionBar({ selection, noun, total }: SelectionBarProps) {
  const [isAsking, setIsAsking] = useState(false);
  if (selection.count === 0) return null;
  const selectAll = async () => {
    setIsAsking(true);
    await attempt(selection.selectAll, { failed: `Failed to count the ${noun}. Unknown error` });
    setIsAsking(false);
  };
  return (
    <div className="floating-bar">
      <span role="status">
        {selection.isAll && 'All '}
        <strong>{selection.count.toLocaleString()}</strong>
        {selection.isAll ? ` ${noun}${total === null ? ' that fit' : ''} are selected` : ' selected'}
      </span>
      {!selection.isAll && (total === null || total > selection.count) && (
        <Button size="small" type="link" loading={isAsking} onClick={() => void selectAll()}>
          {total === null ? `Select all ${noun} that fit` : `Select all ${total.toLocaleString()} ${noun}`}
        </Button>
      )}
      <Button size="small" type="link" onClick={selection.clear}>
        Clear selection
      </Button>
    </div>
  );
}

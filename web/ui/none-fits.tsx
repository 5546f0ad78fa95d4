import { Button } from 'antd';
import { EmptyState } from './empty-state.tsx';

interface NoneFitsProps {
  /** 'No link fits the filter' */
  title: string;
  onClear: () => void;
}

/** The search or a filter hides every row: says so, and offers to clear them. */
export function NoneFits({ title, onClear }: NoneFitsProps) {
  return (
    <EmptyState title={title} action={<Button onClick={onClear}>Clear search and filters</Button>}>
      Nothing was deleted: all rows are still there.
    </EmptyState>
  );
}

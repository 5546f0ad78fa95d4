import { CaretDownOutlined, CaretUpOutlined } from '@ant-design/icons';
import { Term } from '../term.tsx';
import type { AnyColumn } from './use-columns.ts';
import './columns.css';

interface ColumnTitleProps {
  column: AnyColumn;
  /** Where the list can be ordered by it: how it is now, and what a click does. */
  sorting?: { isSorted: boolean; isDown: boolean; onSort: () => void } | undefined;
}

/** The head of a column, the same in all tables: its title, the order, and what the word means where one had to guess. */
export function ColumnTitle({ column, sorting }: ColumnTitleProps) {
  const title = sorting ? (
    <button type="button" className="table-sort" onClick={sorting.onSort}>
      {column.title}
      {sorting.isSorted && (sorting.isDown ? <CaretDownOutlined aria-hidden /> : <CaretUpOutlined aria-hidden />)}
    </button>
  ) : (
    column.title
  );
  return column.hint ? <Term hint={column.hint}>{title}</Term> : title;
}

/** What a screen reader is told of the order. */
export function sortWord(sorting: ColumnTitleProps['sorting']): 'ascending' | 'descending' | 'none' | undefined {
  if (!sorting) return undefined;
  if (!sorting.isSorted) return 'none';
  return sorting.isDown ? 'descending' : 'ascending';
}

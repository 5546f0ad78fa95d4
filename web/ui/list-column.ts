import type { ReactNode } from 'react';
import type { AnyColumn } from './columns/use-columns.ts';

/** A column of a small table. */
export interface ListColumn<T> extends AnyColumn {
  /** In px; the column without one takes the rest. */
  width?: number;
  /** Left out on screens that are narrower. */
  from?: 'md' | 'lg';
  sorter?: (a: T, b: T) => number;
  /** The order of the list as it opens. */
  first?: 'ascend' | 'descend';
  render: (row: T) => ReactNode;
}

/** How a small table is ordered. */
export interface ListOrder {
  sort: string;
  isDown: boolean;
}

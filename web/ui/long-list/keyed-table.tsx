import { CaretDownOutlined, CaretUpOutlined } from '@ant-design/icons';
import { useVirtualizer } from '@tanstack/react-virtual';
import { Button, Skeleton } from 'antd';
import { type ReactNode, useEffect, useRef } from 'react';
import './keyed-table.css';
import { arrange, type OnPhone, useIsNarrow } from '#web/lib/narrow.ts';
import { part } from '../roles.ts';

/** A column; `sort` is the wire name when the server can order by it. */
export interface KeyedColumn<R> extends OnPhone {
  key: string;
  title: string;
  width: string;
  render: (row: R) => ReactNode;
  sort?: string;
}

/** Present order of a long list. */
interface SortState {
  sort: string;
  order: 'asc' | 'desc';
}

interface KeyedTableProps<R> {
  label: string;
  rows: R[];
  keyOf: (row: R) => string | number;
  nameOf: (row: R) => string;
  columns: KeyedColumn<R>[];
  selected: ReadonlySet<string | number>;
  /** All rows of the list are selected, those that are not loaded too. */
  isAll?: boolean;
  onSelect: (next: ReadonlySet<string | number>) => void;
  sort: SortState;
  onSort: (next: SortState) => void;
  isLoading: boolean;
  hasMore: boolean;
  isLoadingMore: boolean;
  onMore: () => void;
  /** The last load failed: shown with Retry, and not tried again by itself. */
  hasFailed: boolean;
  onRetry: () => void;
  empty: ReactNode;
}

const rowHeight = 41;

/** A long list: only the rows in sight are drawn, the next page is fetched by key when its end comes near. */
export function KeyedTable<R>(props: KeyedTableProps<R>) {
  const scroller = useRef<HTMLDivElement>(null);
  const { rows, hasMore, isLoadingMore, hasFailed, onMore } = props;
  const isNarrow = useIsNarrow();
  const { shown, widths, height } = arrange(props.columns, isNarrow, rowHeight);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 12,
  });
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && !isLoadingMore && !hasFailed && last >= rows.length - 40) onMore();
  }, [hasMore, isLoadingMore, hasFailed, last, rows.length, onMore]);
  const template = {
    gridTemplateColumns: isNarrow ? `44px minmax(0, 1fr) ${widths.slice(1).join(' ')}` : `44px ${widths.join(' ')}`,
  };
  const isSelected = (key: string | number) => props.isAll === true || props.selected.has(key);
  const toggle = (key: string | number) => {
    const next = new Set(props.isAll ? rows.map(props.keyOf) : props.selected);
    if (!next.delete(key)) next.add(key);
    props.onSelect(next);
  };
  return (
    <div className="keyed-scroller" ref={scroller} {...part('region', { 'aria-label': props.label })}>
      <div {...part('table', { 'aria-label': props.label, 'aria-rowcount': hasMore ? -1 : rows.length + 1 })}>
        <KeyedHead {...props} columns={shown} template={template} />
        {rows.length > 0 && (
          <div {...part('rowgroup')} className="keyed-body" style={{ height: virtual.getTotalSize() }}>
            {items.map((item) => {
              const row = rows[item.index] as R;
              const key = props.keyOf(row);
              return (
                <div
                  key={key}
                  {...part('row', { 'aria-rowindex': item.index + 2 })}
                  className={`keyed-row${isSelected(key) ? ' is-selected' : ''}`}
                  style={{ ...template, height, transform: `translateY(${item.start}px)` }}
                >
                  <div {...part('cell')} className="keyed-cell">
                    <input
                      type="checkbox"
                      checked={isSelected(key)}
                      aria-label={`Select ${props.nameOf(row)}`}
                      onChange={() => toggle(key)}
                    />
                  </div>
                  {shown.map((column) => (
                    <div key={column.key} {...part('cell')} className={`keyed-cell is-${column.narrow ?? 'wide'}`}>
                      {column.render(row)}
                    </div>
                  ))}
                </div>
              );
            })}
          </div>
        )}
      </div>
      {props.isLoading && <Skeleton active className="keyed-bones" paragraph={{ rows: 6 }} title={false} />}
      {!props.isLoading && !hasFailed && rows.length === 0 && props.empty}
      {isLoadingMore && <div className="keyed-more">Loading more…</div>}
      {hasFailed && !isLoadingMore && (
        <div className="keyed-more" role="alert">
          Failed to load. Unexpected error <Button onClick={props.onRetry}>Retry</Button>
        </div>
      )}
    </div>
  );
}

function KeyedHead<R>(props: KeyedTableProps<R> & { template: { gridTemplateColumns: string } }) {
  const { rows, selected, keyOf, onSelect } = props;
  const nSelected = selected.size === 0 ? 0 : rows.filter((row) => selected.has(keyOf(row))).length;
  const isAll = rows.length > 0 && (props.isAll === true || nSelected === rows.length);
  return (
    <div {...part('row', { 'aria-rowindex': 1 })} className="keyed-row keyed-head" style={props.template}>
      <div {...part('columnheader')} className="keyed-cell">
        <input
          type="checkbox"
          aria-label="Select all loaded rows"
          checked={isAll}
          disabled={rows.length === 0}
          ref={(box) => {
            if (box) box.indeterminate = nSelected > 0 && !isAll;
          }}
          onChange={() => onSelect(isAll ? new Set() : new Set(rows.map(keyOf)))}
        />
      </div>
      {props.columns.map((column) => (
        <HeadCell key={column.key} column={column} sort={props.sort} onSort={props.onSort} />
      ))}
    </div>
  );
}

interface HeadCellProps<R> {
  column: KeyedColumn<R>;
  sort: SortState;
  onSort: (next: SortState) => void;
}

function HeadCell<R>({ column, sort, onSort }: HeadCellProps<R>) {
  const isSorted = column.sort !== undefined && sort.sort === column.sort;
  const direction = sort.order === 'asc' ? 'ascending' : 'descending';
  const flip = () => onSort({ sort: column.sort ?? '', order: isSorted && sort.order === 'asc' ? 'desc' : 'asc' });
  return (
    <div
      {...part('columnheader', { ...(column.sort ? { 'aria-sort': isSorted ? direction : ('none' as const) } : {}) })}
      className={`keyed-cell is-${column.narrow ?? 'wide'}`}
    >
      {column.sort ? (
        <button type="button" className="keyed-sort" onClick={flip}>
          {column.title}
          {isSorted && (sort.order === 'asc' ? <CaretUpOutlined aria-hidden /> : <CaretDownOutlined aria-hidden />)}
        </button>
      ) : (
        column.title
      )}
    </div>
  );
}

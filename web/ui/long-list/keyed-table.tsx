import { useVirtualizer } from '@tanstack/react-virtual';
import { Button, Skeleton } from 'antd';
import { type ReactNode, useEffect, useRef } from 'react';
import './keyed-table.css';
import { mostInRange } from '#web/lib/keyed-query.ts';
import { arrange, type OnPhone, useIsNarrow } from '#web/lib/narrow.ts';
import { attempt, toast } from '#web/lib/notices.ts';
import { ColumnMenu } from '../columns/column-menu.tsx';
import { ColumnTitle, sortWord } from '../columns/column-title.tsx';
import { ResizeHandle } from '../columns/resize-handle.tsx';
import { type AnyColumn, type Columns, useColumns } from '../columns/use-columns.ts';
import { part } from '../roles.ts';
import { partBetween, useRange } from '../use-range.ts';
import { type More, useKeyedScroll } from './use-keyed-scroll.ts';

/** A column; `sort` is the wire name when the server can order by it. */
export interface KeyedColumn<R> extends OnPhone, AnyColumn {
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
  isSelected: (row: R) => boolean;
  /** Selects loaded rows, or gives them up. */
  onPick: (rows: readonly R[], isOn: boolean) => void;
  /** All rows from one to another one, those that are not loaded too; null where they are too many. */
  between: (from: R, to: R) => Promise<R[] | null>;
  sort: SortState;
  onSort: (next: SortState) => void;
  isLoading: boolean;
  more: More;
  empty: ReactNode;
}

const rowHeight = 40;

/** A long list: only the rows in sight are drawn, the pages around them are fetched by key when their ends come near. */
export function KeyedTable<R>(props: KeyedTableProps<R>) {
  const { rows, more, isSelected, label } = props;
  const { offset } = more;
  const scroller = useRef<HTMLDivElement>(null);
  const isNarrow = useIsNarrow();
  const columns = useColumns(label.toLowerCase(), props.columns);
  const { shown, widths, height } = arrange(isNarrow ? props.columns : columns.shown, isNarrow, rowHeight);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 12,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a window that becomes a phone's, or the other way round
  useEffect(() => virtual.measure(), [height]);
  const range = usePicking(props);
  const handlers = useKeyedScroll({
    scroller,
    virtual,
    more,
    nRows: rows.length,
    rowHeight: height,
    take: (at, isOn, isRange) => {
      const row = rows[at - offset];
      if (row !== undefined) range.take(row, isOn, isRange);
    },
  });
  const template = {
    gridTemplateColumns: isNarrow
      ? `40px minmax(0, 1fr) ${widths.slice(1).join(' ')}`
      : `40px ${shown.map((column, n) => widthOf(columns.widthOf(column)) ?? widths[n]).join(' ')}`,
  };
  const leastWidth = isNarrow ? 0 : 40 + shown.reduce((sum, column) => sum + pxOf(columns.widthOf(column), column), 0);
  return (
    <div className="has-columns">
      <ColumnMenu label={label} columns={columns} />
      <div className="keyed-scroller" ref={scroller} {...part('region', { 'aria-label': label })} {...handlers}>
        <div
          {...part('table', { 'aria-label': label, 'aria-rowcount': more.hasMore ? -1 : offset + rows.length + 1 })}
          style={{ minWidth: leastWidth }}
        >
          <KeyedHead {...props} columns={columns} shown={shown} template={template} />
          {rows.length > 0 && (
            <div {...part('rowgroup')} className="keyed-body" style={{ height: virtual.getTotalSize() }}>
              {virtual.getVirtualItems().map((item) => {
                const row = rows[item.index] as R;
                const at = offset + item.index;
                return (
                  <div
                    key={props.keyOf(row)}
                    {...part('row', { 'aria-rowindex': at + 2 })}
                    className={`keyed-row${isSelected(row) ? ' is-selected' : ''}`}
                    style={{ ...template, height, transform: `translateY(${item.start}px)` }}
                  >
                    <div {...part('cell')} className="keyed-cell keyed-box">
                      <input
                        type="checkbox"
                        data-at={at}
                        checked={isSelected(row)}
                        aria-label={`Select ${props.nameOf(row)}`}
                        onChange={range.onChange(row)}
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
        <TableNotes {...props} />
      </div>
    </div>
  );
}

/** Picks one row, or all from the one that was picked last. */
function usePicking<R>({ label, rows, keyOf, onPick, between, sort }: KeyedTableProps<R>) {
  return useRange<R>(JSON.stringify(sort), (from, to, isOn) => {
    // As it is now, when it is loaded: an edit may have moved it.
    const start = rows.find((row) => keyOf(row) === keyOf(from));
    const isTo = (row: R) => keyOf(row) === keyOf(to);
    if (start !== undefined)
      return onPick(
        partBetween(rows, (row) => row === start, isTo),
        isOn,
      );
    const pickAll = async () => {
      const found = await between(from, to);
      if (found) onPick(found, isOn);
      else toast.warning(`A range may hold ${mostInRange.toLocaleString()} rows at most`, 5);
    };
    return void attempt(pickAll, { failed: `Failed to load the ${label.toLowerCase()}. Unknown error` });
  });
}

const widthOf = (px: number | undefined) => (px === undefined ? undefined : `${px}px`);
/** Least width of a column in px, as its grid template says it. */
const pxOf = (px: number | undefined, { width }: { width: string }) => px ?? Number(/(\d+)px/.exec(width)?.[1] ?? 60);

/** What stands below the rows: bones, nothing, more to come, or a load that failed. */
function TableNotes<R>({ isLoading, rows, empty, more }: KeyedTableProps<R>) {
  const { hasFailed, isLoadingMore, onRetry } = more;
  return (
    <>
      {isLoading && <Skeleton active className="keyed-bones" paragraph={{ rows: 6 }} title={false} />}
      {!isLoading && !hasFailed && rows.length === 0 && empty}
      {isLoadingMore && <div className="keyed-more">Loading more…</div>}
      {hasFailed && !isLoadingMore && (
        <div className="keyed-more" role="alert">
          Failed to load. Unexpected error <Button onClick={onRetry}>Retry</Button>
        </div>
      )}
    </>
  );
}

interface KeyedHeadProps<R> extends Omit<KeyedTableProps<R>, 'columns'> {
  columns: Columns<KeyedColumn<R>>;
  shown: KeyedColumn<R>[];
  template: { gridTemplateColumns: string };
}

function KeyedHead<R>({ rows, isSelected, onPick, columns, shown, template, sort, onSort }: KeyedHeadProps<R>) {
  const nSelected = rows.filter(isSelected).length;
  const isAll = rows.length > 0 && nSelected === rows.length;
  return (
    <div {...part('row', { 'aria-rowindex': 1 })} className="keyed-row keyed-head" style={template}>
      <div {...part('columnheader')} className="keyed-cell keyed-box">
        <input
          type="checkbox"
          aria-label="Select all loaded rows"
          checked={isAll}
          disabled={rows.length === 0}
          ref={(box) => {
            if (box) box.indeterminate = nSelected > 0 && !isAll;
          }}
          onChange={() => onPick(rows, !isAll)}
        />
      </div>
      {shown.map((column) => (
        <HeadCell key={column.key} column={column} columns={columns} sort={sort} onSort={onSort} />
      ))}
    </div>
  );
}

interface HeadCellProps<R> {
  column: KeyedColumn<R>;
  columns: Columns<KeyedColumn<R>>;
  sort: SortState;
  onSort: (next: SortState) => void;
}

function HeadCell<R>({ column, columns, sort, onSort }: HeadCellProps<R>) {
  const isSorted = column.sort !== undefined && sort.sort === column.sort;
  const flip = () => onSort({ sort: column.sort ?? '', order: isSorted && sort.order === 'asc' ? 'desc' : 'asc' });
  const sorting = column.sort ? { isSorted, isDown: sort.order === 'desc', onSort: flip } : undefined;
  return (
    <div
      {...part('columnheader', { 'aria-sort': sortWord(sorting) })}
      className={`keyed-cell is-${column.narrow ?? 'wide'}`}
    >
      <ColumnTitle column={column} sorting={sorting} />
      <ResizeHandle column={column} columns={columns} />
    </div>
  );
}

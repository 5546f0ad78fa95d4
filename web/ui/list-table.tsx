import { Button } from 'antd';
import { type CSSProperties, Fragment, type KeyboardEvent, type ReactNode, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { useAddress } from '#web/lib/address.ts';
import { compareNatural } from '#web/lib/natural-order.ts';
import { ColumnMenu } from './columns/column-menu.tsx';
import { ColumnTitle, sortWord } from './columns/column-title.tsx';
import { ResizeHandle } from './columns/resize-handle.tsx';
import { type Columns, useColumns } from './columns/use-columns.ts';
import { ListBar } from './list-bar.tsx';
import type { ListColumn, ListOrder } from './list-column.ts';
import { OpenButton, toggled } from './open-button.tsx';
import { partBetween, useRange } from './use-range.ts';
import './list-table.css';

/** Rows of every small table on one page (1-core section 9). */
const pageSize = 100;

/** What a row is named by, for the program and for people. */
interface Named {
  id: number | string;
  name: string;
}

interface ListTableProps<T extends Named> {
  /** Names the list: what is remembered of its columns is kept under it. */
  list: string;
  rows: readonly T[];
  columns: readonly ListColumn<T>[];
  /** Missing: its rows cannot be chosen. */
  selected?: T['id'][];
  onSelect?: (ids: T['id'][]) => void;
  /** Rows that cannot be chosen. */
  isFixed?: (row: T) => boolean;
  /** What a row opens to. */
  detail?: (row: T) => ReactNode;
  empty: ReactNode;
}

/** A table of named things that fits into one load; long lists use KeyedTable. */
export function ListTable<T extends Named>(props: ListTableProps<T>) {
  const { rows, selected = [], onSelect, isFixed = () => false, detail } = props;
  const free = rows.filter((row) => !isFixed(row));
  const [opened, setOpened] = useState<ReadonlySet<T['id']>>(new Set());
  const [view, setView] = useAddress({ sort: '', order: '', page: '1' });
  const columns = useColumns(props.list, props.columns);
  const opening = props.columns.find((column) => column.first);
  const sortedBy = props.columns.find((column) => column.key === view.sort && column.sorter) ?? opening;
  const isDown = (sortedBy?.key === view.sort ? view.order : opening?.first) === 'descend';
  const sorter = sortedBy?.sorter;
  const sorted = useMemo(
    () => (sorter ? rows.toSorted((a, b) => (isDown ? sorter(b, a) : sorter(a, b))) : rows),
    [rows, sorter, isDown],
  );
  const nPages = Math.max(1, Math.ceil(sorted.length / pageSize));
  const page = Math.min(nPages, Math.max(1, Math.floor(Number(view.page)) || 1));
  const shown = sorted.slice((page - 1) * pageSize, page * pageSize);
  const order = { sort: sortedBy?.key ?? '', isDown };
  const setOrder = ({ sort, isDown }: ListOrder) => setView({ sort, order: isDown ? 'descend' : 'ascend', page: '1' });
  const range = useRange<T['id']>(JSON.stringify(order), (from, to, isOn) => {
    const between = partBetween(
      sorted,
      ({ id }) => id === from,
      ({ id }) => id === to,
    );
    const ids = new Set(between.flatMap((row) => (isFixed(row) ? [] : row.id)));
    const others = selected.filter((id) => !ids.has(id));
    onSelect?.(isOn ? [...others, ...ids] : others);
  });
  const nSelected = rows.filter((row) => selected.includes(row.id)).length;
  const all = {
    isAll: free.length > 0 && nSelected === free.length,
    isSome: nSelected > 0,
    isNone: free.length === 0,
    ...(onSelect ? { onAll: (isOn: boolean) => onSelect(isOn ? free.map((row) => row.id) : []) } : {}),
  };
  const onKeyDown = moveAmongBoxes((at, isOn, isRange) => {
    const row = sorted[at];
    if (row && !isFixed(row)) range.take(row.id, isOn, isRange);
  });
  return (
    <div className="has-columns list-table">
      <ListBar columns={props.columns} order={order} onOrder={setOrder} {...all} />
      <ColumnMenu label={props.list} columns={columns} />
      <div className="list-scroll">
        <table style={leastRoom(columns)}>
          <Head columns={columns} order={order} onOrder={setOrder} all={all} hasDetail={detail !== undefined} />
          <tbody>
            {shown.map((row, at) => (
              <Fragment key={row.id}>
                <tr className={selected.includes(row.id) ? 'list-row is-selected' : 'list-row'}>
                  {onSelect && (
                    <td className="list-box">
                      <input
                        type="checkbox"
                        data-at={(page - 1) * pageSize + at}
                        checked={selected.includes(row.id)}
                        disabled={isFixed(row)}
                        aria-label={`Select ${row.name}`}
                        onChange={range.onChange(row.id)}
                        onKeyDown={onKeyDown}
                      />
                    </td>
                  )}
                  {detail && (
                    <td className="list-box">
                      <OpenButton
                        name={row.name}
                        isOpen={opened.has(row.id)}
                        onToggle={() => setOpened((now) => toggled(now, row.id))}
                      />
                    </td>
                  )}
                  {columns.shown.map((column) => (
                    <td key={column.key} data-title={column.title} className={classOf(column)}>
                      {column.render(row)}
                    </td>
                  ))}
                </tr>
                {detail && opened.has(row.id) && (
                  <tr className="list-detail">
                    <td colSpan={columns.shown.length + 1}>{detail(row)}</td>
                  </tr>
                )}
              </Fragment>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length === 0 && <div className="list-empty">{props.empty}</div>}
      {nPages > 1 && (
        <div className="list-pages">
          <Button size="small" disabled={page === 1} onClick={() => setView({ page: String(page - 1) })}>
            Previous
          </Button>
          <span>
            Page {page} of {nPages}
          </span>
          <Button size="small" disabled={page === nPages} onClick={() => setView({ page: String(page + 1) })}>
            Next
          </Button>
        </div>
      )}
    </div>
  );
}

/** Of a table whose columns somebody has drawn to a width; else it fits the page. */
function leastRoom<T>(columns: Columns<ListColumn<T>>): CSSProperties {
  if (!columns.shown.some((column) => columns.widthOf(column))) return {};
  const px = columns.shown.reduce((sum, column) => sum + (columns.widthOf(column) ?? column.width ?? 140), 40);
  return { '--least-room': `${px}px` } as CSSProperties;
}

const classOf = ({ key, from }: { key: string; from?: 'md' | 'lg' }) =>
  ['list-cell', `is-${key}`, from && `from-${from}`].filter(Boolean).join(' ');

/** Arrow keys go from checkbox to checkbox; with Shift they take each row on the way. */
function moveAmongBoxes(take: (at: number, isOn: boolean, isRange: boolean) => void) {
  return (event: KeyboardEvent<HTMLInputElement>) => {
    const { key, shiftKey, currentTarget: box } = event;
    const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
    const next = box.closest('tbody')?.querySelector<HTMLInputElement>(`[data-at="${Number(box.dataset.at) + step}"]`);
    if (step === 0 || !next) return;
    event.preventDefault();
    next.focus();
    if (shiftKey) take(Number(next.dataset.at), true, true);
  };
}

interface HeadProps<T> {
  columns: Columns<ListColumn<T>>;
  order: ListOrder;
  onOrder: (next: ListOrder) => void;
  all: { isAll: boolean; isSome: boolean; isNone: boolean; onAll?: (isOn: boolean) => void };
  hasDetail: boolean;
}

function Head<T>({ columns, order, onOrder, all, hasDetail }: HeadProps<T>) {
  return (
    <thead>
      <tr>
        {all.onAll && (
          <th className="list-box">
            <input
              type="checkbox"
              aria-label="Select all"
              checked={all.isAll}
              disabled={all.isNone}
              ref={(box) => {
                if (box) box.indeterminate = all.isSome && !all.isAll;
              }}
              onChange={(event) => all.onAll?.(event.target.checked)}
            />
          </th>
        )}
        {hasDetail && (
          <th className="list-box">
            <span className="visually-hidden">Details</span>
          </th>
        )}
        {columns.shown.map((column) => {
          const isSorted = order.sort === column.key;
          const next = { sort: column.key, isDown: isSorted && !order.isDown };
          const sorting = column.sorter && { isSorted, isDown: order.isDown, onSort: () => onOrder(next) };
          const width = columns.widthOf(column) ?? column.width;
          return (
            <th
              key={column.key}
              className={classOf(column)}
              style={width === undefined ? {} : { width }}
              aria-sort={sortWord(sorting)}
            >
              <ColumnTitle column={column} sorting={sorting} />
              <ResizeHandle column={column} columns={columns} />
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

/** A name that leads to the thing's page; a long one is cut, and whole on hover. */
export function NameLink({ to, name }: { to: string; name: string }) {
  return (
    <Link to={to} title={name} className="name-link">
      {name}
    </Link>
  );
}

/** Orders by text as people do. */
export const compareText = compareNatural;

import { Table, type TableColumnsType, type TableProps } from 'antd';
import type { Key, ReactNode } from 'react';
import { Link } from 'react-router';
import { useAddress } from '#web/lib/address.ts';
import './list-table.css';

/** Rows of every small table on one page (1-core section 9). */
const pageSize = 100;

interface ListTableProps<T extends { id: number; name: string }> {
  rows: readonly T[];
  columns: TableColumnsType<T>;
  selected: number[];
  onSelect: (ids: number[]) => void;
  isLoading?: boolean;
  empty: ReactNode;
}

type Order = 'ascend' | 'descend' | null;
const nameOf = (column: object) =>
  'key' in column ? column.key : 'dataIndex' in column ? column.dataIndex : undefined;

/** A table of named things that fits into one load; long lists use KeyedTable. */
export function ListTable<T extends { id: number; name: string }>(props: ListTableProps<T>) {
  const [view, setView] = useAddress({ sort: '', order: '', page: '1' });
  const columns = props.columns.map((column) => {
    if (!('sorter' in column)) return column;
    const isSorted = nameOf(column) === view.sort;
    return {
      ...column,
      sortOrder: (isSorted ? view.order || null : view.sort ? null : column.defaultSortOrder) as Order,
    };
  });
  const onChange: TableProps<T>['onChange'] = ({ current }, _, sorter) => {
    const { columnKey, field, order } = [sorter].flat()[0] ?? {};
    const sort = order ? String(columnKey ?? field ?? '') : '';
    setView({ sort, order: order ?? '', page: String(current ?? 1) });
  };
  return (
    <Table<T>
      className="list-table"
      // Every column but the name has a width: a long name is cut and never widens the page.
      tableLayout="fixed"
      size="middle"
      rowKey="id"
      dataSource={props.rows}
      columns={columns.map(withTitle)}
      onChange={onChange}
      loading={props.isLoading ?? false}
      locale={{ emptyText: props.empty }}
      showSorterTooltip={false}
      pagination={{ pageSize, current: Number(view.page) || 1, hideOnSinglePage: true, showSizeChanger: false }}
      rowSelection={{
        selectedRowKeys: props.selected,
        onChange: (keys: Key[]) => props.onSelect(keys.map(Number)),
        getCheckboxProps: (row) => ({ 'aria-label': `Select ${row.name}` }),
      }}
    />
  );
}

/** Cells carry the title of their column: on phones there is no head row. */
function withTitle<T>(column: TableColumnsType<T>[number]): TableColumnsType<T>[number] {
  const { title } = column;
  return typeof title === 'string' ? { ...column, onCell: () => ({ 'data-title': title }) as object } : column;
}

/** A name that leads to the thing's page; a long one is cut, and whole on hover. */
export function NameLink({ to, name }: { to: string; name: string }) {
  return (
    <Link to={to} title={name} className="name-link">
      {name}
    </Link>
  );
}

/** Orders by text as people do: no difference of case, numbers by value. */
export const compareText = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' }).compare;

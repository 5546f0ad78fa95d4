import type { ListColumn, ListOrder } from './list-column.ts';

interface ListBarProps<T> {
  columns: readonly ListColumn<T>[];
  order: ListOrder;
  onOrder: (next: ListOrder) => void;
  isAll: boolean;
  isNone: boolean;
  /** Missing: rows cannot be chosen. */
  onAll?: (isOn: boolean) => void;
}

/** What the head of a table does, on phones, where rows are cards: choose all, and order. */
export function ListBar<T>({ columns, order, onOrder, isAll, isNone, onAll }: ListBarProps<T>) {
  if (isNone) return null;
  return (
    <div className="list-bar">
      {onAll && (
        <label>
          <input type="checkbox" checked={isAll} onChange={(event) => onAll(event.target.checked)} />
          All
        </label>
      )}
      <select
        aria-label="Order by"
        value={`${order.sort} ${order.isDown}`}
        onChange={(event) => {
          const [sort = '', isDown] = event.target.value.split(' ');
          onOrder({ sort, isDown: isDown === 'true' });
        }}
      >
        {columns.flatMap(({ key, title, sorter }) =>
          sorter
            ? [false, true].map((isDown) => (
                <option key={`${key} ${isDown}`} value={`${key} ${isDown}`}>
                  {title} {isDown ? '↓' : '↑'}
                </option>
              ))
            : [],
        )}
      </select>
    </div>
  );
}

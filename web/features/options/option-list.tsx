import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { askToDo, tellGone } from '#web/lib/notices.ts';
import { countOf } from '#web/lib/plural.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import type { ListColumn } from '#web/ui/list-column.ts';
import { ListFilter } from '#web/ui/list-filter.tsx';
import { ListTable } from '#web/ui/list-table.tsx';
import { NoneFits } from '#web/ui/none-fits.tsx';

interface OptionListProps<T extends { id: string; name: string }> {
  /** "proxy", "proxies": named in questions and counts. */
  noun: { one: string; many: string };
  rows: readonly T[];
  columns: readonly ListColumn<T>[];
  /** Choices beside the search; '' stands for all. */
  filter?: {
    label: string;
    options: readonly { value: string; label: string }[];
    fits: (row: T, value: string) => boolean;
  };
  /** Buttons before those of the list itself. */
  actions?: ReactNode;
  /** What taking rows away is called, and says. */
  removal: { verb: string; hint: string; done: string; failed: string; remove: (rows: T[]) => Promise<number> };
  empty: { title: string; text: string };
  /** The dialog behind Add. */
  dialog: (open: boolean, onClose: () => void) => ReactNode;
}

/** A list of the options: searched, added to by lines, and taken away from. What is not shown is not chosen. */
export function OptionList<T extends { id: string; name: string }>(props: OptionListProps<T>) {
  const { noun, rows, columns, filter, removal, empty } = props;
  const [picked, setPicked] = useState<string[]>([]);
  const [isAdding, setIsAdding] = useState(false);
  const [search, setSearch] = useState('');
  const [choice, setChoice] = useState('');
  const shown = rows.filter(
    (row) => row.name.includes(search.toLowerCase()) && (choice === '' || filter?.fits(row, choice) !== false),
  );
  const selected = shown.filter(({ id }) => picked.includes(id));
  const askRemoval = () =>
    askToDo(
      {
        title: `${removal.verb} ${countOf(selected.length, noun.one, noun.many)}?`,
        content: removal.hint,
        okText: `${removal.verb} ${selected.length}`,
        danger: true,
      },
      async () => tellGone(removal.done, selected.length, await removal.remove(selected)),
      { failed: removal.failed },
    );
  const clear = () => {
    setSearch('');
    setChoice('');
  };
  const add = (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setIsAdding(true)}>
      Add
    </Button>
  );
  return (
    <>
      <div className="option-bar">
        <ListFilter
          noun={noun.many}
          search={search}
          onSearch={setSearch}
          filters={filter ? [{ ...filter, value: choice, onChange: setChoice }] : []}
          shown={shown.length}
          total={rows.length}
        />
        <span className="option-actions">
          {props.actions}
          <Button icon={<DeleteOutlined aria-hidden />} disabled={selected.length === 0} onClick={askRemoval}>
            Delete
          </Button>
          {add}
        </span>
      </div>
      <ListTable<T>
        list={noun.many}
        rows={shown}
        columns={columns}
        selected={selected.map(({ id }) => id)}
        onSelect={setPicked}
        empty={
          rows.length === 0 ? (
            <EmptyState title={empty.title} action={add}>
              {empty.text}
            </EmptyState>
          ) : (
            <NoneFits title={`No ${noun.one} fits this search.`} onClear={clear} />
          )
        }
      />
      {props.dialog(isAdding, () => setIsAdding(false))}
    </>
  );
}

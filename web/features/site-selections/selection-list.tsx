import { EditOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import type { SiteSelection } from '#domain/contract/site-selections.ts';
import { useAddress } from '#web/lib/address.ts';
import { truncate } from '#web/lib/truncate.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import type { ListColumn } from '#web/ui/list-column.ts';
import { ListFilter } from '#web/ui/list-filter.tsx';
import { compareText, ListTable, NameLink } from '#web/ui/list-table.tsx';
import { NoneFits } from '#web/ui/none-fits.tsx';
import { selectByLabels } from './select-by.ts';
import { nameLength, texts } from './texts.ts';

interface SelectionListProps {
  all: SiteSelection[];
  selected: number[];
  onSelect: (ids: number[]) => void;
  onRename: (row: SiteSelection) => void;
  add: ReactNode;
}

/** The selections by name, with how each selects. */
export function SelectionList({ all, selected, onSelect, onRename, add }: SelectionListProps) {
  const [{ q }, setView] = useAddress({ q: '' });
  const text = q.trim().toLowerCase();
  const shown = text === '' ? all : all.filter(({ name }) => name.toLowerCase().includes(text));
  const search = (next: string) => setView({ q: next });
  return (
    <>
      {all.length > 0 && (
        <div className="toolbar">
          <ListFilter
            noun="site selections"
            search={q}
            onSearch={search}
            filters={[]}
            shown={shown.length}
            total={all.length}
          />
        </div>
      )}
      <ListTable<SiteSelection>
        list="site selections"
        rows={shown}
        columns={columnsOf(onRename)}
        selected={selected}
        onSelect={onSelect}
        empty={
          all.length > 0 ? (
            <NoneFits title="No site selection fits the search" onClear={() => search('')} />
          ) : (
            <EmptyState title={texts.none} action={add}>
              {texts.noneHint}
            </EmptyState>
          )
        }
      />
    </>
  );
}

function columnsOf(onRename: (row: SiteSelection) => void): ListColumn<SiteSelection>[] {
  return [
    { title: 'ID', key: 'id', width: 90, first: 'descend', sorter: (a, b) => a.id - b.id, render: (row) => row.id },
    {
      title: 'Action',
      key: 'action',
      width: 100,
      stays: true,
      render: (row) => (
        <IconButton label={`Rename ${row.name}`} icon={<EditOutlined aria-hidden />} onClick={() => onRename(row)} />
      ),
    },
    {
      title: 'Name',
      key: 'name',
      sorter: (a, b) => compareText(a.name, b.name),
      stays: true,
      render: (row) => <NameLink to={`/site-selection/${row.id}`} name={truncate(row.name, nameLength)} />,
    },
    {
      title: 'Select By',
      key: 'type',
      width: 140,
      sorter: (a, b) => compareText(a.siteSelectionType, b.siteSelectionType),
      render: (row) => selectByLabels[row.siteSelectionType],
    },
  ];
}

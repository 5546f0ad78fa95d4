import { EditOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import type { PrivateNetwork } from '#domain/contract/private-networks.ts';
import { useAddress } from '#web/lib/address.ts';
import { truncate } from '#web/lib/truncate.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import type { ListColumn } from '#web/ui/list-column.ts';
import { compareText, ListTable, NameLink } from '#web/ui/list-table.tsx';
import { NoneFits } from '#web/ui/none-fits.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { shownName } from './texts.ts';

interface NetworkListProps {
  networks: PrivateNetwork[];
  selected: number[];
  onSelect: (ids: number[]) => void;
  onRename: (row: PrivateNetwork) => void;
  add: ReactNode;
}

/** The networks by name, with their number of logins. */
export function NetworkList({ networks, selected, onSelect, onRename, add }: NetworkListProps) {
  const [{ search }, setView] = useAddress({ search: '' });
  const text = search.toLowerCase();
  const rows = text === '' ? networks : networks.filter((row) => row.name.toLowerCase().includes(text));
  return (
    <>
      {networks.length > 0 && (
        <div className="toolbar">
          <SearchBox label="Search private networks" initial={search} onSearch={(next) => setView({ search: next })} />
        </div>
      )}
      <ListTable<PrivateNetwork>
        list="private networks"
        rows={rows}
        columns={columnsOf(onRename)}
        selected={selected}
        onSelect={onSelect}
        empty={
          networks.length > 0 ? (
            <NoneFits title="No private network fits the search" onClear={() => setView({ search: '' })} />
          ) : (
            <EmptyState title="No private networks yet" action={add}>
              A private network holds your own blogs with their logins. Private projects post to them.
            </EmptyState>
          )
        }
      />
    </>
  );
}

function columnsOf(onRename: (row: PrivateNetwork) => void): ListColumn<PrivateNetwork>[] {
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
      render: (row) => <NameLink to={`/private-network/${row.id}`} name={truncate(row.name, shownName)} />,
    },
    {
      title: 'Account Count',
      key: 'count',
      width: 180,
      sorter: (a, b) => a.count - b.count,
      render: (row) => row.count.toLocaleString(),
    },
  ];
}

import { CopyOutlined, EditOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import type { WizardRow } from '#domain/contract/wizards.ts';
import { useAddress } from '#web/lib/address.ts';
import { truncate } from '#web/lib/truncate.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import type { ListColumn } from '#web/ui/list-column.ts';
import { compareText, ListTable, NameLink } from '#web/ui/list-table.tsx';
import { NoneFits } from '#web/ui/none-fits.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { shownName } from '../texts.ts';

interface WizardListProps {
  wizards: WizardRow[];
  selected: number[];
  onSelect: (ids: number[]) => void;
  onRename: (row: WizardRow) => void;
  onCopy: (row: WizardRow) => void;
  /** While there is none at all. */
  empty: ReactNode;
}

/** Wizards, the newest first. */
export function WizardList({ wizards, selected, onSelect, onRename, onCopy, empty }: WizardListProps) {
  const [{ search }, setView] = useAddress({ search: '' });
  const rows = wizards.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()));
  return (
    <>
      <div className="toolbar">
        <SearchBox label="Search wizards" initial={search} onSearch={(next) => setView({ search: next })} />
      </div>
      <ListTable<WizardRow>
        list="wizards"
        rows={rows}
        columns={columnsOf(onRename, onCopy)}
        selected={selected}
        onSelect={onSelect}
        empty={
          wizards.length === 0 ? (
            empty
          ) : (
            <NoneFits title="No wizard fits the search" onClear={() => setView({ search: '' })} />
          )
        }
      />
    </>
  );
}

function columnsOf(onRename: (row: WizardRow) => void, onCopy: (row: WizardRow) => void): ListColumn<WizardRow>[] {
  return [
    { title: 'ID', key: 'id', width: 90, first: 'descend', sorter: (a, b) => a.id - b.id, render: (row) => row.id },
    {
      title: 'Name',
      key: 'name',
      stays: true,
      sorter: (a, b) => compareText(a.name, b.name),
      render: (row) => <NameLink to={`/xwizard/${row.id}`} name={truncate(row.name, shownName)} />,
    },
    {
      title: 'Action',
      key: 'action',
      width: 110,
      stays: true,
      render: (row) => (
        <>
          <IconButton label={`Rename ${row.name}`} icon={<EditOutlined aria-hidden />} onClick={() => onRename(row)} />
          <IconButton label={`Duplicate ${row.name}`} icon={<CopyOutlined aria-hidden />} onClick={() => onCopy(row)} />
        </>
      ),
    },
  ];
}

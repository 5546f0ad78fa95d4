import { CopyOutlined, DownloadOutlined, EditOutlined } from '@ant-design/icons';
import { exportStrategy, type Strategy } from '#domain/contract/strategies.ts';
import { useAddress } from '#web/lib/address.ts';
import { download } from '#web/lib/call.ts';
import { attempt } from '#web/lib/notices.ts';
import { truncate } from '#web/lib/truncate.ts';
import { DiagramPicture } from '#web/ui/diagram-picture.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import type { ListColumn } from '#web/ui/list-column.ts';
import { compareText, ListTable, NameLink } from '#web/ui/list-table.tsx';
import { NoneFits } from '#web/ui/none-fits.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { ToneTag } from '#web/ui/status-tag.tsx';
import { shownName, texts } from '../texts.ts';
import '../strategies.css';

interface StrategyListProps {
  strategies: Strategy[];
  selected: number[];
  onSelect: (ids: number[]) => void;
  onRename: (row: Strategy) => void;
  onClone: (row: Strategy) => void;
}

const isBuiltIn = ({ type }: Strategy) => type === 'BUILTIN';

/** Diagrams by name, each with its picture. Built-in ones can only be cloned. */
export function StrategyList({ strategies, selected, onSelect, onRename, onClone }: StrategyListProps) {
  const [{ search }, setView] = useAddress({ search: '' });
  const text = search.toLowerCase();
  const rows = strategies.filter(
    ({ name, description }) => name.toLowerCase().includes(text) || description.toLowerCase().includes(text),
  );
  return (
    <>
      <div className="toolbar">
        <SearchBox label="Search diagrams" initial={search} onSearch={(next) => setView({ search: next })} />
      </div>
      <ListTable<Strategy>
        list="diagrams"
        rows={rows}
        columns={columnsOf(onRename, onClone)}
        isFixed={isBuiltIn}
        selected={selected}
        onSelect={onSelect}
        empty={<NoneFits title="No diagram fits the search" onClear={() => setView({ search: '' })} />}
      />
    </>
  );
}

const save = ({ id, name }: Strategy) =>
  attempt(() => download(exportStrategy, { params: { id } }, `${name}.json`), { failed: texts.exportFailed });

function columnsOf(onRename: (row: Strategy) => void, onClone: (row: Strategy) => void): ListColumn<Strategy>[] {
  return [
    {
      title: 'Picture',
      key: 'picture',
      width: 150,
      render: (row) => <DiagramPicture img={row.img} name={row.name} className="diagram-thumb" />,
    },
    {
      title: 'Name',
      key: 'name',
      first: 'ascend',
      sorter: (a, b) => compareText(a.name, b.name),
      stays: true,
      render: (row) => (
        <div className="diagram-name">
          <NameLink to={`/strategy/${row.id}`} name={truncate(row.name, shownName)} />
          {row.description && <span className="quiet">{truncate(row.description, shownName)}</span>}
        </div>
      ),
    },
    {
      title: 'Type',
      key: 'type',
      width: 130,
      sorter: (a, b) => compareText(a.type ?? 'CUSTOM', b.type ?? 'CUSTOM'),
      render: (row) => <ToneTag tone={isBuiltIn(row) ? 'blue' : 'plain'}>{row.type ?? 'CUSTOM'}</ToneTag>,
    },
    {
      title: 'Action',
      key: 'action',
      width: 160,
      stays: true,
      render: (row) => (
        <>
          {!isBuiltIn(row) && (
            <IconButton
              label={`Rename ${row.name}`}
              icon={<EditOutlined aria-hidden />}
              onClick={() => onRename(row)}
            />
          )}
          <IconButton label={`Clone ${row.name}`} icon={<CopyOutlined aria-hidden />} onClick={() => onClone(row)} />
          {!isBuiltIn(row) && (
            <IconButton
              label={`Export ${row.name}`}
              icon={<DownloadOutlined aria-hidden />}
              onClick={() => void save(row)}
            />
          )}
        </>
      ),
    },
  ];
}

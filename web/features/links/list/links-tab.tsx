import { DeleteOutlined, DownloadOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { useState } from 'react';
import { exportLinks, exportLinksPr, exportLinkUrls } from '#domain/contract/link-files.ts';
import type { UrlItem } from '#domain/contract/links.ts';
import { download } from '#web/lib/call.ts';
import { byId } from '#web/lib/lists.ts';
import { askFirst, attempt } from '#web/lib/notices.ts';
import { useSelection } from '#web/lib/use-selection.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { FileButton } from '#web/ui/file-button.tsx';
import { DropZone } from '#web/ui/import/drop-zone.tsx';
import { ImportDialog } from '#web/ui/import/import-dialog.tsx';
import { KeyedTable } from '#web/ui/keyed-table.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { SelectionBar } from '#web/ui/selection-bar.tsx';
import { type LinksData, type LinksView, linkImport, useLinks } from '../queries.ts';
import { texts } from '../texts.ts';
import { CheckPanel } from './check-panel.tsx';
import { linkColumns } from './link-columns.tsx';
import { type LinkDialogState, LinkDialogs } from './link-dialogs.tsx';

const firstView: LinksView = { search: '', sort: 'added', order: 'desc', proof: undefined };
const files = [
  { key: 'urls', label: 'URLs only', call: exportLinkUrls, ending: '_urls.txt' },
  { key: 'full', label: 'All information (CSV)', call: exportLinks, ending: '_urls.csv' },
  { key: 'da', label: 'Links with DA (CSV)', call: exportLinksPr, ending: '_da.csv' },
];

/** Tab Links: the grid with its proof column. */
export function LinksTab({ head }: { head: LinksData }) {
  const { id, name } = head.urlList;
  const [view, setView] = useState(firstView);
  const links = useLinks(id, view);
  const [dialog, setDialog] = useState<LinkDialogState>(null);
  const [file, setFile] = useState<File | null>(null);
  const { rows, countAll } = links;
  const filter = JSON.stringify([view.search, view.proof]);
  const isFiltered = view.search !== '' || view.proof !== undefined;
  const selection = useSelection({ rows, keyOf: byId, view: filter, countAll });
  const selected = selection.chosen.map(byId);
  const remove = async () => {
    await (selection.isAll ? links.removeAll() : links.remove(selected));
    selection.clear();
  };
  const askDelete = () =>
    askFirst({
      title: texts.deleteAsk,
      content: `${selection.count.toLocaleString()} links are removed from this set.`,
      okText: 'Delete',
      danger: true,
      onOk: () => attempt(remove, { done: texts.deleted, failed: texts.deleteFailed }),
    });
  const exportItems = files.map(({ key, label, call, ending }) => ({
    key,
    label,
    onClick: () =>
      void attempt(() => download(call, { params: { id } }, `${name}${ending}`), { failed: texts.exportFailed }),
  }));
  const add = (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setDialog({ kind: 'add' })}>
      Add
    </Button>
  );
  return (
    <>
      <DropZone hint="Drop a file of links here" onFile={setFile}>
        <CheckPanel
          id={id}
          head={head}
          selected={selected}
          proof={view.proof}
          onProof={(proof) => setView({ ...view, proof })}
        />
        <div className="toolbar">
          {add}
          <Button icon={<PlusOutlined aria-hidden />} onClick={() => setDialog({ kind: 'batch' })}>
            Add batch
          </Button>
          <FileButton text="Import" accept=".csv,.txt" onFiles={async ([chosen]) => setFile(chosen ?? null)} />
          <Dropdown trigger={['click']} menu={{ items: exportItems }} disabled={head.urlList.count === 0}>
            <Button icon={<DownloadOutlined aria-hidden />}>Export</Button>
          </Dropdown>
          <Button icon={<DeleteOutlined aria-hidden />} disabled={selection.count === 0} onClick={askDelete}>
            Delete{selection.count > 0 ? ` (${selection.count.toLocaleString()})` : ''}
          </Button>
          <span className="push">
            <SearchBox label="Search links" onSearch={(search) => setView((now) => ({ ...now, search }))} />
          </span>
        </div>
        <SelectionBar selection={selection} noun="links" total={isFiltered ? null : head.urlList.count} />
        <KeyedTable<UrlItem>
          label="Links"
          rows={links.rows}
          keyOf={byId}
          nameOf={(row) => row.url}
          columns={linkColumns(setDialog)}
          selected={selection.keys}
          isAll={selection.isAll}
          onSelect={selection.select}
          sort={view}
          onSort={(next) => setView({ ...view, ...next })}
          isLoading={links.query.isPending}
          {...links.more}
          empty={<NoLinks isFiltered={isFiltered}>{add}</NoLinks>}
        />
        <LinkDialogs state={dialog} actions={links} onClose={() => setDialog(null)} />
      </DropZone>
      <ImportDialog kind={linkImport} id={id} file={file} onClose={() => setFile(null)} />
    </>
  );
}

function NoLinks({ isFiltered, children }: { isFiltered: boolean; children: React.ReactNode }) {
  if (isFiltered) return <EmptyState title="No link fits the filter" />;
  return (
    <EmptyState title="No links yet" action={children}>
      Add the addresses you want to link to, one by one, as a batch or from a file. Projects that use this set for
      output put the pages they made here.
    </EmptyState>
  );
}
